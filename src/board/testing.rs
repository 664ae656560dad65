//! A board without a terminal: made from the texts of plan files, fed with key names, its screen read back as text.

mod checklists;
mod coding;
mod rounds;
mod samples;
mod screen;
mod speed;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::board::disk::gone;
use crate::board::effect::Effect;
use crate::board::finder::Wanted;
use crate::board::go_to::Catalogue;
use crate::board::input::{InputEvent, Key};
use crate::board::layers::Layer;
use crate::board::message::{Fresh, FreshOutside, Laid, LoadReason, Message};
use crate::board::start::{self, Seed};
use crate::board::state::{ListRow, ProjectPlace, State, SubmissionNow};
use crate::board::update::update;
use crate::contract::finding::{Finding, Phrase, Severity};
use crate::contract::plan_comments::Pass;
use crate::contract::{outcome_report, plan_notes};
use crate::locale::Language;
use crate::project::notes::{LoadedNotes, Source, Task};
use crate::project::reports::LoadedReport;
use crate::project::settings::{EnterKey, Theme};
use crate::review::critique::Ruling;
use crate::review::draft::Draft;
use crate::review::per_pass::PerPass;
use crate::review::plan::{self, FileState, Inputs};
use crate::review::round::{Round, SubmissionState};
use crate::review::target::Plan;

pub use checklists::{steps, task, with_checklist};
pub use coding::{coding, critique, lite, many_waves};
pub use rounds::{handled_round, reply, report};
pub use samples::{cuts, many_shots, pick, scaffold, shots, shots_and_clips, structure, undecided};
pub use screen::{check, draw, screen, styled};
pub use speed::{ABOUT, least_time};

/// What the files of a project hold, and how the board on them is opened.
#[derive(Clone)]
pub struct Files {
    pub research: Option<String>,
    pub edit: Option<String>,
    pub intake: Option<String>,
    /// plan.json or detail.json of a coding project.
    pub coding: Option<String>,
    /// plan-critique.json.
    pub critique: Option<String>,
    /// What the reviewer said to replies.
    pub rulings: BTreeMap<String, Ruling>,
    /// Lines of files of the worktree that anchors point into.
    pub worktree: HashMap<String, String>,
    pub sidecars: HashMap<PathBuf, String>,
    pub checklist: Option<String>,
    /// The checklist lies in this task of a database instead of a file.
    pub task: Option<Task>,
    pub submission: Option<SubmissionNow>,
    pub rounds: Vec<Round>,
    /// Outcome reports by file, the newest first.
    pub reports: Vec<(PathBuf, String)>,
    pub size: (u16, u16),
    pub language: Language,
    pub pass: Pass,
    pub read_only: bool,
    pub theme: Theme,
    pub ascii: bool,
    pub enter: EnterKey,
    pub phrases: Vec<String>,
}

/// The time it is on every board.
pub fn now() -> DateTime<Utc> {
    "2026-08-01T10:00:00Z".parse().unwrap()
}

impl Files {
    /// A project of one research-plan.json.
    pub fn of(research: &str) -> Files {
        Files { research: Some(research.to_owned()), ..Files::none() }
    }

    /// A project of one edit.json, opened on the pass it has.
    pub fn of_edit(edit: &str, pass: Pass) -> Files {
        Files { edit: Some(edit.to_owned()), pass, ..Files::none() }
    }

    /// A project without any plan.
    pub fn none() -> Files {
        Files {
            research: None,
            edit: None,
            intake: None,
            coding: None,
            critique: None,
            rulings: BTreeMap::new(),
            worktree: HashMap::new(),
            sidecars: HashMap::new(),
            checklist: None,
            task: None,
            submission: None,
            rounds: Vec::new(),
            reports: Vec::new(),
            size: (80, 24),
            language: Language::En,
            pass: Pass::Structure,
            read_only: false,
            theme: Theme::Auto,
            ascii: false,
            enter: EnterKey::Save,
            phrases: Vec::new(),
        }
    }

    /// The plan these files give.
    pub fn plan(&self) -> Plan {
        if let Some(text) = &self.coding {
            return self.coding_plan(text);
        }
        let file = |text: &Option<String>| {
            text.as_ref().map_or(FileState::Absent, |text| FileState::Bytes(text.as_bytes().to_vec()))
        };
        plan::build(Inputs {
            research: ("/p/planning/research-plan.json".into(), file(&self.research)),
            edit: ("/p/edit.json".into(), file(&self.edit)),
            intake: ("/p/.akari/intake.json".into(), file(&self.intake)),
            target_seconds: None,
            now: now(),
            read_sidecar: &|path| self.sidecars.get(path).map(|text| text.as_bytes().to_vec()),
        })
    }

    /// The checklist these files give.
    pub fn notes(&self) -> Option<LoadedNotes> {
        let text = self.checklist.as_ref()?;
        let file = Source::File("/p/planning/plan_notes.json".into());
        let source = self.task.clone().map_or(file, Source::Task);
        let (notes, findings) = plan_notes::read(source.path(), text.as_bytes());
        Some(LoadedNotes { source, notes, findings, bytes: text.as_bytes().into() })
    }

