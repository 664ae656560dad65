//! The loop: messages in, one frame out. Everything that touches disk, clock or terminal is here or behind the worker.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use ratatui::backend::CrosstermBackend;

use crate::board::canvas::Canvas;
use crate::board::effect::Effect;
use crate::board::external;
use crate::board::finder::Finder;
use crate::board::gate;
use crate::board::input::{InputEvent, Reader};
use crate::board::message::Message;
use crate::board::notify;
use crate::board::options::Options;
use crate::board::reports;
use crate::board::start::{self, Started};
use crate::board::state::State;
use crate::board::terminal::{Guard, Output, Signal, Signals, TerminalError, input_device, lost_to_panic};
use crate::board::update::update;
use crate::board::view;
use crate::board::worker::{Job, Worker};
use crate::contract::finding::Place;
use crate::contract::plan_comments::Pass;
use crate::project::reviewed::Reviewed;
use crate::review::decision::Decision;
use crate::review::per_pass::PerPass;

/// Typing is on disk at most this long after a key (the budget is 200 ms, the write included).
const SAVE_AFTER: Duration = Duration::from_millis(120);

/// What comes into the loop.
pub enum Event {
    /// From the terminal.
    Input(InputEvent),
    /// From the system.
    Signal(Signal),
    /// From the worker and the watcher.
    Message(Box<Message>),
}

/// Why a board could not be opened.
#[derive(Debug)]
pub enum RunError {
    /// There is no terminal to draw on.
    NoTerminal,
    /// The terminal says by its name (`TERM`) that it cannot place text on its screen.
    Dumb(String),
    /// The system refused something.
    Io(io::Error),
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        RunError::Io(error)
    }
}

impl From<TerminalError> for RunError {
    fn from(error: TerminalError) -> Self {
        match error {
            TerminalError::Absent => RunError::NoTerminal,
            TerminalError::Io(error) => RunError::Io(error),
        }
    }
}

/// Terminals that only take line after line: that of a shell in Emacs, a build log. One without a name is tried.
fn is_dumb(name: &str) -> bool {
    matches!(name, "dumb" | "unknown") || name.starts_with("dumb-")
}

/// How a board ended.
#[derive(Debug)]
pub struct Ended {
    /// What is to be said afterwards, if anything.
    pub said: Option<String>,
    /// Drafts are not on the disk.
    pub unsaved: bool,
    /// What was decided, of a gate.
    pub decision: Option<Decision>,
}

/// Opens the board and runs it until it is closed.
///
/// # Errors
/// There is no terminal, or it cannot be taken.
pub fn run(options: Options) -> Result<Ended, RunError> {
    let input = input_device()?;
    if let Some(name) = std::env::var("TERM").ok().filter(|name| is_dumb(name)) {
        return Err(RunError::Dumb(name));
    }
    let (sender, events) = channel();
    // Before the terminal is taken and its size is read: no signal and no change of size is missed.
    let signals = {
        let sender = sender.clone();
        Signals::start(move |signal| sender.send(Event::Signal(signal)).is_ok())?
    };
    if options.colour {
        crossterm::style::force_color_output(true);
    }
    let mut guard = Guard::enter(!options.settings.without_mouse)?;
    let (width, height) = guard.size()?;
    let output = guard.output();
    let Started { mut state, worker } = start::start(&options, (width, height), sender.clone(), output.clone());
    let mut canvas = Canvas::new(CrosstermBackend::new(output.clone()), (width, height));
    draw(&mut canvas, &output, &state)?;
    output.ask_background()?;
    output.set_title(&notify::title(&state))?;
    let reader = {
        let sender = sender.clone();
        let delay = options.esc_delay();
        let with_mouse = !options.settings.without_mouse;
        // Another program may have left its reports on.
        let is_left_out = move |event: &InputEvent| {
            !with_mouse && matches!(event, InputEvent::Click { .. } | InputEvent::Scroll { .. })
        };
        Reader::start(input, delay, move |event| is_left_out(&event) || sender.send(Event::Input(event)).is_ok())?
    };
    let finder = Finder::new(Outlet::new(sender));
    let marks = PerPass::default();
    let mut board = Board { guard: &mut guard, canvas, output, reader, worker, finder, marks, save_at: None };
    // Also a panic loses nothing that was typed: the hook has given the terminal back, the drafts are saved here.
    let result = catch_unwind(AssertUnwindSafe(|| board.serve(&mut state, &events)));
    board.save(&mut state);
    let closing = gate::closing(&state, Utc::now());
    if let Some(closed) = closing.left {
        board.worker.send(Job::LeaveClosed(Box::new(closed), closing.if_waited));
    }
    let unsaved = board.worker.finish();
    drop(board);
    guard.restore();
    drop(signals);
    match result {
        // A gate whose terminal went away was closed all the same, and its caller is told so.
        Ok(served) if closing.decision.is_none() => served?,
        Ok(_) => {}
        Err(panic) => resume_unwind(panic),
    }
    Ok(Ended {
        said: start::farewell(&state, unsaved.as_ref()),
        unsaved: unsaved.is_some(),
        decision: closing.decision,
    })
}

