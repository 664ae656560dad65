//! Bytes and time in, events out. No I/O and no clock: the caller feeds what it read and ticks at the deadline.
//!
//! A terminal sends keys, pastes and replies to queries in one stream, cut into reads anywhere. The filter puts the
//! pieces together, tells the key Esc from a sequence begun by its silence, and swallows replies however late.

use std::time::{Duration, Instant};

use super::event::InputEvent;
use super::key::{Key, KeyCode};
use super::reply;
use super::sequence::{ESC, Meaning, Reply, Scan, Wait, scan};

/// Silence after which ESC is the key Esc.
pub const ESC_DELAY: Duration = Duration::from_millis(25);
/// The same over SSH.
pub const ESC_DELAY_REMOTE: Duration = Duration::from_millis(100);
/// Silence after which a sequence or character begun is given up.
const REST_DELAY: Duration = Duration::from_secs(1);
/// Least silence after which ESC and the opener of a reply are an Alt key.
const OPENER_DELAY: Duration = Duration::from_millis(100);
/// How long after an Esc by silence a read may still turn out to be the tail of its sequence.
const TAIL_DELAY: Duration = Duration::from_millis(300);
/// Most bytes of a paste.
const PASTE_LIMIT: usize = 64 << 20;
/// Most bytes kept of a reply.
const REPLY_LIMIT: usize = 256;
/// Most bytes of text held back for a character not yet whole.
const RUN_LIMIT: usize = 1 << 16;
const PASTE_END: &[u8] = b"\x1b[201~";

enum Mode {
    Ground,
    /// Inside a reply. `silent`: it stopped without a terminator.
    Reply {
        kind: Reply,
        text: Vec<u8>,
        silent: bool,
    },
    Paste {
        text: Vec<u8>,
    },
}

/// The filter before the key table.
pub struct Filter {
    esc_delay: Duration,
    mode: Mode,
    /// Begun and not yet whole: a sequence, or text that ends inside a character.
    pending: Vec<u8>,
    /// When the last byte came.
    last: Option<Instant>,
    /// How long after it to act.
    wait: Option<Duration>,
    /// When ESC was taken for the key by silence, until the next read.
    escaped: Option<Instant>,
}

/// How long ESC is waited for in this environment: longer over SSH.
pub fn esc_delay(variable: impl Fn(&str) -> Option<String>) -> Duration {
    let remote = variable("SSH_CONNECTION").is_some_and(|value| !value.is_empty());
    if remote { ESC_DELAY_REMOTE } else { ESC_DELAY }
}

impl Filter {
    /// A filter that takes ESC for the key after `esc_delay` of silence.
    pub fn new(esc_delay: Duration) -> Filter {
        Filter { esc_delay, mode: Mode::Ground, pending: Vec::new(), last: None, wait: None, escaped: None }
    }

    /// When to call [`Filter::tick`] if nothing comes before; none while nothing is waited for.
    pub fn deadline(&self) -> Option<Instant> {
        Some(self.last? + self.wait?)
    }

    /// The events of one read. Bytes that are there count as in time even after the deadline, as long as it was not
    /// ticked: a busy machine must not tear a sequence apart.
    pub fn feed(&mut self, bytes: &[u8], now: Instant) -> Vec<InputEvent> {
        let mut out = Vec::new();
        let Some(first) = bytes.first() else { return out };
        let escaped = self.escaped.take();
        let quiet = self.last.is_none_or(|last| now.saturating_duration_since(last) >= REST_DELAY);
        match &mut self.mode {
            Mode::Ground if self.pending.is_empty() && late(escaped, now) && is_tail(bytes) => self.pending.push(ESC),
            Mode::Ground if self.pending.is_empty() => {}
            Mode::Ground if self.pending.first() != Some(&ESC) && !(0x80..=0xbf).contains(first) => {
                self.expire(&mut out)
            }
            Mode::Reply { silent: true, .. } if !ends_reply(bytes) => self.mode = Mode::Ground,
            // A paste whose end was lost must not lock the board.
            Mode::Paste { .. } if bytes == [0x03] && quiet => out.extend(self.finish()),
            _ => {}
        }
        self.last = Some(now);
        let mut data = std::mem::take(&mut self.pending);
        data.extend_from_slice(bytes);
        self.run(&data, &mut out);
        if matches!(self.mode, Mode::Paste { .. }) {
            self.wait = Some(REST_DELAY);
        }
        out
    }

