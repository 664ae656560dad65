//! Every sample of the contracts goes through `build`, where the samples are at hand.

use super::*;

/// Each JSON file below the folder of samples.
fn samples(kind: &str) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/akari").join(kind)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "json") && !path.to_string_lossy().ends_with(".meta.json") {
                found.push((path.to_string_lossy().into_owned(), std::fs::read(&path).unwrap()));
            }
        }
    }
    found
}

fn errors(plan: &Plan) -> Vec<&'static str> {
    plan.findings.iter().filter(|f| f.severity == Severity::Error).map(|f| f.code).collect()
}

fn plan_of(research: Option<Vec<u8>>, edit: Option<Vec<u8>>) -> Plan {
    let state = |bytes: Option<Vec<u8>>| bytes.map_or(FileState::Absent, FileState::Bytes);
    build(Inputs {
        research: ("/p/research-plan.json".into(), state(research)),
        edit: ("/p/edit.json".into(), state(edit)),
        intake: ("/p/intake.json".into(), FileState::Absent),
        target_seconds: None,
        now: "2026-08-01T10:00:00Z".parse().unwrap(),
        read_sidecar: &|_| None,
    })
}

#[test]
fn research_plans() {
    for (name, bytes) in samples("research-plan") {
        let plan = plan_of(Some(bytes), None);
        let expected: &[&str] = match () {
            () if name.contains("invalid-structure-confirmed-mismatch") => &["confirmed-and-time-disagree"],
            () if name.contains("invalid-nested-cutaway") => &["cutaway-of-cutaway"],
            () => &[],
        };
        assert_eq!(errors(&plan), expected, "{name}");
        assert!(!plan.pass(Pass::Structure).targets.is_empty(), "{name}");
        let script = if name.contains("nested-cutaway") { "zh" } else { "ja" };
        assert_eq!(plan.script, Some(script), "{name}");
    }
}

#[test]
fn edits_v2() {
    for (name, bytes) in samples("edit-v2") {
        let plan = plan_of(None, Some(bytes));
        assert_eq!(plan.findings, [], "{name}");
        assert_eq!(reason(&plan, Pass::Scaffold), None, "{name}");
    }
}

#[test]
fn edits_v0_and_v1() {
    for (name, bytes) in samples("edit-v0-v1") {
        let plan = plan_of(None, Some(bytes));
        let found: Vec<_> = plan.findings.iter().map(|f| f.code).collect();
        let expected: &[&str] = match () {
            () if name.contains("lint__version-2") => &["missing-key", "missing-key", "missing-key", "cuts-in-v2"],
            () if name.contains("cuts-track-invalid-value") => &["out-of-range"],
            () if name.contains("v1-missing-src-reference") => &["unknown-source"],
            () if name.contains("cuts-track-overlap-invalid") => &["cuts-overlap"],
            () if name.contains("timeline-selection-cp__fixture") => &["version-assumed"],
            () => &[],
        };
        assert_eq!(found, expected, "{name}");
    }
}
