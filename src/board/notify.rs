//! Calling the reviewer who looks elsewhere: by bell or by a notification of the terminal (OSC 9); and the title of the
//! window. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use crate::board::input::InputEvent;
use crate::board::message::Message;
use crate::board::state::State;
use crate::board::terminal::tmux::handed_on;
use crate::project::settings::Notify;
use crate::review::round::SubmissionState;
use crate::text::clean;

/// Without a key for this long nobody is taken to look.
const IDLE: TimeDelta = TimeDelta::seconds(60);
/// Characters of a title or a notification at most.
const LONGEST: usize = 120;

/// What the reviewer is called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// The submission was handled.
    Handled,
    /// A decision of an outcome report is urgent (P0).
    Urgent,
    /// Nobody waits for the decision any more, and none was made.
    NobodyWaits,
}

/// Whether the reviewer looks, and how to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attention {
    /// How to call.
    notify: Notify,
    /// The board is inside tmux, which hands a notification on only if it is wrapped.
    in_tmux: bool,
    /// The window has the focus; `None`: the terminal never told.
    focused: Option<bool>,
    /// When a key or the mouse was last used, or the board opened.
    last_key: DateTime<Utc>,
    /// Who waited was told a decision: that they go is no news.
    decided: bool,
}

impl Attention {
    /// The board opens now, which somebody asked for.
    pub fn new(notify: Notify, now: DateTime<Utc>) -> Attention {
        Attention { notify, in_tmux: false, focused: None, last_key: now, decided: false }
    }

    /// The same, inside tmux or not.
    pub fn inside_tmux(self, in_tmux: bool) -> Attention {
        Attention { in_tmux, ..self }
    }

    fn is_elsewhere(&self, now: DateTime<Utc>) -> bool {
        self.focused == Some(false) || now - self.last_key >= IDLE
    }
}

/// What the board knew before a message.
pub struct Known {
    handled: bool,
    urgent: usize,
    waited: bool,
}

impl Known {
    /// Before `message`; what it tells of the reviewer's attention is noted.
    pub fn before(state: &mut State, message: &Message) -> Known {
        let now = state.session.now;
        let attention = &mut state.session.attention;
        match message {
            Message::Input(InputEvent::Focus(focused)) => attention.focused = Some(*focused),
            Message::Input(
                InputEvent::Key(_)
                | InputEvent::Text(_)
                | InputEvent::Paste(_)
                | InputEvent::Click { .. }
                | InputEvent::Scroll { .. },
            ) => attention.last_key = now,
            Message::Submitted(..) | Message::Approved(..) | Message::Decided(_) => attention.decided = true,
            _ => {}
        }
        Known::now(state)
    }

    fn now(state: &State) -> Known {
        let handled = |s: &crate::board::state::SubmissionNow| s.state == SubmissionState::Handled;
        Known {
            handled: state.outside.submission.as_ref().is_none_or(handled),
            urgent: state.outside.urgent,
            waited: state.outside.waited,
        }
    }
}

/// What to call the reviewer for, now that the message was taken: each change once, the weightiest first; nothing while
/// somebody looks.
pub fn call(state: &mut State, before: &Known) -> Option<Call> {
    let now = Known::now(state);
    let decided = state.session.attention.decided;
    if now.waited && !before.waited {
        // A new one waits: for a decision that is still to come.
        state.session.attention.decided = false;
    }
    let has_submission = state.outside.submission.is_some();
    let found = if now.urgent > before.urgent {
        Some(Call::Urgent)
    } else if has_submission && now.handled && !before.handled {
        Some(Call::Handled)
    } else if before.waited && !now.waited && !decided {
        Some(Call::NobodyWaits)
    } else {
        None
    };
    let attention = &state.session.attention;
    found.filter(|_| attention.notify != Notify::None && attention.is_elsewhere(state.session.now))
}

/// What goes to the terminal.
pub fn bytes(state: &State, call: Call) -> Vec<u8> {
    match state.session.attention.notify {
        Notify::None => Vec::new(),
        Notify::Bell => b"\x07".to_vec(),
        Notify::Osc9 => {
            let key = match call {
                Call::Handled => "notify.handled",
                Call::Urgent => "notify.urgent",
                Call::NobodyWaits => "notify.nobody-waits",
            };
            let said = state.say(key, &[("project", &state.place.name)]);
            let sequence = format!("\x1b]9;{}\x1b\\", plain(&said)).into_bytes();
            if state.session.attention.in_tmux { handed_on(&sequence) } else { sequence }
        }
    }
}

/// The title of the window: `planboard`, and the project.
pub fn title(state: &State) -> String {
    plain(&format!("planboard {}", state.place.name))
}

/// A line without anything that could steer a terminal.
fn plain(text: &str) -> String {
    clean::line(text).chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}
