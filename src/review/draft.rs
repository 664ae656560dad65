//! A draft: the comments of one pass that are not submitted yet. Its changes and their undo are in
//! [`crate::review::history`].

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::contract::json::canonical;
use crate::contract::plan_comments::{Pass, TargetKind};
use crate::review::history::Change;
use crate::review::objecting::Objecting;
use crate::review::round::sha256_hex;
use crate::review::target::Target;

/// Where a comment hangs: enough to find its target again when the plan is rewritten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// shot, clip or cut.
    pub kind: TargetKind,
    /// `target_id` as it now is.
    pub id: String,
    /// The id the plan gives it, where it has one.
    pub own_id: Option<String>,
    /// The title as it now is.
    pub title: String,
    /// How the target stands to the one the comment was written on.
    #[serde(default)]
    pub state: AnchorState,
    /// SHA-256 (hex) of the target's canonical JSON as it now is: finds it again where it has no id.
    #[serde(default)]
    pub fingerprint: Option<String>,
    /// The title the target had when the reviewer last saw the comment on it, where it has moved since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
}

/// How an anchor's target stands to the one the comment was written on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnchorState {
    /// Where it was.
    #[default]
    Kept,
    /// The same target elsewhere, or under another title; to be looked at before submitting.
    Moved,
    /// Not in the plan any more; must be re-pointed or dropped before submitting.
    Gone,
}

impl Anchor {
    /// The anchor of a target; `None` where the target cannot be commented.
    pub fn of(target: &Target) -> Option<Anchor> {
        Some(Anchor {
            kind: target.kind,
            id: target.id.clone()?,
            own_id: target.own_id.clone(),
            title: target.title().into_owned(),
            state: AnchorState::Kept,
            fingerprint: Some(target.fingerprint()),
            was: None,
        })
    }
}

impl Target {
    /// SHA-256 (hex) of the target's canonical JSON: equal exactly where the JSON is equal.
    pub fn fingerprint(&self) -> String {
        sha256_hex(canonical(self.json.as_str()).as_bytes())
    }
}

/// One comment of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftComment {
    /// Unique in its draft, never used again.
    pub key: u64,
    /// What it names.
    pub anchor: Anchor,
    /// Verbatim.
    pub text: String,
    /// When it was first saved.
    pub created_at: DateTime<Utc>,
    /// What makes it an objection; only on coding plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objecting: Option<Objecting>,
}

/// A text that was begun and not saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// What it is about; `None`: the overall note.
    pub anchor: Option<Anchor>,
    /// The comment it would change; `None`: a new one.
    pub comment: Option<u64>,
    /// Verbatim.
    pub text: String,
    /// Byte offset of the caret.
    pub caret: usize,
}

/// The draft of one pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Which pass.
    pub pass: Pass,
    /// Comments in the order they were written.
    pub comments: Vec<DraftComment>,
    /// Texts begun and not saved; at most one per target and comment.
    pub unfinished: Vec<Unfinished>,
    /// The overall note: in no file, appended to the hand-off line.
    pub overall: String,
    /// The next comment's key.
    pub next_key: u64,
    /// When it was last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// SHA-256 (hex) of the submission this draft is just becoming: a draft whose hash was written is cleared.
    #[serde(default)]
    pub becoming: Option<String>,
    /// SHA-256 (hex) of the plan file the anchors were last brought in line with.
    #[serde(default)]
    pub plan_sha256: Option<String>,
    /// SHA-256 (hex) of the submission just being recalled into this draft: it is still to be taken off the disk.
    #[serde(default)]
    pub recalling: Option<String>,
}

impl Draft {
    /// An empty draft.
    pub fn new(pass: Pass) -> Self {
        Draft {
            pass,
            comments: Vec::new(),
            unfinished: Vec::new(),
            overall: String::new(),
            next_key: 1,
            updated_at: None,
            becoming: None,
            plan_sha256: None,
            recalling: None,
        }
    }

