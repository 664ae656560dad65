//! The screen of a state as text, and what must hold of every screen.

use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::board::layout;
use crate::board::state::State;
use crate::board::view;

/// Cells around the screen that nothing may be drawn into.
const MARGIN: u16 = 3;

/// Draws the state.
pub fn draw(state: &State) -> (Buffer, Option<Position>) {
    let mut buf = Buffer::empty(Rect::new(0, 0, state.session.width, state.session.height));
    let cursor = view::draw(state, &mut buf);
    (buf, cursor)
}

/// The glyphs of a row, each with its column; those under a wide one are left out.
fn glyphs(buf: &Buffer, y: u16) -> Vec<(u16, &str)> {
    let mut found = Vec::new();
    let mut x = 0;
    while x < buf.area.right() {
        let symbol = buf[(x, y)].symbol();
        found.push((x, symbol));
        x += symbol.cell_width().max(1);
    }
    assert_eq!(x, buf.area.right(), "a glyph reaches past the right edge in row {y}");
    found
}

/// The screen row by row, wide glyphs once, spaces at the end left out; at last where the cursor is. Checks it, too.
pub fn screen(state: &State) -> String {
    let (buf, cursor) = check(state);
    let mut text = String::new();
    for y in buf.area.top()..buf.area.bottom() {
        let row: String = glyphs(&buf, y).into_iter().map(|(_, symbol)| symbol).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    let at = cursor.map_or_else(|| "none".to_owned(), |p| format!("{},{}", p.x, p.y));
    text.push_str(&format!("cursor: {at}\n"));
    text
}

/// The screen row by row with its styles: `{bold cyan|text}`.
pub fn styled(state: &State) -> String {
    let (buf, _) = check(state);
    let mut text = String::new();
    for y in buf.area.top()..buf.area.bottom() {
        let mut runs: Vec<(String, String)> = Vec::new();
        for (x, symbol) in glyphs(&buf, y) {
            let name = style_name(buf[(x, y)].style());
            match runs.last_mut() {
                Some((last, run)) if *last == name => run.push_str(symbol),
                _ => runs.push((name, symbol.to_owned())),
            }
        }
        if runs.last().is_some_and(|(name, run)| name.is_empty() && run.trim().is_empty()) {
            runs.pop();
        }
        for (name, run) in runs {
            text.push_str(&if name.is_empty() { run } else { format!("{{{name}|{run}}}") });
        }
        text.push('\n');
    }
    text
}

fn style_name(style: Style) -> String {
    let mut names = Vec::new();
    for (modifier, name) in [(Modifier::BOLD, "bold"), (Modifier::REVERSED, "reversed"), (Modifier::DIM, "dim")] {
        if style.add_modifier.contains(modifier) {
            names.push(name.to_owned());
        }
    }
    for (colour, ground) in [(style.fg, ""), (style.bg, "on ")] {
        if let Some(colour) = colour.filter(|c| *c != Color::Reset) {
            names.push(format!("{ground}{colour}").to_lowercase());
        }
    }
    names.join(" ")
}

/// What must hold of every screen: nothing outside of it, no glyph over the edge of a pane, nothing that steers the
/// terminal, the cursor inside. Gives the screen.
pub fn check(state: &State) -> (Buffer, Option<Position>) {
    let (width, height) = (state.session.width, state.session.height);
    let (buf, cursor) = draw(state);
    if let Some(p) = cursor {
        assert!(p.x < width && p.y < height, "the cursor {p} is outside of {width}x{height}");
    }
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
    };
    for cell in &buf.content {
        assert!(!cell.symbol().chars().any(steers), "{:?} steers the terminal", cell.symbol());
    }
    let areas = layout::areas(state);
    let covered = covers(state);
    let message = view::message_area(state).unwrap_or_default();
    for y in 0..height {
        let starts: Vec<u16> = glyphs(&buf, y).into_iter().map(|(x, _)| x).collect();
        let panes = [areas.list, areas.divider, areas.detail].into_iter().flatten().filter(|_| !covered);
        for pane in
            panes.filter(|p| (p.top()..p.bottom()).contains(&y) && !(message.top()..message.bottom()).contains(&y))
        {
            for edge in [pane.left(), pane.right()].into_iter().filter(|x| *x < width) {
                assert!(starts.contains(&edge), "a glyph lies over the edge {edge} of a pane in row {y}");
            }
        }
    }
    if !covered && let Some(divider) = areas.divider.filter(|_| big_enough(state)) {
        let sign =
            if divider.width == 1 { state.session.theme.signs.vertical } else { state.session.theme.signs.horizontal };
        for at in divider.positions().filter(|at| !message.contains(*at)) {
            assert_eq!(buf[at].symbol(), sign, "something is drawn over the divider at {at}");
        }
    }
    // On a larger sheet nothing may lie around the screen.
    if big_enough(state) {
        let mut sheet = Buffer::empty(Rect::new(0, 0, width + MARGIN, height + MARGIN));
        view::draw(state, &mut sheet);
        for at in sheet.area.positions().filter(|at| at.x >= width || at.y >= height) {
            let cell = &sheet[at];
            assert_eq!(
                (cell.symbol(), cell.style()),
                (" ", Buffer::empty(Rect::new(0, 0, 1, 1))[(0, 0)].style()),
                "drawn outside at {at}"
            );
        }
    }
    (buf, cursor)
}

fn big_enough(state: &State) -> bool {
    state.session.width >= layout::SMALLEST.0 && state.session.height >= layout::SMALLEST.1
}

/// Whether an overlay covers the panes.
fn covers(state: &State) -> bool {
    use crate::board::layers::Layer::*;
    let over = matches!(
        state.layers.last(),
        Some(
            Help(_)
                | Objections(_)
                | GoTo(_)
                | Commands(_)
                | AllComments(_)
                | Phrases(_)
                | TakeOver(_)
                | Checklist(_)
                | Findings(_)
                | Notices(_)
                | Submit(_)
                | Rounds(_)
                | Reports(_)
                | Answer(_)
                | Approve(_)
                | Asking(_)
        )
    );
    over || state.talk.sheet.is_some()
}
