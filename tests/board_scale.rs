//! Cost grows with what is on screen, not with the plan: ratios between a long plan and a short one, never times.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use planboard::board::finder::{Question, Wanted};
use planboard::board::input::{InputEvent, Key};
use planboard::board::message::{Followed, Fresh, FreshOutside, Laid, LoadReason, Message};
use planboard::board::rows::Rows;
use planboard::board::start::{self, Seed};
use planboard::board::state::{Filter, ProjectPlace, State};
use planboard::board::update::update;
use planboard::board::view;
use planboard::contract::plan_comments::Pass;
use planboard::locale::Language;
use planboard::project::reviewed::Reviewed;
use planboard::project::settings::{EnterKey, Notify, Theme};
use planboard::review::draft::{Anchor, Draft};
use planboard::review::history::History;
use planboard::review::matching::pair_with_evidence;
use planboard::review::per_pass::PerPass;
use planboard::review::plan::{self, FileState, Inputs};
use planboard::review::search::Index;
use planboard::review::target::Plan;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const SHORT: usize = 1_000;
const LONG: usize = 100_000;
/// One target in so many has a mark and a comment.
const TENTH: usize = 10;
/// How often keys are measured.
const ROUNDS: usize = 15;

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
    let laid = plan.passes.iter().map(Laid::of).collect();
    Fresh { plan, broken: Default::default(), reason: LoadReason::Changed, outside, incoming: false, laid }
}

struct Board {
    state: State,
    screen: Buffer,
}

impl Board {
    fn open(plan: Arc<Plan>) -> Board {
        Board::with(plan, Draft::new(Pass::Structure), Reviewed::default())
    }

