//! A board in its pseudo-terminal: what a person does with it, and what it must show before the next step.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::ops::Deref;

use planboard::locale::{Language, Locale};
use planboard::text::cells;

use super::SHOTS;
use crate::harness::{PATIENCE, Pty, Setup};

/// The parts of a sentence without anything filled in.
fn fixed(sentence: &str) -> Vec<&str> {
    sentence.split(['{', '\n']).map(|part| part.rsplit('}').next().unwrap_or_default().trim()).collect()
}

/// What is surely on the screen of a sentence: the longest of its fixed parts, cut to a narrow screen.
fn surely(parts: &[&str]) -> String {
    let fixed = parts.iter().max_by_key(|part| part.len()).copied().unwrap_or_default();
    let short = |end: &usize| fixed.get(..*end).is_some_and(|part| cells::width(part) <= 34);
    let end = (0..=fixed.len()).rev().find(short).unwrap_or_default();
    assert!(end > 0, "nothing fixed in {parts:?}");
    fixed.get(..end).unwrap_or_default().trim_end().to_owned()
}

/// A board in its pseudo-terminal.
pub struct Board {
    pty: Pty,
    pub words: &'static Locale,
}

impl Deref for Board {
    type Target = Pty;

    fn deref(&self) -> &Pty {
        &self.pty
    }
}

impl Board {
    pub fn start(setup: Setup, language: Language) -> Board {
        let board = Board { pty: setup.start(), words: Locale::of(language) };
        // The key line comes last in a frame, and a frame at once.
        let help = format!("? {}", board.words.word("hint.help"));
        board.wait_for(|screen| screen.contents().contains(&help), PATIENCE);
        board
    }

    pub fn pty(&mut self) -> &mut Pty {
        &mut self.pty
    }

    /// What is surely on the screen of the sentence of this key, whatever it counts.
    pub fn sentence(&self, key: &str) -> String {
        if self.words.has(key) {
            return surely(&fixed(self.words.word(key)));
        }
        let [one, other] = ["one", "other"].map(|count| format!("{key}.{count}"));
        let mut parts = fixed(self.words.word(&one));
        parts.retain(|part| fixed(self.words.word(&other)).contains(part));
        surely(&parts)
    }

    /// Waits until the board says the sentence of this key for `n` things.
    #[track_caller]
    pub fn wait_counts(&self, key: &str, n: usize) {
        let sentence = self.words.count(key, n);
        self.wait_text(&surely(&[sentence.as_str()]));
    }

    pub fn shows(&self, text: &str) -> bool {
        self.screen(|screen| screen.contents().contains(text))
    }

    pub fn says(&self, key: &str) -> bool {
        self.shows(&self.sentence(key))
    }

    /// Waits until the board says the sentence of this key.
    #[track_caller]
    pub fn wait_says(&self, key: &str) {
        self.wait_text(&self.sentence(key));
    }

    /// Waits until the screen does not show this text any more.
    #[track_caller]
    pub fn wait_gone(&self, text: &str) {
        self.wait_for(|screen| !screen.contents().contains(text), PATIENCE);
    }

    /// Waits until the selected target is this one.
    #[track_caller]
    pub fn wait_selected(&self, id: &str) {
        self.wait_for(|screen| selected(screen).is_some_and(|row| row.contains(id)), PATIENCE);
    }

    /// The row of the list with the sign of the selection.
    pub fn selected(&self) -> Option<String> {
        self.screen(selected)
    }

    /// Goes to a target of the pass on screen by its key Home and so many steps.
    #[track_caller]
    pub fn go_to(&self, id: &str) {
        let steps = SHOTS.iter().position(|(shot, _)| *shot == id).expect("a shot");
        self.send("g");
        self.send("j".repeat(steps));
        self.wait_selected(id);
    }

    /// Opens the editor on the selected target.
    #[track_caller]
    pub fn begin(&self) {
        self.send("c");
        self.wait_editor();
    }

    /// Takes over from the board that writes.
    #[track_caller]
    pub fn take_over(&self) {
        self.wait_text("T ");
        self.send("T");
        self.wait_says("ways.take-over-ask");
        self.send("\r");
        self.wait_says("talk.took-over");
    }

    /// The key line of the editor: the line above it may have more urgent things to say.
    fn editor_keys(&self) -> String {
        format!("enter {}", self.words.word("hint.save"))
    }

    #[track_caller]
    pub fn wait_editor(&self) {
        self.wait_text(&self.editor_keys());
    }

    #[track_caller]
    pub fn wait_board(&self) {
        let (editor, quit) = (self.editor_keys(), format!("q {}", self.words.word("hint.quit")));
        self.wait_for(
            |screen| {
                let text = screen.contents();
                !text.contains(&editor) && text.contains(&quit)
            },
            PATIENCE,
        );
    }

    /// Writes a comment on the selected target and saves it.
    #[track_caller]
    pub fn comment(&self, text: &str) {
        self.begin();
        self.paste(text);
        self.wait_text(text.lines().last().unwrap_or_default());
        self.send("\r");
        self.wait_board();
        self.wait_says("talk.saved");
    }

    /// Opens the submit dialogue.
    #[track_caller]
    pub fn ask_submit(&self) {
        self.send("S");
        self.wait_dialogue();
    }

    #[track_caller]
    pub fn wait_dialogue(&self) {
        self.wait_text(&format!("── {} ──", self.words.word("submit.title")));
    }

    /// Submits what is there and closes the sheet with the hand-off line.
    #[track_caller]
    pub fn submit(&self) {
        self.ask_submit();
        self.send("\r");
        self.wait_says("submit.done");
        self.send("\r");
        self.wait_gone(&self.sentence("submit.done"));
    }

    /// Quits by its key; the terminal is as it was.
    #[track_caller]
    pub fn quit(&self) {
        self.send("q");
        self.wait_end();
    }

    #[track_caller]
    pub fn wait_end(&self) {
        let status = self.exit_status(PATIENCE);
        assert!(status.as_ref().is_some_and(|s| s.success()), "{status:?}\n{}", self.screen_text());
        assert!(self.is_cooked());
        // The last bytes may be on their way still.
        self.wait_for(|screen| !screen.alternate_screen(), PATIENCE);
    }

    /// The row (from 0) of the screen that contains this text.
    #[track_caller]
    pub fn row_of(&self, text: &str) -> u16 {
        let screen = self.screen_text();
        let row = screen.lines().position(|line| line.contains(text));
        u16::try_from(row.unwrap_or_else(|| panic!("no {text:?} in\n{screen}"))).expect("a row")
    }
}

fn selected(screen: &vt100::Screen) -> Option<String> {
    let (_, columns) = screen.size();
    let row = screen.rows(0, columns.get()).find(|row| row.starts_with('▶'))?;
    Some(row.split('│').next().unwrap_or_default().to_owned())
}
