//! How long keys take.

use std::time::{Duration, Instant};

use super::{Board, draw};

/// Ways through a list that see all of it.
pub const ABOUT: [&str; 10] = ["j", "j", "pagedown", "k", "}", "G", "pageup", "k", "g", "j"];

/// The least time each of these keys takes ten times over, every one drawn; `first` brings the board to where that
/// begins.
pub fn least_time(board: &mut Board, first: &str, keys: &[&str]) -> Duration {
    let once = |_| {
        board.keys(first);
        let start = Instant::now();
        for key in keys {
            for _ in 0..10 {
                board.keys(key);
                draw(&board.state);
            }
        }
        start.elapsed()
    };
    (0..3).map(once).min().unwrap()
}
