//! JSON values as comparable text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Kind, MAX_DEPTH, decode, scan};

/// A text that is equal exactly for equal JSON values: key order is free, numbers count by value, of duplicate keys
/// the last counts. Used for hashes and for matching, never shown. Values nested deeper than [`MAX_DEPTH`] (no
/// [`super::Document`] holds any) stand for themselves as they are written.
pub fn canonical(text: &str) -> String {
    let text = text.trim_matches([' ', '\n', '\r', '\t']);
    let mut out = String::with_capacity(text.len());
    write(text, &mut out, MAX_DEPTH);
    out
}

/// The same of an object without its member `key`; `None`: it is no object.
pub fn canonical_but(text: &str, key: &str) -> Option<String> {
    let text = text.trim_matches([' ', '\n', '\r', '\t']);
    let mut out = String::with_capacity(text.len());
    let mut members = (Kind::of(text) == Kind::Object).then(|| members(text))?;
    members.remove(key);
    object(&members, &mut out, MAX_DEPTH);
    Some(out)
}

/// The members of an object by key, of duplicates the last.
fn members(text: &str) -> BTreeMap<Cow<'_, str>, &str> {
    let mut parts = scan::elements(text, |_| None);
    let mut members = BTreeMap::new();
    while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
        let key = text.get(key).unwrap_or_default();
        members.insert(decode::string(key).unwrap_or_default(), text.get(value).unwrap_or_default());
    }
    members
}

fn object(members: &BTreeMap<Cow<'_, str>, &str>, out: &mut String, levels: usize) {
    out.push('{');
    for (n, (key, value)) in members.iter().enumerate() {
        if n > 0 {
            out.push(',');
        }
        quote(key, out);
        out.push(':');
        write(value, out, levels - 1);
    }
    out.push('}');
}

fn write(text: &str, out: &mut String, levels: usize) {
    match Kind::of(text) {
        Kind::Array | Kind::Object if levels == 0 => out.push_str(text),
        Kind::Array => {
            out.push('[');
            for (n, range) in scan::elements(text, |_| None).enumerate() {
                if n > 0 {
                    out.push(',');
                }
                write(text.get(range).unwrap_or_default(), out, levels - 1);
            }
            out.push(']');
        }
        Kind::Object => object(&members(text), out, levels),
        Kind::String => match decode::string(text) {
            Some(content) => quote(&content, out),
            None => out.push_str(text),
        },
        Kind::Number => match decimal(text) {
            Some(number) => out.push_str(&number),
            None => out.push_str(text),
        },
        Kind::Null | Kind::Boolean => out.push_str(text),
    }
}

fn quote(content: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(content).unwrap_or_default());
}

/// A number as its digits and a power of ten, so that `1`, `1.0` and `10e-1` are one text.
fn decimal(text: &str) -> Option<String> {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if all.is_empty() || !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let significant = all.trim_start_matches('0');
    let short = significant.trim_end_matches('0');
    if short.is_empty() {
        return Some("0".to_owned());
    }
    let zeros = i64::try_from(significant.len() - short.len()).ok()?;
    let power = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?.checked_add(zeros)?;
    Some(format!("{sign}{short}e{power}"))
}

/// The value's text on one line without the white space between its parts; numbers and strings stay as written.
pub fn compact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        if inside {
            inside = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if matches!(c, ' ' | '\n' | '\r' | '\t') {
            continue;
        } else {
            inside = c == '"';
        }
        out.push(c);
        if !inside && matches!(c, ',' | ':') {
            out.push(' ');
        }
    }
    out
}
