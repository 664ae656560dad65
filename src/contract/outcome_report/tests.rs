use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;

const HEAD: &str = "完了した。\n\n成果物: src/a.ts（新規）\n";
const DECISIONS: &str = "\n## 要判断事項\nなし\n";
const VERIFICATION: &str = "\n## 検証結果\n- 単体テスト `npm test`: 実行済み（3 件 PASS）\n";

fn run(text: &str) -> (Report, Vec<Finding>) {
    read(Path::new("report.md"), text.as_bytes(), false, None)
}

fn codes(text: &str) -> Vec<&'static str> {
    run(text).1.into_iter().map(|f| f.code.strip_prefix("report-").unwrap_or(f.code)).collect()
}

/// The findings of a good report that ends with this.
fn ending(end: &str) -> Vec<&'static str> {
    codes(&format!("{HEAD}{DECISIONS}{VERIFICATION}\n{end}"))
}

/// What a good report with this body of the section of decisions reads as.
fn deciding(body: &str, outcome: &str) -> (Vec<Decision>, Vec<&'static str>) {
    let text = format!("{HEAD}\n## 要判断事項\n{body}\n{VERIFICATION}\nOUTCOME: {outcome}\n");
    (run(&text).0.decisions, codes(&text))
}

/// What a good report with this item of the verification reads as.
fn verified(item: &str) -> (Verification, Vec<&'static str>) {
    let text = format!("{HEAD}{DECISIONS}\n## 検証結果\n- {item}\n\nOUTCOME: partial\n");
    (run(&text).0.verification.remove(0), codes(&text))
}

fn made(line: &str, outcome: &str) -> (Vec<String>, Vec<&'static str>) {
    let text = format!("完了した。\n\n{line}\n{DECISIONS}{VERIFICATION}\nOUTCOME: {outcome}\n");
    (run(&text).0.artifacts, codes(&text))
}

#[test]
fn rule_1_the_last_line_is_exactly_the_outcome() {
    for (outcome, word) in Outcome::ALL.map(|o| (o, o.as_str())) {
        for end in ["", "\n"] {
            let text = format!("{HEAD}{DECISIONS}{VERIFICATION}\nOUTCOME: {word}{end}");
            assert_eq!((run(&text).0.outcome, codes(&text)), (Some(outcome), vec![]));
        }
    }
}

