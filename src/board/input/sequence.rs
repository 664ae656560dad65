//! One escape sequence at the front of the bytes: how far it goes and what it means. Pure; time is the filter's.

use super::event::InputEvent;
use super::key::{Key, KeyCode};
use super::kitty::{self, Held, number};

pub(super) const ESC: u8 = 0x1b;
/// Longest CSI sequence that is put together, in bytes.
const LONGEST: usize = 1024;

/// How long to wait for the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// ESC alone: it may be the key.
    Escape,
    /// The opener of a reply: it may be an Alt key.
    Opener,
    /// A sequence begun.
    Rest,
}

/// A kind of reply that goes on to a terminator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Osc,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    Event(InputEvent),
    /// A reply, a release or a sequence nobody needs.
    Nothing,
    /// ESC was the key Esc; what follows is something else.
    Escape,
    /// ESC and this byte are an Alt key; what follows is something else.
    Alt(u8),
    /// A bracketed paste begins.
    Paste,
    /// A reply begins; its text follows the two bytes of the opener.
    Reply(Reply),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scan {
    More(Wait),
    Done { len: usize, meaning: Meaning },
}

fn done(len: usize, meaning: Meaning) -> Scan {
    Scan::Done { len, meaning }
}

fn key(len: usize, code: KeyCode) -> Scan {
    done(len, Meaning::Event(InputEvent::Key(Key::plain(code))))
}

/// The sequence at the front of `bytes`, which begin with ESC.
pub(super) fn scan(bytes: &[u8]) -> Scan {
    match bytes {
        [] | [_] => Scan::More(Wait::Escape),
        [_, ESC, ..] => double(bytes),
        [_, b'[', ..] => csi(bytes),
        [_, b'O', rest @ ..] => ss3(rest),
        [_, b']', rest @ ..] => osc(rest),
        [_, b'P', rest @ ..] => dcs(rest),
        [_, b'_'] => Scan::More(Wait::Opener),
        [_, b'_', b'G', ..] => done(2, Meaning::Reply(Reply::Other)),
        [_, 0x80..=0xff, ..] => done(1, Meaning::Escape),
        [_, byte, ..] => done(2, Meaning::Alt(*byte)),
    }
}

/// ESC ESC: some terminals put an ESC before an arrow for Alt; else the first was the key.
fn double(bytes: &[u8]) -> Scan {
    let escape = done(1, Meaning::Escape);
    let (Some(rest), Some(opener)) = (bytes.get(1..), bytes.get(2)) else { return Scan::More(Wait::Escape) };
    if !matches!(opener, b'[' | b'O') {
        return escape;
    }
    match scan(rest) {
        Scan::More(wait) => Scan::More(wait),
        Scan::Done { len, meaning: Meaning::Event(InputEvent::Key(key)) } if !key.alt => {
            done(len + 1, Meaning::Event(InputEvent::Key(Key { alt: true, ..key })))
        }
        Scan::Done { .. } => escape,
    }
}

/// OSC counts only with a number and `;` after it, so that Alt+] stays a key.
fn osc(rest: &[u8]) -> Scan {
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    match (digits, rest.get(digits).copied()) {
        (0, None) => Scan::More(Wait::Opener),
        (1..=5, None) => Scan::More(Wait::Rest),
        (1..=5, Some(b';' | 0x07 | ESC)) => done(2, Meaning::Reply(Reply::Osc)),
        _ => done(2, Meaning::Alt(b']')),
    }
}

/// DCS counts only as a terminal's reply begins, so that Alt+P stays a key.
fn dcs(rest: &[u8]) -> Scan {
    let reply = done(2, Meaning::Reply(Reply::Other));
    match rest {
        [] => Scan::More(Wait::Opener),
        [b'|', ..] => reply,
        [b'0'..=b'9' | b'>' | b'!' | b'$' | b'+'] => Scan::More(Wait::Rest),
        [b'0'..=b'9', b'0'..=b'9' | b';' | b'$' | b'+' | b'|' | ESC, ..] => reply,
        [b'>' | b'!', b'|', ..] | [b'$' | b'+', b'q' | b'r', ..] => reply,
        _ => done(2, Meaning::Alt(b'P')),
    }
}

fn ss3(rest: &[u8]) -> Scan {
    let (modifier, last, len) = match rest {
        [] | [b'1'..=b'9'] => return Scan::More(Wait::Rest),
        [digit @ b'1'..=b'9', last, ..] => (Some(*digit), *last, 4),
        [last, ..] => (None, *last, 3),
    };
    if let Some(digit) = modifier {
        let held = Held::of(&format!("1;{}", char::from(digit)));
        return match letter(last).and_then(|code| held.key(code)) {
            Some(event) => done(len, Meaning::Event(event)),
            None => done(2, Meaning::Alt(b'O')),
        };
    }
    match last {
        b'R' => key(len, KeyCode::F(3)),
        b'M' => key(len, KeyCode::Enter),
        b'I' => key(len, KeyCode::Tab),
        b'X' => key(len, KeyCode::Char('=')),
        b'a'..=b'd' => match letter(last.to_ascii_uppercase()) {
            Some(code) => done(len, Meaning::Event(InputEvent::Key(Key { ctrl: true, ..Key::plain(code) }))),
            None => done(2, Meaning::Alt(b'O')),
        },
        // The keypad in application mode: `*` to `9` are sent as `j` to `y`.
        b'j'..=b'y' => key(len, KeyCode::Char(char::from(last - 0x40))),
        _ => match letter(last) {
            Some(code) => key(len, code),
            None => done(2, Meaning::Alt(b'O')),
        },
    }
}

