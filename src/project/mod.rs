//! The disk: finding a project, loading, watching, writing whole files, drafts and rounds, settings.