    /// Nothing in it at all.
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.unfinished.is_empty() && self.overall.is_empty()
    }

    /// The comments on the target with this id (gone ones do not count), in the order they were written.
    pub fn on<'a>(&'a self, target_id: &'a str) -> impl Iterator<Item = &'a DraftComment> {
        self.comments.iter().filter(move |c| c.anchor.id == target_id && c.anchor.state != AnchorState::Gone)
    }

    /// The comment with this key.
    pub fn comment(&self, key: u64) -> Option<&DraftComment> {
        // Keys mostly ascend.
        let found = self.comments.binary_search_by_key(&key, |c| c.key).ok().and_then(|at| self.comments.get(at));
        found.or_else(|| self.comments.iter().find(|c| c.key == key))
    }

    /// The change that adds a comment; its key is taken at once and never given again.
    pub fn adding(&mut self, anchor: Anchor, text: impl Into<String>, now: DateTime<Utc>) -> Change {
        let key = self.next_key;
        self.next_key += 1;
        Change::Add(DraftComment { key, anchor, text: text.into(), created_at: now, objecting: None })
    }

    /// The change that deletes a comment (so is a gone one dropped); `None`: there is no such comment.
    pub fn deleting(&self, key: u64) -> Option<Change> {
        let at = self.comments.iter().position(|c| c.key == key)?;
        Some(Change::Delete { at, comment: self.comments.get(at)?.clone() })
    }

    /// The change that gives a comment another text; `None`: no such comment, or the text is the same.
    pub fn editing(&self, key: u64, text: impl Into<String>) -> Option<Change> {
        let (comment, after) = (self.comment(key)?, text.into());
        (comment.text != after).then(|| Change::Edit { key, before: comment.text.clone(), after })
    }

    /// The change that hangs a comment on another target; `None`: no such comment.
    pub fn repointing(&self, key: u64, after: Anchor) -> Option<Change> {
        Some(Change::Repoint { key, before: self.comment(key)?.anchor.clone(), after })
    }

    /// The change that gives an objection another lens or rule; `None`: no such comment, or it is the same.
    pub fn objecting(&self, key: u64, after: Objecting) -> Option<Change> {
        let (comment, after) = (self.comment(key)?, Some(after));
        (comment.objecting != after).then(|| Change::Object { key, before: comment.objecting.clone(), after })
    }

    /// The change of the overall note; `None`: it is the same.
    pub fn noting(&self, text: impl Into<String>) -> Option<Change> {
        let after = text.into();
        (self.overall != after).then(|| Change::Overall { before: self.overall.clone(), after })
    }

    /// A moved comment was looked at: it is where it belongs.
    pub fn looked_at(&mut self, key: u64) {
        if let Some(comment) = self.comments.iter_mut().find(|c| c.key == key && c.anchor.state == AnchorState::Moved) {
            comment.anchor.state = AnchorState::Kept;
            comment.anchor.was = None;
        }
    }

    /// Keeps a text that was begun, in the place of the one on the same target and comment. An empty one clears it.
    pub fn set_unfinished(&mut self, text: Unfinished, now: DateTime<Utc>) {
        self.updated_at = Some(now);
        let at = self.unfinished_at(text.anchor.as_ref(), text.comment);
        match at.and_then(|at| self.unfinished.get_mut(at)) {
            _ if text.text.is_empty() => {
                at.map(|at| self.unfinished.remove(at));
            }
            Some(slot) => *slot = text,
            None => self.unfinished.push(text),
        }
    }

    /// The unfinished text on this target (`None`: the overall note) and comment (`None`: a new one).
    pub fn unfinished_at(&self, anchor: Option<&Anchor>, comment: Option<u64>) -> Option<usize> {
        self.unfinished.iter().position(|u| match (u.comment, comment) {
            (Some(one), Some(other)) => one == other,
            (None, None) => match (&u.anchor, anchor) {
                (Some(one), Some(other)) => one.same_target(other),
                (one, other) => one.is_none() && other.is_none(),
            },
            _ => false,
        })
    }

    /// Takes an unfinished text out (it is saved as a comment, or dropped).
    pub fn clear_unfinished(&mut self, at: usize, now: DateTime<Utc>) -> Option<Unfinished> {
        (at < self.unfinished.len()).then(|| {
            self.updated_at = Some(now);
            self.unfinished.remove(at)
        })
    }

    /// Hangs an unfinished text on another target. `false`, and nothing done: there is none at `at`, it belongs to a
    /// comment or the overall note, or the target has one already.
    pub fn repoint_unfinished(&mut self, at: usize, anchor: Anchor, now: DateTime<Utc>) -> bool {
        let other = self.unfinished_at(Some(&anchor), None).filter(|other| *other != at);
        match self.unfinished.get_mut(at) {
            Some(text) if other.is_none() && text.comment.is_none() && text.anchor.is_some() => {
                text.anchor = Some(anchor);
                self.updated_at = Some(now);
                true
            }
            _ => false,
        }
    }

    /// The draft after its comments were submitted: comments and overall note are gone, unfinished texts stay.
    pub fn clear_sent(&mut self, now: DateTime<Utc>) {
        self.comments.clear();
        self.overall.clear();
        self.becoming = None;
        self.updated_at = Some(now);
        // What was to change a comment is a text of its own now, if its target has none yet.
        for at in 0..self.unfinished.len() {
            let target = self.unfinished.get(at).filter(|u| u.comment.is_some()).and_then(|u| u.anchor.clone());
            if target.is_some_and(|anchor| self.unfinished_at(Some(&anchor), None).is_none())
                && let Some(text) = self.unfinished.get_mut(at)
            {
                text.comment = None;
            }
        }
    }
}

