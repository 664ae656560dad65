//! Death at random moments, while typing and while submitting: the terminal is given back, at most the last 200 ms of
//! typing are missing, plan-comments.json is whole or absent, and nothing is offered twice.
//!
//! PLANBOARD_DEATH_SEED repeats the runs of a seed that failed; PLANBOARD_DEATH_RUNS makes more of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "pty/harness.rs"]
mod harness;
#[path = "pty/world.rs"]
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use harness::{PATIENCE, Pty};
use rustix::process::Signal;
use world::{Board, World};

/// How many runs go on at once: they mostly wait.
const AT_ONCE: u64 = 4;
/// What of typing may be missing.
const LOSS: Duration = Duration::from_millis(200);
const PACE: Duration = Duration::from_millis(8);
const TYPED: &str = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん";

/// Numbers that come again with the seed (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Death {
    Kill,
    Terminate,
    HangUp,
    Interrupt,
    Closed,
}

const DEATHS: [Death; 5] = [Death::Kill, Death::Terminate, Death::HangUp, Death::Interrupt, Death::Closed];

impl Death {
    fn strike(self, board: &mut Board) {
        match self {
            Death::Kill => board.kill9(),
            Death::Closed => board.pty().hang_up(),
            _ => board.signal(self.signal()),
        }
    }

    fn signal(self) -> Signal {
        match self {
            Death::Terminate => Signal::TERM,
            Death::Interrupt => Signal::INT,
            Death::Kill => Signal::KILL,
            Death::HangUp | Death::Closed => Signal::HUP,
        }
    }

    /// The board has ended, and the terminal is as it was.
    fn check_end(self, board: &Board) {
        let status = board.exit_status(PATIENCE).unwrap_or_else(|| panic!("it lives on after {self:?}"));
        // A frame that can be drawn nowhere is a failure; a panic is none of these.
        let fails = self == Death::Closed && status.exit_code() == 1;
        assert!(status.success() || fails || self == Death::Kill, "{self:?}: {status:?}");
        if matches!(self, Death::Kill | Death::Closed) {
            return;
        }
        self.check_terminal(board);
    }

    /// Every mode that was switched on is off.
    fn check_terminal(self, board: &Pty) {
        // The last bytes may be on their way still.
        board.wait_raw(b"\x1b[23;2t");
        let output = board.raw_output();
        let last = |sequence: &str| {
            let bytes = sequence.as_bytes();
            output.windows(bytes.len()).rposition(|w| w == bytes).unwrap_or_default()
        };
        for (on, off) in [
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?2004h", "\x1b[?2004l"),
            ("\x1b[?1004h", "\x1b[?1004l"),
            ("\x1b[>1u", "\x1b[<1u"),
            ("\x1b[?2026h", "\x1b[?2026l"),
            ("\x1b[?25l", "\x1b[?25h"),
        ] {
            assert!(last(off) > last(on), "{self:?} left {on:?} on");
        }
        assert!(board.is_cooked(), "{self:?}: {:?}", board.termios().local_modes);
        assert!(!board.screen(|screen| screen.alternate_screen()));
    }
}

/// Runs `one` with this many dice, several at once; a failure names the seed.
fn many(what: &str, runs: u64, one: fn(&mut Dice)) {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
    let (first, runs) = match number("PLANBOARD_DEATH_SEED") {
        Some(seed) => (seed, 1),
        None => (now | 1, number("PLANBOARD_DEATH_RUNS").unwrap_or(runs)),
    };
    let next = AtomicU64::new(0);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while failed.lock().unwrap().is_none() {
                    let run = next.fetch_add(1, Ordering::SeqCst);
                    if run >= runs {
                        return;
                    }
                    let seed = first.wrapping_add(run.wrapping_mul(0x9e37_79b9_7f4a_7c14));
                    let mut dice = Dice(seed.max(1));
                    if catch_unwind(AssertUnwindSafe(|| one(&mut dice))).is_err() {
                        *failed.lock().unwrap() = Some(seed);
                    }
                }
            });
        }
    });
    if let Some(seed) = *failed.lock().unwrap() {
        panic!("{what}: failed with PLANBOARD_DEATH_SEED={seed}");
    }
}

fn death(dice: &mut Dice) -> Death {
    dice.below(97);
    DEATHS[dice.below(DEATHS.len() as u64) as usize]
}

