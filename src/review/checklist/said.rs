//! The chat forms of the checklist rules: `플랜 시작: 1) … 2) …`, `플랜 상태`, `플랜 중지`.

use unicode_normalization::UnicodeNormalization;

use crate::text::trim::js_trim;

/// What is asked for in a chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// `플랜 시작: 1) … 2) …`, with the text after the colon.
    Start(String),
    /// `플랜 상태`
    Status,
    /// `플랜 중지`
    Stop,
}

/// The chat form in `text`, if it is one. Spaces are free, the colon may be a wide one, and Hangul in single letters
/// (as some systems type it) counts as composed; the steps are composed too.
pub fn said(text: &str) -> Option<Said> {
    let text = composed(text);
    let rest = js_trim(js_trim(&text).strip_prefix("플랜")?);
    match rest {
        "상태" => Some(Said::Status),
        "중지" => Some(Said::Stop),
        _ => {
            let steps = js_trim(rest.strip_prefix("시작")?).strip_prefix([':', '：'])?;
            Some(Said::Start(js_trim(steps).to_owned()))
        }
    }
}

/// `text` with Hangul composed. The rest stays: composing all would change Han characters of names.
fn composed(text: &str) -> String {
    let hangul = |c: char| matches!(c, '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7a3}');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(hangul) {
        let (before, after) = rest.split_at(start);
        let (run, tail) = after.split_at(after.find(|c| !hangul(c)).unwrap_or(after.len()));
        out.push_str(before);
        out.extend(run.nfc());
        rest = tail;
    }
    out.push_str(rest);
    out
}
