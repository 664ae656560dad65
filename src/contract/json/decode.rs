//! The content of JSON strings, read tolerantly: a lone surrogate escape becomes U+FFFD.

use std::borrow::Cow;

/// The content of the JSON string `raw` (quotes included); `None` where it is no string.
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let mut chars = after.chars();
        let escape = chars.next()?;
        rest = chars.as_str();
        match escape {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'u' => {
                let (character, tail) = unicode(rest);
                out.push(character);
                rest = tail;
            }
            other => out.push(other),
        }
    }
    out.push_str(rest);
    Some(Cow::Owned(out))
}

/// The character whose four hex digits begin `text` (with a second escape, if both are a pair), and the rest.
fn unicode(text: &str) -> (char, &str) {
    let Some((high, rest)) = hex(text) else { return (char::REPLACEMENT_CHARACTER, text) };
    if let Some(character) = char::from_u32(high) {
        return (character, rest);
    }
    let low = rest.strip_prefix("\\u").and_then(hex);
    match low {
        Some((low, tail)) if (0xD800..0xDC00).contains(&high) && (0xDC00..0xE000).contains(&low) => {
            let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), tail)
        }
        _ => (char::REPLACEMENT_CHARACTER, rest),
    }
}

fn hex(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    Some((u32::from_str_radix(digits, 16).ok()?, rest))
}