    /// With these comments and marks in the first pass.
    fn with(plan: Arc<Plan>, draft: Draft, marks: Reviewed) -> Board {
        let mut drafts = PerPass::new(Draft::new);
        *drafts.of_mut(Pass::Structure) = draft;
        let mut reviewed: PerPass<Reviewed> = Default::default();
        *reviewed.of_mut(Pass::Structure) = marks;
        let now: DateTime<Utc> = DateTime::UNIX_EPOCH;
        let state = start::state(Seed {
            place: ProjectPlace::default(),
            size: (120, 40),
            language: Some(Language::En),
            drafts,
            reviewed,
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
        self.draw();
    }

    fn draw(&mut self) {
        self.screen.reset();
        view::draw(&self.state, &mut self.screen);
    }

    fn key(&mut self, name: &str) {
        let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
        self.tell(Message::Input(InputEvent::Key(key)));
    }

    /// Number and words of the search that was last asked for.
    fn searched(&mut self) -> (u64, String) {
        let asked = self.state.find.questions.pop().expect("a search is asked for");
        let Wanted::Matches(query) = asked.wanted else { panic!("no search") };
        (asked.serial, query)
    }

    /// The answer to the filter that was last asked for.
    fn filtered(&mut self) -> Message {
        let Question { serial, plan, pass, wanted } = self.state.find.questions.pop().expect("a filter is asked for");
        let Wanted::Rows(shown) = wanted else { panic!("no filter") };
        Message::Filtered { serial, pass, rows: Rows::of(plan.pass(pass), Some(shown)) }
    }

    /// Sets a filter, and has it answered.
    fn filter(&mut self, filter: Filter) {
        while self.state.find.filter != filter {
            self.key("f");
        }
        if self.state.find.filtering.is_some() {
            let answer = self.filtered();
            self.tell(answer);
        }
    }

    /// What is on the screen.
    fn text(&self) -> String {
        self.screen
            .content()
            .chunks(120)
            .map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>() + "\n")
            .collect()
    }

    /// The least times of many rounds of these keys, to update and to draw: what else the machine does only adds to it.
    fn least(&mut self, keys: &[&str]) -> [Duration; 2] {
        let rounds: Vec<_> = (0..ROUNDS)
            .map(|_| {
                let mut drawing = Duration::ZERO;
                let all = time(|| {
                    for key in keys {
                        let key = Key::parse(key).unwrap_or_else(|| panic!("{key} is no key"));
                        update(&mut self.state, Message::Input(InputEvent::Key(key)));
                        drawing += time(|| self.draw());
                    }
                });
                (all.saturating_sub(drawing), drawing)
            })
            .collect();
        [
            rounds.iter().map(|(updating, _)| *updating).min().unwrap(),
            rounds.iter().map(|(_, drawing)| *drawing).min().unwrap(),
        ]
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

/// Neither updating nor drawing takes more than three times as long. (Of times too short to be measured well a tenth of a
/// millisecond counts.)
#[track_caller]
fn same(what: &str, long: [Duration; 2], short: [Duration; 2]) {
    let least = Duration::from_micros(100);
    for (part, (long, short)) in ["update", "draw"].into_iter().zip(long.into_iter().zip(short)) {
        at_most(&format!("{what}, {part}"), 3.0, long, short.max(least));
    }
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
        same(&format!("{keys:?}"), long.least(keys), short.least(keys));
    }
}

#[test]
fn typing_a_query_costs_the_same_in_a_plan_of_any_size_and_asks_for_a_search() {
    let mut short = Board::open(Arc::new(build(research(SHORT, None))));
    let mut long = Board::open(long().clone());
    for board in [&mut short, &mut long] {
        board.key("/");
        assert_eq!(board.searched().1, "", "the texts are made ready");
    }
    let keys = ["a", "b", "backspace", "backspace"];
    same("typing", long.least(&keys), short.least(&keys));
    long.key("9");
    let (serial, query) = long.searched();
    assert_eq!(query, "9");
    // The answer to an earlier one says nothing; the newest selects its first match.
    long.tell(Message::Found { serial: serial - 1, pass: Pass::Structure, matches: vec![7] });
    assert!(long.state.find.matches.is_empty() && long.state.find.awaited.is_some());
    long.tell(Message::Found { serial, pass: Pass::Structure, matches: vec![50_000, 60_000] });
    assert_eq!((long.state.find.awaited.is_none(), long.state.desk().selected), (true, 50_000));
    // What is done before the answer is done when it comes.
    long.key("8");
    let (serial, _) = long.searched();
    long.key("enter");
    long.key("n");
    long.tell(Message::Found { serial, pass: Pass::Structure, matches: vec![3, 60_000, 70_000] });
    assert_eq!(long.state.desk().selected, 70_000);
}

#[test]
fn going_through_matches_costs_the_same_with_any_number_of_them() {
    let mut boards = [Arc::new(build(research(SHORT, None))), long().clone()].map(Board::open);
    for board in &mut boards {
        board.key("/");
        board.key("9");
        let (serial, _) = board.searched();
        let count = board.state.view().targets.len();
        board.tell(Message::Found { serial, pass: Pass::Structure, matches: (0..count).collect() });
        board.key("enter");
    }
    let [short, long] = &mut boards;
    for keys in [&["n", "n", "N"][..], &["g", "N", "n", "N", "N"], &["/", "a", "backspace", "esc"]] {
        same(&format!("{keys:?}"), long.least(keys), short.least(keys));
    }
}

#[test]
fn a_search_given_up_is_not_answered_any_more() {
    let mut board = Board::open(long().clone());
    board.key("/");
    board.key("9");
    let (serial, _) = board.searched();
    board.key("esc");
    board.tell(Message::Found { serial, pass: Pass::Structure, matches: vec![50_000] });
    assert_eq!((board.state.desk().selected, board.state.find.matches.len()), (0, 0));
}

/// A short and a long plan; of both every tenth target is reviewed and has a comment.
fn marked() -> [Board; 2] {
    type Work = (Draft, Reviewed);
    static WORK: OnceLock<[Work; 2]> = OnceLock::new();
    let plans = [Arc::new(build(research(SHORT, None))), long().clone()];
    let work = |plan: &Arc<Plan>| {
        let (mut draft, mut marks) = (Draft::new(Pass::Structure), Reviewed::default());
        for target in plan.pass(Pass::Structure).targets.iter().step_by(TENTH) {
            marks.toggle(target);
            let change = draft.adding(Anchor::of(target).unwrap(), "もっと短く", DateTime::UNIX_EPOCH);
            History::default().apply(&mut draft, change, DateTime::UNIX_EPOCH);
        }
        (draft, marks)
    };
    let work = WORK.get_or_init(|| [work(&plans[0]), work(&plans[1])]);
    let [short, long] = plans;
    [(short, &work[0]), (long, &work[1])].map(|(plan, (draft, marks))| {
        let mut board = Board::with(plan, draft.clone(), marks.clone());
        board.key("down");
        board
    })
}

#[test]
fn a_filter_is_asked_for_and_costs_the_same_in_a_plan_of_any_size() {
    let [mut short, mut long] = marked();
    let cycle = ["f"; 6];
    same("f", long.least(&cycle), short.least(&cycle));
    // Not answered yet: the list stays, keys are answered, and after a while it says so.
    long.key("f");
    let rows = long.state.desk().rows.len();
    long.key("down");
    assert_eq!((rows, long.state.find.filter), (LONG + 10, Filter::Commented));
    assert!(!long.text().contains("filtering…"));
    long.state.session.now += TimeDelta::milliseconds(150);
    long.key("down");
    assert!(long.text().contains("filtering…"), "{}", long.text());
    // Only the newest counts.
    let old = long.filtered();
    long.key("f");
    long.tell(old);
    assert_eq!(long.state.desk().rows.len(), rows);
    let newest = long.filtered();
    long.tell(newest);
    assert!(!long.text().contains("filtering…"));
    assert_eq!((long.state.desk().rows.targets(), long.state.find.filtering.is_none()), (LONG - LONG / TENTH, true));
    assert_eq!(long.state.desk().selected, 3, "the selected target is not reviewed: it stays");
}

#[test]
fn a_mark_under_a_filter_that_is_not_answered_yet_asks_again() {
    let [_, mut long] = marked();
    long.key("f");
    long.key("f");
    let old = long.filtered();
    long.key("space");
    long.tell(old);
    assert!(long.state.find.filtering.is_some(), "what was asked before the mark does not count");
    let newest = long.filtered();
    long.tell(newest);
    assert_eq!(long.state.desk().rows.targets(), LONG - LONG / TENTH - 1);
    assert!(!long.state.desk().rows.has(1));
}

#[test]
fn keys_cost_the_same_with_any_number_of_marks_and_comments() {
    let [mut short, mut long] = marked();
    for keys in [
        &["space", "up", "space", "up"][..],
        &["]", "]", "["],
        &["g", "[", "]"],
        &["}", "{"],
        &["down", "tab", "down", "tab", "up"],
    ] {
        same(&format!("{keys:?}"), long.least(keys), short.least(keys));
    }
}

#[test]
fn keys_cost_the_same_under_any_filter() {
    let [mut short, mut long] = marked();
    for filter in [Filter::Commented, Filter::NotReviewed, Filter::ChangedOrCommented] {
        for board in [&mut short, &mut long] {
            board.filter(filter);
        }
        for keys in [&["down", "down", "up"][..], &["G", "pageup", "g"], &["}", "{"], &["]", "["]] {
            same(&format!("{filter:?} {keys:?}"), long.least(keys), short.least(keys));
        }
    }
}

#[test]
fn a_mark_changes_one_row_of_a_filtered_list() {
    let [mut short, mut long] = marked();
    for board in [&mut short, &mut long] {
        board.filter(Filter::NotReviewed);
    }
    // A bit of each target is looked at, and the rows behind the one that goes move up: more than nothing, but no list is made.
    let least = Duration::from_micros(100);
    let ([long_update, long_draw], [update, draw]) = (long.least(&["space"]), short.least(&["space"]));
    at_most("space, update", 8.0, long_update, update.max(least));
    at_most("space, draw", 3.0, long_draw, draw.max(least));
    assert!(long.state.find.filtering.is_none(), "nothing is asked for");
    assert_eq!(long.state.desk().rows.targets(), LONG - LONG / TENTH - ROUNDS);
}

#[test]
fn the_panel_of_all_comments_costs_the_same_with_any_number_of_them() {
    let [mut short, mut long] = marked();
    let open = ["C", "esc"];
    same("opening", long.least(&open), short.least(&open));
    for board in [&mut short, &mut long] {
        board.key("C");
    }
    for keys in [&["down", "down", "up"][..], &["pagedown", "pageup"], &["G", "up", "g"]] {
        same(&format!("{keys:?}"), long.least(keys), short.least(keys));
    }
}

#[test]
fn the_submit_dialogue_costs_the_same_with_any_number_of_comments() {
    let mut boards = marked();
    for board in &mut boards {
        let plan = board.state.plan.plan.clone();
        let read = Fresh { reason: LoadReason::Submit, ..fresh(plan, FreshOutside::default()) };
        board.tell(Message::Loaded(Box::new(read)));
        assert_eq!(board.state.layers.len(), 1);
    }
    let [short, long] = &mut boards;
    let keys = ["down", "down", "up"];
    same("the dialogue", long.least(&keys), short.least(&keys));
}

#[test]
fn what_is_undone_costs_no_more_than_the_comments_there_are() {
    // The plan is long, the comments are few: undo does not walk the plan.
    let mut boards = [Arc::new(build(research(SHORT, None))), long().clone()].map(Board::open);
    for board in &mut boards {
        ["c", "a", "enter", "down", "c", "b", "enter"].iter().for_each(|key| board.key(key));
        board.filter(Filter::Commented);
    }
    let [short, long] = &mut boards;
    let keys = ["u", "ctrl-r", "u", "ctrl-r"];
    same("undo and redo", long.least(&keys), short.least(&keys));
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
