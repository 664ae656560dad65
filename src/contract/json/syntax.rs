//! Why a text is no JSON: where it stops being it, what should stand there, and which slip it is.

/// What is wrong with a text that is no JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Byte offset of what was found; of a text that ends too early its end.
    pub(super) at: usize,
    /// Bytes of what was found.
    pub(super) length: usize,
    /// The text ends too early.
    pub(super) truncated: bool,
    /// The locale key of what was expected.
    pub(super) expected: &'static str,
    /// The locale key of what to do, where the slip is a known one.
    pub(super) hint: Option<&'static str>,
    /// The value that was probably meant.
    pub(super) meant: Option<&'static str>,
}

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Value,
    FirstElement,
    FirstKey,
    Key,
    Colon,
    CommaOrEnd,
    End,
}

/// The most characters of a word or string that are taken for what was found.
const TOKEN: usize = 80;

/// The first fault of `text`; `None` where it is JSON.
pub(super) fn fault(text: &str) -> Option<Fault> {
    let mut scan = Scan { text, at: 0, open: Vec::new(), state: State::Value };
    loop {
        scan.at = scan.text.len() - scan.rest().trim_start_matches(BLANK).len();
        let Some(next) = scan.rest().chars().next() else {
            return (scan.state != State::End).then(|| scan.ends(scan.expected()));
        };
        if let Err(fault) = scan.step(next) {
            return Some(fault);
        }
    }
}

/// White space of JSON.
const BLANK: [char; 4] = [' ', '\n', '\r', '\t'];

