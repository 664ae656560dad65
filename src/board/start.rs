//! Opening a board: what is on disk becomes the first state.

use std::env;
use std::sync::mpsc::Sender;

use chrono::{DateTime, TimeDelta, Utc};

use crate::board::checklist;
use crate::board::gate::{self, Gate};
use crate::board::message::Fresh;
use crate::board::notify::Attention;
use crate::board::options::Options;
use crate::board::positions::Positions;
use crate::board::reports::{self, AnswerDesk};
use crate::board::rows::Rows;
use crate::board::run::{Event, Outlet};
use crate::board::state::{Desk, Find, Outside, Pane, PlanPart, ProjectPlace, Session, State, Talk};
use crate::board::terminal::{ColorDepth, Output};
use crate::board::theme::{Contrast, Ground, Theme};
use crate::board::timeline::Kept;
use crate::board::tracked::{Memo, Tracked};
use crate::board::update;
use crate::board::worker::Worker;
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::locale::{Language, Locale};
use crate::project::reviewed::Reviewed;
use crate::project::settings::{EnterKey, Notify, Theme as ThemeSetting};
use crate::review::draft::Draft;
use crate::review::hand_off::pass_key;
use crate::review::history::History;
use crate::review::per_pass::PerPass;

/// The terminal's answer changes the colours within this time; later it would only startle (board rules, look).
const ANSWER_TIME: TimeDelta = TimeDelta::seconds(2);

/// A board that is ready to draw.
pub struct Started {
    /// The first state.
    pub state: State,
    /// Who does what is to be done on the disk.
    pub worker: Worker,
}

/// What a first state is made from.
pub struct Seed {
    /// Where the project is.
    pub place: ProjectPlace,
    /// Columns and rows in cells.
    pub size: (u16, u16),
    /// Language of the interface; `None`: the environment decides, then the plan.
    pub language: Option<Language>,
    /// The drafts.
    pub drafts: PerPass<Draft>,
    /// The reviewed marks.
    pub reviewed: PerPass<Reviewed>,
    /// The pass shown first.
    pub pass: Pass,
    /// What was read.
    pub fresh: Fresh,
    /// Why nothing may be changed, if nothing may.
    pub read_only: Option<Phrase>,
    /// What is to be said of a draft that could not be read.
    pub broken: Option<Phrase>,
    /// What Enter does in the editor.
    pub enter: EnterKey,
    /// Canned phrases.
    pub phrases: Vec<String>,
    /// Colours asked for.
    pub theme: ThemeSetting,
    /// The background this terminal answered with the last time.
    pub remembered: Option<Ground>,
    /// How the reviewer is called.
    pub notify: Notify,
    /// ASCII signs only.
    pub ascii: bool,
    /// Colours were asked for, whatever NO_COLOR says.
    pub colour: bool,
    /// The time it is.
    pub now: DateTime<Utc>,
    /// The environment.
    pub variable: fn(&str) -> Option<String>,
}

/// Reads everything and makes the first state; the worker has begun.
pub fn start(options: &Options, size: (u16, u16), sender: Sender<Event>, output: Output) -> Started {
    let (worker, seed) = Worker::start(options, size, Outlet::new(sender), output);
    let mut state = state(seed);
    (state.gate.on, state.gate.opened) = (options.gate, options.opened);
    Started { state, worker }
}

