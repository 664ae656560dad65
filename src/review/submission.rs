//! From a draft to a submission, what the submit dialogue lists before, and the way back.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;

use crate::contract::plan_comments::{Pass, Submission, SubmittedComment, TargetKind};
use crate::review::draft::{Anchor, AnchorState, Draft, DraftComment};
use crate::review::target::{PassView, Target};
use crate::text::trim::js_trim;

/// Why a draft cannot be submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Comments (keys) whose target is not there any more: each must be re-pointed or dropped.
    Gone(Vec<u64>),
    /// Comments (keys) of nothing but white space (contract §1: no empty values).
    Empty(Vec<u64>),
}

/// Whether `text` must be refused as a comment: nothing but white space, as JavaScript's `trim` sees it.
pub fn refuse_text(text: &str) -> bool {
    js_trim(text).is_empty()
}

/// The submission a draft becomes (plan comments contract §1): comments in timeline order, ids and titles as the targets
/// now are.
///
/// # Errors
/// A comment's target is gone, or a text is empty.
pub fn build(draft: &Draft, view: &PassView, now: DateTime<Utc>) -> Result<Submission, Refusal> {
    let found: Vec<_> = draft.comments.iter().map(|comment| (comment, target_of(&comment.anchor, view))).collect();
    let keys = |wrong: &dyn Fn(&DraftComment, bool) -> bool| -> Vec<u64> {
        found.iter().filter(|(c, at)| wrong(c, at.is_some())).map(|(c, _)| c.key).collect()
    };
    let gone = keys(&|_, there| !there);
    if !gone.is_empty() {
        return Err(Refusal::Gone(gone));
    }
    let empty = keys(&|comment, _| refuse_text(&comment.text));
    if !empty.is_empty() {
        return Err(Refusal::Empty(empty));
    }
    let mut found: Vec<_> = found.into_iter().filter_map(|(comment, at)| at.map(|at| (at, comment))).collect();
    found.sort_by_key(|((position, _), _)| *position);
    let comments = found.into_iter().map(|((_, target), comment)| SubmittedComment {
        target_kind: target.kind,
        target_id: comment.anchor.id.clone(),
        title: target.title().into_owned(),
        text: comment.text.clone(),
    });
    Ok(Submission {
        version: 0,
        pass: draft.pass,
        submitted_at: now.to_rfc3339_opts(SecondsFormat::Millis, true),
        comments: comments.collect(),
    })
}

/// The anchors of the comments [`build`] makes, in the same order.
pub fn anchors(draft: &Draft, view: &PassView) -> Vec<Anchor> {
    let mut found: Vec<_> = draft.comments.iter().filter_map(|c| target_of(&c.anchor, view)).collect();
    found.sort_by_key(|(position, _)| *position);
    found.into_iter().filter_map(|(_, target)| Anchor::of(target)).collect()
}

fn target_of<'a>(anchor: &Anchor, view: &'a PassView) -> Option<(usize, &'a Target)> {
    let at = *view.by_id.get(&anchor.id).filter(|_| anchor.state != AnchorState::Gone)?;
    Some((at, view.targets.get(at).filter(|t| t.kind == anchor.kind)?))
}

/// What the submit dialogue lists: moved, gone and unfinished ones first, each in timeline order; then the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview {
    /// The lines.
    pub lines: Vec<Line>,
    /// How many comments there are, gone ones too.
    pub comments: usize,
    /// How many of them moved.
    pub moved: usize,
    /// How many of them lost their target: while there are any, nothing can be submitted.
    pub gone: usize,
    /// How many unfinished texts there are: each is taken, edited or left before submitting.
    pub unfinished: usize,
}

/// One line of the preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub what: What,
    /// How its target stands.
    pub state: AnchorState,
    /// Position of the target in the view as it now is; `None`: gone, or the overall note.
    pub position: Option<usize>,
    /// The title of the target, as it now is or last was; empty: the overall note.
    pub title: String,
    /// Verbatim.
    pub text: String,
}

/// What a line of the preview is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The comment with this key.
    Comment(u64),
    /// The unfinished text at this position of the draft.
    Unfinished(usize),
}

