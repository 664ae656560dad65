//! Makes one table of words, sorted by key, from `assets/locales/<language>/<room>.toml`, so that nothing is left to read
//! when the program starts.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=assets/locales");
    let [en, ja] = [words("en")?, words("ja")?];
    if let Some(key) = en.keys().find(|key| !ja.contains_key(*key)).or(ja.keys().find(|key| !en.contains_key(*key))) {
        return Err(format!("{key} is missing in one of the languages").into());
    }
    // One text and the places in it, so that nothing has to be relocated when the program starts.
    let (mut text, mut places) = (String::new(), Vec::new());
    for ((key, english), japanese) in en.iter().zip(ja.values()) {
        places.push([key, english, japanese].map(|part| {
            let start = text.len();
            text.push_str(part);
            start
        }));
    }
    places.push([text.len(); 3]);
    let code = format!("const TEXT: &str = {text:?};\nstatic PLACES: [[u32; 3]; {}] = {places:?};\n", places.len());
    fs::write(Path::new(&env::var("OUT_DIR")?).join("words.rs"), code)?;
    Ok(())
}

/// The sentences of a language by dotted key.
fn words(language: &str) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let mut words = BTreeMap::new();
    for room in fs::read_dir(Path::new("assets/locales").join(language))? {
        let path = room?.path();
        let table: toml::Table =
            fs::read_to_string(&path)?.parse().map_err(|mistake| format!("{}: {mistake}", path.display()))?;
        flatten("", &table, &mut words).map_err(|key| format!("{}: {key} is no sentence, or twice", path.display()))?;
    }
    Ok(words)
}

/// Adds the sentences of a table under their dotted keys. The error is a key that is there already.
fn flatten(prefix: &str, table: &toml::Table, words: &mut BTreeMap<String, String>) -> Result<(), String> {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            toml::Value::Table(inner) => flatten(&name, inner, words)?,
            toml::Value::String(text) if !words.contains_key(&name) => {
                words.insert(name, text.clone());
            }
            _ => return Err(name),
        }
    }
    Ok(())
}
