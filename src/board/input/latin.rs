//! The Latin key behind a character of an input method, for command mode. Kana are not commands.

use unicode_normalization::UnicodeNormalization;

use super::key::{Key, KeyCode};

/// Punctuation, as the key that types it on a Japanese layout.
const PUNCTUATION: &[(char, char)] = &[
    ('\u{3000}', ' '),
    ('「', '['),
    ('」', ']'),
    ('｢', '['),
    ('｣', ']'),
    ('【', '['),
    ('】', ']'),
    ('・', '/'),
    ('･', '/'),
    ('、', ','),
    ('､', ','),
    ('。', '.'),
    ('｡', '.'),
    ('￥', '\\'),
    ('¥', '\\'),
    ('￦', '\\'),
    ('₩', '\\'),
    ('ー', '-'),
    ('〜', '~'),
    ('‘', '\''),
    ('’', '\''),
    ('“', '"'),
    ('”', '"'),
    ('《', '<'),
    ('》', '>'),
];

/// The Korean two-set layout.
const TWO_SET: &[(char, char)] = &[
    ('ㅂ', 'q'),
    ('ㅈ', 'w'),
    ('ㄷ', 'e'),
    ('ㄱ', 'r'),
    ('ㅅ', 't'),
    ('ㅛ', 'y'),
    ('ㅕ', 'u'),
    ('ㅑ', 'i'),
    ('ㅐ', 'o'),
    ('ㅔ', 'p'),
    ('ㅁ', 'a'),
    ('ㄴ', 's'),
    ('ㅇ', 'd'),
    ('ㄹ', 'f'),
    ('ㅎ', 'g'),
    ('ㅗ', 'h'),
    ('ㅓ', 'j'),
    ('ㅏ', 'k'),
    ('ㅣ', 'l'),
    ('ㅋ', 'z'),
    ('ㅌ', 'x'),
    ('ㅊ', 'c'),
    ('ㅍ', 'v'),
    ('ㅠ', 'b'),
    ('ㅜ', 'n'),
    ('ㅡ', 'm'),
    ('ㅃ', 'Q'),
    ('ㅉ', 'W'),
    ('ㄸ', 'E'),
    ('ㄲ', 'R'),
    ('ㅆ', 'T'),
    ('ㅒ', 'O'),
    ('ㅖ', 'P'),
];

/// `key` with a full-width character, full-width punctuation or a jamo replaced by the Latin key that types it.
/// Everything else as it is.
pub fn latin(key: Key) -> Key {
    match key.code {
        KeyCode::Char(c) if !c.is_ascii() => match latin_char(c) {
            Some(plain) => Key { code: KeyCode::Char(plain), ..key },
            None => key,
        },
        _ => key,
    }
}

fn latin_char(c: char) -> Option<char> {
    if ('\u{FF01}'..='\u{FF5E}').contains(&c) {
        return char::from_u32(u32::from(c).checked_sub(0xFEE0)?);
    }
    let listed = PUNCTUATION.iter().chain(TWO_SET).find(|(from, _)| *from == c);
    // Some systems send the conjoining form of a jamo.
    let joining = || ('\u{1100}'..='\u{11FF}').contains(&c).then(|| TWO_SET.iter().find(|(from, _)| joins(*from, c)));
    listed.or_else(|| joining().flatten()).map(|(_, to)| *to)
}

fn joins(jamo: char, c: char) -> bool {
    std::iter::once(jamo).nfkc().eq(std::iter::once(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_and_jamo_act_as_the_latin_key() {
        let pairs =
            "Ａ>A ？>? ：>: ／>/ ！>! 「>[ 」>] ・>/ 、>, 。>. ￥>\\ ｊ>j ㅓ>j ㅏ>k ㅆ>T ㅊ>c \u{1100}>r \u{1161}>k";
        for pair in pairs.split(' ') {
            let (from, to) = pair.split_once('>').expect("a pair");
            let (from, to) = (from.chars().next().expect("one"), to.chars().next().expect("one"));
            assert_eq!(latin(Key::char(from)), Key::char(to), "{from}");
        }
        assert_eq!(latin(Key::char('\u{3000}')), Key::char(' '));
    }

    #[test]
    fn kana_and_other_characters_are_no_commands() {
        for c in ['か', 'カ', 'ｶ', '漢', 'é', '한'] {
            assert_eq!(latin(Key::char(c)), Key::char(c));
        }
        assert_eq!(latin(Key::plain(KeyCode::Up)), Key::plain(KeyCode::Up));
    }
}