impl Preview {
    /// What `draft` would become with the plan as it now is.
    pub fn of(draft: &Draft, view: &PassView) -> Preview {
        let line = |what, anchor: Option<&Anchor>, text: &str| {
            let found = anchor.and_then(|a| target_of(a, view));
            let lost = anchor.is_some() && found.is_none();
            Line {
                what,
                state: if lost { AnchorState::Gone } else { anchor.map(|a| a.state).unwrap_or_default() },
                position: found.map(|(at, _)| at),
                title: found
                    .map(|(_, t)| t.title().into_owned())
                    .or(anchor.map(|a| a.title.clone()))
                    .unwrap_or_default(),
                text: text.to_owned(),
            }
        };
        let comments = draft.comments.iter().map(|c| line(What::Comment(c.key), Some(&c.anchor), &c.text));
        let begun = draft.unfinished.iter().enumerate();
        let begun = begun.map(|(at, u)| line(What::Unfinished(at), u.anchor.as_ref(), &u.text));
        let mut lines: Vec<Line> = comments.chain(begun).collect();
        // Inside the first three and the rest by timeline; gone ones in the order they were written.
        lines.sort_by_key(|line| {
            let rank = match (line.what, line.state) {
                (What::Comment(_), AnchorState::Moved) => 0,
                (What::Comment(_), AnchorState::Gone) => 1,
                (What::Unfinished(_), _) => 2,
                (What::Comment(_), AnchorState::Kept) => 3,
            };
            (rank, line.position.unwrap_or(usize::MAX))
        });
        let count = |state| lines.iter().filter(|l| matches!(l.what, What::Comment(_)) && l.state == state).count();
        let (moved, gone) = (count(AnchorState::Moved), count(AnchorState::Gone));
        Preview { moved, gone, comments: draft.comments.len(), unfinished: draft.unfinished.len(), lines }
    }
}

/// Pass and comments of a plan-comments.json as far as they can become a draft again; `None`: not one this board
/// understands (not JSON, of a newer version, without a known pass, or with a comment that would be lost).
pub fn take_back(bytes: &[u8]) -> Option<(Pass, Vec<SubmittedComment>)> {
    take_back_as(bytes, Pass::from_word, &[TargetKind::Shot, TargetKind::Clip, TargetKind::Cut])
}

/// As [`take_back`], of the copy that a round keeps of its objections to a coding plan.
pub fn take_back_objections(bytes: &[u8]) -> Option<(Pass, Vec<SubmittedComment>)> {
    let pass = |word: &str| Some(Pass::Coding).filter(|pass| pass.as_str() == word);
    take_back_as(bytes, pass, &[TargetKind::Wave, TargetKind::Case, TargetKind::Deliverable])
}

fn take_back_as(
    bytes: &[u8],
    pass: impl Fn(&str) -> Option<Pass>,
    kinds: &[TargetKind],
) -> Option<(Pass, Vec<SubmittedComment>)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let root: Value = serde_json::from_slice(bytes).ok()?;
    if root.get("version")?.as_f64()? != 0.0 {
        return None;
    }
    let pass = pass(root.get("pass")?.as_str()?)?;
    let comments = root.get("comments")?.as_array()?.iter().map(|comment| {
        let word = |key: &str| comment.get(key).and_then(Value::as_str).map(str::to_owned);
        let kind = word("target_kind").and_then(|w| kinds.iter().copied().find(|k| k.as_str() == w));
        Some(SubmittedComment {
            // The retired `slot`, and kinds not known: gone from the start, but the text is kept.
            target_kind: kind.unwrap_or(pass.target_kind()),
            target_id: word("target_id").filter(|_| kind.is_some()).unwrap_or_default(),
            title: word("title").unwrap_or_default(),
            text: word("text")?,
        })
    });
    Some((pass, comments.collect::<Option<_>>()?))
}

