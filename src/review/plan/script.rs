//! The script a plan is written in, from which a language can be guessed.

use crate::review::target::Plan;

/// Letters looked at: a plan's first pages tell.
const ENOUGH: usize = 1000;

/// Kana say Japanese, hangul Korean, Han characters alone Chinese; of kana and hangul the more frequent.
pub(super) fn of(plan: &Plan) -> Option<&'static str> {
    let texts = plan.passes.iter().flat_map(|view| {
        let groups = view.groups.iter().filter_map(|group| group.title.as_deref());
        groups.chain(view.targets.iter().map(|target| target.headline.as_str()))
    });
    let letters = texts.flat_map(str::chars).filter(|c| c.is_alphabetic());
    language(letters.take(ENOUGH))
}

fn language(letters: impl Iterator<Item = char>) -> Option<&'static str> {
    let (mut kana, mut hangul, mut han) = (0usize, 0usize, 0usize);
    for letter in letters {
        match letter {
            '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => kana += 1,
            '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{AC00}'..='\u{D7A3}' => hangul += 1,
            '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}' => han += 1,
            _ => {}
        }
    }
    match (kana, hangul, han) {
        (0, 0, 0) => None,
        (0, 0, _) => Some("zh"),
        (kana, hangul, _) if hangul > kana => Some("ko"),
        _ => Some("ja"),
    }
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn script_tells_the_language() {
        for (text, expected) in [
            ("完成した scene を見せる", Some("ja")),
            ("ｶﾒﾗ", Some("ja")),
            ("첫 장면 導入", Some("ko")),
            ("完成画面", Some("zh")),
            ("Opening, déjà vu", None),
            ("", None),
        ] {
            assert_eq!(language(text.chars()), expected, "{text}");
        }
    }
}
