//! Walking through the entries of a panel. What is higher than the screen is read to its end first.

use crate::board::checklist::Place;
use crate::board::keys::Action;
use crate::board::view::Entries;

/// Where an action leads: the entry, and the place the panel is shown from. `group` finds the entry where the next group
/// (`true`) or the previous one begins. `None`: the action does not move.
pub fn walked(
    entries: &impl Entries,
    top: Place,
    action: Action,
    group: impl FnOnce(bool) -> Option<usize>,
) -> Option<(usize, Place)> {
    let top = entries.reveal(top);
    let (below, above) = entries.hidden(top);
    let (selected, last) = (entries.selected(), entries.last());
    Some(match action {
        Action::Down if below => (selected, entries.scrolled(top, true)),
        Action::Up if above => (selected, entries.scrolled(top, false)),
        Action::Down => ((selected + 1).min(last), top),
        Action::Up => (selected.saturating_sub(1), top),
        Action::PageDown => (entries.a_page_away(true), top),
        Action::PageUp => (entries.a_page_away(false), top),
        Action::First => (0, Place::default()),
        Action::Last => (last, entries.end(top)),
        Action::NextGroup => (group(true)?, top),
        Action::PreviousGroup => (group(false)?, top),
        _ => return None,
    })
}