#[test]
fn typing_survives_any_death_but_for_its_last_moment() {
    many("typing", 100, |dice| {
        let world = World::new();
        let mut board = world.open();
        board.begin();
        board.paste("前から");
        board.wait_text("前から");
        board.send("\r");
        world.wait_saved(&["前から"]);
        board.send("j");
        board.wait_selected("s-02");
        board.begin();

        let death = death(dice);
        let moment = Instant::now() + Duration::from_millis(dice.below(360));
        let mut sent: Vec<(Instant, char)> = Vec::new();
        // How late the machine is: what it adds is not the board's.
        let mut late = Duration::ZERO;
        for c in TYPED.chars() {
            if Instant::now() >= moment {
                break;
            }
            board.send(c.to_string());
            let before = Instant::now();
            sent.push((before, c));
            std::thread::sleep(PACE);
            late = late.max(before.elapsed().saturating_sub(PACE));
        }
        let struck = Instant::now();
        death.strike(&mut board);
        death.check_end(&board);

        let sure = sent.iter().filter(|(at, _)| struck.saturating_duration_since(*at) > LOSS + late * 4).count();
        let typed: String = sent.iter().map(|(_, c)| *c).collect();
        let kept = world.unfinished().concat();
        assert!(typed.starts_with(&kept), "{death:?}: {kept} of {typed}");
        assert!(kept.chars().count() >= sure, "{death:?}: {kept} of {typed}, {sure} were safe");
        assert_eq!(world.saved(), ["前から"], "{death:?}");

        // Opened again it is offered once, to be gone on with.
        let again = world.open();
        assert!(again.shows("前から") || again.shows("●"));
        again.go_to("s-02");
        again.begin();
        if !kept.is_empty() {
            again.wait_text(&kept.chars().take(8).collect::<String>());
        }
        again.send("!\r");
        again.wait_board();
        world.wait_saved(&["前から", &format!("{kept}!")]);
        assert!(world.unfinished().is_empty());
        assert!(world.leftovers().is_empty());
    });
}

#[test]
fn submitting_survives_any_death_and_offers_nothing_twice() {
    const TEXTS: [&str; 3] = ["もっと寄りで\n二行目", "👨‍👩‍👧 \"quoted\"", "短く"];
    many("submitting", 100, |dice| {
        let world = World::new();
        for (target, text) in ["0", "3", "7"].into_iter().zip(TEXTS) {
            let added = world.command(&["comments", "add", "--pass", "structure", "--target", target, "--text", text]);
            assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        }
        assert_eq!(world.saved(), TEXTS);
        let mut board = world.open();
        let death = death(dice);
        board.ask_submit();
        board.send("\r");
        // Most of it takes a few milliseconds.
        let longest = if dice.below(4) == 0 { 60_000 } else { 12_000 };
        std::thread::sleep(Duration::from_micros(dice.below(longest)));
        death.strike(&mut board);
        death.check_end(&board);

        // Whole or absent, before anything is put right.
        let at_once = world.submitted();
        assert!(at_once.is_empty() || at_once == TEXTS, "{death:?}: {at_once:?}");
        assert!(death == Death::Kill || world.leftovers().is_empty(), "{:?}", world.leftovers());

        let again = world.open();
        again.quit();
        let (submitted, saved) = (world.submitted(), world.saved());
        assert_eq!(at_once, submitted, "{death:?}: opening again submits nothing and takes nothing back");
        match submitted.is_empty() {
            true => assert_eq!(saved, TEXTS, "{death:?}: not submitted, and lost"),
            false => assert!(saved.is_empty(), "{death:?}: submitted, and offered again: {saved:?}"),
        }
        let status = world.command(&["status", "--json"]);
        assert!(status.status.success());
    });
}

#[test]
fn opening_gives_the_terminal_back_at_any_moment() {
    many("opening", 40, |dice| {
        let world = World::new();
        let pty = world.setup(&[]).start();
        let death = [Death::Terminate, Death::HangUp, Death::Interrupt][dice.below(3) as usize];
        std::thread::sleep(Duration::from_micros(dice.below(60_000)));
        pty.signal(death.signal());
        assert!(pty.exit_status(PATIENCE).is_some(), "it lives on after {death:?}");
        assert!(pty.is_cooked(), "{death:?}: {:?}", pty.termios().local_modes);
        if pty.raw_output().windows(8).any(|w| w == b"\x1b[?1049h") {
            death.check_terminal(&pty);
        }
    });
}