#[test]
fn rule_1_every_variant_has_its_own_diagnosis() {
    for (end, expected) in [
        ("OUTCOME: success\r\n", &["outcome-crlf"][..]),
        ("OUTCOME: success \n", &["outcome-trailing-space"]),
        ("OUTCOME: success　", &["outcome-trailing-space"]),
        ("OUTCOME: success\n\n", &["outcome-blank-after"]),
        ("OUTCOME: success\n \n\n", &["outcome-blank-after"]),
        ("OUTCOME: success\n以上です。\n", &["outcome-text-after"]),
        ("OUTCOME: success\n\n## 補足\nあり\n", &["outcome-in-the-middle"]),
        ("Outcome: success", &["outcome-case"]),
        ("outcome: success", &["outcome-case"]),
        ("ＯＵＴＣＯＭＥ: success", &["outcome-wide-letters"]),
        ("OUTCOME： success", &["outcome-wide-colon"]),
        ("OUTCOME：success", &["outcome-wide-colon", "outcome-no-space"]),
        ("OUTCOME:success", &["outcome-no-space"]),
        ("OUTCOME : success", &["outcome-space-before-colon"]),
        ("OUTCOME:  success", &["outcome-spaces"]),
        ("OUTCOME:\tsuccess", &["outcome-spaces"]),
        ("OUTCOME:　success", &["outcome-spaces"]),
        ("OUTCOME success", &["outcome-no-colon"]),
        (" OUTCOME: success", &["outcome-space-before"]),
        ("**OUTCOME: success**", &["outcome-emphasis"]),
        ("**OUTCOME**: success", &["outcome-emphasis"]),
        ("OUTCOME: **success**", &["outcome-emphasis"]),
        ("`OUTCOME: success`", &["outcome-emphasis"]),
        ("OUTCOME: `success`", &["outcome-emphasis"]),
        ("- OUTCOME: success", &["outcome-list"]),
        ("・OUTCOME: success", &["outcome-list"]),
        ("1. OUTCOME: success", &["outcome-list"]),
        ("> OUTCOME: success", &["outcome-quoted"]),
        ("## OUTCOME: success", &["outcome-heading"]),
        ("OUTCOME: Success", &["outcome-value-case"]),
        ("OUTCOME: SUCCESS", &["outcome-value-case"]),
        ("OUTCOME: ｓuccess", &["outcome-value-case"]),
        ("OUTCOME: 成功", &["outcome-value-meant"]),
        ("OUTCOME: done", &["outcome-value-meant"]),
        ("OUTCOME: 一部完了", &["outcome-value-meant"]),
        ("OUTCOME: blue", &["outcome-value"]),
        ("OUTCOME: {success|partial|failure}", &["outcome-choose"]),
        ("OUTCOME: success | partial | failure", &["outcome-choose"]),
        ("OUTCOME: success/partial/failure", &["outcome-choose"]),
        ("OUTCOME: succes", &["outcome-value-meant"]),
        ("OUTCOME: sucess", &["outcome-value-meant"]),
        ("OUTCOME: partail", &["outcome-value-meant"]),
        ("OUTCOM: success", &["outcome-misspelt"]),
        ("OUTCOMES: partial", &["outcome-misspelt"]),
        ("OUTCOME: success。", &["outcome-value-text"]),
        ("OUTCOME: success（全件 PASS）", &["outcome-value-text"]),
        ("OUTCOME:", &["outcome-no-value"]),
        ("```\nOUTCOME: success\n```\n", &["outcome-in-fence"]),
        (
            "- Outcome : Success \n",
            &[
                "outcome-list",
                "outcome-case",
                "outcome-space-before-colon",
                "outcome-value-case",
                "outcome-trailing-space",
            ],
        ),
        ("以上。\n", &["outcome-missing"]),
        ("Outcome: it went well", &["outcome-case", "outcome-value"]),
    ] {
        let (mut found, mut expected) = (ending(end), expected.to_vec());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{end:?}");
        let text = format!("{HEAD}{DECISIONS}{VERIFICATION}\n{end}");
        assert_eq!(run(&text).0.outcome, None, "{end:?}");
        assert_eq!(run(&text).0.acceptance[2], Acceptance::Fail, "{end:?}");
    }
}

#[test]
fn rule_1_names_the_place_and_the_value_meant() {
    let (_, findings) = run(&format!("{HEAD}{DECISIONS}{VERIFICATION}\nOUTCOME:  成功\n"));
    let place = |code: &str| findings.iter().find(|f| f.code == code).and_then(|f| f.place).unwrap();
    assert_eq!(place("report-outcome-spaces"), Place { line: 11, column: 9 });
    assert_eq!(place("report-outcome-value-meant"), Place { line: 11, column: 11 });
    let meant = findings.iter().find(|f| f.code == "report-outcome-value-meant").unwrap();
    assert!(meant.args.contains(&("meant", "success".to_owned())));
}

#[test]
fn rule_2_there_is_no_second_outcome_line() {
    for other in [
        "OUTCOME: partial",
        "Outcome: partial",
        "```\nOUTCOME: success\n```",
        "> OUTCOME: success",
        "**OUTCOME: 成功**",
        "OUTCOME: たぶん大丈夫",
        "- OUTCOME：failure",
    ] {
        let text = format!("{HEAD}{DECISIONS}{VERIFICATION}\n{other}\n\nOUTCOME: success\n");
        assert_eq!(codes(&text), ["outcome-second"], "{other}");
        assert_eq!(run(&text).0.outcome, Some(Outcome::Success), "{other}");
    }
}

