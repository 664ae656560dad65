//! The terminal: a plain loop. An event becomes a message, `update` changes the state and returns effects, effects run
//! outside and come back as messages, `view` draws.

pub mod all_comments;
pub mod canvas;
pub mod checklist;
pub mod clipboard;
pub mod disk;
pub mod editor;
pub mod effect;
pub mod external;
pub mod finder;
pub mod findings;
pub mod gate;
pub mod go_to;
pub mod input;
pub mod keys;
pub mod layers;
pub mod layout;
pub mod message;
pub mod noted;
pub mod notices;
pub mod notify;
pub mod objections;
pub mod options;
pub mod paint;
pub mod palette;
pub mod positions;
pub mod read_only;
pub mod reports;
pub mod rounds;
pub mod rows;
pub mod run;
pub mod start;
pub mod state;
pub mod submission;
pub mod terminal;
#[cfg(test)]
mod testing;
pub mod theme;
pub mod timeline;
pub mod tracked;
pub mod update;
pub mod view;
pub mod waves;
pub mod worker;
