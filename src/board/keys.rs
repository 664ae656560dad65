//! Keys and what they do. Help and the key line are made from this table, so they cannot promise anything else.

use std::sync::OnceLock;

use crate::board::input::Key;

/// Where a key is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Context {
    /// List and detail.
    Board,
    /// The editor.
    Editor,
    /// The search line.
    Search,
    /// Help, checklist, findings: panels to read.
    Panel,
    /// Choosing one of several comments.
    Choose,
    /// Choosing a new target for a comment.
    Repoint,
    /// The submit dialogue.
    Submit,
    /// The approval.
    Approve,
}

/// Everything a key can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are the documentation; each has its sentence in the locale files
pub enum Action {
    Down,
    Up,
    First,
    Last,
    PageDown,
    PageUp,
    NextGroup,
    PreviousGroup,
    NextCommented,
    PreviousCommented,
    Pass1,
    Pass2,
    Pass3,
    OtherPane,
    Open,
    Comment,
    Edit,
    Delete,
    Undo,
    Redo,
    Reviewed,
    Search,
    NextMatch,
    PreviousMatch,
    Filter,
    Overall,
    Checklist,
    Findings,
    Copy,
    Submit,
    Approve,
    Language,
    Help,
    Close,
    Quit,
    Suspend,
    Save,
    SaveOrNewline,
    Newline,
    ExternalEditor,
    Confirm,
    Take,
    Leave,
    Drop,
    Repoint,
    Overwrite,
    Recall,
    Checkpoint2,
    Checkpoint3,
}

impl Action {
    /// Stable name, as settings and the locale files know it (`action.<name>`).
    pub fn name(self) -> &'static str {
        match self {
            Action::Down => "down",
            Action::Up => "up",
            Action::First => "first",
            Action::Last => "last",
            Action::PageDown => "page-down",
            Action::PageUp => "page-up",
            Action::NextGroup => "next-group",
            Action::PreviousGroup => "previous-group",
            Action::NextCommented => "next-commented",
            Action::PreviousCommented => "previous-commented",
            Action::Pass1 => "pass-1",
            Action::Pass2 => "pass-2",
            Action::Pass3 => "pass-3",
            Action::OtherPane => "other-pane",
            Action::Open => "open",
            Action::Comment => "comment",
            Action::Edit => "edit",
            Action::Delete => "delete",
            Action::Undo => "undo",
            Action::Redo => "redo",
            Action::Reviewed => "reviewed",
            Action::Search => "search",
            Action::NextMatch => "next-match",
            Action::PreviousMatch => "previous-match",
            Action::Filter => "filter",
            Action::Overall => "overall",
            Action::Checklist => "checklist",
            Action::Findings => "findings",
            Action::Copy => "copy",
            Action::Submit => "submit",
            Action::Approve => "approve",
            Action::Language => "language",
            Action::Help => "help",
            Action::Close => "close",
            Action::Quit => "quit",
            Action::Suspend => "suspend",
            Action::Save => "save",
            Action::SaveOrNewline => "save-or-newline",
            Action::Newline => "newline",
            Action::ExternalEditor => "external-editor",
            Action::Confirm => "confirm",
            Action::Take => "take",
            Action::Leave => "leave",
            Action::Drop => "drop",
            Action::Repoint => "repoint",
            Action::Overwrite => "overwrite",
            Action::Recall => "recall",
            Action::Checkpoint2 => "checkpoint-2",
            Action::Checkpoint3 => "checkpoint-3",
        }
    }

    /// Whether the action changes a draft, a mark or a file, and so is not offered on a read-only board.
    pub fn changes(self) -> bool {
        use Action::*;
        matches!(self, Comment | Edit | Delete | Undo | Redo | Reviewed | Overall | Submit)
    }
}

