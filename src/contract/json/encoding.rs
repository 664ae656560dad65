//! Texts that are not written in UTF-8, as far as their first bytes tell.

/// The encoding of a text in UTF-16 or UTF-32, by its byte-order mark or by the NULs between its first letters.
pub fn other(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [1..=255, 0, 0, 0, ..] => Some("UTF-32 (LE)"),
        [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, 1..=255, ..] => Some("UTF-32 (BE)"),
        [0xff, 0xfe, ..] | [1..=255, 0] | [1..=255, 0, 1..=255, 0, ..] => Some("UTF-16 (LE)"),
        [0xfe, 0xff, ..] | [0, 1..=255] | [0, 1..=255, 0, 1..=255, ..] => Some("UTF-16 (BE)"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::other;

    #[test]
    fn other_encodings_are_told_with_and_without_a_mark() {
        for text in ["{}", "[1]", "Done."] {
            for mark in ["", "\u{feff}"] {
                let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
                let letters: Vec<u32> = format!("{mark}{text}").chars().map(u32::from).collect();
                let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
                assert_eq!(other(&bytes), Some("UTF-16 (LE)"), "{text}");
                let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                assert_eq!(other(&bytes), Some("UTF-16 (BE)"), "{text}");
                let bytes: Vec<u8> = letters.iter().flat_map(|letter| letter.to_le_bytes()).collect();
                assert_eq!(other(&bytes), Some("UTF-32 (LE)"), "{text}");
                let bytes: Vec<u8> = letters.iter().flat_map(|letter| letter.to_be_bytes()).collect();
                assert_eq!(other(&bytes), Some("UTF-32 (BE)"), "{text}");
            }
        }
        for text in ["", "{", "{}", "\u{feff}{}", "\0\0\0\0", "a\0bc"] {
            assert_eq!(other(text.as_bytes()), None, "{text:?}");
        }
    }
}
