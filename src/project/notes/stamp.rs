//! The times in `updated_at`: reading those that other programs write, and making one that is later.

use std::cmp::Reverse;

use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, Timelike, Utc};

/// The time in `text`: RFC 3339, or a date, or a date and a time without an offset, which counts as UTC.
pub(super) fn time(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    // RFC 3339 here allows a blank instead of the T, as SQLite's own times have it.
    let with_offset = DateTime::parse_from_rfc3339(text).ok().map(|time| time.with_timezone(&Utc));
    with_offset.or_else(|| clock(text))
}

/// What the clock shows in `text`, taken as UTC whatever its offset.
fn clock(text: &str) -> Option<DateTime<Utc>> {
    let head = text.get(..10)?;
    let date = NaiveDate::parse_from_str(head, "%Y-%m-%d").ok()?;
    let rest = text.get(10..)?.trim_start_matches(['T', 't', ' ']);
    let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.')).unwrap_or(rest.len());
    let time = rest.get(..end)?;
    let from = |format| NaiveDateTime::parse_from_str(&format!("{date} {time}"), format).ok();
    let whole_day = || time.is_empty().then(|| date.and_hms_opt(0, 0, 0)).flatten();
    Some(from("%Y-%m-%d %H:%M:%S%.f").or_else(|| from("%Y-%m-%d %H:%M")).or_else(whole_day)?.and_utc())
}

/// Sorts the latest first; what is no time comes last.
pub(super) fn latest_first(text: &str) -> Reverse<(Option<DateTime<Utc>>, String)> {
    Reverse((time(text), text.to_owned()))
}

/// Now, as ISO time with milliseconds and Z, but strictly later than `old`: as a time, and as text where that is a
/// matter of less than a day (a program may sort by either).
pub(super) fn later(old: &str, now: DateTime<Utc>) -> String {
    let Some(before) = time(old) else { return iso(now) };
    let step = Duration::milliseconds(1);
    let after = |time: DateTime<Utc>| milliseconds(time).checked_add_signed(step);
    let next_second = |time: DateTime<Utc>| time.with_nanosecond(0)?.checked_add_signed(Duration::seconds(1));
    let shown = clock(old.trim());
    let first = after(before).map(|time| time.max(milliseconds(now)));
    let ways = [first, first.and_then(next_second), shown.and_then(after), shown.and_then(next_second)];
    let texts = || ways.into_iter().flatten().filter(|time| first.is_some_and(|first| *time >= first)).map(iso);
    let in_four_digits = |text: &String| text.starts_with(|c: char| c.is_ascii_digit());
    let by_both = texts().filter(in_four_digits).find(|text| text.as_str() > old);
    by_both.or_else(|| texts().find(in_four_digits)).unwrap_or_else(|| iso(now))
}

fn milliseconds(time: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(time.timestamp_millis()).unwrap_or(time)
}

fn iso(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OLD: &[&str] = &[
        "2026-01-01T00:00:00.000Z",
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.999999Z",
        "2026-01-01 00:00:00",
        "2026-01-01",
        "2026-01-01T09:00:00+09:00",
        "2026-01-01T09:00:00.5+09:00",
        "2026-01-01 09:00:00+09:00",
        "2025-12-31T20:00:00-04:00",
        "2026-01-01T00:00",
        "2026-01-01T00:00:60Z",
        "2099-12-31T23:59:59.999Z",
        "9999-01-01T00:00:00Z",
    ];

    #[test]
    fn a_new_time_is_later_as_time_and_as_text() {
        let now = time("2026-01-01T00:00:00Z").unwrap();
        for old in OLD {
            let new = later(old, now);
            assert!(time(&new) > time(old) && new.as_str() > *old, "{old} → {new}");
            assert!(time(&new) >= Some(now), "{old} → {new}");
            assert!(new.len() == 24 && new.ends_with('Z'), "{new}");
        }
        assert_eq!(later("2025-01-01 00:00:00", now), "2026-01-01T00:00:00.000Z");
        assert_eq!(later("2026-01-01T00:00:00.000Z", now), "2026-01-01T00:00:00.001Z");
    }

    #[test]
    fn what_is_no_time_gives_way_to_now() {
        let now = time("2026-01-01T00:00:00Z").unwrap();
        for old in ["", "yesterday", "1767225600", "2026-13-45", "\u{0}", "９９９９-01-01", "9999-12-31T23:59:59.999Z"]
        {
            assert_eq!(later(old, now), "2026-01-01T00:00:00.000Z", "{old}");
        }
    }

    #[test]
    fn the_latest_comes_first_whatever_its_form() {
        let mut times = ["never", "2026-01-01 08:00:00", "2026-01-01T09:00:00+09:00", "2026-01-01T10:00:00.000Z"];
        times.sort_by_key(|text| latest_first(text));
        let expected = ["2026-01-01T10:00:00.000Z", "2026-01-01 08:00:00", "2026-01-01T09:00:00+09:00", "never"];
        assert_eq!(times, expected);
    }

    proptest! {
        #[test]
        fn any_text_is_followed_by_a_time(old in "\\PC{0,40}|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{0,12}(Z|[+-][0-9]{2}:00)?") {
            let now = time("2026-01-01T00:00:00Z").unwrap();
            let new = later(&old, now);
            prop_assert!(time(&new).is_some_and(|new| new >= now));
            prop_assert!(new != old);
            if let Some(before) = time(&old).filter(|t| *t < time("9999-12-31T00:00:00Z").unwrap()) {
                prop_assert!(time(&new).unwrap() > before, "{} → {}", old, new);
            }
        }
    }
}
