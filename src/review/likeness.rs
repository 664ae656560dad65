//! Whether two targets without a common id are so alike that one may be the other after a revision.

use serde_json::Value;

use crate::contract::plan_comments::TargetKind;
use crate::review::target::Target;

/// Characters that a shorter description must have to count as the beginning of a longer one.
const PREFIX: usize = 8;

/// Shots: one description begins the other, or at least half of the pairs of neighbouring characters are shared. Cuts:
/// the same source, and ranges that overlap. Clips have ids, and are never taken by likeness.
pub(crate) fn alike(one: &Target, other: &Target) -> bool {
    if one.kind != other.kind {
        return false;
    }
    let read = |t: &Target| serde_json::from_str::<Value>(t.json.as_str()).unwrap_or_default();
    let (a, b) = (read(one), read(other));
    match one.kind {
        TargetKind::Shot => {
            let text = |v: &Value| v.get("description").and_then(Value::as_str).map(letters).unwrap_or_default();
            alike_texts(&text(&a), &text(&b))
        }
        TargetKind::Cut => {
            let range = |v: &Value| Some((v.get("in")?.as_f64()?, v.get("out")?.as_f64()?));
            let source = |v: &Value| v.get("src").and_then(Value::as_str).map(str::to_owned);
            let (Some((in_a, out_a)), Some((in_b, out_b))) = (range(&a), range(&b)) else { return false };
            source(&a) == source(&b) && in_a < out_b && in_b < out_a
        }
        // These have ids.
        TargetKind::Clip | TargetKind::Wave | TargetKind::Case | TargetKind::Deliverable => false,
    }
}

fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn alike_texts(a: &[char], b: &[char]) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() == long.len() && short == long || short.len() >= PREFIX && long.starts_with(short) {
        return true;
    }
    let (mut x, mut y) = (bigrams(a), bigrams(b));
    let most = x.len().max(y.len());
    if most == 0 || x.len().min(y.len()) * 2 < most {
        return false;
    }
    x.sort_unstable();
    y.sort_unstable();
    shared(&x, &y) * 2 >= most
}

fn bigrams(text: &[char]) -> Vec<(char, char)> {
    text.iter().copied().zip(text.iter().copied().skip(1)).collect()
}

/// How many elements two sorted lists share, each counted as often as it stands in both.
fn shared(a: &[(char, char)], b: &[(char, char)]) -> usize {
    let mut rest = b.iter().peekable();
    let mut count = 0;
    for x in a {
        while rest.next_if(|y| *y < x).is_some() {}
        count += usize::from(rest.next_if(|y| *y == x).is_some());
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::anchor::testing::{cut, shot};

    fn shots(one: &str, other: &str) -> bool {
        alike(&shot(0, None, one), &shot(0, None, other))
    }

    #[test]
    fn shots_are_alike_by_beginning_or_half_the_bigrams() {
        assert!(shots("港の朝を広く映す", "港の朝を広く映す、船が出るところまで"));
        assert!(shots("港の朝を広く映す", "夜の港を広く映す"));
        assert!(!shots("港の朝を広く映す", "店主が豆を煎る手もと"));
        assert!(!shots("", ""), "nothing is like nothing");
    }

    #[test]
    fn cuts_are_alike_by_source_and_overlap() {
        assert!(alike(&cut(0, "cam", 0.0, 5.0), &cut(0, "cam", 4.0, 9.0)));
        assert!(!alike(&cut(0, "cam", 0.0, 5.0), &cut(0, "cam", 5.0, 9.0)));
        assert!(!alike(&cut(0, "cam", 0.0, 5.0), &cut(0, "mic", 0.0, 5.0)));
    }
}