/// One line of the table: keys that do the same, the daily one first.
struct Line(Context, &'static str, Action);

const TABLE: &[Line] = {
    use Action::*;
    use Context::*;
    &[
        Line(Board, "j down", Down),
        Line(Board, "k up", Up),
        Line(Board, "g home", First),
        Line(Board, "G end", Last),
        Line(Board, "ctrl-d pagedown", PageDown),
        Line(Board, "ctrl-u pageup", PageUp),
        Line(Board, "} ctrl-down", NextGroup),
        Line(Board, "{ ctrl-up", PreviousGroup),
        Line(Board, "] ctrl-right", NextCommented),
        Line(Board, "[ ctrl-left", PreviousCommented),
        Line(Board, "1 f1", Pass1),
        Line(Board, "2 f2", Pass2),
        Line(Board, "3 f3", Pass3),
        Line(Board, "tab", OtherPane),
        Line(Board, "enter", Open),
        Line(Board, "c ctrl-n", Comment),
        Line(Board, "e ctrl-e", Edit),
        Line(Board, "d delete", Delete),
        Line(Board, "u ctrl-_", Undo),
        Line(Board, "ctrl-r", Redo),
        Line(Board, "space ctrl-space", Reviewed),
        Line(Board, "/ ctrl-f", Search),
        Line(Board, "n", NextMatch),
        Line(Board, "N", PreviousMatch),
        Line(Board, "f ctrl-t", Filter),
        Line(Board, "o ctrl-o", Overall),
        Line(Board, "x ctrl-x", Checklist),
        Line(Board, "! f4", Findings),
        Line(Board, "y ctrl-y", Copy),
        Line(Board, "S ctrl-s", Submit),
        Line(Board, "A ctrl-a", Approve),
        Line(Board, "L ctrl-l", Language),
        Line(Board, "? f10", Help),
        Line(Board, "esc", Close),
        Line(Board, "q ctrl-c", Quit),
        Line(Board, "ctrl-z", Suspend),
        Line(Editor, "enter", SaveOrNewline),
        Line(Editor, "alt-enter ctrl-j shift-enter", Newline),
        Line(Editor, "ctrl-s", Save),
        Line(Editor, "ctrl-g", ExternalEditor),
        Line(Editor, "esc ctrl-c", Close),
        Line(Editor, "ctrl-z", Undo),
        Line(Search, "enter", Confirm),
        Line(Search, "down ctrl-n", NextMatch),
        Line(Search, "up ctrl-p", PreviousMatch),
        Line(Search, "esc ctrl-c", Close),
        Line(Panel, "j down", Down),
        Line(Panel, "k up", Up),
        Line(Panel, "g home", First),
        Line(Panel, "G end", Last),
        Line(Panel, "ctrl-d pagedown space", PageDown),
        Line(Panel, "ctrl-u pageup", PageUp),
        Line(Panel, "esc q enter ctrl-c", Close),
        Line(Choose, "j down", Down),
        Line(Choose, "k up", Up),
        Line(Choose, "enter", Confirm),
        Line(Choose, "esc q ctrl-c", Close),
        Line(Repoint, "j down", Down),
        Line(Repoint, "k up", Up),
        Line(Repoint, "g home", First),
        Line(Repoint, "G end", Last),
        Line(Repoint, "ctrl-d pagedown", PageDown),
        Line(Repoint, "ctrl-u pageup", PageUp),
        Line(Repoint, "} ctrl-down", NextGroup),
        Line(Repoint, "{ ctrl-up", PreviousGroup),
        Line(Repoint, "enter", Confirm),
        Line(Repoint, "esc q ctrl-c", Close),
        Line(Submit, "enter", Confirm),
        Line(Submit, "j down", Down),
        Line(Submit, "k up", Up),
        Line(Submit, "g home", First),
        Line(Submit, "G end", Last),
        Line(Submit, "ctrl-d pagedown", PageDown),
        Line(Submit, "ctrl-u pageup", PageUp),
        Line(Submit, "e ctrl-e", Edit),
        Line(Submit, "d delete", Drop),
        Line(Submit, "p ctrl-p", Repoint),
        Line(Submit, "a ctrl-a", Take),
        Line(Submit, "l ctrl-l", Leave),
        Line(Submit, "o ctrl-o", Overwrite),
        Line(Submit, "r ctrl-r", Recall),
        Line(Submit, "2", Checkpoint2),
        Line(Submit, "3", Checkpoint3),
        Line(Submit, "esc q ctrl-c", Close),
        Line(Approve, "enter", Confirm),
        Line(Approve, "esc q ctrl-c", Close),
    ]
};

/// A binding: where, its keys, what they do.
pub struct Binding {
    /// Where it holds.
    pub context: Context,
    /// Its keys, the daily one first.
    pub keys: Vec<Key>,
    /// What it does.
    pub action: Action,
}

/// All bindings, in the order help shows them.
pub fn bindings() -> &'static [Binding] {
    static BINDINGS: OnceLock<Vec<Binding>> = OnceLock::new();
    BINDINGS.get_or_init(|| {
        TABLE
            .iter()
            .map(|Line(context, keys, action)| Binding {
                context: *context,
                keys: keys.split(' ').filter_map(Key::parse).collect(),
                action: *action,
            })
            .collect()
    })
}