type Screen = Canvas<CrosstermBackend<Output>>;

struct Board<'a> {
    guard: &'a mut Guard,
    canvas: Screen,
    output: Output,
    reader: Reader,
    worker: Worker,
    finder: Finder,
    /// Reviewed marks that are not on the disk yet.
    marks: PerPass<Option<Reviewed>>,
    /// When unsaved typing goes to the disk.
    save_at: Option<Instant>,
}

impl Board<'_> {
    fn serve(&mut self, state: &mut State, events: &Receiver<Event>) -> io::Result<()> {
        self.ask_finder(state);
        loop {
            let Some(first) = self.wait(state, events) else { return Ok(()) };
            state.session.now = Utc::now();
            let mut next = first;
            // What came in the meantime (repeats, a burst) is drawn once.
            while let Some(event) = next {
                self.take(state, event)?;
                if state.session.quit || lost_to_panic() {
                    return Ok(());
                }
                next = events.try_recv().ok();
            }
            self.ask_finder(state);
            if self.save_at.is_some_and(|at| at <= Instant::now()) {
                self.save(state);
            }
            draw(&mut self.canvas, &self.output, state)?;
        }
    }

    /// Waits for the next event, for the time to save or to say that a filter takes long, or for the next minute; `Some(None)`: only time went by.
    /// `None`: nobody sends any more.
    fn wait(&self, state: &State, events: &Receiver<Event>) -> Option<Option<Event>> {
        let save = self.save_at.map(|at| at.saturating_duration_since(Instant::now()));
        let filtering = state.find.filtering.as_ref().and_then(|filtering| filtering.silent_for(Utc::now()));
        let limit = [save, filtering, until_next_age(state)].into_iter().flatten().min();
        let received = match limit {
            Some(limit) => events.recv_timeout(limit),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(event) => Some(Some(event)),
            Err(RecvTimeoutError::Timeout) => Some(None),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    fn take(&mut self, state: &mut State, event: Event) -> io::Result<()> {
        state.session.now = Utc::now();
        let message = match event {
            Event::Input(event) => {
                self.worker.key_pressed(state.session.now);
                Message::Input(event)
            }
            Event::Message(message) => *message,
            Event::Signal(Signal::Resize) => return self.redraw(state),
            Event::Signal(Signal::Continue) => {
                self.guard.resume()?;
                return self.redraw(state);
            }
            Event::Signal(Signal::Stop) => return self.suspend(state),
            Event::Signal(_) => Message::End,
        };
        let effects = update(state, message);
        for effect in effects {
            self.perform(state, effect)?;
        }
        if let Some(plan) = state.plan.retired.take() {
            self.finder.forget();
            self.worker.send(Job::Forget(plan));
        }
        if Pass::ALL.into_iter().any(|pass| state.desk_of(pass).dirty) || !state.answers.dirty.is_empty() {
            self.save_at.get_or_insert_with(|| Instant::now() + SAVE_AFTER);
        }
        Ok(())
    }

    fn ask_finder(&mut self, state: &mut State) {
        state.find.questions.drain(..).for_each(|question| self.finder.ask(question));
    }

    fn perform(&mut self, state: &mut State, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::SaveDrafts => self.save(state),
            Effect::SaveReviewed(pass, marks) => {
                // A held key marks many targets: the file is not written for each.
                *self.marks.of_mut(pass) = Some(marks);
                self.save_at.get_or_insert_with(|| Instant::now() + SAVE_AFTER);
            }
            Effect::SaveLanguage(language) => self.worker.send(Job::SaveLanguage(language)),
            Effect::SaveBackground(ground) => self.worker.send(Job::SaveBackground(ground)),
            Effect::Notify(call) => self.output.send(&notify::bytes(state, call))?,
            Effect::Load(reason) => self.worker.send(Job::Load(reason)),
            Effect::Submit(order) => self.worker.send(Job::Submit(order)),
            Effect::Rule { objection, ruling } => self.worker.send(Job::Rule(objection, ruling)),
            Effect::Approve(order) => self.worker.send(Job::Approve(order)),
            Effect::Checklist(order) => self.worker.send(Job::Checklist(order)),
            Effect::Recall { sha256, pass } => {
                self.worker.send(Job::Recall(sha256, Box::new(state.draft_to_save(pass))));
            }
            Effect::MergeInbox => {
                self.worker.send(Job::MergeInbox(Pass::ALL.map(|pass| state.draft_to_save(pass)).into()))
            }
            Effect::CheckRound(round) => self.worker.send(Job::CheckRound(round)),
            Effect::SaveSettled(round, settled) => self.worker.send(Job::SaveSettled(round, settled)),
            Effect::Copy(text) => self.worker.send(Job::Copy(text)),
            Effect::EditOutside(text) => return self.edit_outside(state, &text),
            Effect::OpenFile(file, place) => return self.open_file(state, &file, place),
            Effect::TakeOver => self.worker.send(Job::TakeOver),
            Effect::LetGo => self.worker.send(Job::LetGo),
            Effect::Redraw => return self.redraw(state),
            Effect::Suspend => return self.suspend(state),
        }
        Ok(())
    }

    /// Sends the drafts that changed to the disk, with the text that is being written.
    fn save(&mut self, state: &mut State) {
        self.save_at = None;
        for pass in Pass::ALL {
            if std::mem::take(&mut state.desk_of_mut(pass).dirty) {
                self.worker.send(Job::SaveDraft(Box::new(state.draft_to_save(pass))));
            }
        }
        for pass in Pass::ALL {
            if let Some(marks) = self.marks.of_mut(pass).take() {
                self.worker.send(Job::SaveReviewed(pass, marks));
            }
        }
        for file in std::mem::take(&mut state.answers.dirty) {
            let answers = reports::to_save(state, &file);
            self.worker.send(Job::SaveAnswers(file, Box::new(answers)));
        }
    }

    /// Draws everything anew in the size the terminal now has. Also where that is the size it had: it may have been
    /// another in between, and then not all that was drawn is there still.
    fn redraw(&mut self, state: &mut State) -> io::Result<()> {
        let (width, height) = self.guard.size()?;
        update(state, Message::Resized(width, height));
        // Whoever had the terminal meanwhile may have changed it.
        self.output.set_title(&notify::title(state))?;
        self.canvas.clear((width, height))
    }

    fn suspend(&mut self, state: &mut State) -> io::Result<()> {
        self.save(state);
        self.worker.settle();
        self.reader.pause();
        let stopped = self.guard.stop();
        self.reader.resume();
        if stopped? {
            self.redraw(state)?;
        }
        Ok(())
    }

    /// Gives the terminal to another program until it ends.
    fn give_terminal<T>(&mut self, state: &mut State, run: impl FnOnce(&State) -> T) -> io::Result<T> {
        self.reader.pause();
        self.guard.suspend();
        let result = run(state);
        let resumed = self.guard.resume();
        self.reader.resume();
        resumed?;
        self.redraw(state)?;
        Ok(result)
    }

    fn open_file(&mut self, state: &mut State, file: &Path, place: Option<Place>) -> io::Result<()> {
        self.save(state);
        let closed = self.give_terminal(state, |state| external::open(file, place, state.session.locale))?;
        for effect in update(state, Message::FileClosed(closed)) {
            self.perform(state, effect)?;
        }
        Ok(())
    }

    fn edit_outside(&mut self, state: &mut State, text: &str) -> io::Result<()> {
        let edited = self.give_terminal(state, |state| external::edit(text, state.session.locale))?;
        update(state, Message::Edited(edited));
        self.save_at.get_or_insert_with(Instant::now);
        Ok(())
    }
}

