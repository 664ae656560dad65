//! A key and its name. The names are those of the key table, the settings and the help: `j`, `G`, `ctrl-d`, `alt-b`,
//! `shift-enter`, `pagedown`, `space`.

use std::fmt;

/// Which key, without its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyCode {
    /// A character; a capital letter already is the shifted one.
    Char(char),
    /// Enter
    Enter,
    /// Escape
    Esc,
    /// Tab
    Tab,
    /// Shift-Tab
    BackTab,
    /// Backspace
    Backspace,
    /// Delete
    Delete,
    /// Insert
    Insert,
    /// Arrow up
    Up,
    /// Arrow down
    Down,
    /// Arrow left
    Left,
    /// Arrow right
    Right,
    /// Home
    Home,
    /// End
    End,
    /// Page up
    PageUp,
    /// Page down
    PageDown,
    /// A function key, from 1
    F(u8),
}

/// A key with its modifiers, in one form for every terminal (see [`Key::new`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// Which key
    pub code: KeyCode,
    /// Control is held
    pub ctrl: bool,
    /// Alt is held
    pub alt: bool,
    /// Shift is held; for a character only together with Control, else it is in the character
    pub shift: bool,
}

/// Names beside characters and function keys; the first of a code is the one shown.
const NAMES: &[(&str, KeyCode)] = &[
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("shift-tab", KeyCode::BackTab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("space", KeyCode::Char(' ')),
    ("return", KeyCode::Enter),
    ("escape", KeyCode::Esc),
    ("backtab", KeyCode::BackTab),
    ("del", KeyCode::Delete),
    ("ins", KeyCode::Insert),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
];

impl Key {
    /// A key in its one form: Shift goes into a letter (`shift-a` is `A`) and into BackTab; with Control letters are
    /// small; the Control chords that most terminals send as another key are that key (`ctrl-i` Tab, `ctrl-m` Enter,
    /// `ctrl-h` Backspace, `ctrl-[` Esc), so that a binding does not depend on the terminal.
    pub fn new(code: KeyCode, ctrl: bool, alt: bool, shift: bool) -> Key {
        let plain = |code| Key { code, ctrl: false, alt, shift: false };
        match code {
            KeyCode::Char(c) if ctrl => match c.to_ascii_lowercase() {
                'i' if shift => plain(KeyCode::BackTab),
                'i' => plain(KeyCode::Tab),
                'm' => Key { shift, ..plain(KeyCode::Enter) },
                'h' => plain(KeyCode::Backspace),
                '[' => plain(KeyCode::Esc),
                '@' => Key { ctrl, ..plain(KeyCode::Char(' ')) },
                small => Key { code: KeyCode::Char(small), ctrl, alt, shift: shift && small.is_ascii_alphabetic() },
            },
            KeyCode::Char(c) if shift => plain(KeyCode::Char(capital(c))),
            KeyCode::Tab if shift => Key { ctrl, ..plain(KeyCode::BackTab) },
            KeyCode::BackTab => Key { ctrl, ..plain(KeyCode::BackTab) },
            _ => Key { code, ctrl, alt, shift },
        }
    }

    /// A key without modifiers.
    pub const fn plain(code: KeyCode) -> Key {
        Key { code, ctrl: false, alt: false, shift: false }
    }

    /// A character without modifiers.
    pub const fn char(c: char) -> Key {
        Key::plain(KeyCode::Char(c))
    }

    /// Control and a small letter.
    pub const fn ctrl(c: char) -> Key {
        Key { code: KeyCode::Char(c), ctrl: true, alt: false, shift: false }
    }

    /// Alt and a character.
    pub const fn alt(c: char) -> Key {
        Key { code: KeyCode::Char(c), ctrl: false, alt: true, shift: false }
    }

    /// The key of a name; modifiers (`ctrl-`, `alt-`, `shift-`, also with `+`) and names in any case.
    pub fn parse(name: &str) -> Option<Key> {
        let (mut ctrl, mut alt, mut shift) = (false, false, false);
        let mut rest = name;
        let code = loop {
            if let Some(code) = code_of(rest) {
                break code;
            }
            let (at, _) = rest.match_indices(['-', '+']).next()?;
            let (word, tail) = rest.split_at_checked(at)?;
            match word.to_ascii_lowercase().as_str() {
                "ctrl" => ctrl = true,
                "alt" => alt = true,
                "shift" => shift = true,
                _ => return None,
            }
            rest = tail.get(1..)?;
        };
        Some(Key::new(code, ctrl, alt, shift))
    }

    /// Whether the key types a character: neither Control nor Alt.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }
}

/// An Alt key taken apart: Esc, then the key. That is what an Alt key without a binding does, since a quick Esc and a
/// key cannot be told from it.
pub fn split_alt(key: Key) -> [Key; 2] {
    [Key::plain(KeyCode::Esc), Key { alt: false, ..key }]
}

fn capital(c: char) -> char {
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

fn code_of(name: &str) -> Option<KeyCode> {
    let mut chars = name.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return (!c.is_control()).then_some(KeyCode::Char(c));
    }
    if let Some((_, code)) = NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)) {
        return Some(*code);
    }
    let number: u8 = name.strip_prefix(['f', 'F'])?.parse().ok()?;
    (1..=35).contains(&number).then_some(KeyCode::F(number))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if held {
                f.write_str(name)?;
            }
        }
        match self.code {
            KeyCode::F(number) => write!(f, "f{number}"),
            code => match (NAMES.iter().find(|(_, known)| *known == code), code) {
                (Some((name, _)), _) => f.write_str(name),
                (None, KeyCode::Char(c)) => write!(f, "{c}"),
                (None, _) => Ok(()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_shown() {
        for name in [
            "j",
            "G",
            "?",
            "-",
            "+",
            "ctrl-d",
            "ctrl--",
            "alt-b",
            "alt-enter",
            "shift-enter",
            "shift-tab",
            "ctrl-space",
            "space",
            "pagedown",
            "f12",
            "ctrl-shift-a",
            "ctrl-alt-x",
            "alt-backspace",
            "あ",
            "ctrl-left",
            "alt-shift-up",
        ] {
            let key = Key::parse(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(key.to_string(), name);
        }
    }

    #[test]
    fn a_key_has_one_form_whatever_the_terminal_sends() {
        assert_eq!(Key::parse("shift-a"), Some(Key::char('A')));
        assert_eq!(Key::parse("Ctrl-D"), Some(Key::ctrl('d')));
        assert_eq!(Key::parse("ctrl+s"), Some(Key::ctrl('s')));
        assert_eq!(Key::parse("ctrl-i"), Some(Key::plain(KeyCode::Tab)));
        assert_eq!(Key::parse("ctrl-h"), Some(Key::plain(KeyCode::Backspace)));
        assert_eq!(Key::parse("ctrl-["), Some(Key::plain(KeyCode::Esc)));
        assert_eq!(Key::parse("backtab"), Key::parse("shift-tab"));
        assert_eq!(Key::parse("PgDn"), Some(Key::plain(KeyCode::PageDown)));
    }

    #[test]
    fn unknown_names_are_refused() {
        for name in ["", "ctrl-", "hyper-x", "f0", "f36", "jj", "ctrl-jj", "\u{1}"] {
            assert_eq!(Key::parse(name), None, "{name}");
        }
    }

    #[test]
    fn an_alt_key_taken_apart_is_esc_then_the_key() {
        assert_eq!(split_alt(Key::alt('j')), [Key::plain(KeyCode::Esc), Key::char('j')]);
    }
}
