//! Why nothing may be changed, and the way out: short enough for the line it stands in (board rules, "Never lost").

use chrono::{DateTime, Utc};

use crate::board::keys::{self, Action, Context};
use crate::board::state::State;
use crate::contract::finding::Phrase;
use crate::project::lock::Holder;
use crate::text::cells;

/// Minutes in an hour and a day.
const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;

/// Who has the board open, and how long ago a key was last pressed there: in steps of 1 min, 5 min, 1 h, 1 day.
pub fn held_by(holder: Option<&Holder>, now: DateTime<Utc>) -> Phrase {
    let Some(holder) = holder else { return Phrase::new("read-only.held-unknown") };
    let (key, n) = match (now - holder.last_key).num_minutes() {
        ..1 => ("read-only.held-now", 0),
        minutes @ 1..5 => ("read-only.held", minutes),
        minutes @ 5..HOUR => ("read-only.held", minutes / 5 * 5),
        minutes @ HOUR..DAY => ("read-only.held-hours", minutes / HOUR),
        minutes => ("read-only.held-days", minutes / DAY),
    };
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    Phrase::new(key)
        .with("pid", holder.pid.to_string())
        .with("terminal", name(&holder.terminal))
        .with("host", name(&holder.host))
        .with("n", n.to_string())
}

/// Whether another board keeps this one from writing, so that it can take over.
pub fn is_held(state: &State) -> bool {
    state.outside.read_only.as_ref().is_some_and(is_held_words)
}

fn is_held_words(reason: &Phrase) -> bool {
    reason.key.starts_with("read-only.held")
}

/// A reason in words: where another board is it, with the key that takes over, in the longest form that fits `width`
/// cells.
pub fn words(state: &State, reason: &Phrase, width: usize) -> String {
    let whole = state.session.locale.phrase(reason);
    if !is_held_words(reason) {
        return whole;
    }
    let key = keys::shown(Context::Board, Action::TakeOver);
    let terminal = reason.args.iter().find(|(name, _)| *name == "terminal").map(|(_, value)| value.as_str());
    let terminal = terminal.map(|path| path.strip_prefix("/dev/").unwrap_or(path));
    let whole = state.say("read-only.offered", &[("reason", &whole), ("key", &key)]);
    let short = terminal.map(|terminal| state.say("read-only.in-short", &[("terminal", terminal), ("key", &key)]));
    let shortest = state.say("read-only.shortest", &[("key", &key)]);
    let forms = std::iter::once(whole).chain(short);
    forms.into_iter().find(|form| cells::width(form) <= width).unwrap_or(shortest)
}

/// Why nothing may be changed, for the status line; `None`: it may.
pub fn refusal(state: &State) -> Option<String> {
    let reason = state.outside.read_only.as_ref()?;
    Some(words(state, reason, state.session.width.into()))
}

/// The key of a sentence: of one that names a key which changes something, or, where nothing may be changed, of the
/// same without that key.
pub fn word<'a>(state: &State, naming: &'a str, plain: &'a str) -> &'a str {
    if state.outside.read_only.is_some() { plain } else { naming }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(minutes: i64) -> Phrase {
        let now: DateTime<Utc> = "2026-08-01T10:00:00Z".parse().unwrap();
        let mut holder = Holder::this_process(now);
        holder.last_key = now - chrono::Duration::minutes(minutes);
        held_by(Some(&holder), now)
    }

    #[test]
    fn the_last_key_of_the_holder_is_told_in_steps() {
        let said = |minutes| {
            let phrase = pressed(minutes);
            let n = phrase.args.iter().find(|(name, _)| *name == "n").unwrap().1.clone();
            (phrase.key, n)
        };
        assert_eq!(said(0).0, "read-only.held-now");
        assert_eq!(said(-3).0, "read-only.held-now", "a clock that was set back");
        assert_eq!(said(3), ("read-only.held", "3".into()));
        assert_eq!(said(58), ("read-only.held", "55".into()));
        assert_eq!(said(119), ("read-only.held-hours", "1".into()));
        assert_eq!(said(3000), ("read-only.held-days", "2".into()));
    }
}
