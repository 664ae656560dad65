//! What holds for the files of all contracts.

mod damaged;
mod samples;
mod size;

use std::path::Path;

use super::*;
use crate::contract::Exists;
use crate::contract::finding::Place;

/// The kinds of the video contracts and the checklist.
const VIDEO: [FileKind; 4] = [FileKind::PlanComments, FileKind::ResearchPlan, FileKind::Edit, FileKind::PlanNotes];

fn checked(kind: FileKind, text: &str) -> Vec<Finding> {
    check(kind, Path::new("x.json"), text.as_bytes(), Asked::default())
}

/// A good file of each kind.
fn good(kind: FileKind) -> &'static str {
    match kind {
        FileKind::PlanComments => {
            r#"{"version":0,"pass":"scaffold","submitted_at":"2026-07-25T09:30:00.000Z","comments":[
{"target_kind":"clip","target_id":"item-demo","title":"操作デモ","text":"逐語"}]}"#
        }
        FileKind::ResearchPlan => {
            r#"{"version":0,
"topic":{"candidates":[{"id":"a","title":"t","category":"hub","monetization_potential":"low","rationale":"r"}],"selected":"a","decided_at":"2026-08-23T00:00:00+09:00"},
"target":{"audience":null,"competitors":[{"name":"n","url":null,"notes":null,"gap":"g"}],"japan_sns":{"platforms":["X"],"notes":"n"}},
"structure":{"chapters":[{"id":"c","title":"導入","duration_estimate_seconds":8,"notes":null}],"shots":[
{"id":"s-1","chapter_id":"c","sequence":"c","shot_type":null,"description":"d","duration_estimate_seconds":null,"image_path":"a.png","camera":{"movement":["push-in"],"path_hint":"h"}},
{"id":"s-2","chapter_id":null,"cutaway_of":"s-1","shot_type":null,"description":"d","duration_estimate_seconds":2.5,"image_path":null}],
"opening_hook":null,"confirmed":false,"confirmed_at":null},
"shot_list":[{"id":"l","ref_shot_id":"s-1","location":null,"equipment":["e"],"checklist":[],"status":"ng"}],
"sources":[{"id":"q","url":null,"retrieved_at":null,"cost":"free","note":null}],"feedback":{"reserved":true,"note":null}}"#
        }
        FileKind::Edit => {
            r#"{"version":2,"output":{"fps":30},"sources":[{"id":"cam","path":"a.mp4","proxy":null}],"tracks":[
{"id":"v","lane":"visual","items":[{"id":"g","at":0,"duration":90,"source":{"kind":"group"},"items":[
{"id":"clip","at":6,"duration":60,"hidden":false,"source":{"kind":"media","src":"cam","in":0,"out":2,"speed":1}}]}]},
{"id":"a","lane":"audio","items":[{"id":"bgm","at":0,"duration":0,"source":{"kind":"media","src":"cam","in":0,"out":2}}]}]}"#
        }
        FileKind::PlanNotes => {
            r#"{"version":1,"mode":"planned","items":[{"id":"step-1","title":"t","status":"done","summary":"s","changedFiles":["a"]},
{"id":"step-2","title":"t","status":"in_progress"}],"currentIndex":1,"autoContinueOnDone":true,"maxAutoTurns":6,"autoTurnsUsed":1}"#
        }
        FileKind::CodingPlan => {
            r#"{"format":"lite","objective":"o","waves":[{"id":"W1","changes":["c"],"issues":[],"dependsOn":[]},
{"id":"W2","changes":[],"issues":["i"],"dependsOn":["W1"]}],"testCases":[
{"id":"E1","layer":"mock","scenario":"s","steps":"s","expected":{"text":"t"},"executor":"x","requiresScreenshot":false},
{"id":"E1-r","layer":"real","scenario":"s","steps":"s","expected":{"url":"/"},"executor":"x","requiresScreenshot":true,"dependsOn":["E1"]}]}"#
        }
        FileKind::PlanCritique => {
            r#"{"version":1,"round":1,"objections":[{"id":"OBJ-01","lens":"scope","claim":"c","evidence":[{"kind":"file","ref":"a.rs:2"}]}],
"replies":[{"objection":"OBJ-01","action":"accept","revision":"r","evidence":[{"kind":"plan","ref":"W1"}]}]}"#
        }
        FileKind::Report => {
            "検証を追加した。\n\n成果物: src/a.rs（新規） / docs/b.md\nPR: なし\n\n## 要判断事項\n- [P1] 名前をどうするか\n\n## 検証結果\n\
             - 単体テスト `cargo test`: 実行済み（8 件 PASS）\n- lint: 未実行（時間切れ）\n\nOUTCOME: success\n"
        }
    }
}

#[test]
fn good_files_have_no_findings() {
    for kind in FileKind::ALL {
        assert_eq!(checked(kind, good(kind)), [], "{}", kind.as_str());
    }
}