#[test]
fn rule_2_prose_with_the_word_is_none() {
    for prose in [
        "The outcome: success rates went up.",
        "Outcome: we shipped it.",
        "OUTCOME 行は最後に書く。",
        "`OUTCOME: success` を最終行に書いた。",
        "- OUTCOME: success を書く条件を調べた",
        "OUTCOMES: success",
    ] {
        let text = format!("完了した。\n\n{prose}\n\n成果物: src/a.ts\n{DECISIONS}{VERIFICATION}\nOUTCOME: success\n");
        assert_eq!(codes(&text), [] as [&str; 0], "{prose}");
    }
}

#[test]
fn rule_3_no_decisions_are_said_by_none() {
    for none in ["なし", "なし。", "- なし", "無し", "none", "None.", "n/a", "N/A", "・なし。", "\n\nなし\n"]
    {
        assert_eq!(deciding(none, "success"), (vec![], vec![]), "{none}");
    }
    let text = format!("{HEAD}\n要判断事項: なし\n{VERIFICATION}\nOUTCOME: success\n");
    assert_eq!(codes(&text), [] as [&str; 0]);
    assert_eq!(deciding("特になし", "success").1, ["decisions-near-none"]);
}

#[test]
fn rule_3_the_section_is_there_and_says_something() {
    assert_eq!(codes(&format!("{HEAD}{VERIFICATION}\nOUTCOME: success\n")), ["decisions-missing"]);
    assert_eq!(deciding("", "success").1, ["decisions-empty"]);
    let text = format!("{HEAD}\n## 要確認事項\nなし\n{VERIFICATION}\nOUTCOME: success\n");
    assert_eq!(codes(&text), ["decisions-misnamed"]);
    let text = format!("{HEAD}\n要判断事項:\n- [P1] x\n{VERIFICATION}\nOUTCOME: success\n");
    assert_eq!(codes(&text), ["decisions-no-heading"]);
    let text = format!("{HEAD}\n```md\n## 要判断事項\nなし\n```\n{VERIFICATION}\nOUTCOME: success\n");
    assert_eq!(codes(&text), ["decisions-missing"]);
}

#[test]
fn rule_3_every_decision_starts_with_its_priority() {
    for bullet in ["-", "*", "+", "・", "1.", "2)"] {
        let (decisions, found) = deciding(&format!("{bullet} [P1] 命名\n{bullet} [P2]後で"), "success");
        assert_eq!(found, [] as [&str; 0], "{bullet}");
        let read: Vec<_> = decisions.iter().map(|d| (d.priority, d.text.as_str(), d.line)).collect();
        assert_eq!(read, [(Some(Priority::P1), "命名", 6), (Some(Priority::P2), "後で", 7)]);
    }
    assert_eq!(deciding("- 命名を決めたい", "success").1, ["decision-unclassified"]);
    assert_eq!(deciding("要検討", "success").1, ["decision-not-bullet"]);
    assert_eq!(deciding("[P1] 命名", "success").1, ["decision-no-bullet"]);
    assert_eq!(deciding("- [P1]", "success").1, ["decision-empty"]);
    for mark in ["[P3]", "[高]", "[HIGH]", "P9:"] {
        assert_eq!(deciding(&format!("- {mark} 命名"), "success").1, ["decision-unknown-mark"], "{mark}");
    }
    assert_eq!(deciding("- [docs](a.md) を見てほしい", "success").1, ["decision-unclassified"]);
}

#[test]
fn rule_3_near_misses_of_a_priority_are_named() {
    for mark in
        ["［P0］", "P0:", "P0：", "P0 ", "(P0)", "（P0）", "【P0】", "[p0]", "[ P0 ]", "**[P0]**", "[Ｐ０]", "`[P0]`"]
    {
        let (decisions, found) = deciding(&format!("- {mark} 移行方針"), "partial");
        assert_eq!(found, ["decision-near-mark"], "{mark}");
        assert_eq!((decisions[0].priority, decisions[0].text.as_str()), (Some(Priority::P0), "移行方針"), "{mark}");
    }
}

