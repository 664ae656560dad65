//! The disk: finding a project, loading, watching, writing whole files, drafts and rounds, settings.

pub mod find;
pub mod load;
pub mod settings;
pub mod store;
pub mod watch;
pub mod write;