    /// What reading these files gives.
    pub fn fresh(&self, reason: LoadReason) -> Fresh {
        let plan = self.plan();
        // As the loader does: a file that is no JSON keeps its last good view.
        let broken = PerPass::new(|pass| {
            let view = plan.pass(pass);
            let finding = || {
                let error = plan.findings.iter().find(|f| f.file == view.file && f.severity == Severity::Error);
                error.cloned().unwrap_or_else(|| Finding::new(&view.file, Severity::Error, "unreadable", None))
            };
            match view.unavailable.as_ref().map(|reason| reason.key) {
                Some("reason.absent") => Some(Box::new(gone(&view.file))),
                Some(key) if key.starts_with("reason.broken") => Some(Box::new(finding())),
                _ => None,
            }
        });
        let checklist = self.notes();
        let (submission, rounds) = (self.submission.clone(), self.rounds.clone());
        let reports = self.reports.iter().map(loaded_report).collect();
        let critique = self.judged(&plan);
        let critique_file = self.coding.as_ref().map(|_| coding::CRITIQUE.into()).unwrap_or_default();
        let outside =
            FreshOutside { submission, rounds, critique, critique_file, checklist, reports, ..FreshOutside::default() };
        let laid = plan.passes.iter().map(Laid::of).collect();
        Fresh { plan: Arc::new(plan), broken, reason, outside, incoming: false, laid }
    }

    /// The board, opened.
    pub fn open(&self) -> Board {
        let state = start::state(Seed {
            broken: None,
            colour: false,
            place: ProjectPlace {
                name: "rain-film".into(),
                plan_dir: "planning".into(),
                critique_named: false,
                plan_comments: "planning/plan-comments.json".into(),
                plan_comments_path: "/p/planning/plan-comments.json".into(),
                root: "/p".into(),
            },
            size: self.size,
            language: Some(self.language),
            drafts: PerPass::new(Draft::new),
            reviewed: Default::default(),
            pass: self.pass,
            fresh: self.fresh(LoadReason::Changed),
            read_only: self.read_only.then(|| Phrase::new("read-only.asked")),
            enter: self.enter,
            phrases: self.phrases.clone(),
            theme: self.theme,
            remembered: None,
            notify: Default::default(),
            ascii: self.ascii,
            now: now(),
            variable: |name| (name == "TERM").then(|| "xterm-256color".to_owned()),
        });
        Board { state, effects: Vec::new(), files: self.clone() }
    }
}

/// A report as it is read, written five minutes ago; one without text is not there.
fn loaded_report((file, text): &(PathBuf, String)) -> LoadedReport {
    let (report, mut findings) = outcome_report::read(file, text.as_bytes(), false, None);
    let written_at = (!text.is_empty()).then(|| (now() - chrono::Duration::minutes(5)).into());
    if written_at.is_none() {
        findings = vec![Finding::new(file, Severity::Error, "unreadable", None).with("problem", "io.missing")];
    }
    LoadedReport { file: file.clone(), report, findings, written_at }
}

/// A submission of ours that lies there.
pub fn lying_there(comments: usize, minutes: i64) -> SubmissionNow {
    SubmissionNow {
        pass: Some(Pass::Structure),
        round: Some(1),
        comments,
        submitted_at: Some(now() - chrono::Duration::minutes(minutes)),
        state: SubmissionState::Waiting,
        nothing_changed: false,
        sha256: Some("ab".repeat(32)),
        overall: String::new(),
        checkpoint: None,
    }
}

/// A board and the effects it asked for since they were last looked at.
pub struct Board {
    pub state: State,
    pub effects: Vec<Effect>,
    /// What its next load reads.
    pub files: Files,
}

impl Board {
    /// Applies a message.
    pub fn tell(&mut self, message: Message) -> &mut Board {
        let effects = update(&mut self.state, message);
        self.effects.extend(effects);
        self
    }

    /// What go-to was last asked is answered.
    pub fn sought(&mut self) -> &mut Board {
        let last = self.state.find.questions.iter().rev().find_map(|question| match &question.wanted {
            Wanted::Places(query) => Some((question.serial, query.clone())),
            _ => None,
        });
        let Some((serial, query)) = last else { return self };
        let found = Catalogue::of(&self.state.plan.plan).find(&query, self.state.pass);
        self.tell(Message::WentTo(serial, found))
    }

    /// Presses keys by name, divided by spaces; `"…"` is typed: ASCII key by key, anything else as an input method
    /// commits it.
    pub fn keys(&mut self, names: &str) -> &mut Board {
        for (number, part) in names.split('"').enumerate() {
            if number % 2 == 1 {
                self.text(part);
                continue;
            }
            for name in part.split_whitespace() {
                let key = Key::parse(name).unwrap_or_else(|| panic!("{name} is no key"));
                self.tell(Message::Input(InputEvent::Key(key)));
            }
        }
        self
    }

    /// The board after these keys.
    pub fn after(mut self, names: &str) -> Board {
        self.keys(names);
        self
    }