#[test]
fn rule_3_continuation_lines_are_indented() {
    let (decisions, found) = deciding("- [P1] 移行の\n  方針\n  - 案 A\n- [P2] x", "success");
    assert_eq!((decisions[0].text.as_str(), decisions.len(), found), ("移行の 方針 - 案 A", 2, vec![]));
    let (decisions, found) = deciding("- [P1] 移行の\n方針", "success");
    assert_eq!((decisions[0].text.as_str(), found), ("移行の 方針", vec!["decision-not-indented"]));
}

#[test]
fn rule_3_none_and_decisions_contradict() {
    assert_eq!(deciding("なし\n- [P2] 命名", "success").1, ["decisions-contradict"]);
    assert_eq!(deciding("- [P2] 命名\n- なし", "success").1, ["decisions-contradict"]);
}

#[test]
fn rule_4_p0_and_success_conflict_unless_in_a_review() {
    assert_eq!(deciding("- [P0] 方針", "success").1, ["p0-with-success"]);
    assert_eq!(deciding("- [P0] 方針", "partial").1, [] as [&str; 0]);
    let text = format!("{HEAD}\n## 要判断事項\n- [P0] 方針\n{VERIFICATION}\nOUTCOME: success\n");
    let (report, findings) = read(Path::new("x"), text.as_bytes(), true, None);
    assert!(report.review && findings.iter().all(|f| f.code != "report-p0-with-success"));
    let near = format!("{HEAD}\n## 要判断事項\n- [P0] 方針\n{VERIFICATION}\nOUTCOME：success\n");
    assert!(codes(&near).contains(&"p0-with-success"));
}

#[test]
fn rule_5_an_item_has_name_state_and_detail() {
    use VerificationState::*;
    for (item, name, state, detail) in [
        ("a `npm test`: 実行済み（3 件 PASS）", "a `npm test`", Executed, "3 件 PASS"),
        ("a：未実行（時間がない）", "a", NotRun, "時間がない"),
        ("a: 失敗(`src/a.ts:12` で (x) エラー)", "a", Failed, "`src/a.ts:12` で (x) エラー"),
        ("npm run test:unit: 層: 未検証（手段: なし）", "npm run test:unit: 層", Unverified, "手段: なし"),
        ("型 (tsc): 実行済み（可（全部））", "型 (tsc)", Executed, "可（全部）"),
        ("`a: 失敗（x）`: 実行済み（可）", "`a: 失敗（x）`", Executed, "可"),
        ("a: 実行済み（途中で\n  切れた", "a", Executed, "途中で 切れた"),
        ("a: すべて実行済み（可）", "a", Executed, "可"),
        ("a: not run (no time)", "a", NotRun, "no time"),
        ("a: Executed (3 passed)", "a", Executed, "3 passed"),
        ("a: **失敗**（x）: 補足（y）", "a", Failed, "x"),
    ] {
        let (read, found) = verified(item);
        assert_eq!((read.name.as_str(), read.state, read.detail.as_str()), (name, Some(state), detail), "{item}");
        assert_eq!(found, [] as [&str; 0], "{item}");
    }
}

#[test]
fn rule_5_the_detail_is_not_empty() {
    for (item, code) in [
        ("a: 実行済み", "verification-executed-what"),
        ("a: 実行済み（）", "verification-executed-what"),
        ("a: 未実行", "verification-not-run-why"),
        ("a: 失敗（ ）", "verification-failed-where"),
        ("a: 未検証", "verification-unverified-why"),
    ] {
        assert_eq!(verified(item).1, [code], "{item}");
    }
}

#[test]
fn rule_5_near_misses_name_the_state_meant() {
    for (item, meant) in [
        ("未実施（範囲外）", "未実行"),
        ("スキップ（範囲外）", "未実行"),
        ("実行済（3 件）", "実行済み"),
        ("OK（3 件）", "実行済み"),
        ("PASS（3 件）", "実行済み"),
        ("NG（x）", "失敗"),
        ("未確認（手段なし）", "未検証"),
        ("not executed (x)", "not run"),
    ] {
        let text = format!("{HEAD}{DECISIONS}\n## 検証結果\n- a: {item}\n\nOUTCOME: partial\n");
        let (_, findings) = run(&text);
        assert_eq!(codes(&text), ["verification-near-state"], "{item}");
        assert!(findings[0].args.contains(&("meant", meant.to_owned())), "{item}: {findings:?}");
        assert_eq!(findings[0].severity, Severity::Error);
        let (report, findings) = read(Path::new("x"), text.as_bytes(), true, None);
        assert_eq!((findings[0].severity, report.acceptance[4]), (Severity::Warning, Acceptance::Pass), "{item}");
    }
}

