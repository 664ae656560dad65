//! Every word the interface says, by key and language. The words are in `assets/locales/<language>/<room>.toml`;
//! `{name}` in a sentence is replaced by the argument of that name. A sentence that counts has two keys, `….one` and
//! `….other`, chosen by its argument `n`.

use std::cmp::Ordering;

use crate::contract::finding::{Finding, Phrase};

/// A language of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English
    En,
    /// Japanese
    Ja,
}

impl Language {
    /// All languages, in the order `L` goes through them.
    pub const ALL: [Language; 2] = [Language::En, Language::Ja];

    /// Two-letter code.
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ja => "ja",
        }
    }

    /// From a code or a locale name: `ja`, `ja_JP.UTF-8`, `en-GB`.
    pub fn from_code(code: &str) -> Option<Language> {
        let head = code.split(['_', '-', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
        Language::ALL.into_iter().find(|l| l.code() == head)
    }

    /// The language of the environment: the first of LC_ALL, LC_MESSAGES, LANG that is set and not empty. C and POSIX
    /// say nothing: then the plan's script decides (`script` is a language code), else English.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>, script: Option<&str>) -> Language {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|n| variable(n).filter(|v| !v.is_empty()));
        let neutral = |v: &String| matches!(v.split('.').next(), Some("C" | "POSIX"));
        match set {
            Some(value) if !neutral(&value) => Language::from_code(&value).unwrap_or(Language::En),
            _ => script.and_then(Language::from_code).unwrap_or(Language::En),
        }
    }
}

/// The words of one language.
pub struct Locale {
    language: Language,
}

// TEXT holds every key and its sentences; PLACES where they begin, sorted by key, and the end of all (build.rs).
include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// Key, English and Japanese of a row of the table.
fn row(at: usize) -> Option<[&'static str; 3]> {
    let [[key, en, ja], [end, ..]] = PLACES.get(at..at + 2)? else { return None };
    let part = |from: &u32, to: &u32| TEXT.get(usize::try_from(*from).ok()?..usize::try_from(*to).ok()?);
    Some([part(key, en)?, part(en, ja)?, part(ja, end)?])
}

impl Locale {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static Locale {
        match language {
            Language::En => &Locale { language: Language::En },
            Language::Ja => &Locale { language: Language::Ja },
        }
    }

    fn get(&self, key: &str) -> Option<&'static str> {
        let (mut from, mut to) = (0, PLACES.len() - 1);
        while from < to {
            let middle = from.midpoint(to);
            let [known, en, ja] = row(middle)?;
            match known.cmp(key) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => return Some(if self.language == Language::En { en } else { ja }),
            }
        }
        None
    }

    /// Which language this is.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence of `key` as it stands; the key itself where there is none (a test holds that there is).
    pub fn word<'a>(&'a self, key: &'a str) -> &'a str {
        self.get(key).unwrap_or(key)
    }

    /// Every key, in order.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        (0..).map_while(row).map(|[key, ..]| key)
    }

    /// Whether there is a sentence of this key.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The sentence of `key` with its arguments filled in. A `problem` may be a key itself (`io.<x>`).
    pub fn say<'a>(&'a self, key: &str, args: &[(&'a str, &'a str)]) -> String {
        let number = args.iter().find(|(name, _)| *name == "n").map(|(_, value)| *value);
        let counted = format!("{key}.{}", if number == Some("1") { "one" } else { "other" });
        let sentence = self.get(key).or_else(|| self.get(&counted)).unwrap_or(key);
        if !args.iter().any(|(name, value)| *name == "problem" && self.has(value)) {
            return fill(sentence, args);
        }
        let spelt =
            |(name, value): &(&'a str, &'a str)| (*name, if *name == "problem" { self.word(value) } else { value });
        fill(sentence, &args.iter().map(spelt).collect::<Vec<_>>())
    }

    /// The sentence of `key` for `n` things.
    pub fn count(&self, key: &str, n: usize) -> String {
        self.say(key, &[("n", &n.to_string())])
    }

    /// What is wrong, and what to do about it where there is something to say.
    pub fn finding(&self, finding: &Finding) -> (String, Option<String>) {
        let expected = finding.expected.as_deref().map(|key| self.word(key));
        let mut args: Vec<(&str, &str)> = finding.args.iter().map(|(name, value)| (*name, value.as_str())).collect();
        args.extend(finding.found.as_deref().map(|found| ("found", found)));
        args.extend(expected.map(|expected| ("expected", expected)));
        let hint = finding.hint_key();
        (self.say(&finding.key(), &args), self.has(&hint).then(|| self.say(&hint, &args)))
    }

    /// A phrase in words.
    pub fn phrase(&self, phrase: &Phrase) -> String {
        let args: Vec<(&str, &str)> = phrase.args.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.say(phrase.key, &args)
    }
}

fn fill(sentence: &str, args: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}') {
            Some((name, tail)) => {
                match args.iter().find(|(known, _)| *known == name) {
                    Some((_, value)) => out.push_str(value),
                    None => out.extend(["{", name, "}"]),
                }
                rest = tail;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn places(sentence: &str) -> BTreeSet<&str> {
        sentence.split('{').skip(1).filter_map(|s| s.split_once('}').map(|(name, _)| name)).collect()
    }

    #[test]
    fn every_language_has_the_same_keys_and_places() {
        let (en, ja) = (Locale::of(Language::En), Locale::of(Language::Ja));
        // The Japanese hand-off line names no command (loop rules, "Hand-off"), so it has no place for its directory.
        let of = |key: &str, sentence: &'static str| {
            let mut places = places(sentence);
            if key.starts_with("hand-off.") {
                places.remove("dir");
            }
            places
        };
        let keys = |l: &'static Locale| {
            l.keys().map(|k| (k, of(k, l.get(k).expect("a sentence")))).collect::<BTreeMap<_, _>>()
        };
        assert_eq!(keys(en), keys(ja));
    }

    #[test]
    fn arguments_are_filled_and_never_read_again() {
        assert_eq!(fill("{a} of {b}", &[("a", "{b}"), ("b", "2")]), "{b} of 2");
        assert_eq!(fill("{", &[]), "{");
    }

    #[test]
    fn a_problem_may_be_a_key() {
        let locale = Locale::of(Language::En);
        let said = |problem| locale.say("reason.unreadable", &[("file", "io.missing"), ("problem", problem)]);
        assert_eq!(said("io.missing"), format!("io.missing cannot be read: {}", locale.word("io.missing")));
        assert_eq!(said("Too many open files"), "io.missing cannot be read: Too many open files");
    }

    #[test]
    fn language_of_the_environment() {
        let with = |name: &'static str, value: &'static str| move |n: &str| (n == name).then(|| value.to_owned());
        assert_eq!(Language::from_environment(with("LANG", "ja_JP.UTF-8"), None), Language::Ja);
        assert_eq!(Language::from_environment(with("LANG", "C.UTF-8"), Some("ja")), Language::Ja);
        assert_eq!(Language::from_environment(with("LC_ALL", "POSIX"), None), Language::En);
        assert_eq!(Language::from_environment(with("LANG", "en_GB"), Some("ja")), Language::En);
        assert_eq!(Language::from_environment(|_| None, Some("ja")), Language::Ja);
    }
}