/// Where a submitted comment hangs in `view`, where nothing but the file is known: the target of its id under its title,
/// else the only target of this title (moved), else it is gone.
pub fn anchor_of(comment: &SubmittedComment, view: &PassView) -> Anchor {
    let target = view.by_id.get(&comment.target_id).and_then(|at| view.targets.get(*at));
    let by_id = target.filter(|t| t.kind == comment.target_kind);
    let exact = by_id.filter(|t| t.title() == comment.title);
    let mut titled = view.targets.iter().filter(|t| t.kind == comment.target_kind && t.title() == comment.title);
    let lone = titled.next().filter(|_| titled.next().is_none());
    // A clip's id is its own; an index is not.
    let by_own_id = by_id.filter(|t| t.kind == TargetKind::Clip);
    let moved = |target| Anchor::of(target).map(|a| Anchor { state: AnchorState::Moved, ..a });
    let found = exact.and_then(Anchor::of).or_else(|| by_own_id.or(lone).and_then(moved));
    found.unwrap_or_else(|| Anchor {
        kind: comment.target_kind,
        id: comment.target_id.clone(),
        own_id: None,
        title: comment.title.clone(),
        state: AnchorState::Gone,
        fingerprint: None,
        was: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::anchor::testing::{clip, shot, view};
    use crate::review::draft::Unfinished;
    use crate::review::history::History;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn draft_on(view: &PassView, comments: &[(usize, &str)]) -> Draft {
        let mut draft = Draft::new(Pass::Structure);
        for (at, text) in comments {
            let change = draft.adding(Anchor::of(&view.targets[*at]).unwrap(), *text, NOW);
            History::default().apply(&mut draft, change, NOW);
        }
        draft
    }

    #[test]
    fn comments_are_in_timeline_order_with_ids_and_titles_as_they_now_are() {
        let v = view(vec![shot(2, None, "first"), shot(0, None, "second")]);
        let mut v = v;
        v.targets[0].id = Some("2".into());
        v.by_id = [("2".to_owned(), 0), ("0".to_owned(), 1)].into();
        let draft = draft_on(&v, &[(1, "b"), (0, " a\n"), (1, "c")]);
        let made = build(&draft, &v, NOW).unwrap();
        let list: Vec<_> =
            made.comments.iter().map(|c| (c.target_id.as_str(), c.title.as_str(), c.text.as_str())).collect();
        assert_eq!(list, [("2", "first", " a\n"), ("0", "second", "b"), ("0", "second", "c")]);
        assert_eq!(made.submitted_at, "1970-01-01T00:00:00.000Z");
        assert_eq!((made.version, made.pass), (0, Pass::Structure));
        assert_eq!(anchors(&draft, &v).iter().map(|a| a.id.as_str()).collect::<Vec<_>>(), ["2", "0", "0"]);
    }

    #[test]
    fn a_comment_whose_target_is_gone_is_refused() {
        let v = view(vec![shot(0, None, "a"), shot(1, None, "b")]);
        let mut draft = draft_on(&v, &[(0, "x"), (1, "y")]);
        draft.comments[1].anchor.state = AnchorState::Gone;
        assert_eq!(build(&draft, &v, NOW), Err(Refusal::Gone(vec![2])));
    }

    #[test]
    fn white_space_alone_is_refused_as_javascript_trims() {
        for text in ["", " \n\t", "\u{3000}\u{feff}\u{a0}\u{2028}"] {
            assert!(refuse_text(text), "{text:?}");
        }
        assert!(!refuse_text("\u{200b}"), "a zero width space is no white space");
        let v = view(vec![shot(0, None, "a")]);
        assert_eq!(build(&draft_on(&v, &[(0, "\u{3000}")]), &v, NOW), Err(Refusal::Empty(vec![1])));
    }

    #[test]
    fn no_comments_make_a_submission_without_comments() {
        let v = view(vec![shot(0, None, "a")]);
        assert!(build(&Draft::new(Pass::Structure), &v, NOW).unwrap().comments.is_empty());
    }

    #[test]
    fn the_preview_lists_moved_gone_and_unfinished_first() {
        let v = view((0..5).map(|i| shot(i, None, &format!("t{i}"))).collect());
        let mut draft = draft_on(&v, &[(4, "kept late"), (0, "kept early"), (3, "moved"), (2, "gone")]);
        draft.comments[2].anchor.state = AnchorState::Moved;
        draft.comments[3].anchor.state = AnchorState::Gone;
        let anchor = Anchor::of(&v.targets[1]);
        draft.set_unfinished(Unfinished { anchor, comment: None, text: "begun".into(), caret: 0 }, NOW);
        let preview = Preview::of(&draft, &v);
        let texts: Vec<_> = preview.lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts, ["moved", "gone", "begun", "kept early", "kept late"]);
        assert_eq!(preview.lines[1].position, None);
        assert_eq!((preview.comments, preview.moved, preview.gone, preview.unfinished), (4, 1, 1, 1));
    }

    #[test]
    fn what_was_written_can_be_taken_back() {
        let v = view(vec![shot(0, None, "a"), shot(1, None, "b")]);
        let made = build(&draft_on(&v, &[(1, "😀\n\"x\""), (0, "y")]), &v, NOW).unwrap();
        let (pass, comments) = take_back(&made.to_bytes()).unwrap();
        assert_eq!((pass, &comments), (made.pass, &made.comments));
        assert_eq!(anchor_of(&comments[0], &v), Anchor::of(&v.targets[0]).unwrap());
    }

    #[test]
    fn a_foreign_comment_hangs_where_id_and_title_say_or_is_gone() {
        let file = br#"{"version":0,"pass":"scaffold","submitted_at":"x","comments":[
            {"target_kind":"clip","target_id":"i1","title":"other","text":"1"},
            {"target_kind":"slot","target_id":"i2","title":"two","text":"2"},
            {"target_kind":"clip","target_id":"zz","title":"none","text":"3"}]}"#;
        let (_, comments) = take_back(file).unwrap();
        let v = view(vec![clip(0, "i1", "one"), clip(1, "i2", "two")]);
        let states: Vec<_> = comments.iter().map(|c| anchor_of(c, &v)).map(|a| (a.state, a.id)).collect();
        assert_eq!(states[0], (AnchorState::Moved, "i1".into()));
        assert_eq!(states[1], (AnchorState::Moved, "i2".into()), "the retired kind, found by its title");
        assert_eq!(states[2].0, AnchorState::Gone);
        assert!(take_back(br#"{"version":1,"pass":"scaffold","comments":[]}"#).is_none(), "newer: hands off");
        assert!(take_back(b"{").is_none());
    }
}
