//! `planboard config`: the settings in effect, each with where it comes from.

use crate::cli::args::{Colour, Config, Global};
use crate::cli::context::{Context, shown, variable};
use crate::cli::failure::Failure;
use crate::project::settings::{KEYS, Origin, Set, Settings, is_flag, path, texts};
use crate::text::{cells, clean};

/// Prints the settings in effect, the path of their file, or both as a settings file.
///
/// # Errors
/// There is no home, hence no file.
pub fn run(context: &mut Context, global: &Global, options: &Config) -> Result<u8, Failure> {
    let file = path(variable);
    if options.path {
        let file = file.ok_or_else(|| Failure::failed("cli.error.no-home", &[]))?;
        context.out.line(&clean::line(&file.display().to_string()));
        return Ok(0);
    }
    context.warn_of_settings();
    let sets = sets(global);
    for (key, values) in KEYS {
        let set = sets.iter().rfind(|set| set.key == *key);
        if options.dump {
            dump(context, key, values, set);
        } else {
            show(context, key, set);
        }
    }
    Ok(0)
}

/// What is set, the options of the command line last.
fn sets(global: &Global) -> Vec<Set> {
    let colour = global.color == Colour::Always;
    let (_, _, mut sets) = Settings::read_with_origins(|name| variable(name).filter(|_| name != "NO_COLOR" || !colour));
    if let Some(language) = global.lang {
        sets.push(Set::new("language", language.code(), Origin::Option("--lang".to_owned())));
    }
    if global.color == Colour::Never {
        sets.push(Set::new("theme", "mono", Origin::Option("--color never".to_owned())));
    }
    sets
}

fn show(context: &mut Context, key: &str, set: Option<&Set>) {
    let locale = context.locale();
    let (value, origin) = match set {
        Some(set) => (shown_value(key, &set.value), origin(context, &set.origin)),
        None => (standard(context, key).to_owned(), locale.word("cli.config.default").to_owned()),
    };
    let widest = KEYS.iter().map(|(key, _)| cells::width(key)).max().unwrap_or_default();
    context.out.line(&format!(
        "{} {}  {origin}",
        cells::fit(key, widest),
        cells::fit(&value, 24.max(cells::width(&value)))
    ));
}

/// A value as a person reads it: lists as they are written, texts as they are.
fn shown_value(key: &str, value: &str) -> String {
    match texts(value) {
        Some(_) => clean::line(&toml(key, value)).into_owned(),
        None => clean::line(value).into_owned(),
    }
}

/// A line of TOML: what is set; what is not, as a comment that holds when its first sign is taken away.
fn dump(context: &mut Context, key: &str, values: &str, set: Option<&Set>) {
    let line = match set {
        Some(set) => format!("{key} = {}  # {}", toml(key, &set.value), origin(context, &set.origin)),
        None => format!("# {key} = {}  # {values}", example(key)),
    };
    context.out.line(&line);
}

/// What holds where nothing is set, in TOML; where that cannot be written, an example.
fn example(key: &str) -> &'static str {
    match key {
        "language" => "\"en\"",
        "theme" => "\"auto\"",
        "ascii" => "false",
        "notify" => "\"bell\"",
        "esc_delay_ms" => "25",
        "editor.enter" => "\"save\"",
        "target_seconds" => "180",
        "checklist.database" => "\"~/store/messages.db\"",
        "critique.binding" => "[\"*\"]",
        "critique.persona" => "\"reviewer\"",
        "report.glob" => "\"reports/*.md\"",
        "phrases" => "[]",
        // The mouse and the notices.
        _ => "true",
    }
}

fn toml(key: &str, value: &str) -> String {
    let list = |items: &[&str]| format!("[{}]", items.iter().copied().map(quoted).collect::<Vec<_>>().join(", "));
    match key {
        _ if is_flag(key) => matches!(value, "true" | "1").to_string(),
        "esc_delay_ms" | "target_seconds" => value.to_owned(),
        "critique.binding" => {
            list(&value.split(',').map(str::trim).filter(|item| !item.is_empty()).collect::<Vec<_>>())
        }
        "phrases" => list(&texts(value).unwrap_or_default()),
        _ => quoted(value),
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn origin(context: &Context, origin: &Origin) -> String {
    match origin {
        Origin::File(file, line) => format!("{}:{line}", shown(file)),
        Origin::Environment(name) => format!("${name}"),
        Origin::Option(option) => context.locale().say("cli.config.option", &[("option", option)]),
    }
}

/// What holds where nothing is set.
fn standard(context: &Context, key: &str) -> &'static str {
    let locale = context.locale();
    match key {
        "theme" => "auto",
        "ascii" => "false",
        _ if is_flag(key) => "true",
        "notify" => "bell",
        "phrases" => "[]",
        "editor.enter" => "save",
        "critique.persona" => "reviewer",
        "language" => locale.word("cli.config.language"),
        "esc_delay_ms" => locale.word("cli.config.esc-delay"),
        "target_seconds" => locale.word("cli.config.target-seconds"),
        "critique.binding" => locale.word("cli.config.binding"),
        _ => locale.word("cli.config.none"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_toml() {
        assert_eq!(toml("theme", "dark"), "\"dark\"");
        assert_eq!(toml("ascii", "1"), "true");
        assert_eq!(toml("critique.binding", "A-*, B"), "[\"A-*\", \"B\"]");
        assert_eq!(toml("esc_delay_ms", "100"), "100");
        assert_eq!(toml("mouse", "0"), "false");
    }
}