impl Anchor {
    /// Whether both name the same target of the same version of the plan.
    pub fn same_target(&self, other: &Anchor) -> bool {
        let gone = |a: &Anchor| a.state == AnchorState::Gone;
        self.kind == other.kind
            && self.id == other.id
            && gone(self) == gone(other)
            && (!gone(self) || self.own_id == other.own_id && self.fingerprint == other.fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::anchor::testing::shot;

    fn begun(target: &Target, comment: Option<u64>, text: &str) -> Unfinished {
        Unfinished { anchor: Anchor::of(target), comment, text: text.into(), caret: text.len() }
    }

    #[test]
    fn one_unfinished_text_per_target_and_comment() {
        let (mut draft, now) = (Draft::new(Pass::Structure), DateTime::<Utc>::UNIX_EPOCH);
        let (a, b) = (shot(0, None, "a"), shot(1, None, "b"));
        for text in [begun(&a, None, "x"), begun(&a, None, "xy"), begun(&a, Some(4), "z"), begun(&b, None, "w")] {
            draft.set_unfinished(text, now);
        }
        assert_eq!(draft.unfinished.iter().map(|u| u.text.as_str()).collect::<Vec<_>>(), ["xy", "z", "w"]);
        assert!(!draft.repoint_unfinished(2, Anchor::of(&a).unwrap(), now), "a has one already");
        draft.set_unfinished(begun(&a, None, ""), now);
        assert_eq!(draft.unfinished.len(), 2);
        assert!(draft.repoint_unfinished(1, Anchor::of(&a).unwrap(), now));
        assert_eq!(draft.clear_unfinished(1, now).unwrap().text, "w");
        assert!(draft.clear_unfinished(7, now).is_none());
    }

    #[test]
    fn a_sent_draft_keeps_what_is_unfinished() {
        let (mut draft, now) = (Draft::new(Pass::Structure), DateTime::<Utc>::UNIX_EPOCH);
        let a = shot(0, None, "a");
        let Change::Add(comment) = draft.adding(Anchor::of(&a).unwrap(), "text", now) else { panic!() };
        draft.comments.push(comment);
        draft.set_unfinished(begun(&a, Some(1), "changed"), now);
        draft.clear_sent(now);
        assert!(draft.comments.is_empty());
        assert_eq!(draft.unfinished[0].comment, None);
        assert_eq!(draft.next_key, 2, "keys are never given again");
    }

    #[test]
    fn drafts_of_older_versions_are_read() {
        let json = r#"{"pass":"final","comments":[{"key":1,"anchor":{"kind":"cut","id":"0","own_id":null,"title":"t"},
            "text":"x","created_at":"2026-01-01T00:00:00Z"}],"unfinished":[],"overall":"","next_key":2,"updated_at":null}"#;
        let draft: Draft = serde_json::from_str(json).unwrap();
        assert_eq!(draft.comments[0].anchor.state, AnchorState::Kept);
        assert_eq!(draft.comments[0].anchor.fingerprint, None);
    }
}
