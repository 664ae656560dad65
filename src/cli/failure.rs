//! Why a command did not do what was asked, and what to do about it.

use crate::contract::finding::Phrase;
use crate::locale::Locale;

/// A command that failed. Its words are `<key>` and `<key>-hint` (the remedy) of the locale files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Key of the sentence, with its arguments.
    pub key: String,
    /// Arguments of both sentences.
    pub args: Vec<(String, String)>,
    /// 1: the operation failed; 2: wrong usage.
    pub code: u8,
}

impl Failure {
    /// An operation that failed.
    pub fn failed(key: &str, args: &[(&str, &str)]) -> Failure {
        let args = args.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Failure { key: key.to_owned(), args, code: 1 }
    }

    /// Wrong usage.
    pub fn usage(key: &str, args: &[(&str, &str)]) -> Failure {
        Failure { code: 2, ..Failure::failed(key, args) }
    }

    /// An operation that failed for a reason that has its own words.
    pub fn because(phrase: &Phrase) -> Failure {
        let args: Vec<(&str, &str)> = phrase.args.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Failure::failed(phrase.key, &args)
    }

    /// What happened, and the remedy where there is one.
    pub fn words(&self, locale: &Locale) -> (String, Option<String>) {
        let args: Vec<(&str, &str)> = self.args.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let hint = format!("{}-hint", self.key);
        (locale.say(&self.key, &args), locale.has(&hint).then(|| locale.say(&hint, &args)))
    }
}
