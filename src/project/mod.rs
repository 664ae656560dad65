//! The disk: finding a project, loading, watching, writing whole files, drafts and rounds, settings.

pub mod answers;
pub mod critique;
pub mod decisions;
pub mod drafts;
pub mod find;
pub mod identity;
pub mod inbox;
pub mod leftovers;
pub mod load;
pub mod lock;
pub mod notes;
pub mod pane;
pub mod prefs;
pub mod recall;
pub mod reports;
pub mod reviewed;
pub mod rounds;
pub mod settings;
pub mod settle;
pub mod store;
pub mod submit;
mod swap;
pub mod trouble;
pub mod verify;
pub mod watch;
pub mod write;
