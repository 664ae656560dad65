//! What a revision did, in words: names of fields, values, and the changes that are told together.

use std::collections::BTreeMap;

use super::{Cause, Unnamed, UnnamedState, Verification};
use crate::contract::json::compact;
use crate::contract::plan_comments::TargetKind;
use crate::locale::Locale;
use crate::review::diff::{About, Difference};
use crate::review::fields;

/// The name of what differs: a known field's, else its pointer.
pub fn field_name(locale: &Locale, kind: TargetKind, field: &Difference) -> String {
    match field.about {
        About::Picture if kind == TargetKind::Shot => locale.word("rounds.picture").to_owned(),
        About::Picture => locale.word("rounds.source").to_owned(),
        About::Prompt => locale.word("rounds.prompt").to_owned(),
        About::Sidecar => locale.word("rounds.sidecar").to_owned(),
        About::Order => locale.word("rounds.order").to_owned(),
        About::Place => locale.word("rounds.place").to_owned(),
        About::Field => match fields::label(kind, &field.pointer) {
            Some(label) => locale.word(label).to_owned(),
            None => field.pointer.trim_start_matches('/').replace('/', "."),
        },
    }
}

/// A value as a person reads it: a string's content, a list of strings divided by commas, else compact JSON; `—` where
/// there is none.
pub fn value(text: Option<&str>, about: About) -> String {
    let Some(text) = text else { return "—".to_owned() };
    if matches!(about, About::Picture | About::Sidecar)
        && let Ok(serde_json::Value::Object(file)) = serde_json::from_str(text)
    {
        return picture(&file);
    }
    match serde_json::from_str(text) {
        Ok(serde_json::Value::String(content)) => content,
        Ok(serde_json::Value::Null) => "—".to_owned(),
        Ok(serde_json::Value::Array(list)) if list.is_empty() => "—".to_owned(),
        Ok(serde_json::Value::Array(list)) => {
            let words: Option<Vec<&str>> = list.iter().map(|value| value.as_str()).collect();
            words.map_or_else(|| compact(text), |words| words.join(", "))
        }
        _ => compact(text),
    }
}

/// A file by name, size and the beginning of its hash.
fn picture(file: &serde_json::Map<String, serde_json::Value>) -> String {
    let mut parts = vec![file.get("file").and_then(|name| name.as_str()).unwrap_or("?").to_owned()];
    if file.contains_key("bytes") {
        let bytes = file.get("bytes").and_then(|n| n.as_u64());
        parts.push(bytes.map_or_else(|| "—".to_owned(), |n| format!("{n} B")));
        let hash = file.get("sha256").and_then(|hash| hash.as_str());
        parts.extend(hash.and_then(|hash| hash.get(..8)).map(str::to_owned));
    }
    parts.join("  ")
}

/// Sentences for the changes that need no look, each for all of its kind: `14 clips shifted −2.0 s`. What stands beside a
/// named target is told there.
pub fn folded(locale: &Locale, verification: &Verification) -> Vec<String> {
    let mut groups: BTreeMap<(u8, i64, &'static str), usize> = BTreeMap::new();
    for change in &verification.unnamed {
        let tenths = change.shift_seconds.map_or(0, |seconds| (seconds * 10.0).round() as i64);
        let key = match change.cause {
            Cause::Shifted => (0, tenths, kind_key(change.kind)),
            Cause::Material => (1, 0, kind_key(change.kind)),
            Cause::Order => (2, 0, kind_key(change.kind)),
            Cause::Beside | Cause::Other => continue,
        };
        *groups.entry(key).or_default() += 1;
    }
    let sentence = |((rank, tenths, kind), n): ((u8, i64, &'static str), usize)| {
        let what = locale.count(kind, n);
        let by = shift(tenths);
        let key = match rank {
            0 if tenths != 0 => "rounds.folded-shifted-by",
            0 => "rounds.folded-shifted",
            1 => "rounds.folded-material",
            _ => "rounds.folded-order",
        };
        locale.say(key, &[("what", &what), ("by", &by)])
    };
    groups.into_iter().map(sentence).collect()
}

/// Tenths of a second with their sign: `−2.0`.
fn shift(tenths: i64) -> String {
    let sign = if tenths < 0 { "−" } else { "+" };
    format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}

fn kind_key(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::Shot => "rounds.shots",
        TargetKind::Clip => "rounds.clips",
        TargetKind::Cut => "rounds.cuts",
        TargetKind::Wave => "rounds.waves",
        TargetKind::Case => "rounds.cases",
        TargetKind::Deliverable => "rounds.deliverables",
    }
}

/// Key of the word for what happened to an unnamed target.
pub fn state_key(change: &Unnamed) -> &'static str {
    match change.state {
        UnnamedState::Changed => "rounds.state-changed",
        UnnamedState::Added => "rounds.state-added",
        UnnamedState::Removed => "rounds.state-removed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Language;

    #[test]
    fn values_read_as_text() {
        let of = |text: &str| value(Some(text), About::Field);
        assert_eq!(of(r#""a\n\"b""#), "a\n\"b");
        assert_eq!(of(r#"["pan", "tilt"]"#), "pan, tilt");
        assert_eq!((of("null"), of("1.50"), of("[]")), ("—".to_owned(), "1.50".to_owned(), "—".to_owned()));
        assert_eq!(value(None, About::Field), "—");
        let file = r#"{"file":"a.png","bytes":12,"sha256":"0123456789abcdef"}"#;
        assert_eq!(value(Some(file), About::Picture), "a.png  12 B  01234567");
    }

    #[test]
    fn what_needs_no_look_is_told_together() {
        let change = |cause, shift: Option<f64>| Unnamed {
            kind: TargetKind::Clip,
            id: None,
            title: String::new(),
            state: UnnamedState::Changed,
            cause,
            fields: Vec::new(),
            beside: None,
            shift_seconds: shift,
            before: None,
            after: None,
        };
        let unnamed = vec![change(Cause::Shifted, Some(-2.0)); 14];
        let mut verification = Verification { unnamed, ..Verification::default() };
        verification.unnamed.push(change(Cause::Shifted, Some(0.5)));
        verification.unnamed.push(change(Cause::Material, None));
        verification.unnamed.push(change(Cause::Other, None));
        let said = folded(Locale::of(Language::En), &verification);
        assert_eq!(said, ["14 clips shifted −2.0 s", "1 clip shifted +0.5 s", "1 clip: generation finished"]);
        let said = folded(Locale::of(Language::Ja), &verification);
        assert_eq!(said[0], "クリップ14件が−2.0秒ずれました");
    }
}
