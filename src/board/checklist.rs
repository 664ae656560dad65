//! The checklist panel: where it is scrolled to, what may be done to the checklist that is shown, and the change that
//! waits to be confirmed. Read by update and view.

use crate::board::editor::Editor;
use crate::board::keys::Action;
use crate::board::layers::Layer;
use crate::board::state::State;
use crate::contract::finding::Phrase;
use crate::contract::plan_notes::{self, Checklist, PlanNotes, StepStatus};
use crate::project::notes::{LoadedNotes, MERGE_READY, Task};
use crate::review::checklist::{self, Change, Outlook, Refusal};

/// A row of the panel: parts are the head (0), the steps (from 1), the findings. Only the parts in sight are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// Which part, from 0.
    pub part: usize,
    /// Which of its rows, from 0.
    pub row: usize,
}

/// What is done to the checklist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// The step in progress is done.
    Next,
    /// No further step until it is resumed.
    Stop,
    /// Goes on where it was stopped.
    Resume,
}

impl Act {
    /// What this action of the panel does to the checklist, if anything.
    pub fn of(action: Action) -> Option<Act> {
        match action {
            Action::NextStep => Some(Act::Next),
            Action::StopChecklist => Some(Act::Stop),
            Action::ResumeChecklist => Some(Act::Resume),
            _ => None,
        }
    }

    /// The change, with what was done; blank is nothing.
    pub fn change(self, summary: &str) -> Change {
        match self {
            Act::Next => {
                let summary = Some(summary.trim().to_owned()).filter(|summary| !summary.is_empty());
                Change::Next { summary, changed_files: Vec::new() }
            }
            Act::Stop => Change::Stop,
            Act::Resume => Change::Resume,
        }
    }
}

/// A change to the checklist that waits to be confirmed.
pub struct Asking {
    /// What is to be done.
    pub act: Act,
    /// The checklist as it was shown: what is changed, or nothing.
    pub shown: LoadedNotes,
    /// What it comes to.
    pub effect: Forecast,
    /// What was done, in one line; there for [`Act::Next`] alone.
    pub summary: Option<Box<Editor>>,
    /// The checklist changed meanwhile: the next Enter only says that this was seen.
    pub changed: bool,
    /// A person goes on though the task is not approved.
    pub force: bool,
    /// Being written right now.
    pub busy: bool,
    /// First row shown.
    pub scroll: usize,
    /// What went wrong.
    pub notice: Option<Phrase>,
}

/// What a change comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// Position of the step in progress before.
    pub step: Option<usize>,
    /// Position of the step in progress after.
    pub next: Option<usize>,
    /// What happens then.
    pub outlook: Outlook,
}

impl Asking {
    /// The list that is to be changed.
    pub fn list(&self) -> Option<&Checklist> {
        list(&self.shown)
    }

    /// The task, where it is not approved though the next step needs that.
    pub fn unapproved(&self) -> Option<&Task> {
        self.shown.source.task().filter(|task| self.act == Act::Next && task.status != MERGE_READY)
    }
}

/// The checklist, if what was read is one.
pub fn list(loaded: &LoadedNotes) -> Option<&Checklist> {
    if let PlanNotes::Checklist(list) = &loaded.notes { Some(list) } else { None }
}

/// Position of the current step.
pub fn current(list: &Checklist) -> Option<usize> {
    let current = list.current()?;
    list.items.iter().position(|step| std::ptr::eq(step, current))
}

/// The change that waits to be confirmed.
pub fn asking(state: &State) -> Option<&Asking> {
    state.layers.iter().rev().find_map(|layer| if let Layer::Asking(asking) = layer { Some(&**asking) } else { None })
}

/// What was typed of a step that is done and is not written: in the open question, or kept from one.
pub fn unwritten(state: &State) -> Option<&str> {
    let open = asking(state).and_then(|asking| asking.summary.as_deref()).filter(|editor| !editor.is_blank());
    let kept = state.outside.summary.as_ref().map(|(_, text)| text.as_str());
    open.map(Editor::text).or(kept)
}

/// Why this cannot be done now, as far as can be told before trying; `None`: it is offered.
pub fn refusal(state: &State, act: Act) -> Option<Phrase> {
    if let Some(reason) = &state.outside.read_only {
        return Some(reason.clone());
    }
    let Some(loaded) = &state.outside.checklist else { return Some(Phrase::new("talk.no-checklist")) };
    let refused = match &loaded.notes {
        PlanNotes::Note(_) if loaded.is_blank() => Some(Refusal::Empty),
        PlanNotes::Note(_) => Some(Refusal::Note),
        PlanNotes::Newer { version, .. } => Some(Refusal::Newer(*version)),
        PlanNotes::Checklist(list) => match (act, loaded.source.outlook(checklist::outlook(list))) {
            (Act::Resume, Outlook::Stopped) => None,
            (Act::Resume, _) => Some(Refusal::NotStopped),
            (Act::Stop, Outlook::Stopped) => Some(Refusal::AlreadyStopped),
            (Act::Next, Outlook::Stopped) => Some(Refusal::Stopped),
            (_, Outlook::Complete) => Some(Refusal::Complete),
            (_, Outlook::TaskCompleted) => return Some(task_completed(loaded)),
            (_, Outlook::Broken) | (Act::Next, Outlook::UnknownNext) => {
                return Some(Phrase::new("checklist.broken-refused"));
            }
            _ => None,
        },
    };
    let several = || loaded.source.task().filter(|task| !task.named && !task.others.is_empty());
    refused.map(|refused| refused.phrase()).or_else(|| {
        let task = several()?;
        Some(needs_task(std::iter::once(&task.id).chain(&task.others)))
    })
}

fn task_completed(loaded: &LoadedNotes) -> Phrase {
    let id = loaded.source.task().map_or("", |task| &task.id);
    Phrase::new("notes.refused-completed").with("task", id)
}

/// That a task has to be named, of these.
pub fn needs_task<'a>(ids: impl IntoIterator<Item = &'a String>) -> Phrase {
    Phrase::new("checklist.needs-task").with("ids", some_ids(ids))
}

/// The first of many ids, in one line.
pub fn some_ids<'a>(ids: impl IntoIterator<Item = &'a String>) -> String {
    const MOST: usize = 12;
    let ids: Vec<&str> = ids.into_iter().map(String::as_str).collect();
    let shown = ids.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    if ids.len() > MOST { format!("{shown}, …") } else { shown }
}

/// What a change would come to.
///
/// # Errors
/// Why it is refused.
pub fn forecast(loaded: &LoadedNotes, act: Act) -> Result<Forecast, Phrase> {
    let text = std::str::from_utf8(&loaded.bytes).map_err(|_| Refusal::Note.phrase())?;
    let changed = checklist::change(&loaded.notes, text, &act.change("")).map_err(|refused| refused.phrase())?;
    let (after, _) = plan_notes::read(loaded.source.path(), changed.text.as_bytes());
    let (Some(before), PlanNotes::Checklist(after)) = (list(loaded), after) else { return Err(Refusal::Note.phrase()) };
    let in_progress = |list: &Checklist| list.items.iter().position(|step| step.status == StepStatus::InProgress);
    // Whether the next step starts by itself is decided before it has started.
    let outlook = match act {
        Act::Next => checklist::outlook(before),
        Act::Stop | Act::Resume => loaded.source.outlook(checklist::outlook(&after)),
    };
    Ok(Forecast { step: in_progress(before), next: in_progress(&after), outlook })
}