    /// Types a text.
    pub fn text(&mut self, text: &str) -> &mut Board {
        if text.is_ascii() {
            for c in text.chars() {
                self.tell(Message::Input(InputEvent::Key(Key::char(c))));
            }
        } else {
            self.tell(Message::Input(InputEvent::Text(text.to_owned())));
        }
        self
    }

    /// Pastes a text.
    pub fn paste(&mut self, text: &str) -> &mut Board {
        self.tell(Message::Input(InputEvent::Paste(text.to_owned())))
    }

    /// The files on disk are these now, and the board reads them.
    pub fn load(&mut self, reason: LoadReason) -> &mut Board {
        let fresh = self.files.fresh(reason);
        self.tell(Message::Loaded(Box::new(fresh)))
    }

    /// research-plan.json is rewritten, and the board notices.
    pub fn rewrite(&mut self, research: &str) -> &mut Board {
        self.files.research = Some(research.to_owned());
        self.load(LoadReason::Changed)
    }

    /// `S`, and the files are read as asked.
    pub fn submit(&mut self) -> &mut Board {
        self.keys("S").load(LoadReason::Submit)
    }

    /// Another size.
    pub fn resize(&mut self, width: u16, height: u16) -> &mut Board {
        self.tell(Message::Resized(width, height))
    }

    /// The label of the selected target.
    pub fn selected(&self) -> &str {
        self.state.target().map_or("", |t| t.label.as_str())
    }

    /// Labels of the targets the list shows after the filter.
    pub fn listed(&self) -> Vec<&str> {
        let targets = &self.state.view().targets;
        let rows = self.state.desk().rows.iter();
        rows.filter_map(|r| if let ListRow::Target(p) = r { Some(targets[*p].label.as_str()) } else { None }).collect()
    }

    /// The comments of the pass on screen: title of the target and text.
    pub fn comments(&self) -> Vec<(&str, &str)> {
        self.state.desk().draft.comments.iter().map(|c| (c.anchor.title.as_str(), c.text.as_str())).collect()
    }

    /// The unfinished texts of the pass on screen.
    pub fn unfinished(&self) -> Vec<&str> {
        self.state.desk().draft.unfinished.iter().map(|u| u.text.as_str()).collect()
    }

    /// The text in the open editor.
    pub fn written(&self) -> Option<&str> {
        self.state.writing().map(|w| w.editor.text())
    }

    /// What the status line says.
    pub fn said(&self) -> &str {
        self.state.talk.message.as_ref().map_or("", |(_, text)| text.as_str())
    }

    /// What lies over the board, from below.
    pub fn layers(&self) -> Vec<&'static str> {
        let name = |layer: &Layer| match layer {
            Layer::Write(_) => "write",
            Layer::Search(_) => "search",
            Layer::Help(_) => "help",
            Layer::Checklist(_) => "checklist",
            Layer::Asking(_) => "asking",
            Layer::Findings(_) => "findings",
            Layer::Notices(_) => "notices",
            Layer::Choose(_) => "choose",
            Layer::Repoint(_) => "repoint",
            Layer::Submit(_) => "submit",
            Layer::Rounds(_) => "rounds",
            Layer::Reports(_) => "reports",
            Layer::Answer(_) => "answer",
            Layer::Approve(_) => "approve",
            Layer::Lens(_) => "lens",
            Layer::Objections(_) => "objections",
            Layer::GoTo(_) => "go-to",
            Layer::Commands(_) => "commands",
            Layer::AllComments(_) => "all-comments",
            Layer::Phrases(_) => "phrases",
            Layer::TakeOver(_) => "take-over",
        };
        self.state.layers.iter().map(name).collect()
    }

    /// Takes the effects out, by name.
    pub fn asked(&mut self) -> Vec<&'static str> {
        let name = |effect: Effect| match effect {
            Effect::SaveBackground(_) => "save-background",
            Effect::Notify(_) => "notify",
            Effect::SaveDrafts => "save",
            Effect::SaveReviewed(..) => "save-reviewed",
            Effect::SaveLanguage(_) => "save-language",
            Effect::Load(_) => "load",
            Effect::Submit(_) => "submit",
            Effect::Approve(_) => "approve",
            Effect::Rule { .. } => "rule",
            Effect::Checklist(_) => "checklist",
            Effect::Recall { .. } => "recall",
            Effect::MergeInbox => "merge-inbox",
            Effect::CheckRound(_) => "check-round",
            Effect::SaveSettled(..) => "save-settled",
            Effect::Copy(_) => "copy",
            Effect::EditOutside(_) => "edit-outside",
            Effect::OpenFile(..) => "open-file",
            Effect::TakeOver => "take-over",
            Effect::LetGo => "let-go",
            Effect::Redraw => "redraw",
            Effect::Suspend => "suspend",
        };
        std::mem::take(&mut self.effects).into_iter().map(name).collect()
    }

    /// The screen in one line, so that a sentence is found however it is wrapped.
    pub fn flat(&self) -> String {
        self.screen().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The screen as text.
    pub fn screen(&self) -> String {
        screen(&self.state)
    }
}
