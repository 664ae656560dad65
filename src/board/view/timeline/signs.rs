//! The signs of a timeline. None of them means anything else on the board.

use crate::board::state::State;

/// The signs of a timeline.
pub(super) struct Signs {
    pub(super) edge: &'static str,
    pub(super) overlap: &'static str,
    pub(super) line: &'static str,
    pub(super) adrift: &'static str,
    pub(super) gap: &'static str,
    pub(super) hatch: &'static str,
    pub(super) several: &'static str,
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    pub(super) to_end: &'static str,
}

const UNICODE: Signs = Signs {
    edge: "▌",
    overlap: "╳",
    line: "─",
    adrift: "╌",
    gap: "_",
    hatch: "╱",
    several: "▒",
    open: "┌",
    close: "┐",
    to_end: "┤",
};

const ASCII: Signs = Signs {
    edge: "|",
    overlap: "X",
    line: "-",
    adrift: ":",
    gap: "_",
    hatch: "\\",
    several: "%",
    open: "(",
    close: ")",
    to_end: "]",
};

/// The signs, and the keys of what they mean; those of the list mean the same here.
pub fn meanings(state: &State) -> Vec<(String, &'static str)> {
    let (own, signs) = (Signs::of(state), &state.session.theme.signs);
    let one = |sign: &str, key| (sign.to_owned(), key);
    vec![
        one(own.edge, "help.sign-bar-edge"),
        one(own.line, "help.sign-bar-line"),
        one(signs.selected, "help.sign-bar-selected"),
        one(own.overlap, "help.sign-bar-overlap"),
        one(own.gap, "help.sign-bar-gap"),
        one(own.hatch, "help.sign-bar-unknown"),
        one(own.to_end, "help.sign-bar-to-end"),
        one(own.adrift, "help.sign-bar-adrift"),
        one("+", "help.sign-bar-least"),
        one(own.several, "help.sign-bar-several"),
        (format!("{}{}", own.open, own.close), "help.sign-bar-group"),
        (format!("{}{}", signs.more_before, signs.more_after), "help.sign-bar-more"),
    ]
}

impl Signs {
    pub(super) fn of(state: &State) -> &'static Signs {
        if state.session.ascii { &ASCII } else { &UNICODE }
    }
}
