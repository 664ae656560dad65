//! Text from files is untrusted: what could steer the terminal is turned into something to look at.

use std::borrow::Cow;

/// `text` for one line: controls as symbols (ESC as `␛`), line breaks and tabs as one space, bidi overrides and other
/// invisible steering characters made visible, endless graphemes cut. Borrows when there is nothing to change.
pub fn line(text: &str) -> Cow<'_, str> {
    let _ = text;
    todo!()
}

/// As [`line`], but `\n` stays (CRLF and CR become `\n`); tabs become four spaces.
pub fn block(text: &str) -> Cow<'_, str> {
    let _ = text;
    todo!()
}
