//! Words of a command line that a person pastes into a shell.

use std::borrow::Cow;

/// `text` as one word of a POSIX shell, quoted where it must be. One that begins with `-` is written as a path, so that it
/// is taken for no option.
pub fn word(text: &str) -> Cow<'_, str> {
    let text = if text.starts_with('-') { Cow::Owned(format!("./{text}")) } else { Cow::Borrowed(text) };
    let plain = |c: char| c.is_alphanumeric() || "-_./:@%+,=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text;
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_otherwise_is_quoted() {
        assert_eq!(word("planning"), "planning");
        assert_eq!(word("計画/第1回"), "計画/第1回");
        assert_eq!(word("my plan"), "'my plan'");
        assert_eq!(word("a'b$c"), r"'a'\''b$c'");
        assert_eq!(word("~x"), "'~x'");
        assert_eq!(word("-rf"), "./-rf");
        assert_eq!(word(""), "''");
    }
}