    /// The events of silence: call at the deadline.
    pub fn tick(&mut self, now: Instant) -> Vec<InputEvent> {
        let mut out = Vec::new();
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            self.expire(&mut out);
            if matches!(out.last(), Some(InputEvent::Key(key)) if *key == Key::plain(KeyCode::Esc)) {
                self.escaped = Some(now);
            }
        }
        out
    }

    /// Whatever is still held, at the end or before a pause: nothing typed is lost.
    pub fn finish(&mut self) -> Vec<InputEvent> {
        let mut out = Vec::new();
        if !self.pending.is_empty() {
            self.expire(&mut out);
        }
        if let Mode::Paste { text } = std::mem::replace(&mut self.mode, Mode::Ground)
            && !text.is_empty()
        {
            out.push(InputEvent::Paste(into_text(text)));
        }
        self.wait = None;
        out
    }

    /// Takes events from the front of `data` until what is left is not whole; that is kept.
    fn run(&mut self, data: &[u8], out: &mut Vec<InputEvent>) {
        let mut rest = data;
        self.wait = None;
        while !rest.is_empty() {
            let taken = match &self.mode {
                Mode::Ground => self.ground(rest, out),
                Mode::Reply { .. } => self.reply(rest, out),
                Mode::Paste { .. } => self.paste(rest, out),
            };
            if taken == 0 {
                break;
            }
            rest = rest.get(taken..).unwrap_or_default();
        }
        self.pending = rest.to_vec();
        if self.wait.is_none() && matches!(self.mode, Mode::Reply { .. }) {
            self.wait = Some(REST_DELAY);
        }
    }

    /// One key, one run of text or one sequence; how many bytes it took, 0 for "not whole".
    fn ground(&mut self, rest: &[u8], out: &mut Vec<InputEvent>) -> usize {
        match rest.first() {
            None => 0,
            Some(&ESC) => self.escape(rest, out),
            Some(byte) if is_control(*byte) => {
                out.extend(control(*byte).map(InputEvent::Key));
                1
            }
            Some(_) => {
                let end = rest.iter().position(|b| is_control(*b)).unwrap_or(rest.len());
                let run = rest.get(..end).unwrap_or_default();
                let whole = if end == rest.len() { end - unfinished(run) } else { end };
                if whole < end && end <= RUN_LIMIT {
                    self.wait = Some(REST_DELAY);
                    return 0;
                }
                let whole = if whole == 0 { end } else { whole };
                typed(run.get(..whole).unwrap_or_default(), out);
                whole
            }
        }
    }

    fn escape(&mut self, rest: &[u8], out: &mut Vec<InputEvent>) -> usize {
        match scan(rest) {
            Scan::More(wait) => {
                self.wait = Some(match wait {
                    Wait::Escape => self.esc_delay,
                    Wait::Opener => self.esc_delay.max(OPENER_DELAY),
                    Wait::Rest => REST_DELAY,
                });
                0
            }
            Scan::Done { len, meaning } => {
                match meaning {
                    Meaning::Event(event) => out.push(event),
                    Meaning::Nothing => {}
                    Meaning::Escape => out.push(InputEvent::Key(Key::plain(KeyCode::Esc))),
                    Meaning::Alt(byte) => out.extend(alt(byte)),
                    Meaning::Paste => self.mode = Mode::Paste { text: Vec::new() },
                    Meaning::Reply(kind) => self.mode = Mode::Reply { kind, text: Vec::new(), silent: false },
                }
                len
            }
        }
    }

    /// Text of a reply to its terminator (BEL or ESC \). Any other control is a key that ends it, too.
    fn reply(&mut self, rest: &[u8], out: &mut Vec<InputEvent>) -> usize {
        let Mode::Reply { kind, text, .. } = &mut self.mode else { return 0 };
        let end = rest.iter().position(|b| is_control(*b)).unwrap_or(rest.len());
        let room = REPLY_LIMIT.saturating_sub(text.len());
        text.extend(rest.iter().take(end.min(room)));
        let tail = rest.get(end..).unwrap_or_default();
        let closing = match tail {
            [] => return end,
            [ESC] if end == 0 => {
                self.wait = Some(REST_DELAY);
                return 0;
            }
            [ESC] => return end,
            [0x07, ..] => 1,
            [ESC, b'\\', ..] => 2,
            _ => 0,
        };
        if closing > 0 && *kind == Reply::Osc {
            out.extend(reply::osc(text));
        }
        self.mode = Mode::Ground;
        if end + closing == 0 { self.ground(rest, out) } else { end + closing }
    }

    fn paste(&mut self, rest: &[u8], out: &mut Vec<InputEvent>) -> usize {
        let Mode::Paste { text } = &mut self.mode else { return 0 };
        let before = text.len();
        text.extend_from_slice(rest);
        let from = before.saturating_sub(PASTE_END.len() - 1);
        let Some(at) = find(text, PASTE_END, from) else {
            if text.len() > PASTE_LIMIT + PASTE_END.len() {
                text.drain(PASTE_LIMIT..text.len() - (PASTE_END.len() - 1));
            }
            return rest.len();
        };
        let mut text = std::mem::take(text);
        text.truncate(at.min(PASTE_LIMIT));
        out.push(InputEvent::Paste(into_text(text)));
        self.mode = Mode::Ground;
        (at + PASTE_END.len()).saturating_sub(before)
    }

    /// Gives up waiting for the rest of what is pending.
    fn expire(&mut self, out: &mut Vec<InputEvent>) {
        self.wait = None;
        let pending = std::mem::take(&mut self.pending);
        let escape = InputEvent::Key(Key::plain(KeyCode::Esc));
        if let Mode::Paste { text } = &mut self.mode {
            // The end is late or lost. What came is shown, and what comes still belongs to the paste, for keys of it
            // must run no commands; but Esc alone, and nothing after it, is somebody who wants to go on.
            if text.as_slice() == [ESC] {
                self.mode = Mode::Ground;
                out.push(escape);
            } else {
                let kept = (1..PASTE_END.len()).rev().find(|n| text.ends_with(PASTE_END.get(..*n).unwrap_or_default()));
                let rest = text.split_off(text.len() - kept.unwrap_or(0));
                let shown = std::mem::replace(text, rest);
                if !shown.is_empty() {
                    out.push(InputEvent::Paste(into_text(shown)));
                }
            }
            return;
        }
        if let Mode::Reply { silent, .. } = &mut self.mode {
            *silent = true;
            if !pending.is_empty() {
                self.mode = Mode::Ground;
                out.push(escape);
            }
            return;
        }
        let sequence = match pending.as_slice() {
            [ESC, rest @ ..] if rest.first() == Some(&ESC) => {
                out.push(escape.clone());
                rest
            }
            whole => whole,
        };
        match sequence {
            [ESC] => out.push(escape),
            [ESC, opener, rest @ ..] => {
                // With one byte after the opener somebody typed them; more was a sequence cut off.
                if rest.len() <= 1 || *opener == b']' {
                    out.extend(alt(*opener));
                    typed(rest, out);
                }
            }
            text => typed(text, out),
        }
    }
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 || byte == 0x7f
}

