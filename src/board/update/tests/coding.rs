//! Coding plans, key by key: objections with lens and rule, the panel, rulings.

use crate::board::effect::Effect;
use crate::board::message::{LoadReason, Message, Receipt};
use crate::board::testing::*;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique::Lens;
use crate::locale::Language;
use crate::review::critique::Ruling;
use crate::review::objecting::Objecting;

fn board() -> Board {
    coding(Language::En).open()
}

fn replied() -> Board {
    let mut files = coding(Language::En);
    files.critique = Some(critique(Language::En, true));
    files.open()
}

fn objecting(board: &Board) -> Vec<(Lens, Option<&str>)> {
    let comments = &board.state.desk().draft.comments;
    comments.iter().filter_map(|c| c.objecting.as_ref()).map(|o| (o.lens, o.rule.as_deref())).collect()
}

#[test]
fn after_the_text_enter_takes_scope() {
    let mut board = board();
    board.keys(r#"c "too much" enter"#);
    assert_eq!(board.layers(), ["lens"]);
    assert!(board.asked().contains(&"save"), "the text is saved before the lens is chosen");
    board.keys("enter");
    assert!(board.layers().is_empty());
    assert_eq!(objecting(&board), [(Lens::Scope, None)]);
}

#[test]
fn a_digit_chooses_the_lens_and_arrows_walk() {
    for (keys, lens) in [
        ("2", Lens::Feasibility),
        ("3", Lens::Security),
        ("4", Lens::Alternative),
        ("4 1", Lens::Scope),
        ("j j k", Lens::Feasibility),
    ] {
        let mut board = board();
        board.keys(r#"c "x" enter"#).keys(keys).keys("enter");
        assert_eq!(objecting(&board), [(lens, None)], "{keys}");
    }
}

#[test]
fn esc_in_the_lens_keeps_what_was_chosen_and_typed() {
    let mut board = board();
    board.keys(r#"c "x" enter 3 esc"#);
    assert_eq!(objecting(&board), [(Lens::Security, None)]);
    assert_eq!(board.comments().len(), 1);
    board.keys(r#"j c "y" enter 2 tab "CON-SEC-01" esc esc"#);
    assert_eq!(objecting(&board)[1], (Lens::Feasibility, Some("CON-SEC-01")));
    // A rule that is none is said once; the next Esc leaves it out.
    board.keys(r#"j c "z" enter 4 tab "CON-" esc esc"#);
    assert_eq!(board.layers(), ["lens"]);
    assert!(board.flat().contains("That is no rule"), "{}", board.screen());
    board.keys("esc");
    assert_eq!((board.layers().len(), objecting(&board)[2]), (0, (Lens::Alternative, None)));
}

#[test]
fn every_kind_of_target_can_be_objected_to() {
    let mut board = board();
    board.keys(r#"c "wave" enter enter G c "case" enter enter"#);
    assert_eq!(board.comments().len(), 2);
    let detail = serde_json::json!({"format": "mid-detail", "objective": "o", "waves": [], "testCases": [],
        "deliverables": {"issues": "issues.md", "nonFunctional": "n.md", "codeArchitecture": "c.md", "executionPlan": "e.md"}});
    let mut board = Files { coding: Some(detail.to_string()), ..coding(Language::En) }.open();
    board.keys(r#"c "deliverable" enter enter"#);
    assert_eq!(board.state.desk().draft.comments[0].anchor.id, "deliverable:issues");
    assert!(board.flat().contains("not there"), "{}", board.screen());
}

#[test]
fn a_rule_is_completed_from_those_seen() {
    let mut board = replied();
    board.keys(r#"c "x" enter 3 tab "con-" tab enter"#);
    assert_eq!(objecting(&board), [(Lens::Security, Some("CON-SEC-01"))]);
    board.keys(r#"j c "y" enter tab "CON-ARCH-12" enter"#);
    board.keys(r#"j c "z" enter tab "con" tab tab enter"#);
    assert_eq!(objecting(&board)[2].1, Some("CON-SEC-01"), "the rules of drafts are seen, too");
}

#[test]
fn what_is_no_rule_is_not_taken() {
    let mut board = board();
    board.keys(r#"c "x" enter tab "SEC-1" enter"#);
    assert_eq!(board.layers(), ["lens"]);
    assert!(board.flat().contains("That is no rule"), "{}", board.screen());
    board.keys("ctrl-u").text("ＣＯＮ－ｓｅｃ－０７").keys("enter");
    assert_eq!(objecting(&board), [(Lens::Scope, Some("CON-SEC-07"))]);
}

#[test]
fn edit_asks_for_the_lens_again_and_undo_covers_it() {
    let mut board = board();
    board.keys(r#"c "x" enter 2 enter e enter 4 enter"#);
    assert_eq!(objecting(&board), [(Lens::Alternative, None)]);
    board.keys("u");
    assert_eq!(objecting(&board), [(Lens::Feasibility, None)]);
    board.keys("u");
    assert_eq!(objecting(&board), [(Lens::Scope, None)]);
    board.keys("ctrl-r ctrl-r");
    assert_eq!(objecting(&board), [(Lens::Alternative, None)]);
    board.keys("u u u");
    assert!(board.comments().is_empty());
}

#[test]
fn a_text_taken_in_the_dialogue_is_an_objection() {
    let mut board = board();
    board.keys(r#"c "begun" esc"#).submit().keys("a");
    assert_eq!(objecting(&board), [(Lens::Scope, None)]);
}

#[test]
fn the_dialogue_names_file_ids_lens_and_anchor() {
    let mut board = board();
    board.keys(r#"j j c "x" enter 3 enter"#);
    board.files.critique = Some(critique(Language::En, false));
    board.submit();
    let flat = board.flat();
    assert!(flat.contains(".pipeline/plan-critique.json, as OBJ-04"), "{flat}");
    assert!(flat.contains("security") && flat.contains("evidence: plan W3"), "{flat}");
    assert!(flat.contains("3 there already"), "{flat}");
    board.asked();
    board.keys("enter");
    assert!(board.asked().contains(&"submit"));
}

#[test]
fn no_objection_is_no_submission() {
    let mut board = board();
    board.submit();
    assert!(board.layers().is_empty() && board.flat().contains("no objection to submit"), "{}", board.screen());
    board.keys("enter enter");
    assert!(!board.asked().contains(&"submit"));
}

#[test]
fn a_round_that_was_answered_is_closed_and_its_texts_can_be_copied() {
    let mut board = replied();
    board.keys(r#"c "one more" enter 2 enter"#).submit().keys("enter");
    assert!(!board.asked().contains(&"submit"));
    assert!(board.flat().contains("the one round of objections is closed"), "{}", board.screen());
    board.keys("y");
    let Some(Effect::Copy(text)) = board.effects.pop() else { panic!("nothing copied") };
    assert_eq!(text, "W1 (feasibility): one more");
    board.keys("esc");
    assert_eq!(board.comments().len(), 1, "the text stays");
}

#[test]
fn after_submitting_the_line_is_shown_and_the_targets_are_marked() {
    let mut board = board();
    board.keys(r#"j j c "x" enter enter"#).submit().keys("enter");
    board.files.critique = Some(critique(Language::En, false));
    let ids = vec!["OBJ-01".to_owned()];
    let receipt = Receipt { pass: Pass::Coding, round: 1, comments: 1, ids, keys: [1].into(), warning: None };
    let fresh = board.files.fresh(LoadReason::Changed);
    board.tell(Message::Submitted(Box::new(fresh), receipt));
    let flat = board.flat();
    assert!(flat.contains("(OBJ-01)") && flat.contains("planboard critique check planning"), "{flat}");
    board.keys("esc");
    assert!(board.comments().is_empty());
    assert!(board.screen().contains("○   W3"), "{}", board.screen());
    assert!(board.flat().contains("3 objections await replies"), "{}", board.screen());
    board.asked();
    board.keys("y");
    assert_eq!(board.asked(), ["copy"]);
}

#[test]
fn replies_that_arrive_are_told_and_shown_at_their_target() {
    let mut board = coding(Language::En);
    board.critique = Some(critique(Language::En, false));
    let mut board = board.open();
    board.resize(120, 40);
    board.keys("j j");
    board.files.critique = Some(critique(Language::En, true));
    board.load(LoadReason::Changed);
    assert!(board.flat().contains("2 objections were answered"), "{}", board.screen());
    assert!(board.flat().contains("W3 checks the role first"), "{}", board.screen());
    board.keys("esc").load(LoadReason::Changed);
    assert!(!board.flat().contains("were answered"), "told once");
}

#[test]
fn the_panel_rules_on_replies() {
    let mut board = replied();
    board.asked();
    board.keys("O a");
    let Some(Effect::Rule { objection, ruling }) = board.effects.pop() else { panic!("no ruling") };
    assert_eq!((objection.as_str(), ruling), ("OBJ-01", Some(Ruling::Agree)));
    board.files.rulings.insert(objection, Ruling::Agree);
    board.load(LoadReason::Changed).keys("n i enter");
    assert!(board.effects.is_empty(), "insisting needs a reason");
    board.text("show me").keys("enter");
    let Some(Effect::Rule { objection, ruling }) = board.effects.pop() else { panic!("no ruling") };
    assert_eq!((objection.as_str(), ruling), ("OBJ-02", Some(Ruling::Insist("show me".into()))));
    board.files.rulings.insert(objection, Ruling::Insist("show me".into()));
    board.load(LoadReason::Changed).keys("k a");
    let Some(Effect::Rule { ruling: None, .. }) = board.effects.pop() else { panic!("agreeing is not taken back") };
}

#[test]
fn a_reason_left_with_esc_is_there_the_next_time() {
    let mut board = replied();
    board.keys("O i").text("not").keys("esc i").text(" so");
    assert!(board.flat().contains("> not so"), "{}", board.screen());
    board.keys("esc esc");
    assert!(board.layers().is_empty());
    let said = crate::board::start::farewell(&board.state, None).unwrap_or_default();
    assert!(said.contains("not so"), "{said}");
}

#[test]
fn what_has_no_reply_cannot_be_ruled_on() {
    let mut board = replied();
    board.keys("O G a");
    assert!(!board.asked().contains(&"rule"));
    assert!(board.said().contains("no reply yet"), "{}", board.said());
}

#[test]
fn enter_in_the_panel_goes_to_the_target() {
    let mut board = replied();
    board.keys("O enter");
    assert_eq!((board.selected(), board.layers().len()), ("W3", 0));
}

#[test]
fn what_is_insisted_on_is_in_the_hand_off_line() {
    let mut board = coding(Language::En);
    board.critique = Some(critique(Language::En, true));
    board.rulings = [("OBJ-02".to_owned(), Ruling::Insist("show me".into()))].into();
    let mut board = board.open();
    board.keys("y");
    let Some(Effect::Copy(line)) = board.effects.pop() else { panic!("nothing copied") };
    assert!(line.contains("OBJ-02 (show me)"), "{line}");
}

#[test]
fn approving_is_the_same_as_for_a_film() {
    let mut board = board();
    board.keys("A").load(LoadReason::Approve);
    assert_eq!(board.layers(), ["approve"]);
    board.asked();
    board.keys("enter");
    assert_eq!(board.asked(), ["approve"]);
}

#[test]
fn the_layers_are_shown_and_hidden_and_give_way_on_a_small_screen() {
    let mut board = board();
    assert!(board.screen().contains("▶W1"), "{}", board.screen());
    board.keys("t");
    assert!(!board.screen().contains("▶W1"));
    board.keys("t").resize(60, 20);
    assert!(!board.screen().contains("▶W1"));
}

#[test]
fn comments_from_the_command_line_keep_their_lens() {
    let mut board = board();
    board.keys(r#"c "x" enter enter"#);
    let mut comment = board.state.desk().draft.comments[0].clone();
    let objecting = Objecting { lens: Lens::Security, rule: Some("CON-SEC-01".into()) };
    comment.objecting = Some(objecting.clone());
    board.tell(Message::Inbox(Pass::Coding, vec![comment]));
    assert_eq!(board.state.desk().draft.comments[1].objecting, Some(objecting));
}

#[test]
fn esc_closes_the_banner_and_the_key_after_it_acts() {
    let mut board = coding(Language::En);
    board.critique = Some(critique(Language::En, false));
    let mut board = board.open();
    board.files.critique = Some(critique(Language::En, true));
    board.load(LoadReason::Changed).keys("alt-c");
    assert_eq!(board.layers(), ["write"]);
    assert!(board.state.talk.banner.is_none());
}

fn answered_board() -> Board {
    let mut files = coding(Language::En);
    let mut said: serde_json::Value = serde_json::from_str(&critique(Language::En, true)).unwrap();
    let third =
        serde_json::json!({"objection": "OBJ-03", "action": "rebut", "evidence": [{"kind": "plan", "ref": "W1"}]});
    said["replies"].as_array_mut().unwrap().push(third);
    said["replies"][0]["evidence"] = serde_json::json!([{"kind": "plan", "ref": "W99"}]);
    files.critique = Some(said.to_string());
    files.open()
}

#[test]
fn approving_names_the_objections_that_are_open() {
    let mut board = replied();
    board.keys("A").load(LoadReason::Approve);
    assert!(board.flat().contains("1 objection to this plan still awaits its reply"), "{}", board.screen());
    let mut board = answered_board();
    board.keys("A").load(LoadReason::Approve);
    assert!(board.flat().contains("1 objection still blocks this plan"), "{}", board.screen());
    board.asked();
    board.keys("enter");
    assert!(board.asked().contains(&"approve"), "it is still allowed");
}

#[test]
fn a_closed_round_invites_to_no_more_objections() {
    let mut board = answered_board();
    assert!(!board.flat().contains("writes more"), "{}", board.screen());
    board.keys("c");
    assert!(board.flat().contains("Round closed: kept"), "{}", board.screen());
    board.text("x").keys("enter enter").submit();
    let flat = board.flat();
    let top = flat.find("the one round of objections is closed").unwrap();
    assert!(top < flat.find("1 objection in the draft").unwrap() && !flat.contains("yours are added"), "{flat}");
    let keys = board.screen().lines().rev().nth(1).unwrap().to_owned();
    assert!(!keys.contains("enter") && keys.contains("copy"), "{keys}");
}

#[test]
fn a_critique_with_errors_says_so_everywhere() {
    let mut files = coding(Language::En);
    files.critique = Some("{".into());
    let mut board = files.open();
    assert!(board.flat().contains("The critique has errors"), "{}", board.screen());
    board.keys("O");
    assert!(board.flat().contains("cannot be read as a critique"), "{}", board.screen());
}

#[test]
fn without_objections_the_panel_says_so_at_once() {
    let mut board = board();
    board.keys("O");
    assert!(board.layers().is_empty() && board.flat().contains("No objections yet"), "{}", board.screen());
}

#[test]
fn tab_in_the_text_of_an_objection_inserts_nothing() {
    let mut board = board();
    board.keys(r#"c "a" tab "b" enter enter"#);
    assert_eq!(board.comments()[0].1, "ab");
}

#[test]
fn a_plan_broken_or_replaced_keeps_its_last_good_view() {
    for text in ["{", r#"{"name": "another program"}"#, "[]"] {
        let mut board = board();
        board.files.coding = Some(text.into());
        board.load(LoadReason::Changed);
        assert_eq!(board.listed().len(), 10, "{text}");
        assert!(board.flat().contains("Last good view"), "{}", board.screen());
    }
}
