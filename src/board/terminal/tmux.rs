//! Escape sequences for the terminal around tmux, which takes from programs only those it knows.

/// The sequence wrapped for tmux to hand on as it is (`allow-passthrough on`): every ESC in it is doubled.
pub fn handed_on(sequence: &[u8]) -> Vec<u8> {
    let mut wrapped = b"\x1bPtmux;".to_vec();
    for byte in sequence {
        if *byte == 0x1b {
            wrapped.push(0x1b);
        }
        wrapped.push(*byte);
    }
    wrapped.extend_from_slice(b"\x1b\\");
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_escape_is_doubled_and_the_whole_is_one_string() {
        assert_eq!(handed_on(b"\x1b]9;done\x1b\\"), b"\x1bPtmux;\x1b\x1b]9;done\x1b\x1b\\\x1b\\");
    }
}
