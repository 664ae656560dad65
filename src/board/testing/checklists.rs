//! Checklists made for tests.

use serde_json::{Value, json};

use super::{Board, Files, shots};
use crate::board::effect::{ChecklistOrder, Effect};
use crate::board::message::Message;
use crate::project::notes::{LoadedNotes, Source, Task, WriteError, Written};
use crate::review::checklist::{Change, change};

/// A running checklist of `total` steps, `done` of them done.
pub fn steps(total: usize, done: usize) -> Value {
    let items: Vec<Value> = (0..total)
        .map(|at| {
            let status = match at {
                at if at < done => "done",
                at if at == done => "in_progress",
                _ => "pending",
            };
            json!({"id": format!("step-{}", at + 1), "title": format!("Make part {}", at + 1), "status": status})
        })
        .collect();
    json!({
        "version": 1, "mode": "planned", "items": items, "currentIndex": done.min(total.saturating_sub(1)),
        "autoContinueOnDone": true, "maxAutoTurns": 6, "autoTurnsUsed": done.min(6)
    })
}

/// A board on a project with this checklist.
pub fn with_checklist(value: &Value) -> Files {
    Files { checklist: Some(value.to_string()), ..Files::of(&shots(&["a first", "b second"])) }
}

/// A task of a database with this status.
pub fn task(status: &str) -> Task {
    Task {
        database: "/p/messages.db".into(),
        id: "t-7".to_owned(),
        title: Some("Rain film".to_owned()),
        status: status.to_owned(),
        round_trip_count: 1,
        updated_at: "2026-08-01T09:00:00Z".to_owned(),
        named: false,
        others: Vec::new(),
    }
}

impl Board {
    /// The change of the checklist that was asked for, if one was; other effects are forgotten.
    pub fn checklist_order(&mut self) -> Option<ChecklistOrder> {
        let effects = std::mem::take(&mut self.effects).into_iter();
        effects.filter_map(|effect| if let Effect::Checklist(order) = effect { Some(*order) } else { None }).next_back()
    }

    /// The disk does what was asked for, and answers.
    pub fn write_checklist(&mut self) -> ChecklistOrder {
        let order = self.checklist_order().expect("an order");
        let text = std::str::from_utf8(&order.shown.bytes).unwrap();
        let changed = change(&order.shown.notes, text, &order.change).expect("no refusal");
        self.files.checklist = Some(changed.text);
        if let Source::Task(task) = &order.shown.source {
            let status = if changed.completed { "completed" } else { "active" };
            let status = if matches!(order.change, Change::Next { .. }) { status } else { &task.status };
            let updated_at = "2026-08-01T10:00:01Z".to_owned();
            self.files.task = Some(Task { status: status.to_owned(), updated_at, ..task.clone() });
        }
        let now = self.files.notes().unwrap();
        self.answer(Ok(Written { now, completed: changed.completed }));
        order
    }

    /// The disk answers this.
    pub fn answer(&mut self, result: Result<Written, WriteError>) -> &mut Board {
        self.tell(Message::ChecklistChanged(Box::new(result)))
    }

    /// Somebody else writes this checklist, and the board notices.
    pub fn elsewhere(&mut self, value: &Value) -> &mut Board {
        self.files.checklist = Some(value.to_string());
        self.load(crate::board::message::LoadReason::Changed)
    }

    /// What is there now, as a writer that came too late is told.
    pub fn there(&self) -> Option<Box<LoadedNotes>> {
        self.files.notes().map(Box::new)
    }
}
