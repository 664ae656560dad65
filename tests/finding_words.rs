//! Every finding, reason, fact, field and expectation that the lower rooms name has its words; and every word is said.

use std::collections::BTreeSet;
use std::path::Path;

use planboard::contract::codes::CODES;
use planboard::locale::{Language, Locale};

/// The Rust sources below a folder of `src/`.
fn sources(folder: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                texts.extend(std::fs::read_to_string(path));
            }
        }
    }
    texts
}

#[test]
fn every_code_has_its_words_and_says_what_to_do() {
    let locale = Locale::of(Language::En);
    for code in CODES {
        let key = format!("finding.{code}");
        assert!(locale.has(&key) || locale.has(&format!("{key}.other")), "{key}");
        assert!(locale.has(&format!("{key}-hint")), "{key}-hint");
    }
}

#[test]
fn every_key_named_in_the_lower_rooms_has_its_words() {
    let locale = Locale::of(Language::En);
    let mut keys = BTreeSet::new();
    for text in ["contract", "review"].iter().flat_map(|folder| sources(folder)) {
        // Every second part between quotes is a string.
        for string in text.split('"').filter(|s| s.len() < 60) {
            let heads = ["reason.", "fact.", "field.", "expected."];
            let is_key = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            // Members of an object of the coding plan, no keys.
            let is_member = ["expected.url", "expected.text"].contains(&string);
            if !is_member && heads.iter().any(|head| string.strip_prefix(head).is_some_and(is_key)) {
                keys.insert(string.to_owned());
            }
        }
    }
    assert!(keys.len() > 50, "{keys:?}");
    for key in keys {
        assert!(locale.has(&key) || locale.has(&format!("{key}.other")), "{key}");
    }
}

#[test]
fn every_word_is_said_somewhere() {
    let sources = sources("");
    let named = |text: &str| sources.iter().any(|source| source.contains(text));
    // A key is named whole, or its beginning is, and the rest is put in.
    let begun = |key: &str| {
        key.match_indices(['.', '-']).any(|(at, _)| named(&format!("\"{}{{", key.get(..=at).unwrap_or_default())))
    };
    let said = |key: &str| named(&format!("\"{key}\"")) || begun(key);
    let of_count = |key: &str| key.strip_suffix(".one").or(key.strip_suffix(".other")).is_some_and(said);
    let of_hint = |key: &str| key.strip_suffix("-hint").is_some_and(said);
    let silent: Vec<&str> =
        Locale::of(Language::En).keys().filter(|key| !said(key) && !of_count(key) && !of_hint(key)).collect();
    assert!(silent.is_empty(), "{silent:?}");
}
