//! What the board has to say.

use crate::contract::finding::Phrase;

/// What the board has to say.
#[derive(Default)]
pub struct Talk {
    /// Said in the status line until the next key.
    pub message: Option<(Tone, String)>,
    /// The message is about the checklist as it is: once that changes, it is no longer true.
    pub of_checklist: bool,
    /// Said above the list until it is closed with Esc.
    pub banner: Option<Phrase>,
    /// Why drafts are not on the disk, if they are not.
    pub unsaved: Option<Phrase>,
    /// Leaving was asked for although drafts are not on the disk: the next time it is meant.
    pub leaving: bool,
    /// A text too important to pass by: shown whole until the next key (the hand-off line, an error with its remedy).
    pub sheet: Option<Sheet>,
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