/// What a key does in a context.
pub fn action(context: Context, key: Key) -> Option<Action> {
    bindings().iter().find(|b| b.context == context && b.keys.contains(&key)).map(|b| b.action)
}

/// The daily key of an action, as it is shown.
pub fn shown(context: Context, action: Action) -> String {
    bindings()
        .iter()
        .find(|b| b.context == context && b.action == action)
        .and_then(|b| b.keys.first())
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// The actions the key line names, the most wanted first: as many as fit are shown.
pub fn hints(context: Context) -> &'static [Action] {
    use Action::*;
    match context {
        Context::Board => &[Comment, Submit, Help, Quit, Reviewed, Edit, Search, Filter, OtherPane, Undo, Copy, Checklist],
        Context::Editor => &[SaveOrNewline, Newline, Close, ExternalEditor],
        Context::Search => &[Confirm, NextMatch, Close],
        Context::Panel => &[Down, PageDown, Close],
        Context::Choose => &[Confirm, Down, Close],
        Context::Repoint => &[Confirm, Down, NextGroup, Close],
        Context::Submit => &[Confirm, Edit, Close, Down],
        Context::Approve => &[Confirm, Close],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::{Language, Locale};
    use std::collections::HashSet;

    #[test]
    fn every_key_of_the_table_is_a_key_and_means_one_thing() {
        let mut seen = HashSet::new();
        for (binding, Line(_, keys, _)) in bindings().iter().zip(TABLE) {
            assert_eq!(binding.keys.len(), keys.split(' ').count(), "{keys}");
            for key in &binding.keys {
                assert!(seen.insert((binding.context, *key)), "{key} twice in {:?}", binding.context);
            }
        }
    }

    #[test]
    fn every_action_has_its_sentence_and_every_hint_its_key() {
        for language in Language::ALL {
            for binding in bindings() {
                let key = format!("action.{}", binding.action.name());
                assert!(Locale::of(language).has(&key), "{key}");
            }
        }
        for binding in bindings() {
            for hint in hints(binding.context) {
                assert!(!shown(binding.context, *hint).is_empty(), "{hint:?} in {:?}", binding.context);
            }
        }
    }

    #[test]
    fn every_daily_action_has_a_key_that_passes_an_input_method() {
        for b in bindings().iter().filter(|b| b.context == Context::Board) {
            let passes = b.keys.iter().any(|k| k.ctrl || !matches!(k.code, crate::board::input::KeyCode::Char(_)));
            assert!(passes || matches!(b.action, Action::NextMatch | Action::PreviousMatch), "{:?}", b.action);
        }
    }
}