struct Scan<'t> {
    text: &'t str,
    at: usize,
    /// Whether each container around this place is an object.
    open: Vec<bool>,
    state: State,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// What is expected at this place.
    fn expected(&self) -> &'static str {
        match self.state {
            State::Value => "expected.value",
            State::FirstElement => "expected.value-or-array-end",
            State::FirstKey => "expected.key-or-object-end",
            State::Key => "expected.key",
            State::Colon => "expected.colon",
            State::CommaOrEnd if self.open.last() == Some(&true) => "expected.object-end",
            State::CommaOrEnd => "expected.array-end",
            State::End => "expected.end",
        }
    }

    /// Passes one token.
    fn step(&mut self, next: char) -> Result<(), Fault> {
        let (state, object) = (self.state, self.open.last() == Some(&true));
        let is_value = matches!(state, State::Value | State::FirstElement);
        let is_key = matches!(state, State::FirstKey | State::Key);
        match next {
            '"' if is_value || is_key => {
                self.string()?;
                if is_key {
                    self.state = State::Colon;
                } else {
                    self.after_value();
                }
            }
            '{' | '[' if is_value => {
                self.at += 1;
                self.open.push(next == '{');
                self.state = if next == '{' { State::FirstKey } else { State::FirstElement };
            }
            '-' | '0'..='9' if is_value => {
                self.number()?;
                self.after_value();
            }
            't' | 'f' | 'n' if is_value => {
                self.word()?;
                self.after_value();
            }
            '}' if state == State::FirstKey || state == State::CommaOrEnd && object => self.close(),
            ']' if state == State::FirstElement || state == State::CommaOrEnd && !object => self.close(),
            ':' if state == State::Colon => {
                self.at += 1;
                self.state = State::Value;
            }
            ',' if state == State::CommaOrEnd => {
                self.at += 1;
                self.state = if object { State::Key } else { State::Value };
            }
            _ => return Err(self.slip(next, is_value, is_key)),
        }
        Ok(())
    }

    fn close(&mut self) {
        self.at += 1;
        self.open.pop();
        self.after_value();
    }

    fn after_value(&mut self) {
        self.state = if self.open.is_empty() { State::End } else { State::CommaOrEnd };
    }

    /// Why `next` cannot stand here.
    fn slip(&self, next: char, is_value: bool, is_key: bool) -> Fault {
        let rest = self.rest();
        let before = self.text.get(..self.at).unwrap_or_default().trim_end_matches(BLANK);
        let after_comma = before.ends_with(',') && !self.open.is_empty();
        let plain = self.found(next.len_utf8(), self.expected());
        if next == '#' || rest.starts_with("//") || rest.starts_with("/*") {
            return self.found(if next == '#' { 1 } else { 2 }, self.expected()).hint("finding.syntax-comment-hint");
        }
        if matches!(next, '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '＂' | '「') && (is_value || is_key)
        {
            return plain.hint("finding.syntax-quotes-hint");
        }
        if matches!(next, '}' | ']') && after_comma && (is_value || is_key) {
            return self.found(1, "expected.no-trailing-comma").hint("finding.syntax-trailing-comma-hint");
        }
        if next == ',' && self.state != State::End {
            return plain.hint("finding.syntax-comma-too-many-hint");
        }
        if is_key && (next.is_alphanumeric() || matches!(next, '_' | '$' | '-')) {
            return self.found(self.token(), self.expected()).hint("finding.syntax-unquoted-key-hint");
        }
        if is_value && matches!(next, '+' | '.') {
            return self.bad_number();
        }
        if is_value && (next.is_alphabetic() || matches!(next, '_' | '$')) {
            return self.bad_word();
        }
        let begins = next.is_alphanumeric() || matches!(next, '"' | '{' | '[' | '-');
        match self.state {
            State::CommaOrEnd if begins => {
                let length = if next == '"' { self.quoted() } else { self.token().max(1) };
                self.found(length, self.expected()).hint("finding.syntax-no-comma-hint")
            }
            State::CommaOrEnd if matches!(next, '}' | ']') => plain.hint("finding.syntax-other-bracket-hint"),
            State::Colon => plain.hint("finding.syntax-no-colon-hint"),
            State::End => plain.hint("finding.syntax-after-the-end-hint"),
            _ => plain,
        }
    }

    /// Passes a string.
    fn string(&mut self) -> Result<(), Fault> {
        self.at += 1;
        loop {
            let rest = self.rest();
            let stop = rest.find(|c: char| matches!(c, '"' | '\\') || c < ' ').unwrap_or(rest.len());
            self.at += stop;
            let mut after = self.rest().chars();
            match after.next() {
                None => return Err(self.ends("expected.string-end")),
                Some('"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some('\\') => match after.next() {
                    None => return Err(self.ends("expected.string-end")),
                    Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => self.at += 2,
                    Some('u') => {
                        let digits = after.as_str().chars().take(4).take_while(char::is_ascii_hexdigit).count();
                        if digits < 4 && after.as_str().len() == digits {
                            return Err(self.ends("expected.string-end"));
                        }
                        if digits < 4 {
                            let hint = "finding.syntax-unicode-escape-hint";
                            return Err(self.found(2 + digits, "expected.hex-digits").hint(hint));
                        }
                        self.at += 6;
                    }
                    Some(other) => {
                        let length = 1 + if other < ' ' { 0 } else { other.len_utf8() };
                        return Err(self.found(length, "expected.escape").hint("finding.syntax-escape-hint"));
                    }
                },
                Some(control) => {
                    let hint = match control {
                        '\t' => "finding.syntax-tab-hint",
                        '\n' | '\r' => "finding.syntax-line-break-hint",
                        _ => "finding.syntax-control-hint",
                    };
                    return Err(self.found(1, "expected.escaped-control").hint(hint));
                }
            }
        }
    }

    /// Passes a number.
    fn number(&mut self) -> Result<(), Fault> {
        let length = self.token();
        let token = self.rest().get(..length).unwrap_or_default();
        if is_number(token) {
            self.at += length;
            return Ok(());
        }
        let unfinished = token.len() == self.rest().len() && is_number(&format!("{token}0"));
        Err(if unfinished { self.ends("expected.number-rest") } else { self.bad_number() })
    }

    fn bad_number(&self) -> Fault {
        let length = self.token().max(1);
        let token = self.rest().get(..length).unwrap_or_default();
        let digits = token.trim_start_matches(['-', '+']);
        let fault = self.found(length, "expected.number-form");
        if digits.starts_with("Inf") || digits.starts_with("NaN") {
            return self.bad_word();
        }
        let begins = |texts: &[&str]| texts.iter().any(|text| digits.starts_with(text));
        fault.hint(if begins(&["0x", "0X", "0b", "0o"]) {
            "finding.syntax-hex-hint"
        } else if token.starts_with('+') {
            "finding.syntax-plus-hint"
        } else if digits.starts_with('.') || digits.ends_with('.') {
            "finding.syntax-dot-hint"
        } else if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        {
            "finding.syntax-zeros-hint"
        } else {
            "finding.syntax-number-hint"
        })
    }

    /// Passes `true`, `false` or `null`.
    fn word(&mut self) -> Result<(), Fault> {
        let length = self.token();
        let token = self.rest().get(..length).unwrap_or_default();
        if ["true", "false", "null"].contains(&token) {
            self.at += length;
            return Ok(());
        }
        let unfinished = length == self.rest().len() && ["true", "false", "null"].iter().any(|w| w.starts_with(token));
        Err(if unfinished { self.ends("expected.word-rest") } else { self.bad_word() })
    }

    fn bad_word(&self) -> Fault {
        let length = self.token().max(1);
        let token = self.rest().get(..length).unwrap_or_default();
        let meant = match token.trim_start_matches(['-', '+']).to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => "true",
            "false" | "no" | "off" => "false",
            "null" | "none" | "nil" | "undefined" | "nan" | "infinity" | "inf" => "null",
            _ => return self.found(length, self.expected()).hint("finding.syntax-bare-word-hint"),
        };
        let fault = self.found(length, self.expected()).hint("finding.syntax-word-hint");
        Fault { meant: Some(meant), ..fault }
    }

    /// Bytes of the word or number that begins here.
    fn token(&self) -> usize {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '+' | '-');
        self.rest().find(|c| !part(c)).unwrap_or(self.rest().len())
    }

    /// Bytes of the string that begins here, as far as it goes in its line.
    fn quoted(&self) -> usize {
        let inner = self.rest().get(1..).unwrap_or_default();
        inner
            .find(['"', '\\', '\n'])
            .map_or(1, |end| if inner.get(end..).is_some_and(|r| r.starts_with('"')) { end + 2 } else { 1 })
    }

    fn found(&self, length: usize, expected: &'static str) -> Fault {
        let (at, rest) = (self.at, self.rest());
        let longest = rest.char_indices().nth(TOKEN).map_or(rest.len(), |(end, _)| end);
        Fault { at, length: length.min(longest), truncated: false, expected, hint: None, meant: None }
    }

    fn ends(&self, expected: &'static str) -> Fault {
        let text = if expected == "expected.string-end" { self.text } else { self.text.trim_end_matches(BLANK) };
        Fault { at: text.len(), length: 0, truncated: true, expected, hint: None, meant: None }
    }
}