#[test]
fn a_byte_order_mark_is_an_error_and_the_file_is_read_all_the_same() {
    for kind in VIDEO {
        let text = format!("\u{feff}{}", good(kind).replacen("\"version\"", "\"x\":1,\"x\":2,\"version\"", 1));
        let found: Vec<_> = checked(kind, &text).into_iter().map(|f| (f.code, f.severity)).collect();
        let expected = [("byte-order-mark", Severity::Error), ("duplicate-key", Severity::Warning)];
        assert_eq!(found, expected, "{}", kind.as_str());
    }
}

#[test]
fn ten_mistakes_are_named_in_one_run_each_at_its_place() {
    let text = r#"{"version":0,
"topic":{"candidates":[{"id":"a","title":"t","category":"hb","monetization_potential":"low","rationale":"r"}],
"selected":"b","decided_at":null},
"target":{"audience":7,"competitors":[],"japan_sns":{"platforms":[],"notes":"　"}},
"structure":{"chapters":[{"id":"c","title":"導入","duration_estimate_seconds":0,"notes":null}],"shots":[
{"chapter_id":"d","shot_type":null,"description":"d","duration_estimate_seconds":null,"image_path":null},
{"chapter_id":null,"shot_type":null,"description":"d","duration_estimate_seconds":null,"image_path":null,"image_path":null}],
"opening_hook":null,"confirmed":true,"confirmed_at":null},
"shot_list":[],"sources":[],"feedback":{"reserved":true}}"#;
    let findings = checked(FileKind::ResearchPlan, text);
    let found: Vec<_> = findings.iter().filter_map(|f| Some((f.place?.line, f.place?.column, f.code))).collect();
    let expected = [
        (2, 57, "unknown-word"),
        (3, 12, "unknown-candidate"),
        (3, 12, "selected-and-time-disagree"),
        (3, 12, "no-sources"),
        (4, 22, "wrong-type"),
        (4, 77, "empty-text"),
        (5, 77, "out-of-range"),
        (6, 15, "unknown-chapter"),
        (7, 106, "duplicate-key"),
        (8, 33, "confirmed-and-time-disagree"),
        (9, 40, "missing-key"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn levels_up_to_128_are_read() {
    for kind in VIDEO {
        // The object around is the first level.
        let nested = |levels: usize| {
            let deep = format!("{}{}", "[".repeat(levels - 1), "]".repeat(levels - 1));
            checked(kind, &good(kind).replacen('{', &format!("{{\"deep\":{deep},"), 1))
        };
        assert_eq!((nested(127), nested(128)), (Vec::new(), Vec::new()), "{}", kind.as_str());
        assert!(nested(129).iter().any(|f| f.code == "too-deep"), "{}", kind.as_str());
    }
}

#[test]
fn items_inside_items_are_read_down_to_the_last_level() {
    // Five levels are around the innermost source; each item around it adds two.
    let tree = |groups: usize| {
        let group = r#"{"at":0,"duration":9,"id":"#;
        let open: String =
            (0..groups).map(|n| format!(r#"{group}"g{n}","source":{{"kind":"group"}},"items":["#)).collect();
        let leaf = format!(r#"{group}"leaf","source":{{"kind":"html"}}}}"#);
        let items = format!("{open}{leaf}{}", "]}".repeat(groups));
        let text = format!(
            r#"{{"version":2,"output":{{"fps":30}},"sources":[],"tracks":[{{"id":"v","lane":"visual","items":[{items}]}}]}}"#
        );
        checked(FileKind::Edit, &text)
    };
    assert_eq!(tree(61), []);
    assert_eq!(tree(62).iter().map(|f| f.code).collect::<Vec<_>>(), ["too-deep"]);
}

#[test]
fn more_than_64_mib_is_refused_by_every_kind_of_json() {
    let mut bytes = good(FileKind::Edit).as_bytes().to_vec();
    bytes.resize(64 * 1024 * 1024, b' ');
    let codes = |kind, bytes: &[u8]| -> Vec<&str> {
        check(kind, Path::new("x"), bytes, Asked::default()).into_iter().map(|f| f.code).collect()
    };
    assert_eq!(codes(FileKind::Edit, &bytes), [""; 0]);
    bytes.push(b' ');
    for kind in VIDEO {
        assert!(codes(kind, &bytes).contains(&"too-large"), "{}", kind.as_str());
    }
}

#[test]
fn pictures_are_looked_for_only_when_asked() {
    let bytes = good(FileKind::ResearchPlan).as_bytes();
    let found = |exists: Exists| {
        let findings = check(FileKind::ResearchPlan, Path::new("x"), bytes, Asked { exists, ..Asked::default() });
        findings.into_iter().map(|f| (f.code, f.place)).collect::<Vec<_>>()
    };
    assert_eq!((found(None), found(Some(&|path| path == "a.png"))), (Vec::new(), Vec::new()));
    assert_eq!(found(Some(&|_| false)), [("missing-picture", Some(Place { line: 5, column: 126 }))]);
}
