//! Small targets and passes for the tests of this room and the next.

use std::path::PathBuf;

use crate::contract::json::Slice;
use crate::contract::plan_comments::TargetKind;
use crate::review::target::{Group, PassView, Target};

fn target(kind: TargetKind, index: usize, id: String, own_id: Option<&str>, title: &str, json: &str) -> Target {
    Target {
        id: Some(id),
        own_id: own_id.map(str::to_owned),
        label: own_id.map_or_else(|| format!("C{}", index + 1), str::to_owned),
        own_title: Some(title.to_owned()),
        headline: title.to_owned(),
        ..Target::bare(kind, index, Slice::of(json))
    }
}

pub(crate) fn shot_json(own_id: Option<&str>, text: &str) -> String {
    let id = own_id.map(|id| format!("\"id\":\"{id}\",")).unwrap_or_default();
    format!("{{{id}\"description\":{}}}", serde_json::Value::from(text))
}

pub(crate) fn shot(index: usize, own_id: Option<&str>, text: &str) -> Target {
    shot_with(index, own_id, text, &shot_json(own_id, text))
}

pub(crate) fn shot_with(index: usize, own_id: Option<&str>, text: &str, json: &str) -> Target {
    target(TargetKind::Shot, index, index.to_string(), own_id, text, json)
}

pub(crate) fn clip(index: usize, id: &str, name: &str) -> Target {
    let json = format!("{{\"id\":\"{id}\",\"name\":\"{name}\"}}");
    target(TargetKind::Clip, index, id.to_owned(), Some(id), name, &json)
}

pub(crate) fn cut(index: usize, src: &str, from: f64, to: f64) -> Target {
    let json = format!("{{\"src\":\"{src}\",\"in\":{from},\"out\":{to}}}");
    target(TargetKind::Cut, index, index.to_string(), None, &format!("{src} {from:.2}–{to:.2}"), &json)
}

/// A pass of these targets in one group.
pub(crate) fn view(targets: Vec<Target>) -> PassView {
    let by_id = targets.iter().enumerate().filter_map(|(at, t)| Some((t.id.clone()?, at))).collect();
    let all: String = targets.iter().map(|t| t.json.as_str()).collect();
    PassView {
        file: PathBuf::from("/plan/research-plan.json"),
        version: Some(0),
        sha256: Some(crate::review::round::sha256_hex(all.as_bytes())),
        groups: vec![Group { title: None, id: None, heading: None, estimate_seconds: None, targets: 0..targets.len() }],
        by_id,
        targets,
        ..PassView::default()
    }
}