fn control(byte: u8) -> Option<Key> {
    Some(match byte {
        0x00 => Key::ctrl(' '),
        0x08 | 0x7f => Key::plain(KeyCode::Backspace),
        0x09 => Key::plain(KeyCode::Tab),
        0x0d => Key::plain(KeyCode::Enter),
        ESC => Key::plain(KeyCode::Esc),
        0x01..=0x1a => Key::ctrl(char::from(byte + 0x60)),
        0x1c..=0x1f => Key::ctrl(char::from(byte + 0x40)),
        _ => return None,
    })
}

fn alt(byte: u8) -> Option<InputEvent> {
    let key = if is_control(byte) { control(byte)? } else { Key::char(char::from(byte)) };
    Some(InputEvent::Key(Key { alt: true, ..key }))
}

/// A run without controls: text of an input method, or keys.
fn typed(run: &[u8], out: &mut Vec<InputEvent>) {
    let text: String = String::from_utf8_lossy(run).chars().filter(|c| !c.is_control()).collect();
    if !text.is_ascii() && text.chars().nth(1).is_some() {
        out.push(InputEvent::Text(text));
    } else {
        out.extend(text.chars().map(|c| InputEvent::Key(Key::char(c))));
    }
}

/// Bytes at the end of `run` that begin a character whose rest is missing.
fn unfinished(run: &[u8]) -> usize {
    let tail = run.get(run.len().saturating_sub(4)..).unwrap_or_default();
    (1..=tail.len().min(3))
        .find(|n| {
            let end = tail.get(tail.len() - n..).unwrap_or_default();
            end.first().is_some_and(|b| *b >= 0xc0)
                && std::str::from_utf8(end).is_err_and(|e| e.valid_up_to() == 0 && e.error_len().is_none())
        })
        .unwrap_or(0)
}

fn ends_reply(bytes: &[u8]) -> bool {
    let end = bytes.iter().position(|b| is_control(*b)).unwrap_or(bytes.len());
    matches!(bytes.get(end..), Some([0x07, ..] | [ESC, b'\\', ..]))
}

/// Whether ESC was taken for the key only just before.
fn late(escaped: Option<Instant>, now: Instant) -> bool {
    escaped.is_some_and(|at| now.saturating_duration_since(at) <= TAIL_DELAY)
}

/// Whether a whole read is what follows the ESC of a sequence or reply.
fn is_tail(bytes: &[u8]) -> bool {
    // A keypad key is not believed here: its letter is a command.
    if matches!(bytes, [b'O', last] if !b"ABCDFHPQRS".contains(last)) {
        return false;
    }
    let mut whole = vec![ESC];
    whole.extend(bytes.iter().take(2 * REPLY_LIMIT));
    match scan(&whole) {
        Scan::Done { len, meaning: Meaning::Event(_) | Meaning::Nothing } => len == bytes.len() + 1,
        Scan::Done { meaning: Meaning::Paste, .. } => true,
        Scan::Done { meaning: Meaning::Reply(_), .. } => bytes.len() >= 4,
        _ => false,
    }
}

fn find(text: &[u8], mark: &[u8], from: usize) -> Option<usize> {
    let found = text.get(from..)?.windows(mark.len()).position(|window| window == mark)?;
    Some(from + found)
}

fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests;