fn csi(bytes: &[u8]) -> Scan {
    match bytes {
        [_, _] | [_, _, b'['] => return Scan::More(Wait::Rest),
        // The Linux console's F1 to F5.
        [_, _, b'[', last @ b'A'..=b'E', ..] => return key(4, KeyCode::F(last - b'A' + 1)),
        [_, _, b'[', ..] => return done(2, Meaning::Alt(b'[')),
        // The old mouse report, left on by another program: three bytes.
        [_, _, b'M', rest @ ..] => {
            return match rest {
                _ if rest.iter().take(3).any(|b| *b < 0x20) => done(2, Meaning::Alt(b'[')),
                [_, _, _, ..] => done(6, Meaning::Nothing),
                _ => Scan::More(Wait::Rest),
            };
        }
        _ => {}
    }
    let body = bytes.get(2..).unwrap_or_default();
    let params = body.iter().take_while(|b| (0x30..=0x3f).contains(*b)).count();
    let rest = body.get(params..).unwrap_or_default();
    let between = rest.iter().take_while(|b| (0x20..=0x2f).contains(*b)).count();
    let text = body.get(..params).and_then(|p| std::str::from_utf8(p).ok()).unwrap_or_default();
    // rxvt ends Shift and a key with `$`, which elsewhere stands before the end of a reply.
    if rest.first() == Some(&b'$') && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        return done(3 + params, told(numbered(text, Held { shift: true, ..Held::default() })));
    }
    match rest.get(between) {
        None if body.len() > LONGEST => done(bytes.len(), Meaning::Nothing),
        None => Scan::More(Wait::Rest),
        Some(last @ 0x40..=0x7e) => {
            let len = 3 + params + between;
            match command(text, between > 0, *last) {
                Some(meaning) => done(len, meaning),
                None => done(2, Meaning::Alt(b'[')),
            }
        }
        // Something that cannot be part of it: it was cut off.
        Some(_) if params + between == 0 => done(2, Meaning::Alt(b'[')),
        Some(_) => done(2 + params + between, Meaning::Nothing),
    }
}

fn told(event: Option<InputEvent>) -> Meaning {
    event.map_or(Meaning::Nothing, Meaning::Event)
}

/// What a whole CSI sequence means; none where it is Alt+[ and a letter.
fn command(params: &str, between: bool, last: u8) -> Option<Meaning> {
    if let Some(report) = params.strip_prefix('<').filter(|_| matches!(last, b'M' | b'm')) {
        return Some(told(mouse(report, last == b'M')));
    }
    if between || params.starts_with(['<', '=', '>', '?']) {
        return Some(Meaning::Nothing);
    }
    let held = Held::of(params);
    Some(match last {
        b'u' if !params.is_empty() => told(kitty::unicode_key(params)),
        b'~' => match number(params, 0, 0) {
            Some(200) => Meaning::Paste,
            Some(27) => told(kitty::other_key(params)),
            _ => told(numbered(params, held)),
        },
        b'^' => told(numbered(params, Held { ctrl: true, ..Held::default() })),
        b'@' => told(numbered(params, Held { ctrl: true, shift: true, ..Held::default() })),
        b'Z' => told(held.key(KeyCode::BackTab)),
        b'I' if params.is_empty() => Meaning::Event(InputEvent::Focus(true)),
        b'O' if params.is_empty() => Meaning::Event(InputEvent::Focus(false)),
        // With numbers it is the report of the cursor's place.
        b'R' if params.is_empty() => told(held.key(KeyCode::F(3))),
        b'a'..=b'd' if params.is_empty() => {
            let code = letter(last.to_ascii_uppercase());
            told(code.and_then(|code| Held { shift: true, ..held }.key(code)))
        }
        _ => match letter(last) {
            Some(code) => told(held.key(code)),
            None if params.is_empty() => return None,
            None => Meaning::Nothing,
        },
    })
}

fn letter(last: u8) -> Option<KeyCode> {
    Some(match last {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P' => KeyCode::F(1),
        b'Q' => KeyCode::F(2),
        b'S' => KeyCode::F(4),
        _ => return None,
    })
}

fn numbered(params: &str, held: Held) -> Option<InputEvent> {
    let function = |number: u32| u8::try_from(number).ok().map(KeyCode::F);
    let code = match number(params, 0, 0)? {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        n @ 11..=15 => function(n - 10)?,
        n @ 17..=21 => function(n - 11)?,
        n @ 23..=26 => function(n - 12)?,
        n @ 28..=29 => function(n - 13)?,
        n @ 31..=34 => function(n - 14)?,
        _ => return None,
    };
    held.key(code)
}

/// `CSI < button ; column ; row M`; releases, moves and sideways wheels say nothing.
fn mouse(report: &str, pressed: bool) -> Option<InputEvent> {
    let button = number(report, 0, 0)?;
    let place = |at: usize| u16::try_from(number(report, at, 0)?.saturating_sub(1)).ok();
    let (x, y) = (place(1)?, place(2)?);
    if !pressed || button & 32 != 0 {
        return None;
    }
    match (button & 0xc0, button & 3) {
        (64, 0) => Some(InputEvent::Scroll { up: true, x, y }),
        (64, 1) => Some(InputEvent::Scroll { up: false, x, y }),
        (0, which @ 0..=2) => Some(InputEvent::Click { button: u8::try_from(which).ok()?, x, y }),
        _ => None,
    }
}
