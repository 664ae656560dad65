//! Finding the ends of values in text whose syntax is known to be good.

use std::ops::Range;

/// Containers of at least this many bytes are remembered with their ends.
const LONG: usize = 64;

/// What one look over a whole document tells.
#[derive(Default)]
pub(super) struct Overview {
    /// Start and end (bytes) of every long array and object, by start.
    pub(super) long: Vec<(u32, u32)>,
    /// Offset of the first bracket that lies too deep.
    pub(super) too_deep: Option<usize>,
}

/// Looks over `text` once: where long containers end, and whether any lies deeper than `max_depth`.
pub(super) fn overview(text: &str, max_depth: usize) -> Overview {
    let bytes = text.as_bytes();
    let mut open: Vec<usize> = Vec::with_capacity(max_depth);
    let mut long = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'[' | b'{' => {
                if open.len() >= max_depth {
                    return Overview { long, too_deep: Some(at) };
                }
                open.push(at);
            }
            b']' | b'}' => {
                if let Some(start) = open.pop()
                    && at - start >= LONG
                    && let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(at + 1))
                {
                    long.push((start, end));
                }
            }
            _ => {}
        }
        at += 1;
    }
    long.sort_unstable();
    Overview { long, too_deep: None }
}

/// The offset of the first `\u` escape that is half of a pair without the other half.
pub(super) fn lone_surrogate(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    let mut done = 0;
    let escaped =
        |at: usize| bytes.get(..at).unwrap_or_default().iter().rev().take_while(|b| **b == b'\\').count() % 2 == 1;
    // Looking for one character is quicker than for two.
    for (at, _) in text.match_indices('\\') {
        let Some(unit_here) = unit(at).filter(|unit| (0xD800..0xE000).contains(unit) && at >= done && !escaped(at))
        else {
            continue;
        };
        let pairs = unit_here < 0xDC00 && unit(at + 6).is_some_and(|low| (0xDC00..0xE000).contains(&low));
        if !pairs {
            return Some(at);
        }
        done = at + 12;
    }
    None
}

/// The end (exclusive) of the string that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        match rest.iter().position(|b| matches!(b, b'"' | b'\\')) {
            Some(found) if rest.get(found) == Some(&b'\\') => at += found + 2,
            Some(found) => return at + found + 1,
            None => return bytes.len(),
        }
    }
}

/// The end (exclusive) of the value that begins at `start`.
fn value_end(bytes: &[u8], start: usize, known: impl Fn(usize) -> Option<usize>) -> usize {
    match bytes.get(start) {
        Some(b'"') => string_end(bytes, start),
        Some(b'[' | b'{') => known(start).unwrap_or_else(|| container_end(bytes, start)),
        _ => {
            let rest = bytes.get(start..).unwrap_or_default();
            let stops = |b: &u8| matches!(b, b',' | b']' | b'}' | b':' | b' ' | b'\n' | b'\r' | b'\t');
            start + rest.iter().position(stops).unwrap_or(rest.len())
        }
    }
}

fn container_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The byte ranges of the values directly inside the array or object `raw`: of an object keys and values in turn.
/// `known` gives the end of a container at an offset of `raw`, where it is known.
pub(super) fn elements<'t>(
    raw: &'t str,
    known: impl Fn(usize) -> Option<usize> + 't,
) -> impl Iterator<Item = Range<usize>> + 't {
    let bytes = raw.as_bytes();
    let mut at = 1;
    std::iter::from_fn(move || {
        while let Some(b' ' | b'\n' | b'\r' | b'\t' | b',' | b':') = bytes.get(at) {
            at += 1;
        }
        if matches!(bytes.get(at), None | Some(b']' | b'}')) {
            return None;
        }
        let start = at;
        // At least one byte further, whatever the text holds.
        at = value_end(bytes, start, &known).max(start + 1);
        Some(start..at)
    })
}