/// The first state.
pub fn state(seed: Seed) -> State {
    let script = seed.fresh.plan.script;
    let language = seed.language.unwrap_or_else(|| Language::from_environment(seed.variable, script));
    let plan_language = script.and_then(Language::from_code).unwrap_or(language);
    let depth = match seed.theme {
        ThemeSetting::Mono => ColorDepth::None,
        _ => ColorDepth::of(|name| (seed.variable)(name).filter(|_| name != "NO_COLOR" || !seed.colour)),
    };
    let remembered = seed.remembered;
    let ground = Ground::of_setting(seed.theme, (seed.variable)("COLORFGBG").as_deref(), remembered);
    let contrast = Contrast::of(seed.theme);
    let mut marks = seed.reviewed.into_iter();
    let desks = seed.drafts.map(|draft| Desk {
        draft: Tracked::new(draft),
        history: History::default(),
        sent: Tracked::default(),
        noted: Memo::default(),
        items: Memo::default(),
        reviewed: marks.next().unwrap_or_default(),
        reviewed_now: Positions::default(),
        changed: Positions::default(),
        rows: Rows::default(),
        selected: 0,
        scroll: 0,
        timeline: Kept::default(),
        dirty: false,
    });
    let mut state = State {
        place: seed.place,
        plan: PlanPart::default(),
        desks,
        pass: seed.pass,
        pane: Pane::List,
        waves_hidden: false,
        zoom: 0,
        detail_scroll: 0,
        menu_top: 0,
        find: Find::default(),
        all_comments: Memo::default(),
        layers: Vec::new(),
        answers: AnswerDesk::default(),
        notices_off: Default::default(),
        outside: Outside { read_only: seed.read_only, ..Outside::default() },
        talk: Talk { banner: seed.broken, ..Talk::default() },
        gate: Gate::default(),
        session: Session {
            width: seed.size.0,
            height: seed.size.1,
            now: seed.now,
            locale: Locale::of(language),
            plan_locale: Locale::of(plan_language),
            theme: Theme::of(contrast, ground, depth, seed.ascii),
            contrast,
            attention: Attention::new(seed.notify, seed.now)
                .inside_tmux((seed.variable)("TMUX").is_some_and(|tmux| !tmux.is_empty())),
            answers_until: seed.now + ANSWER_TIME,
            remembered,
            depth,
            ascii: seed.ascii,
            theme_fixed: !matches!(seed.theme, ThemeSetting::Auto | ThemeSetting::HighContrast),
            enter: seed.enter,
            phrases: seed.phrases,
            quit: false,
        },
    };
    update::begin(&mut state, seed.fresh);
    gate::see(&mut state);
    state
}

/// The environment of this process.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// What is said after the board closed: what is kept for the next time; or, where it could not be saved (`unsaved`), why,
/// and every text, so that it can be copied from there.
pub fn farewell(state: &State, unsaved: Option<&Phrase>) -> Option<String> {
    let locale = state.session.locale;
    let reason = |(id, text): (&String, &String)| locale.say("farewell.insist", &[("id", id), ("text", text)]);
    let summary = checklist::unwritten(state).map(|text| locale.say("farewell.summary", &[("text", text)]));
    let summary = summary.into_iter().chain(state.outside.reasons.iter().map(reason));
    if let Some(reason) = unsaved {
        let mut lines = vec![locale.say("farewell.unsaved", &[("reason", &locale.phrase(reason))])];
        for pass in Pass::ALL {
            let draft = state.draft_to_save(pass);
            let comments = draft.comments.iter().map(|c| (c.anchor.title.as_str(), c.text.as_str()));
            let unfinished =
                draft.unfinished.iter().map(|u| (u.anchor.as_ref().map_or("", |a| &a.title), u.text.as_str()));
            let overall = (!draft.overall.is_empty()).then_some(("", draft.overall.as_str()));
            lines.extend(comments.chain(unfinished).chain(overall).map(|(title, text)| format!("\n{title}\n  {text}")));
        }
        for answers in state.answers.dirty.iter().map(|file| reports::to_save(state, file)) {
            let texts =
                answers.given.iter().map(|a| (&a.mark, &a.decision, a.begun.as_ref().map_or(&a.text, |(t, _)| t)));
            lines.extend(texts.map(|(mark, decision, text)| format!("\n{mark} {decision}\n  {text}")));
        }
        lines.extend(summary);
        return Some(lines.join("\n"));
    }
    let mut kept = Vec::new();
    for pass in Pass::ALL {
        let draft = state.draft_to_save(pass);
        let name = locale.word(pass_key(pass));
        let counts = [("farewell.comments", draft.comments.len()), ("farewell.unfinished", draft.unfinished.len())];
        for (key, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            kept.push(locale.say(key, &[("n", &count.to_string()), ("pass", name)]));
        }
    }
    let what = kept.join(locale.word("farewell.and"));
    let kept = (!kept.is_empty()).then(|| locale.say("farewell.kept", &[("what", &what)]));
    let lines: Vec<String> = kept.into_iter().chain(summary).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
