//! Cost grows with what is on screen, not with the plan: ratios between a long plan and a short one, never times.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use planboard::board::input::{InputEvent, Key};
use planboard::board::message::{Followed, Fresh, FreshOutside, LoadReason, Message};
use planboard::board::start::{self, Seed};
use planboard::board::state::{ProjectPlace, State};
use planboard::board::update::update;
use planboard::board::view;
use planboard::contract::plan_comments::Pass;
use planboard::locale::Language;
use planboard::project::settings::{EnterKey, Notify, Theme};
use planboard::review::draft::Draft;
use planboard::review::matching::pair_with_evidence;
use planboard::review::per_pass::PerPass;
use planboard::review::plan::{self, FileState, Inputs};
use planboard::review::search::Index;
use planboard::review::target::Plan;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const SHORT: usize = 1_000;
const LONG: usize = 100_000;

/// research-plan.json with this many shots in ten chapters; the shot `changed` says so.
fn research(count: usize, changed: Option<usize>) -> Vec<u8> {
    let chapter = |n| format!(r#"{{"id":"c{n}","title":"章{n}","duration_estimate_seconds":60,"notes":null}}"#);
    let shot = |n: usize| {
        let (chapter, what) = (n * 10 / count, if changed == Some(n) { "別の" } else { "朝の" });
        format!(
            r#"{{"id":"s-{n:06}","chapter_id":"c{chapter}","shot_type":"wide","description":"{what}台所で昆布を沈める場面その{n}。湯気と窓の光、手元の寄りから引いていく。","duration_estimate_seconds":5,"image_path":null}}"#
        )
    };
    let chapters: Vec<String> = (0..10).map(chapter).collect();
    let shots: Vec<String> = (0..count).map(shot).collect();
    format!(
        r#"{{"version":0,"topic":{{"candidates":[],"selected":null,"decided_at":null}},"target":{{"audience":null,"competitors":[],"japan_sns":{{"platforms":[],"notes":"x"}}}},"structure":{{"chapters":[{}],"shots":[{}],"opening_hook":null,"confirmed":false,"confirmed_at":null}},"shot_list":[],"sources":[],"feedback":{{"reserved":true,"note":null}}}}"#,
        chapters.join(","),
        shots.join(",")
    )
    .into_bytes()
}

fn build(bytes: Vec<u8>) -> Plan {
    plan::build(Inputs {
        research: ("/p/planning/research-plan.json".into(), FileState::Bytes(bytes)),
        edit: ("/p/edit.json".into(), FileState::Absent),
        intake: ("/p/.akari/intake.json".into(), FileState::Absent),
        target_seconds: None,
        now: DateTime::UNIX_EPOCH,
        read_sidecar: &|_| None,
    })
}

fn long() -> &'static Arc<Plan> {
    static PLAN: OnceLock<Arc<Plan>> = OnceLock::new();
    PLAN.get_or_init(|| Arc::new(build(research(LONG, None))))
}

fn fresh(plan: Arc<Plan>, outside: FreshOutside) -> Fresh {
    Fresh { plan, broken: Default::default(), reason: LoadReason::Changed, outside, incoming: false }
}

struct Board {
    state: State,
    screen: Buffer,
}

impl Board {
    fn open(plan: Arc<Plan>) -> Board {
        let now: DateTime<Utc> = DateTime::UNIX_EPOCH;
        let state = start::state(Seed {
            place: ProjectPlace::default(),
            size: (120, 40),
            language: Some(Language::En),
            drafts: PerPass::new(Draft::new),
            reviewed: Default::default(),
            pass: Pass::Structure,
            fresh: fresh(plan, FreshOutside::default()),
            read_only: None,
            broken: None,
            enter: EnterKey::Save,
            theme: Theme::Dark,
            ascii: false,
            colour: false,
            phrases: Vec::new(),
            remembered: None,
            notify: Notify::None,
            now,
            variable: |name| (name == "TERM").then(|| "xterm-256color".to_owned()),
        });
        Board { state, screen: Buffer::empty(Rect::new(0, 0, 120, 40)) }
    }

    fn tell(&mut self, message: Message) {
        update(&mut self.state, message);
        self.screen.reset();
        view::draw(&self.state, &mut self.screen);
    }

    fn key(&mut self, name: &str) {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
        self.tell(Message::Input(InputEvent::Key(key)));
    }

