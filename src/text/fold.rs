//! Folding for search, filter and go-to: case, width and kana do not matter (NFKC, lower case).

use unicode_normalization::UnicodeNormalization;

/// `text` folded: `ｶﾒﾗ`, `カメラ` and `かめら` give the same; so do `Ｃ３` and `c3`. The four Turkish letters I, ı, İ
/// and i are one, and so are the two small sigmas.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Most texts hold nothing that could be composed or decomposed.
    if text.chars().all(is_composed) { fold_each(text.chars(), text.len()) } else { fold_each(text.nfkc(), text.len()) }
}

/// Whether NFKC leaves `c` as it is, beside any others of these: ASCII, kana, Han characters, hangul syllables.
fn is_composed(c: char) -> bool {
    matches!(c,
        '\0'..='\u{7f}'
        | '\u{3001}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a0}'..='\u{30fe}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}')
}

fn fold_each(letters: impl Iterator<Item = char>, bytes: usize) -> String {
    let mut folded = String::with_capacity(bytes);
    for c in letters {
        match c {
            'İ' | 'ı' => folded.push('i'),
            'ς' => folded.push('σ'),
            '\u{30a1}'..='\u{30f6}' | '\u{30fd}' | '\u{30fe}' => folded.extend(hiragana(c)),
            '\u{30f7}'..='\u{30fa}' => folded.extend([voiceless(c), '\u{3099}']),
            _ => folded.extend(c.to_lowercase()),
        }
    }
    folded
}

/// The hiragana of a katakana that has one.
fn hiragana(katakana: char) -> Option<char> {
    char::from_u32(u32::from(katakana) - 0x60)
}

/// The hiragana without its sound mark for the four voiced katakana that have no hiragana of their own.
fn voiceless(katakana: char) -> char {
    match katakana {
        'ヷ' => 'わ',
        'ヸ' => 'ゐ',
        'ヹ' => 'ゑ',
        _ => 'を',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_width_and_kana_do_not_matter() {
        for same in [
            &["ｶﾒﾗ", "カメラ", "かめら"][..],
            &["ｶﾞｷﾞﾊﾟ", "ガギパ", "がぎぱ", "か\u{3099}き\u{3099}は\u{309a}"],
            &["Ｃ３", "c3", "C3"],
            &["ヴァ", "ゔぁ", "ｳﾞｧ"],
            &["ヷ", "わ\u{3099}", "ﾜﾞ"],
            &["ISTANBUL", "İstanbul", "ıstanbul"],
            &["①", "1", "１"],
            &["ΣΑΣ", "σας"],
            &["CAFÉ", "cafe\u{301}"],
            &["한국", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}"],
            &["　", " "],
        ] {
            for text in same {
                assert_eq!(fold(text), fold(same[0]), "{text}");
            }
        }
    }

    #[test]
    fn what_counts_as_composed_is_left_alone_by_nfkc() {
        let all: Vec<char> = ('\0'..='\u{ffff}').filter(|c| is_composed(*c)).collect();
        let text: String = all.iter().chain(all.iter().rev()).collect();
        assert!(text.nfkc().eq(text.chars()));
    }

    #[test]
    fn different_words_stay_different() {
        assert_ne!(fold("カメラ"), fold("カメ"));
        assert_ne!(fold("が"), fold("か"));
        assert_eq!(fold("らーめん"), fold("ラーメン"));
    }
}
