//! The rounds view as snapshots: a revised film in both languages, an empty round, one that cannot be compared.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::screens::{ALL, FEW, snapshot};
use crate::board::message::Message;
use crate::board::state::SubmissionNow;
use crate::board::testing::*;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;
use crate::review::round::{Outcome, Round, SubmissionState};

/// The film after a revision: a comment acted on, one skipped, one whose target went; a shot put in beside, one changed
/// without being named, two in another order; more elsewhere.
fn revised(language: Language) -> Files {
    let mut files = structure(language);
    let mut plan: Value = serde_json::from_str(files.research.as_ref().unwrap()).unwrap();
    let shots = plan["structure"]["shots"].as_array_mut().unwrap();
    shots[1]["description"] = json!(pick(
        language,
        "The old woman opens the shutter, looks at the rain for a moment, and sees that the lantern on the other side of the lane is still lit.",
        "老女が雨戸を開け、少しだけ雨を眺めてから、路地の向かいの提灯がまだ灯っていることに気づく。手前の軒から落ちる雫の音だけが続く。",
    ));
    shots[1]["duration_estimate_seconds"] = json!(6);
    shots[1]["camera"]["movement"] = json!(["push-in"]);
    shots[3]["description"] = json!(pick(language, "Empty street at night", "夜の、人のいない通り"));
    let spare = shots.remove(6);
    shots.insert(0, spare);
    shots.remove(6);
    let added = json!({"id": "s-02b", "chapter_id": "hook", "shot_type": null,
        "description": pick(language, "Her hand on the shutter", "雨戸にかけた手"), "duration_estimate_seconds": 2, "image_path": null});
    shots.insert(3, added);
    plan["structure"]["opening_hook"] = json!("another");
    plan["structure"]["confirmed"] = json!(true);
    plan["structure"]["confirmed_at"] = json!("2026-08-01T09:00:00Z");
    files.research = Some(plan.to_string());
    files
}

fn open(language: Language, rounds: Vec<Round>) -> Board {
    let mut files = revised(language);
    files.rounds = rounds;
    files.submission = Some(SubmissionNow { sha256: None, state: SubmissionState::Handled, ..lying_there(3, 120) });
    let mut board = files.open();
    board.keys("r");
    board
}

fn compared(language: Language, comments: &[(&str, &str)]) -> Board {
    let older = Round { outcome: Some(Outcome::Replaced), handled_at: None, ..handled_round(1, Pass::Structure, 1) };
    let mut round = handled_round(2, Pass::Structure, comments.len());
    round.replies = vec![
        reply(1, true, pick(language, "the sign is legible already", "看板はもう読めます")),
        reply(0, false, pick(language, "shortened, and a hand put in", "短くし、手のショットを足しました")),
    ];
    let mut board = open(language, vec![older, round.clone()]);
    let after = board.files.clone();
    board.compared(2, report(&round, &structure(language), &after, comments), &BTreeSet::new());
    board
}

fn comments(language: Language) -> [(&'static str, &'static str); 3] {
    [
        ("1", pick(language, "Too long: she need not look for so long.", "長すぎます。こんなに眺めなくてよい。")),
        ("2", pick(language, "The sign must be legible.", "看板の字が読めるように。")),
        ("5", pick(language, "Leave the cups out.", "湯呑みはいりません。")),
    ]
}

#[test]
fn a_round_that_was_handled() {
    snapshot("rounds", &ALL, |language| compared(language, &comments(language)));
}

#[test]
fn a_round_further_down_and_settled() {
    snapshot("rounds-down", &FEW, |language| compared(language, &comments(language)).after("space n n n"));
}

#[test]
fn a_round_without_comments() {
    snapshot("rounds-empty", &FEW, |language| {
        let mut board = open(language, vec![handled_round(1, Pass::Structure, 0)]);
        let files = board.files.clone();
        board.compared(1, report(&files.rounds[0], &files, &files, &[]), &BTreeSet::new());
        board
    });
}

#[test]
fn a_round_that_cannot_be_compared() {
    snapshot("rounds-broken", &[(80, 24)], |language| {
        let mut board = open(language, vec![handled_round(1, Pass::Structure, 2)]);
        board.tell(Message::RoundChecked(1, Err(Phrase::new("rounds.no-plan")), BTreeSet::new()));
        board
    });
}

#[test]
fn changed_words_are_marked_and_not_by_colour_alone() {
    for theme in [crate::project::settings::Theme::Auto, crate::project::settings::Theme::Mono] {
        let mut files = revised(Language::Ja);
        files.theme = theme;
        files.size = (120, 40);
        files.rounds = vec![handled_round(1, Pass::Structure, 1)];
        let mut board = files.open();
        board.keys("r");
        board.compared(1, report(&files.rounds[0], &structure(Language::Ja), &files, &[("1", "x")]), &BTreeSet::new());
        let (buf, _) = draw(&board.state);
        let underlined = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(ratatui::style::Modifier::UNDERLINED);
        let marked: String = buf.content.iter().filter(underlined).map(|cell| cell.symbol()).collect();
        assert!(marked.contains("しばらく") && marked.contains("少しだけ"), "{marked}");
        assert!(!marked.contains("提灯"), "{marked}");
    }
}

#[test]
fn the_states_of_a_submission_are_shown_from_first_to_last() {
    let base = handled_round(1, Pass::Structure, 1);
    let open_round = |read: bool| Round {
        outcome: None,
        handled_at: None,
        ended_at: None,
        read_at: base.read_at.filter(|_| read),
        plan_sha256: "x".into(),
        ..base.clone()
    };
    let ended = |outcome| Round { outcome: Some(outcome), handled_at: None, ..base.clone() };
    for (round, there, words) in [
        (base.clone(), false, "submitted (2 h) → read (1 h) → handled (5 min)"),
        (ended(Outcome::Replaced), true, "→ replaced by a later submission (5 min)"),
        (ended(Outcome::Recalled), false, "→ taken back into the draft (5 min)"),
        (open_round(true), true, "submitted (2 h) → read (1 h) → the plan has changed since"),
    ] {
        let mut files = structure(Language::En);
        files.size = (120, 40);
        let sha256 = there.then(|| round.sha256.clone());
        files.submission = Some(SubmissionNow { sha256, ..lying_there(1, 120) });
        files.rounds = vec![round];
        let mut board = files.open();
        board.keys("r");
        assert!(board.screen().contains(words), "{words}: {}", board.screen());
    }
    let mut files = structure(Language::En);
    let plan_sha256 = files.plan().pass(Pass::Structure).sha256.clone().unwrap();
    let round = Round { plan_sha256, ..open_round(false) };
    files.submission = Some(SubmissionNow { sha256: Some(round.sha256.clone()), ..lying_there(1, 120) });
    files.rounds = vec![round];
    let mut board = files.open();
    board.keys("r");
    assert!(board.screen().contains("submitted (2 h) → not read yet"), "{}", board.screen());
}