#[test]
fn rule_5_the_section_is_there_and_has_items() {
    assert_eq!(codes(&format!("{HEAD}{DECISIONS}\nOUTCOME: success\n")), ["verification-missing"]);
    let with = |body: &str| codes(&format!("{HEAD}{DECISIONS}\n## 検証結果\n{body}\n\nOUTCOME: success\n"));
    assert_eq!(with(""), ["verification-empty"]);
    assert_eq!(with("テストは問題ありません"), ["verification-not-bullet"]);
    assert_eq!(with("- テストは問題ありません"), ["verification-no-state"]);
    assert_eq!(with("- テストは実行済み（可）"), ["verification-no-colon"]);
    assert_eq!(with("- : 実行済み（可）"), ["verification-no-name"]);
    let text = format!("{HEAD}{DECISIONS}\n## テスト結果\n- a: 実行済み（可）\n\nOUTCOME: success\n");
    assert_eq!(codes(&text), ["verification-misnamed"]);
}

#[test]
fn rule_6_what_was_made_is_named() {
    let none: Vec<&str> = Vec::new();
    let names = |line: &str| made(line, "success");
    let two = vec!["src/a.ts（新規）".to_owned(), "`src/b.ts`".to_owned()];
    for line in [
        "成果物: src/a.ts（新規） / `src/b.ts`",
        "成果物：src/a.ts（新規）、`src/b.ts`",
        "**成果物**: src/a.ts（新規）, `src/b.ts`",
        "成果物:\n- src/a.ts（新規）\n- `src/b.ts`",
        "## 成果物\n\n- src/a.ts（新規）\n- `src/b.ts`",
        "Artifacts: src/a.ts（新規）, `src/b.ts`",
        "- 成果物: src/a.ts（新規） / `src/b.ts`",
    ] {
        assert_eq!(names(line), (two.clone(), none.clone()), "{line}");
    }
    assert_eq!(names("").1, ["artifacts-missing"]);
    assert_eq!(names("成果物:").1, ["artifacts-empty"]);
    assert_eq!(names("成果物: なし").1, ["artifacts-none-with-success"]);
    assert_eq!(made("成果物: なし", "failure"), (vec![], none.clone()));
    assert_eq!(names("成果物: 実装しました").1, ["artifacts-no-path"]);
    assert_eq!(names("成果物: https://example.com/pr/1").1, none);
    assert_eq!(names("成果物: コミット 3f2a9c1").1, none);
    assert_eq!(names("Deliverables: src/a.ts").1, ["artifacts-misnamed"]);
}

#[test]
fn rule_6_the_paths_exist() {
    let line = "成果物: src/a.ts（新規） / `src/b.ts:12`（更新、x） / [c](docs/c.md) / https://example.com/d / 3f2a9c1 / old.rs（削除）";
    let text = format!("完了した。\n\n{line}\n{DECISIONS}{VERIFICATION}\nOUTCOME: success\n");
    let asked = std::sync::Mutex::new(Vec::new());
    let exists = |path: &str| {
        asked.lock().expect("asked").push(path.to_owned());
        path != "src/b.ts"
    };
    let (report, findings) = read(Path::new("x"), text.as_bytes(), false, Some(&exists));
    assert_eq!(*asked.lock().expect("asked"), ["src/a.ts", "src/b.ts", "docs/c.md"]);
    let found: Vec<_> = findings.iter().map(|f| (f.code, f.args.clone())).collect();
    assert_eq!(found, [("report-artifact-not-there", vec![("path", "src/b.ts".to_owned())])]);
    assert_eq!(report.acceptance[0], Acceptance::Fail);
}

