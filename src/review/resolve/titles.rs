//! Whether the title of a comment is a target's. The title was copied when the comment was submitted; the contract leaves
//! each writer its choice of what to copy (plan comments contract §1).

use crate::contract::plan_comments::TargetKind;
use crate::review::fields::source_of;
use crate::review::target::Target;
use crate::text::trim::fold_spaces;

/// A title as it stands in a comment, folded.
pub(super) struct Title {
    whole: String,
    /// Without its trailing `…`.
    stem: String,
}

impl Title {
    pub(super) fn of(title: &str) -> Title {
        let whole = fold_spaces(title);
        let stem = whole.strip_suffix('…').unwrap_or(&whole).trim_end().to_owned();
        Title { whole, stem }
    }
}

/// How a title is a target's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Its title or its whole name.
    Equal,
    /// The beginning of its name, its id, or what it is made from.
    Other,
}

/// What a target may be called, folded.
pub(super) struct Names {
    title: String,
    headline: String,
    others: Vec<String>,
}

impl Names {
    pub(super) fn of(target: &Target) -> Names {
        let files = target.files.iter().filter_map(|f| f.file_name()).map(|n| n.to_string_lossy().into_owned());
        let source = (target.kind != TargetKind::Shot).then(|| source_of(target)).flatten();
        let others = target.own_id.clone().into_iter().chain(files).chain(source);
        let others = others.map(|name| fold_spaces(&name)).collect();
        Names { title: fold_spaces(&target.title()), headline: fold_spaces(&target.headline), others }
    }

    pub(super) fn likeness(&self, title: &Title) -> Option<Likeness> {
        if title.stem.is_empty() {
            None
        } else if title.whole == self.title || title.whole == self.headline {
            Some(Likeness::Equal)
        } else if self.headline.starts_with(&title.stem) || self.others.contains(&title.whole) {
            Some(Likeness::Other)
        } else {
            None
        }
    }
}

/// Whether a title is this target's: equal, or without its trailing `…` the beginning of what the target is called, or
/// its id, source or file name (other writers choose other titles).
pub fn agrees(title: &str, target: &Target) -> bool {
    Names::of(target).likeness(&Title::of(title)).is_some()
}
