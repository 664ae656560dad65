//! Search, filter and go-to over the targets of a pass.

use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::contract::beside::{beside, part_size};
use crate::review::target::{PassView, Target};
use crate::text::fold::fold;

/// The folded text of every target, made once per load.
#[derive(Debug, Clone, Default)]
pub struct Index {
    text: String,
    ranges: Vec<Range<usize>>,
}

impl Index {
    /// Label, ids, `[index]`, headline, title, group and every text and number of the targets.
    pub fn build(view: &PassView) -> Index {
        let count = view.targets.len();
        let size = part_size(count);
        let parts: Vec<_> = (0..count).step_by(size).map(|from| from..(from + size).min(count)).collect();
        let mut made = beside(&parts, |part| Index::part(view, part.clone())).into_iter();
        let mut index = made.next().unwrap_or_default();
        made.for_each(|part| index.append(part));
        index
    }

    fn part(view: &PassView, part: Range<usize>) -> Index {
        let mut index = Index { text: String::new(), ranges: Vec::with_capacity(part.len()) };
        let mut groups = view.groups.iter().peekable();
        for (at, target) in view.targets.iter().enumerate().take(part.end).skip(part.start) {
            while groups.next_if(|g| g.targets.end <= at).is_some() {}
            let group = groups.peek().filter(|g| g.targets.contains(&at));
            let group = group.into_iter().flat_map(|g| [&g.title, &g.id]).flatten();
            let mut words = words_of(target);
            group.for_each(|word| push(&mut words, word));
            let start = index.text.len();
            index.text.push_str(&fold(&words));
            index.ranges.push(start..index.text.len());
        }
        index
    }

    fn append(&mut self, other: Index) {
        let shift = self.text.len();
        self.text.push_str(&other.text);
        self.ranges.extend(other.ranges.into_iter().map(|range| range.start + shift..range.end + shift));
    }

    /// Positions of the targets that hold every word of `query`, in timeline order; case, width and kana do not matter.
    /// An empty query matches nothing.
    pub fn matches(&self, query: &str) -> Vec<usize> {
        let query = fold(query);
        let words: Vec<&str> = query.split_whitespace().collect();
        if words.is_empty() {
            return Vec::new();
        }
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        let found = |range: &Range<usize>| words.iter().all(|word| text(range).contains(word));
        let size = part_size(self.ranges.len());
        let parts: Vec<_> = self.ranges.chunks(size).enumerate().map(|(n, part)| (n * size, part)).collect();
        let matches = |(first, part): &(usize, &[Range<usize>])| -> Vec<usize> {
            part.iter().enumerate().filter(|(_, range)| found(range)).map(|(at, _)| first + at).collect()
        };
        beside(&parts, matches).concat()
    }
}

fn push(words: &mut String, word: &str) {
    if !word.is_empty() {
        words.push('\n');
        words.push_str(word);
    }
}

fn words_of(target: &Target) -> String {
    let mut words = format!("[{}]", target.index);
    let mut reader = serde_json::Deserializer::from_str(target.json.as_str());
    // Whatever could be read counts; a value that ends early still has its words so far.
    let _ = Leaves(&mut words).deserialize(&mut reader);
    let ids = [&target.own_id, &target.id, &target.within].into_iter().flatten();
    let title = target.own_title.as_deref().unwrap_or_default();
    let prompt = target.placeholder.as_ref().and_then(|p| p.prompt.as_ref());
    let named = [&target.label, &target.headline].into_iter().chain(ids).chain(prompt).map(String::as_str);
    for word in named.chain([title]).chain(target.extra.iter().map(|(_, value)| value.as_str())) {
        // Most of it is what the JSON says already.
        if !words.contains(word) {
            push(&mut words, word);
        }
    }
    words
}

/// Collects the strings and numbers of a JSON value, without building it.
struct Leaves<'a>(&'a mut String);

impl<'de> DeserializeSeed<'de> for Leaves<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Leaves<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        push(self.0, value);
        Ok(())
    }
    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        push(self.0, &value.to_string());
        Ok(())
    }
    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        push(self.0, &value.to_string());
        Ok(())
    }
    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        push(self.0, &value.to_string());
        Ok(())
    }
    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(Leaves(&mut *self.0))?.is_some() {}
        Ok(())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_key::<serde::de::IgnoredAny>()?.is_some() {
            map.next_value_seed(Leaves(&mut *self.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::anchor::testing::{cut, shot, shot_with, view};

    #[test]
    fn search_folds_case_width_and_kana() {
        let index = Index::build(&view(vec![shot(0, Some("s-01"), "ｶﾒﾗを引く"), shot(1, Some("s-02"), "Wide SHOT")]));
        for query in ["カメラ", "かめら", "ｶﾒﾗ"] {
            assert_eq!(index.matches(query), [0], "{query}");
        }
        assert_eq!(index.matches("ｗｉｄｅ shot"), [1]);
        assert_eq!(index.matches("shot カメラ"), [0_usize; 0], "every word must be there");
    }

    #[test]
    fn ids_numbers_and_indices_are_found() {
        let index =
            Index::build(&view(vec![cut(0, "cam", 0.0, 1.5), cut(1, "cam", 20.0, 31.5), cut(2, "mic", 3.0, 4.0)]));
        assert_eq!(index.matches("C3"), [2]);
        assert_eq!(index.matches("[1]"), [1]);
        assert_eq!(index.matches("［２］"), [2]);
        assert_eq!(index.matches("cam"), [0, 1]);
        assert_eq!(index.matches("31.5"), [1]);
    }

    #[test]
    fn texts_of_the_fields_and_the_group_are_found() {
        let json = r#"{"description":"a","camera":{"movement":["PAN left"]},"own":[{"x":"奥の方"}]}"#;
        let mut view = view(vec![shot_with(0, None, "a", json), shot(1, None, "b")]);
        view.groups[0].title = Some("第一章".into());
        let index = Index::build(&view);
        assert_eq!(index.matches("pan"), [0]);
        assert_eq!(index.matches("奥の"), [0]);
        assert_eq!(index.matches("第一"), [0, 1]);
        assert_eq!(index.matches("movement"), [0_usize; 0], "keys are no text");
    }

    #[test]
    fn an_index_made_by_several_threads_is_the_same() {
        let view = view((0..10_007).map(|n| shot(n, None, &format!("場面 {n}"))).collect());
        let index = Index::build(&view);
        assert_eq!((index.ranges.len(), index.matches("[10006]")), (10_007, vec![10_006]));
        assert_eq!(index.text, Index::part(&view, 0..view.targets.len()).text);
    }

    #[test]
    fn an_empty_query_matches_nothing() {
        let index = Index::build(&view(vec![shot(0, None, "a")]));
        assert!(index.matches("").is_empty() && index.matches(" \u{3000}").is_empty());
    }
}