#[test]
fn rule_7_the_first_sentence_is_the_conclusion() {
    let rest = format!("\n\n成果物: src/a.ts\n{DECISIONS}{VERIFICATION}\nOUTCOME: success\n");
    let with = |start: &str| (run(&format!("{start}{rest}")).0.conclusion, codes(&format!("{start}{rest}")));
    assert_eq!(with("完了した。続き。"), ("完了した。".to_owned(), vec![]));
    assert_eq!(with("Version 1.2 is\nout. More."), ("Version 1.2 is out.".to_owned(), vec![]));
    assert_eq!(with("# 報告\n\n完了した"), ("完了した".to_owned(), vec!["opening-heading"]));
    assert_eq!(with("- 完了した。"), ("完了した。".to_owned(), vec!["opening-list"]));
    assert_eq!(with("").1, ["opening-no-conclusion"]);
    assert_eq!(with("description: \"監査 review=true — x\"\n\n完了。").0, "完了。");
}

#[test]
fn rule_8_review_is_said_in_the_description_alone() {
    let rest = format!("成果物: 本報告\n{DECISIONS}{VERIFICATION}\nOUTCOME: success\n");
    let review = |start: &str| (run(&format!("{start}\n{rest}")).0.review, codes(&format!("{start}\n{rest}")));
    assert_eq!(review("description: \"x review=true\"\n\n監査した。\n"), (true, vec![]));
    assert_eq!(review("description: x review=trueish\n\n監査した。\n"), (false, vec![]));
    assert_eq!(review("description: \"x review: true\"\n\n監査した。\n"), (false, vec!["review-misspelt"]));
    assert_eq!(review("監査した。\n\ndescription: review=true\n"), (false, vec!["description-not-first"]));
    assert_eq!(review("review=true は付けない。\n"), (false, vec![]));
}

#[test]
fn rule_8_success_beside_a_failure_or_a_change_is_a_warning() {
    let text = format!("{HEAD}{DECISIONS}\n## 検証結果\n- a: 失敗（x）\n\nOUTCOME: success\n");
    assert_eq!(codes(&text), ["failed-with-success"]);
    let review = format!(
        "description: review=true\n\n{HEAD}未完了: 移行\n{DECISIONS}\n## 検証結果\n- a: 失敗（x）\n\nOUTCOME: success\n"
    );
    let (report, findings) = run(&review);
    assert_eq!(codes(&review), ["review-with-changes", "review-unfinished"]);
    assert!(findings.iter().all(|f| f.severity == Severity::Warning));
    assert_eq!(report.acceptance[2..], [Acceptance::Pass; 3]);
}

#[test]
fn an_english_report_is_accepted() {
    let text = "Added validation.\n\nArtifacts: src/a.ts (new)\n\n## Decisions needed\nNone.\n\n## Verification\n\
                - unit tests `npm test`: executed (3 passed)\n- load: unverified (no rig)\n\nOUTCOME: success\n";
    assert_eq!(codes(text), [] as [&str; 0]);
}

#[test]
fn the_bytes_of_a_report_are_checked() {
    let good = format!("{HEAD}{DECISIONS}{VERIFICATION}\nOUTCOME: success\n");
    assert_eq!(codes(&format!("\u{feff}{good}")), ["byte-order-mark"]);
    assert_eq!(codes(&format!("a\0b。\n{good}")), ["nul"]);
    let mut bytes = b"ab\n\xff\n".to_vec();
    bytes.extend(good.as_bytes());
    let (report, findings) = read(Path::new("x"), &bytes, false, None);
    assert_eq!(report.outcome, Some(Outcome::Success));
    let bad = &findings[0];
    assert_eq!((bad.code, bad.place), ("invalid-utf8", Some(Place { line: 2, column: 1 })));
    assert_eq!((bad.found.as_deref(), &bad.args[0].1), (Some("0xFF"), &"4".to_owned()));
    assert!(codes("").contains(&"empty-file") && codes("\n \n").contains(&"empty-file"));
    let large = vec![b' '; usize::try_from(MAX_BYTES).unwrap() + 1];
    assert_eq!(read(Path::new("x"), &large, false, None).1[0].code, "too-large");
}