impl Fault {
    fn hint(self, hint: &'static str) -> Fault {
        Fault { hint: Some(hint), ..self }
    }
}

/// Whether this is a number as JSON writes it.
fn is_number(token: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let token = token.strip_prefix('-').unwrap_or(token);
    let (number, exponent) = match token.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (token, None),
    };
    let (whole, part) = match number.split_once('.') {
        Some((whole, part)) => (whole, Some(part)),
        None => (number, None),
    };
    digits(whole) && (whole == "0" || !whole.starts_with('0')) && part.is_none_or(digits) && exponent.is_none_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    fn of(text: &str) -> (String, &'static str, Option<&'static str>) {
        let fault = fault(text).expect("a fault");
        assert!(!fault.truncated, "{text}: {fault:?}");
        let hint = fault.hint.map(|hint| hint.trim_start_matches("finding.syntax-").trim_end_matches("-hint"));
        (
            text.get(fault.at..fault.at + fault.length).expect("whole characters").to_owned(),
            fault.expected.trim_start_matches("expected."),
            hint,
        )
    }

    #[test]
    fn a_text_that_ends_too_early_says_what_would_have_come() {
        for (text, expected) in [
            ("{", "key-or-object-end"),
            ("[", "value-or-array-end"),
            ("{\"a\"", "colon"),
            ("{\"a\":", "value"),
            ("{\"a\":1", "object-end"),
            ("{\"a\":1,", "key"),
            ("[1", "array-end"),
            ("[1,\n ", "value"),
            ("[\"a", "string-end"),
            ("[\"a\\", "string-end"),
            ("[\"a\\u12", "string-end"),
            ("[1.", "number-rest"),
            ("[-", "number-rest"),
            ("[1e", "number-rest"),
            ("[tru", "word-rest"),
            ("{\"a\": {\"b\": []", "object-end"),
        ] {
            let fault = fault(text).expect("a fault");
            let end = text.trim_end().len();
            assert_eq!(
                (fault.expected, fault.at, fault.truncated),
                (format!("expected.{expected}").as_str(), end, true),
                "{text}"
            );
        }
    }

    #[test]
    fn common_slips_are_named() {
        for (text, found, expected, hint) in [
            ("[1] // x", "//", "end", "comment"),
            ("{ /* a */ }", "/*", "key-or-object-end", "comment"),
            ("# a\n{}", "#", "value", "comment"),
            ("{'a': 1}", "'", "key-or-object-end", "quotes"),
            ("{\"a\": “b”}", "“", "value", "quotes"),
            ("[1,]", "]", "no-trailing-comma", "trailing-comma"),
            ("{\"a\":1, }", "}", "no-trailing-comma", "trailing-comma"),
            ("[1,,2]", ",", "value", "comma-too-many"),
            ("[,1]", ",", "value-or-array-end", "comma-too-many"),
            ("{a_b: 1}", "a_b", "key-or-object-end", "unquoted-key"),
            ("{\"a\":1, 2: 3}", "2", "key", "unquoted-key"),
            ("{\"a\":1 \"b\":2}", "\"b\"", "object-end", "no-comma"),
            ("[1 2]", "2", "array-end", "no-comma"),
            ("[{} {}]", "{", "array-end", "no-comma"),
            ("[1}", "}", "array-end", "other-bracket"),
            ("{\"a\" = 1}", "=", "colon", "no-colon"),
            ("{} {}", "{", "end", "after-the-end"),
            ("[True]", "True", "value-or-array-end", "word"),
            ("[NaN]", "NaN", "value-or-array-end", "word"),
            ("[1,-Infinity]", "-Infinity", "value", "word"),
            ("{\"a\":None}", "None", "value", "word"),
            ("{\"a\":undefined}", "undefined", "value", "word"),
            ("{\"a\":hello}", "hello", "value", "bare-word"),
            ("[0x1F]", "0x1F", "number-form", "hex"),
            ("[007]", "007", "number-form", "zeros"),
            ("[+1]", "+1", "number-form", "plus"),
            ("[.5]", ".5", "number-form", "dot"),
            ("[5.]", "5.", "number-form", "dot"),
            ("[2026-07-25]", "2026-07-25", "number-form", "number"),
            ("[\"\\u12G4\"]", "\\u12", "hex-digits", "unicode-escape"),
            ("[\"\\x\"]", "\\x", "escape", "escape"),
            ("[\"a\tb\"]", "\t", "escaped-control", "tab"),
            ("[\"a\nb\"]", "\n", "escaped-control", "line-break"),
            ("[\"a\u{7}b\"]", "\u{7}", "escaped-control", "control"),
        ] {
            assert_eq!(of(text), (found.to_owned(), expected, Some(hint)), "{text}");
        }
        assert_eq!(fault("[True]").and_then(|f| f.meant), Some("true"));
        assert_eq!(fault("[NaN]").and_then(|f| f.meant), Some("null"));
    }

    proptest! {
        #[test]
        fn the_same_texts_are_refused_as_by_the_reader(text in "[\\[\\]{}:,\"\\\\u0a1.eE+\\- \ntrue\u{7}é]{0,24}") {
            let good = serde_json::from_str::<&RawValue>(&text).is_ok();
            prop_assert_eq!(fault(&text).is_none(), good, "{}", text);
        }
    }
}
