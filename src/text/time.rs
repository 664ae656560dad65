//! Seconds as people read them.

/// `m:ss.s`, from an hour on `h:mm:ss.s`: `0:07.5`, `1:02:03.0`, `-0:01.0`. Rounded once, to tenths.
pub fn clock(seconds: f64) -> String {
    let tenths = tenths(seconds.abs());
    let sign = if seconds < 0.0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", whole(tenths / 10), tenths % 10)
}

/// `m:ss`, from an hour on `h:mm:ss`, rounded to whole seconds.
pub fn total(seconds: f64) -> String {
    whole((tenths(seconds) + 5) / 10)
}

/// Seconds with one decimal and no unit: `4.0`, `12.5`.
pub fn short(seconds: f64) -> String {
    let tenths = tenths(seconds);
    format!("{}.{}", tenths / 10, tenths % 10)
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
    fn odd_numbers_do_no_harm() {
        assert_eq!(clock(-1.0), "-0:01.0");
        assert_eq!(clock(-0.01), "0:00.0");
        assert_eq!(clock(f64::NAN), "0:00.0");
        assert!(clock(f64::MAX).ends_with('5'));
    }
}
