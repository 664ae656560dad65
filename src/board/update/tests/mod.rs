//! The rules of the board, key by key, without a terminal.

mod any;
mod approve;
mod checklist;
mod coding;
mod editor;
mod findings;
mod key_line;
mod keys;
mod live;
mod look;
mod never_lost;
mod notices;
mod places;
mod read_only;
mod reports;
mod rounds;
mod rows;
mod submit;
mod too_small;
mod ways;
