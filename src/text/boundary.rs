//! Grapheme boundaries near a byte offset, found without walking the whole text.

use unicode_segmentation::GraphemeCursor;

/// Whether byte `at` of `text` lies between two graphemes (the start and the end of the text do).
pub fn is_boundary(text: &str, at: usize) -> bool {
    text.is_char_boundary(at) && GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(true)
}

/// The first grapheme boundary after byte `at`; the end of the text when there is none.
pub fn next(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    cursor.next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

/// The last grapheme boundary before byte `at`; 0 when there is none.
pub fn previous(text: &str, at: usize) -> usize {
    let at = text.ceil_char_boundary(at);
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

/// `at` when it is a grapheme boundary, or else the next one.
pub fn ceil(text: &str, at: usize) -> usize {
    if at >= text.len() {
        text.len()
    } else if is_boundary(text, at) {
        at
    } else {
        next(text, at)
    }
}

/// `at` when it is a grapheme boundary, or else the one before.
pub fn floor(text: &str, at: usize) -> usize {
    if at >= text.len() {
        text.len()
    } else if is_boundary(text, at) {
        at
    } else {
        previous(text, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_inside_a_joined_emoji_go_to_its_edges() {
        let text = "a👨‍👩‍👧b";
        let end = text.len() - 1;
        for at in 2..end {
            assert!(!is_boundary(text, at), "{at}");
            assert_eq!((floor(text, at), ceil(text, at)), (1, end));
            assert_eq!((previous(text, at), next(text, at)), (1, end));
        }
        assert_eq!((previous(text, 0), next(text, text.len() + 9)), (0, text.len()));
        assert_eq!((floor(text, 1), ceil(text, end)), (1, end));
    }
}
