//! Seconds as people read them. Beyond 99:59:59 only that it is more is said.

use std::borrow::Cow;

/// Tenths of a second in 100 hours.
const TOO_LONG: u64 = 100 * 3600 * 10;
/// What is said of more.
const MORE: &str = ">99h";

/// `m:ss.s`, from an hour on `h:mm:ss.s`: `0:07.5`, `1:02:03.0`, `-0:01.0`. Rounded once, to tenths.
pub fn clock(seconds: f64) -> String {
    let tenths = tenths(seconds.abs());
    if tenths >= TOO_LONG {
        return if seconds < 0.0 { "<-99h" } else { MORE }.to_owned();
    }
    let sign = if seconds < 0.0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", whole(tenths / 10), tenths % 10)
}

/// `m:ss`, from an hour on `h:mm:ss`, rounded to whole seconds.
pub fn total(seconds: f64) -> String {
    let seconds = tenths(seconds).saturating_add(5) / 10;
    if seconds >= TOO_LONG / 10 { MORE.to_owned() } else { whole(seconds) }
}

/// Seconds with one decimal and no unit: `4.0`, `12.5`.
pub fn short(seconds: f64) -> String {
    let tenths = tenths(seconds);
    if tenths >= TOO_LONG { MORE.to_owned() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

/// A JSON number as people write it: at most three decimals, and none that says nothing (`6.0` is `6`). What is no
/// number, or one that needs an exponent, stays as it is.
pub fn plain(number: &str) -> Cow<'_, str> {
    let has_decimals = number.contains('.') && !number.contains(['e', 'E']);
    let Some(value) = number.parse::<f64>().ok().filter(|value| has_decimals && value.abs() < 1e12) else {
        return Cow::Borrowed(number);
    };
    let rounded = format!("{value:.3}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    Cow::Owned(if short == "-0" { "0" } else { short }.to_owned())
}

fn tenths(seconds: f64) -> u64 {
    // A cast from a float saturates; NaN gives 0.
    (seconds.max(0.0) * 10.0).round() as u64
}

fn whole(seconds: u64) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{rest:02}") } else { format!("{minutes}:{rest:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_read_as_people_write_them() {
        assert_eq!(clock(7.46), "0:07.5");
        assert_eq!(clock(59.96), "1:00.0");
        assert_eq!(clock(3723.0), "1:02:03.0");
        assert_eq!(total(167.6), "2:48");
        assert_eq!(short(12.5), "12.5");
    }

    #[test]
    fn numbers_lose_their_noise() {
        for (number, shown) in [
            ("59.93333333333333", "59.933"),
            ("6.0", "6"),
            ("0", "0"),
            ("100", "100"),
            ("2.50", "2.5"),
            ("-0.0001", "0"),
            ("1e300", "1e300"),
            ("—", "—"),
            ("s-0.10", "s-0.10"),
        ] {
            assert_eq!(plain(number), shown);
        }
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        assert_eq!(clock(-1.0), "-0:01.0");
        assert_eq!(clock(-0.01), "0:00.0");
        assert_eq!(clock(f64::NAN), "0:00.0");
    }

    #[test]
    fn what_is_too_long_to_be_a_film_has_no_endless_digits() {
        assert_eq!((clock(359_999.9), total(359_999.4)), ("99:59:59.9".to_owned(), "99:59:59".to_owned()));
        for seconds in [360_000.0, 1e300, f64::MAX, f64::INFINITY] {
            assert_eq!([clock(seconds), total(seconds), short(seconds)], [">99h"; 3]);
        }
        assert_eq!(clock(-1e300), "<-99h");
    }
}
