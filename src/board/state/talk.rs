//! What the board has to say.

use crate::contract::finding::Phrase;

/// What the board has to say.
#[derive(Default)]
pub struct Talk {
    /// Said in the status line until the next key.
    pub message: Option<(Tone, String)>,
    /// The message is about the checklist as it is: once that changes, it is no longer true.
    pub of_checklist: bool,
    /// Said above the list until it is closed with Esc, or, where it asks for nothing, until the next key.
    pub banner: Option<Phrase>,
    /// Why drafts are not on the disk, if they are not.
    pub unsaved: Option<Phrase>,
    /// Leaving was asked for although drafts are not on the disk: the next time it is meant.
    pub leaving: bool,
    /// A text too important to pass by: shown whole until the next key (the hand-off line, an error with its remedy).
    pub sheet: Option<Sheet>,
}

impl Talk {
    /// A key was pressed, and no text is being typed: a banner that asks for nothing makes room for the next step.
    pub fn pass_by(&mut self) {
        if self.is_passing() {
            self.banner = None;
        }
    }

    /// The banner asks for nothing: comments moved with their targets, or the target one looks at says something else.
    pub fn is_passing(&self) -> bool {
        let key = self.banner.as_ref().map(|banner| banner.key);
        matches!(key, Some("banner.comments-moved" | "banner.selected-changed"))
    }
}

/// A text shown whole over the board until a key.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// Its heading.
    pub title: String,
    /// Its text.
    pub text: String,
    /// First row shown.
    pub scroll: usize,
}

/// How a message sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Something to know.
    Plain,
    /// Something did not work.
    Error,
}