#[test]
fn every_finding_of_a_report_breaks_a_rule() {
    let codes = crate::contract::codes::CODES.iter().filter(|code| code.starts_with("report-"));
    let without: Vec<_> = codes.filter(|code| rule(code).is_none()).collect();
    assert_eq!(without, [&"report-nul"]);
}

#[test]
fn hostile_reports_take_time_in_proportion_to_their_size() {
    for piece in [
        "（",
        "a: ",
        "`",
        "- a: （",
        "[P0] ",
        "、src/a.ts",
        "OUTCOME: ",
        "> ",
        "#",
        "*",
        "- [P0] x\n",
        "```x\n",
        "## 検証結果\n",
        "成果物: a\n",
    ] {
        for head in ["", "## 検証結果\n- ", "## 要判断事項\n- ", "成果物: "] {
            let text = format!("{head}{}", piece.repeat(100_000 / piece.len()));
            let start = Instant::now();
            run(&text);
            assert!(start.elapsed() < Duration::from_secs(4), "{head:?} {piece:?}: {:?}", start.elapsed());
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300), review: bool) {
        read(Path::new("x"), &bytes, review, Some(&|_| false));
    }

    #[test]
    fn a_valid_tail_gives_an_outcome_after_any_text(
        text in prop_oneof![
            any::<String>(),
            "(OUTCOME|Outcome|: |success|```|\n|## 要判断事項|- |\\[P0\\]|（|）|`|：|検証結果|なし|\r|\u{feff}| ){0,40}",
        ],
    ) {
        let text = format!("{text}\n{HEAD}{DECISIONS}{VERIFICATION}\nOUTCOME: partial\n");
        let (report, findings) = run(&text);
        prop_assert_eq!(report.outcome, Some(Outcome::Partial));
        let lines = text.split('\n').count();
        for finding in findings {
            let line = finding.place.map_or(1, |place| place.line);
            prop_assert!((1..=lines).contains(&line), "{finding:?}");
        }
    }
}

#[test]
fn rule_1_the_wrong_word_is_marked_and_the_right_ones_are_named() {
    let text = format!("{HEAD}{DECISIONS}{VERIFICATION}\n");
    for (end, column, found, expected) in [
        ("OUTCOME: sucess", 10, "sucess", Some("success")),
        ("OUTCOME: blue", 10, "blue", Some("success | partial | failure")),
        ("OUTCOME: success | failure", 10, "success | failure", Some("success | partial | failure")),
        ("OUTCOME: success。", 17, "。", Some("success")),
        ("OUTCOM: success", 1, "OUTCOM", None),
        ("OUTCOME:", 1, "OUTCOME:", Some("success | partial | failure")),
    ] {
        let findings = read(Path::new("x"), format!("{text}{end}").as_bytes(), false, None).1;
        let finding = findings.iter().find(|f| f.code.starts_with("report-outcome")).expect("a finding");
        assert_eq!(finding.place.map(|place| place.column), Some(column), "{end}");
        assert_eq!((finding.found.as_deref(), finding.expected.as_deref()), (Some(found), expected), "{end}");
    }
}

#[test]
fn rule_1_an_outcome_line_below_a_fence_that_stays_open_counts_with_a_warning() {
    let text = format!("{HEAD}{DECISIONS}{VERIFICATION}\n```\nOUTCOME: success");
    let (report, findings) = read(Path::new("x"), text.as_bytes(), false, None);
    assert_eq!(report.outcome, Some(Outcome::Success));
    let found: Vec<_> = findings.iter().map(|f| (f.code, f.severity)).collect();
    assert!(found.contains(&("report-outcome-in-open-fence", Severity::Warning)), "{found:?}");
}

#[test]
fn a_report_in_another_encoding_says_only_that() {
    let bytes: Vec<u8> = "Done.\nOUTCOME: success".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let codes: Vec<_> = read(Path::new("x"), &bytes, false, None).1.iter().map(|f| f.code).collect();
    assert_eq!(codes, ["other-encoding"]);
}
