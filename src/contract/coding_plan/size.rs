//! How long a plan is as the original parser measures it: UTF-16 units of what JavaScript's `JSON.stringify` makes of it.

use std::collections::HashMap;

use crate::contract::json::{Kind, Node};

/// No value grows to more than this many times its bytes when it is written again (`1e20` becomes 21 digits).
const MOST_GROWTH: usize = 6;

/// Whether the value is longer than `max` UTF-16 units as compact JSON; then how many it has.
pub(super) fn more_than(max: usize, node: Node) -> Option<usize> {
    if node.text().len().saturating_mul(MOST_GROWTH) <= max {
        return None;
    }
    Some(units(node)).filter(|units| *units > max)
}

/// UTF-16 units of the value as compact JSON; of duplicate keys the last counts.
fn units(node: Node) -> usize {
    let between = |count: usize| 2 + count.saturating_sub(1);
    match node.kind() {
        Kind::Array => {
            let elements = node.array().unwrap_or_default();
            between(elements.len()) + elements.into_iter().map(units).sum::<usize>()
        }
        Kind::Object => {
            let members: HashMap<_, _> = node.object().unwrap_or_default().into_iter().collect();
            let each = members.iter().map(|(key, value)| 1 + quoted(key) + units(*value));
            between(members.len()) + each.sum::<usize>()
        }
        Kind::String => rewritten(node.text()),
        Kind::Number => node.number().map_or("null".len(), number),
        Kind::Null | Kind::Boolean => node.text().len(),
    }
}

/// Units of a text in quotes.
fn quoted(text: &str) -> usize {
    2 + text.chars().map(character).sum::<usize>()
}

/// Units of a character as `JSON.stringify` writes it.
fn character(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '\0'..='\u{1f}' => 6,
        _ => c.len_utf16(),
    }
}

/// Units of a JSON string (quotes included) when it is read and written again.
fn rewritten(raw: &str) -> usize {
    let mut units = 0;
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        units += before.chars().map(char::len_utf16).sum::<usize>();
        let Some(code) = after.strip_prefix('u').and_then(hex) else {
            let mut chars = after.chars();
            // An escaped slash is written without its backslash.
            units += if chars.next() == Some('/') { 1 } else { 2 };
            rest = chars.as_str();
            continue;
        };
        rest = after.get(5..).unwrap_or_default();
        let low = rest.strip_prefix("\\u").and_then(hex).filter(|low| (0xDC00..0xE000).contains(low));
        if (0xD800..0xDC00).contains(&code) && low.is_some() {
            rest = rest.get(6..).unwrap_or_default();
            units += 2;
        } else {
            // Half of a pair stays an escape.
            units += char::from_u32(code).map_or(6, character);
        }
    }
    units + rest.chars().map(char::len_utf16).sum::<usize>()
}

fn hex(text: &str) -> Option<u32> {
    u32::from_str_radix(text.get(..4)?, 16).ok()
}

/// Length of a number as JavaScript prints it (ECMAScript, Number::toString).
fn number(value: f64) -> usize {
    if value == 0.0 {
        return 1;
    }
    let shortest = format!("{:e}", value.abs());
    let (digits, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let count = digits.bytes().filter(u8::is_ascii_digit).count();
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let with_point = count + usize::from(count > 1);
    let size = usize::try_from(exponent.unsigned_abs()).unwrap_or_default();
    let plain = match exponent {
        0..=20 => (size + 1).max(if count > size + 1 { count + 1 } else { count }),
        -6..=-1 => 1 + size + count,
        _ => with_point + 2 + size.to_string().len(),
    };
    plain + usize::from(value < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::json::Document;
    use std::path::Path;

    fn of(text: &str) -> usize {
        units(Document::parse(Path::new("x"), text.as_bytes()).expect("JSON").0.root())
    }

    #[test]
    fn white_space_and_earlier_duplicates_do_not_count() {
        assert_eq!(of(" { \"a\" : [ 1 , 22 ] } "), r#"{"a":[1,22]}"#.len());
        assert_eq!(of(r#"{"a":"long text","a":1}"#), r#"{"a":1}"#.len());
        assert_eq!((of("[]"), of("{}"), of("[true,null]")), (2, 2, 11));
    }

    #[test]
    fn strings_count_in_utf16_units_as_they_are_written_again() {
        assert_eq!(of("\"汉字\""), 4);
        assert_eq!(of("\"\u{1f600}\""), 4);
        assert_eq!(of(r#""\ud83d\ude00\u0041\u6c49""#), 6);
        assert_eq!(of(r#""\/\n\u0007\u000a\"\\""#), 2 + 1 + 2 + 6 + 2 + 2 + 2);
        assert_eq!(of(r#""\ud83d""#), 8);
        assert_eq!(of(r#"{"\u0041\n":1}"#), r#"{"A\n":1}"#.len());
    }

    #[test]
    fn numbers_count_as_javascript_prints_them() {
        for (written, printed) in [
            ("1.0", "1"),
            ("-0", "0"),
            ("0.10", "0.1"),
            ("1e20", "100000000000000000000"),
            ("1e21", "1e+21"),
            ("123456.789", "123456.789"),
            ("12345e-3", "12.345"),
            ("0.000001", "0.000001"),
            ("-1.5e-7", "-1.5e-7"),
            ("1.25e30", "1.25e+30"),
            ("9007199254740993", "9007199254740992"),
            ("100", "100"),
            ("1e999", "null"),
            ("1e-400", "0"),
        ] {
            assert_eq!(of(written), printed.len(), "{written}");
        }
    }
}
