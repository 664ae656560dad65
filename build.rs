//! Makes the tables of words from `assets/locales/<language>/<room>.toml`, sorted by key, so that nothing is left to read
//! when the program starts.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=assets/locales");
    let mut code = String::new();
    for language in ["en", "ja"] {
        let mut words = BTreeMap::new();
        for room in fs::read_dir(Path::new("assets/locales").join(language))? {
            let path = room?.path();
            let table: toml::Table =
                fs::read_to_string(&path)?.parse().map_err(|mistake| format!("{}: {mistake}", path.display()))?;
            flatten("", &table, &mut words).map_err(|key| format!("{}: {key} twice", path.display()))?;
        }
        writeln!(
            code,
            "const {}: &[(&str, &str)] = &{:?};",
            language.to_uppercase(),
            words.iter().collect::<Vec<_>>()
        )?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("words.rs"), code)?;
    Ok(())
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
