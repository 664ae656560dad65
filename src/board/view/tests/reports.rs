//! The panel of outcome reports as snapshots.

use super::screens::snapshot;
use crate::board::testing::*;
use crate::locale::Language;

const SIZES: [(u16, u16); 3] = [(40, 10), (80, 24), (120, 40)];

const EN: &str = "The parser was moved, and one table still needs a decision.\n\nArtifacts: src/parser.rs, src/table.rs\n\n\
## Decisions needed\n- [P2] Rename `Table` later?\n- [P0] Existing rows have no owner: give them a default, or map them by hand?\n- [P1] Who runs the migration?\n\n\
## Verification\n- unit tests: executed (`cargo test`: 32 passed)\n- load test: not run (no machine)\n- migration: failed (timeout in `db/migrate.rs:40`)\n\nOUTCOME: partial\n";

const JA: &str = "パーサーの移動は終わりましたが、表の扱いに判断が要ります。\n\n成果物: src/parser.rs、src/table.rs\n\n\
## 要判断事項\n- [P2] `Table` の名前を後で変えるか\n- [P0] 既存データに所有者がない。デフォルト値にするか、手で対応づけるか\n- [P1] 移行は誰が実行するか\n\n\
## 検証結果\n- 単体テスト: 実行済み（`cargo test`: 32 件成功）\n- 負荷試験: 未実行（環境がない）\n- 移行: 失敗（`db/migrate.rs:40` でタイムアウト）\n\nOUTCOME: partial\n";

fn board(language: Language) -> Board {
    let mut files = structure(language);
    let broken = pick(language, EN, JA).replace("- [P1] ", "- ").replace("OUTCOME: partial", "Outcome: done");
    files.reports = vec![
        ("/p/reports/parser.md".into(), pick(language, EN, JA).to_owned()),
        ("/p/reports/table.md".into(), broken),
    ];
    files.open()
}

#[test]
fn p0_in_the_header() {
    snapshot("report-header", &[(40, 10), (80, 24)], board);
}

#[test]
fn a_report_with_an_answer_and_one_begun() {
    snapshot("report", &SIZES, |language| {
        let mut board = board(language);
        board.keys("R c").text(pick(language, "Map them by hand.", "手で対応づけてください。")).keys("enter j c");
        board.text(pick(language, "The one who", "担当は")).keys("esc k");
        board
    });
}

#[test]
fn a_report_that_does_not_pass() {
    snapshot("report-failing", &SIZES, |language| board(language).after("R n }"));
}

#[test]
fn the_findings_of_a_report() {
    snapshot("report-findings", &[(80, 24)], |language| board(language).after("R n G"));
}

#[test]
fn an_answer_being_written() {
    snapshot("report-answer", &SIZES, |language| {
        let mut board = board(language);
        board.keys("R c").text(pick(language, "Map them by hand", "手で対応づけ"));
        board
    });
}
