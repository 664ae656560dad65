//! Replies of the terminal to queries. Only the background colour is of use; the rest is swallowed.

use super::event::InputEvent;

/// The event of an OSC reply's text (without its opener and terminator), if it says something.
pub(super) fn osc(text: &[u8]) -> Option<InputEvent> {
    let text = std::str::from_utf8(text).ok()?;
    let (red, green, blue) = colour(text.strip_prefix("11;")?)?;
    Some(InputEvent::Background(red, green, blue))
}

/// `rgb:ffff/8080/0`, `rgba:…` or `#ff8000`.
fn colour(text: &str) -> Option<(u8, u8, u8)> {
    if let Some(hex) = text.strip_prefix('#') {
        let digits = hex.len() / 3;
        let part = |i: usize| hex.get(i * digits..(i + 1) * digits).and_then(channel);
        return Some((part(0)?, part(1)?, part(2)?));
    }
    let mut parts = text.strip_prefix("rgba:").or_else(|| text.strip_prefix("rgb:"))?.split('/');
    Some((channel(parts.next()?)?, channel(parts.next()?)?, channel(parts.next()?)?))
}

/// One to four hexadecimal digits, scaled to 0–255.
fn channel(hex: &str) -> Option<u8> {
    if hex.is_empty() || hex.len() > 4 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(hex, 16).ok()?;
    let most = 16u32.pow(u32::try_from(hex.len()).ok()?) - 1;
    u8::try_from((value * 255 + most / 2) / most).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_background_in_any_depth() {
        let of = |text: &str| osc(text.as_bytes());
        assert_eq!(of("11;rgb:ffff/8080/0000"), Some(InputEvent::Background(255, 128, 0)));
        assert_eq!(of("11;rgb:ff/80/0"), Some(InputEvent::Background(255, 128, 0)));
        assert_eq!(of("11;rgba:1e1e/1e1e/2e2e/ffff"), Some(InputEvent::Background(30, 30, 46)));
        assert_eq!(of("11;#102030"), Some(InputEvent::Background(16, 32, 48)));
        for bad in ["10;rgb:0/0/0", "11;?", "11;rgb:1/2", "11;rgb:zz/0/0", "11;#", "11;rgb:12345/0/0", "11;#é1"] {
            assert_eq!(of(bad), None, "{bad}");
        }
    }
}
