//! The screens, as snapshots and as rules. Snapshots are taken anew with `INSTA_UPDATE=always`.

mod checklist;
mod coding;
mod hostile;
mod look;
mod notices;
mod quick;
mod reports;
mod rounds;
mod screens;
mod timeline;
mod ways;
