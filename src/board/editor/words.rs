//! Words for moving, deleting and undo: those of Unicode, and in Japanese runs of one script.

use unicode_segmentation::UnicodeSegmentation;

use crate::text::boundary;

/// What a character is to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    LineBreak,
    /// Punctuation, and what only makes sense behind another character.
    Other,
    Letters,
    Han,
    Hiragana,
    Katakana,
    /// The long vowel mark, which belongs to the kana before.
    LongVowel,
    Emoji,
}

impl Class {
    fn of(c: char) -> Class {
        match c {
            '\n' => Class::LineBreak,
            _ if c.is_whitespace() => Class::Space,
            'ー' | 'ｰ' => Class::LongVowel,
            'ぁ'..='ゟ' => Class::Hiragana,
            'ァ'..='ヿ' | 'ㇰ'..='ㇿ' | 'ｦ'..='ﾟ' if c != '・' => Class::Katakana,
            '々' | '〆' | '〇' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
                Class::Han
            }
            '_' => Class::Letters,
            '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' => Class::Emoji,
            _ if c.is_alphanumeric() => Class::Letters,
            _ => Class::Other,
        }
    }

    /// The class of a segment of Unicode's word boundaries: that of its first character that has one.
    fn of_segment(segment: &str) -> Class {
        segment.chars().map(Class::of).find(|class| *class != Class::Other).unwrap_or(Class::Other)
    }

    fn is_word(self) -> bool {
        !matches!(self, Class::Space | Class::LineBreak | Class::Other)
    }

    /// Whether a segment of class `next` behind one of this class is of the same word. Unicode's rules keep letters
    /// together, but break between any two Han or hiragana characters.
    fn runs_on(self, next: Class) -> bool {
        match (self, next) {
            (Class::Hiragana | Class::Katakana | Class::LongVowel, Class::LongVowel) => true,
            (Class::LongVowel, Class::Hiragana | Class::Katakana) => true,
            (Class::Han | Class::Hiragana | Class::Katakana | Class::Emoji, _) => self == next,
            _ => false,
        }
    }
}

/// The end of the word at or after byte `at`.
pub(super) fn right(text: &str, at: usize) -> usize {
    let mut word: Option<Class> = None;
    let mut end = at;
    for segment in text.get(at..).unwrap_or_default().split_word_bounds() {
        let class = Class::of_segment(segment);
        match word {
            Some(before) if !before.runs_on(class) => break,
            None if !class.is_word() => {}
            _ => word = Some(class),
        }
        end += segment.len();
    }
    boundary::ceil(text, end)
}

/// The start of the word at or before byte `at`.
pub(super) fn left(text: &str, at: usize) -> usize {
    let mut word: Option<Class> = None;
    let mut start = at;
    for segment in text.get(..at).unwrap_or_default().split_word_bounds().rev() {
        let class = Class::of_segment(segment);
        match word {
            Some(after) if !class.runs_on(after) => break,
            None if !class.is_word() => {}
            _ => word = Some(class),
        }
        start -= segment.len();
    }
    boundary::floor(text, start)
}

/// Whether a step of undo begins between two characters: at each word, its ending kana and the punctuation and space
/// behind it included, and at each line break.
pub(super) fn begins_between(left: char, right: char) -> bool {
    match (Class::of(left), Class::of(right)) {
        (Class::LineBreak, _) | (_, Class::LineBreak) => true,
        (Class::Han, Class::Hiragana) => false,
        (before, class) if class.is_word() && left != '\u{200d}' => before != class && !before.runs_on(class),
        _ => false,
    }
}