/// Draws a frame.
fn draw(canvas: &mut Screen, output: &Output, state: &State) -> io::Result<()> {
    output.frame(|| canvas.draw((state.session.width, state.session.height), |buf| view::draw(state, buf)))
}

/// How long until a submission's age reads differently: the only redraws of an idle board.
fn until_next_age(state: &State) -> Option<Duration> {
    let submission = state.outside.submission.as_ref().filter(|s| s.is_open())?;
    next_step_of_age(submission.submitted_at?, Utc::now())
}

fn next_step_of_age(then: DateTime<Utc>, now: DateTime<Utc>) -> Option<Duration> {
    let seconds = (now - then).num_seconds().max(0);
    let step = match seconds {
        0..300 => 60,
        300..3600 => 300,
        3600..86_400 => 3600,
        _ => 86_400,
    };
    u64::try_from(step - seconds % step + 1).ok().map(Duration::from_secs)
}

/// Hands messages of other threads to the loop.
#[derive(Clone)]
pub struct Outlet(Sender<Event>);

impl Outlet {
    /// To this loop.
    pub fn new(sender: Sender<Event>) -> Self {
        Outlet(sender)
    }

    /// Sends; says whether anybody listens still.
    pub fn send(&self, message: Message) -> bool {
        self.0.send(Event::Message(Box::new(message))).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_board_wakes_only_when_an_age_reads_differently() {
        let then = DateTime::UNIX_EPOCH;
        let after =
            |seconds: i64| next_step_of_age(then, then + chrono::Duration::seconds(seconds)).map(|d| d.as_secs());
        assert_eq!(after(10), Some(51));
        assert_eq!(after(301), Some(300));
        assert_eq!(after(3600), Some(3601));
        assert_eq!(after(-5), Some(61), "a clock that runs behind does no harm");
    }
}
