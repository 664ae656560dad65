//! Keys that carry numbers: the kitty keyboard protocol (`CSI … u`), xterm's modifyOtherKeys (`CSI 27;…~`) and the
//! modifiers of the older sequences.

use super::event::InputEvent;
use super::key::{Key, KeyCode};

/// Modifiers and kind of a key event, from its second parameter (`mods:event`).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
    /// A key to leave alone: released, or with Super or Hyper, which belong to the window system.
    pub ignored: bool,
}

/// Number `sub` (parted by `:`) of parameter `at` (parted by `;`).
pub(super) fn number(params: &str, at: usize, sub: usize) -> Option<u32> {
    params.split(';').nth(at)?.split(':').nth(sub)?.parse().ok()
}

impl Held {
    pub(super) fn of(params: &str) -> Held {
        let released = number(params, 1, 1) == Some(3);
        Held { ignored: released || Held::bits(number(params, 1, 0)).ignored, ..Held::bits(number(params, 1, 0)) }
    }

    fn bits(modifiers: Option<u32>) -> Held {
        let bits = modifiers.unwrap_or(1).saturating_sub(1);
        let has = |bit: u32| bits & bit != 0;
        Held { shift: has(1), alt: has(2) || has(32), ctrl: has(4), ignored: has(8) || has(16) }
    }

    /// The key with these modifiers; none where it is to be ignored.
    pub(super) fn key(self, code: KeyCode) -> Option<InputEvent> {
        (!self.ignored).then(|| InputEvent::Key(Key::new(code, self.ctrl, self.alt, self.shift)))
    }
}

/// `CSI code:shifted:base ; mods:event ; text u`
pub(super) fn unicode_key(params: &str) -> Option<InputEvent> {
    let held = Held::of(params);
    let code = number(params, 0, 0)?;
    if code == 0 {
        return text(params).filter(|_| !held.ignored);
    }
    let shifted = number(params, 0, 1).filter(|_| held.shift && !held.ctrl);
    held.key(code_of(shifted.unwrap_or(code))?)
}

/// `CSI 27 ; mods ; code ~`
pub(super) fn other_key(params: &str) -> Option<InputEvent> {
    Held::of(params).key(code_of(number(params, 2, 0)?)?)
}

/// The text of an event without a key, in code points.
fn text(params: &str) -> Option<InputEvent> {
    let points = params.split(';').nth(2)?.split(':');
    let text: String =
        points.filter_map(|p| char::from_u32(p.parse().ok()?)).filter(|c: &char| !c.is_control()).collect();
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => None,
        (Some(c), None) => Some(InputEvent::Key(Key::char(c))),
        _ => Some(InputEvent::Text(text)),
    }
}

/// The key of a number: a code point, or one of the protocol's own in the private use area. Lock, media and modifier
/// keys have none.
fn code_of(number: u32) -> Option<KeyCode> {
    Some(match number {
        13 | 57414 => KeyCode::Enter,
        27 => KeyCode::Esc,
        9 => KeyCode::Tab,
        8 | 127 => KeyCode::Backspace,
        57376..=57398 => KeyCode::F(u8::try_from(number - 57376 + 13).ok()?),
        57399..=57408 => KeyCode::Char(char::from_digit(number - 57399, 10)?),
        57409 => KeyCode::Char('.'),
        57410 => KeyCode::Char('/'),
        57411 => KeyCode::Char('*'),
        57412 => KeyCode::Char('-'),
        57413 => KeyCode::Char('+'),
        57415 => KeyCode::Char('='),
        57416 => KeyCode::Char(','),
        57417 => KeyCode::Left,
        57418 => KeyCode::Right,
        57419 => KeyCode::Up,
        57420 => KeyCode::Down,
        57421 => KeyCode::PageUp,
        57422 => KeyCode::PageDown,
        57423 => KeyCode::Home,
        57424 => KeyCode::End,
        57425 => KeyCode::Insert,
        57426 => KeyCode::Delete,
        57344..=63743 => return None,
        _ => KeyCode::Char(char::from_u32(number).filter(|c| !c.is_control())?),
    })
}
