//! What the commands say: results on stdout, talk on stderr. Nothing else in the program prints.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use crate::cli::args::Colour;

/// Stdout and stderr of a command.
pub struct Output {
    stdout: BufWriter<Stdout>,
    /// The first error of stdout that is not a closed pipe.
    error: Option<io::Error>,
    /// Nobody reads stdout any more, or it failed: the rest is dropped.
    closed: bool,
    /// Colours on stderr.
    colour: bool,
    /// Colours on stdout.
    colour_result: bool,
}

impl Output {
    /// Output with colours as asked.
    pub fn new(colour: Colour) -> Output {
        let coloured = |is_terminal: bool| match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let is_plain = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
                is_terminal && !is_plain && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
            }
        };
        Output {
            stdout: BufWriter::with_capacity(64 * 1024, io::stdout()),
            error: None,
            closed: false,
            colour: coloured(io::stderr().is_terminal()),
            colour_result: coloured(io::stdout().is_terminal()),
        }
    }

    /// A line of the result.
    pub fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\n");
    }

    /// The result as one JSON document. Controls and invisible steering characters are written as `\u` escapes, so
    /// that they do not reach a terminal; the values stay the same.
    pub fn json(&mut self, value: &impl serde::Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => self.line(&escape(&text)),
            Err(error) => self.error = self.error.take().or(Some(error.into())),
        }
    }

    /// A line to the person.
    pub fn talk(&mut self, text: &str) {
        // A closed or full stderr is no reason to fail.
        let _ = self.stdout.flush();
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// A line to the person that begins with a word in colour.
    pub fn talk_marked(&mut self, word: &str, red: bool, text: &str) {
        self.talk(&marked(self.colour, word, red, text));
    }

    /// A line of the result that begins with a word in colour.
    pub fn line_marked(&mut self, word: &str, red: bool, text: &str) {
        self.line(&marked(self.colour_result, word, red, text));
    }

    /// Writes what is still held back.
    ///
    /// # Errors
    /// The first error of stdout; a reader that went away is none.
    pub fn finish(&mut self) -> io::Result<()> {
        if !self.closed {
            let flushed = self.stdout.flush();
            self.note(flushed);
        }
        self.error.take().map_or(Ok(()), Err)
    }

    /// Whether nobody reads stdout any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn write(&mut self, text: &str) {
        if !self.closed {
            let written = self.stdout.write_all(text.as_bytes());
            self.note(written);
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.closed = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.error = Some(error);
            }
        }
    }
}

fn marked(colour: bool, word: &str, red: bool, text: &str) -> String {
    match colour {
        true => format!("\u{1b}[1;{}m{word}\u{1b}[0m: {text}", if red { 31 } else { 33 }),
        false => format!("{word}: {text}"),
    }
}

/// Prints help, the version, or what is wrong with the command line.
///
/// # Errors
/// The stream fails; a reader that went away is none.
pub fn usage(error: &clap::Error) -> io::Result<()> {
    let printed = error.print().and_then(|()| io::stdout().flush());
    printed.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// `json` with every character that could steer a terminal as an escape. Such characters only occur inside strings.
pub fn escape(json: &str) -> Cow<'_, str> {
    if !json.contains(hides) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    let mut done = 0;
    for (at, hidden) in json.match_indices(hides) {
        out.push_str(json.get(done..at).unwrap_or_default());
        out.extend(hidden.chars().map(|c| format!("\\u{:04x}", u32::from(c))));
        done = at + hidden.len();
    }
    out.push_str(json.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

/// Whether `text` may be printed as it stands: nothing in it steers a terminal or hides.
pub fn is_harmless(text: &str) -> bool {
    !text.chars().any(|c| hides(c) || c.is_control() && !matches!(c, '\n' | '\t'))
}

fn hides(c: char) -> bool {
    let steers = matches!(
        c,
        '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    );
    steers && c != '\u{200d}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steering_characters_are_escaped_and_values_stay() {
        let text = "a\u{9b}31m\u{202e}b\u{200d}c";
        let written = serde_json::to_string(text).expect("JSON");
        let json = escape(&written);
        assert!(matches!(escape("{\"a\": \"雨…\"}"), Cow::Borrowed(_)));
        assert!(!json.contains('\u{9b}') && !json.contains('\u{202e}'));
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
    }
}