    /// The least time of many rounds of these keys: what else the machine does only adds to it.
    fn least(&mut self, keys: &[&str]) -> Duration {
        (0..15).map(|_| time(|| keys.iter().for_each(|key| self.key(key)))).min().unwrap()
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

#[track_caller]
fn at_most(what: &str, times: f64, long: Duration, short: Duration) {
    let ratio = long.as_secs_f64() / short.as_secs_f64().max(1e-6);
    assert!(ratio <= times, "{what}: {ratio:.1} times the work ({long:?} and {short:?})");
}

#[test]
fn a_key_costs_the_same_in_a_plan_of_any_size() {
    let mut short = Board::open(Arc::new(build(research(SHORT, None))));
    let mut long = Board::open(long().clone());
    for keys in [
        &["down", "down", "up", "pagedown", "pageup"][..],
        &["G", "up", "g", "down"],
        &["}", "}", "{"],
        &["c", "a", "b", "backspace", "a", "esc"],
        &["tab", "down", "up", "tab"],
    ] {
        at_most(&format!("{keys:?}"), 3.0, long.least(keys), short.least(keys));
    }
}

#[test]
fn typing_a_query_costs_the_same_in_a_plan_of_any_size_and_asks_for_a_search() {
    let mut short = Board::open(Arc::new(build(research(SHORT, None))));
    let mut long = Board::open(long().clone());
    for board in [&mut short, &mut long] {
        board.key("/");
        assert!(board.state.find.ask.take().is_some_and(|ask| ask.query.is_empty()), "the texts are made ready");
    }
    let keys = ["a", "b", "backspace", "backspace"];
    at_most("typing", 3.0, long.least(&keys), short.least(&keys));
    long.key("9");
    let ask = long.state.find.ask.take().expect("a search is asked for");
    assert_eq!((ask.query.as_str(), ask.pass), ("9", Pass::Structure));
    // The answer to an earlier one says nothing; the newest selects its first match.
    long.tell(Message::Found { serial: ask.serial - 1, pass: Pass::Structure, matches: vec![7] });
    assert!(long.state.find.matches.is_empty() && long.state.find.awaited.is_some());
    long.tell(Message::Found { serial: ask.serial, pass: Pass::Structure, matches: vec![50_000, 60_000] });
    assert_eq!((long.state.find.awaited.is_none(), long.state.desk().selected), (true, 50_000));
    // What is done before the answer is done when it comes.
    long.key("8");
    let ask = long.state.find.ask.take().expect("a search is asked for");
    long.key("enter");
    long.key("n");
    long.tell(Message::Found { serial: ask.serial, pass: Pass::Structure, matches: vec![3, 60_000, 70_000] });
    assert_eq!(long.state.desk().selected, 70_000);
}

#[test]
fn a_search_given_up_is_not_answered_any_more() {
    let mut board = Board::open(long().clone());
    board.key("/");
    board.key("9");
    let ask = board.state.find.ask.take().expect("a search is asked for");
    board.key("esc");
    board.tell(Message::Found { serial: ask.serial, pass: Pass::Structure, matches: vec![50_000] });
    assert_eq!((board.state.desk().selected, board.state.find.matches.len()), (0, 0));
}

#[test]
fn a_rewrite_whose_pairs_are_known_is_merged_for_the_price_of_its_rows() {
    let changed = Arc::new(build(research(LONG, Some(5))));
    let before = long().clone();
    let mut board = Board::open(before.clone());
    board.key("G");
    let view = (before.pass(Pass::Structure), changed.pass(Pass::Structure));
    let mut pairs = Vec::new();
    let pairing = time(|| pairs = pair_with_evidence(view.0, view.1));
    let mut outside = FreshOutside::default();
    *outside.followed.of_mut(Pass::Structure) = Some(Followed { before: view.0.sha256.clone(), pairs });
    let merging = time(|| board.tell(Message::Loaded(Box::new(fresh(changed, outside)))));
    assert_eq!(board.state.desk().selected, LONG - 1, "the selection stays on its shot");
    assert!(board.state.plan.retired.is_some(), "the plan before is freed elsewhere");
    at_most("merging", 1.0, merging, pairing);
}

#[test]
fn loading_and_indexing_grow_with_the_plan_and_not_faster() {
    let (few, many) = (4_000, 40_000);
    let least = |count: usize| {
        let bytes = research(count, None);
        (0..3).map(|_| time(|| drop(build(bytes.clone())))).min().unwrap()
    };
    at_most("loading ten times the shots", 20.0, least(many), least(few));
    let indexed = |count: usize| {
        let plan = build(research(count, None));
        (0..3).map(|_| time(|| drop(Index::build(plan.pass(Pass::Structure))))).min().unwrap()
    };
    at_most("indexing ten times the shots", 20.0, indexed(many), indexed(few));
}
