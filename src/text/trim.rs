//! White space as JavaScript's `trim` sees it (plan comments contract: "non-empty").

/// Whether `c` is white space or a line terminator of ECMAScript (U+FEFF and U+3000 too).
pub fn is_js_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r'
            | ' '
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
            | '\u{feff}'
    )
}

/// `text` without leading and trailing white space, as JavaScript's `trim` gives it.
pub fn js_trim(text: &str) -> &str {
    text.trim_matches(is_js_space)
}

/// `text` trimmed, every run of white space inside folded to one space.
pub fn fold_spaces(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split(is_js_space).filter(|word| !word.is_empty()) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// As [`fold_spaces`]; a text with nothing to fold is given back as it is.
pub fn fold_owned(text: String) -> String {
    let mut before = true;
    let folded = text.chars().all(|c| {
        let twice = before && c == ' ';
        before = c == ' ';
        !twice && (c == ' ' || !is_js_space(c))
    });
    if folded && !before { text } else { fold_spaces(&text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_white_space_of_ecmascript_is_trimmed() {
        let space: String =
            "\t\u{b}\u{c} \u{a0}\u{feff}\n\r\u{2028}\u{2029}\u{1680}\u{2000}\u{200a}\u{202f}\u{205f}\u{3000}".into();
        assert_eq!(js_trim(&format!("{space}雨 夜{space}")), "雨 夜");
        assert_eq!(js_trim(&space), "");
    }

    #[test]
    fn what_ecmascript_does_not_trim_stays() {
        for text in ["\u{85}", "\u{180e}", "\u{200b}", "\u{2060}", "\0"] {
            assert_eq!(js_trim(text), text, "{text:?}");
        }
    }

    #[test]
    fn runs_of_white_space_fold_to_one_space() {
        for text in ["", " ", "a", "a ", " a", "a b", "a  b", "a\tb", "a\u{3000}b", "a b c", "\n"] {
            assert_eq!(fold_owned(text.to_owned()), fold_spaces(text), "{text:?}");
        }
        assert_eq!(fold_spaces("　雨の \n\t 夜 "), "雨の 夜");
        assert_eq!(fold_spaces(" \n"), "");
    }
}
