//! White space as JavaScript's `trim` sees it (plan comments contract: "non-empty").

/// Whether `c` is white space or a line terminator of ECMAScript (U+FEFF and U+3000 too).
pub fn is_js_space(c: char) -> bool {
    let _ = c;
    todo!()
}

/// `text` without leading and trailing white space, as JavaScript's `trim` gives it.
pub fn js_trim(text: &str) -> &str {
    text.trim_matches(is_js_space)
}

/// `text` trimmed, every run of white space inside folded to one space.
pub fn fold_spaces(text: &str) -> String {
    let _ = text;
    todo!()
}
