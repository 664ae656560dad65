//! The ruler of a timeline: timecode where the file has frames, minutes and seconds where it has none.

use super::{Timeline, Window};
use crate::text::time;

/// Distances between marks, in seconds.
const STEPS: [f64; 22] = [
    0.1,
    0.2,
    0.5,
    1.0,
    2.0,
    5.0,
    10.0,
    15.0,
    30.0,
    60.0,
    120.0,
    300.0,
    600.0,
    900.0,
    1800.0,
    3600.0,
    7200.0,
    14400.0,
    36000.0,
    86400.0,
    864_000.0,
    8_640_000.0,
];

/// A mark: its cell and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tick {
    /// Cell in the window.
    pub cell: usize,
    /// Its time in words.
    pub label: String,
}

/// How frames are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Count {
    fps: f64,
    /// Frames in a second of timecode.
    nominal: i64,
    /// Frame numbers left out at each minute but every tenth.
    dropped: i64,
}

impl Count {
    fn of(fps: f64) -> Option<Count> {
        if !fps.is_finite() || !(1.0..=1000.0).contains(&fps) {
            return None;
        }
        let nominal = fps.round() as i64;
        let is_ntsc = (fps - nominal as f64 * 1000.0 / 1001.0).abs() < 0.006;
        let dropped = if is_ntsc && nominal % 30 == 0 { nominal / 15 } else { 0 };
        Some(Count { fps, nominal, dropped })
    }

    /// The number of the frame whose timecode shows this second and this frame of it, or of the first that is not left out.
    fn frame(&self, second: i64, frame: i64) -> i64 {
        let minutes = second / 60;
        let left_out = self.dropped.saturating_mul(minutes - minutes / 10);
        let first = if second % 60 == 0 && minutes % 10 != 0 { self.dropped } else { 0 };
        second.saturating_mul(self.nominal) - left_out + frame.max(first)
    }

    fn timecode(&self, frame: i64) -> String {
        let mut number = frame.max(0);
        if self.dropped > 0 {
            let minute = self.nominal * 60 - self.dropped;
            let ten = minute * 10 + self.dropped;
            let (tens, rest) = (number / ten, number % ten);
            number += self.dropped * (9 * tens + (rest - self.dropped).max(0) / minute);
        }
        let (seconds, frames) = (number / self.nominal, number % self.nominal);
        let sign = if self.dropped > 0 { ';' } else { ':' };
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        format!("{hours:02}:{minutes:02}:{:02}{sign}{frames:02}", seconds % 60)
    }
}

/// `hh:mm:ss:ff` of a time in seconds, drop-frame (`;`) at 29.97 and 59.94; `m:ss` without frames per second.
pub fn timecode(seconds: f64, fps: Option<f64>) -> String {
    match fps.and_then(Count::of) {
        Some(count) => count.timecode((seconds * count.fps).round() as i64),
        None => time::total(seconds),
    }
}

/// Cells between marks at least: that of a label and two free ones.
const WIDE: (f64, f64) = (13.0, 8.0);

/// Most distances that are tried.
const MOST_STEPS: usize = 6;

impl Timeline {
    /// The marks in a window, from 0 on; their words do not touch. Where an undecided length comes before, a mark stands at
    /// the least its time can be, with `+`.
    /// The distance between them is the smallest at which none has to be left out for want of room.
    pub fn ticks(&self, window: &Window) -> Vec<Tick> {
        let count = self.fps.and_then(Count::of);
        let mut last = Vec::new();
        for step in Step::fitting(count, window.per_cell).take(MOST_STEPS) {
            let (ticks, is_crowded) = self.ticks_at(window, step);
            last = ticks;
            if !is_crowded {
                break;
            }
        }
        last
    }

    /// The marks at a distance, and whether some had no room.
    fn ticks_at(&self, window: &Window, step: Step) -> (Vec<Tick>, bool) {
        let until = self.known_until.unwrap_or(f64::INFINITY);
        let known = step.times(window.from).take_while(|(seconds, _)| *seconds < until);
        let least = self.decided.at(window.from.max(until));
        let least =
            self.known_until.map(|_| step.times(least).map(|(at, label)| (self.decided.drawn(at), label + "+")));
        let (mut ticks, mut is_crowded): (Vec<Tick>, bool) = (Vec::new(), false);
        type Marks<'m> = Box<dyn Iterator<Item = (f64, String)> + 'm>;
        let both: [Marks; 2] = [Box::new(known), Box::new(least.into_iter().flatten())];
        for (number, marks) in both.into_iter().enumerate() {
            let before = ticks.len();
            for (seconds, label) in marks.take(window.cells + 2).take_while(|(at, _)| *at <= window.to()) {
                let cell = window.cell(seconds);
                if seconds < window.from - window.per_cell || cell + label.len() > window.cells {
                    continue;
                }
                // Beyond all measure many say the same.
                if ticks.last().is_some_and(|last| last.label == label) {
                    continue;
                }
                if ticks.last().is_none_or(|last| last.cell + last.label.len() + 2 <= cell) {
                    ticks.push(Tick { cell, label });
                } else {
                    // Where the least times begin, the first of them may be too near to the last known one.
                    is_crowded |= number == 0 || ticks.len() > before;
                }
            }
        }
        (ticks, is_crowded)
    }
}

/// The distance between marks.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Seconds; frames are counted or not.
    Seconds(f64, Option<Count>),
    /// Frames, a part of a second that divides it.
    Frames(i64, Count),
}

impl Step {
    /// Those whose labels have room, the smallest first; one at least.
    fn fitting(count: Option<Count>, per_cell: f64) -> impl Iterator<Item = Step> {
        let wide = if count.is_some() { WIDE.0 } else { WIDE.1 };
        let fits = move |seconds: f64| seconds / per_cell >= wide;
        let parts = move |count: Count| {
            let parts = (1..count.nominal).filter(move |frames| count.nominal % frames == 0);
            parts.filter(move |frames| fits(*frames as f64 / count.fps)).map(move |frames| Step::Frames(frames, count))
        };
        let seconds = STEPS.into_iter().filter(move |step| (count.is_none() || *step >= 1.0) && fits(*step));
        let seconds = seconds.map(move |step| Step::Seconds(step, count));
        let beyond = std::iter::once(Step::Seconds(per_cell * wide, count));
        count.into_iter().flat_map(parts).chain(seconds).chain(beyond)
    }

    /// Seconds and label of the marks that are not before `from`, nor before 0.
    fn times(self, from: f64) -> Box<dyn Iterator<Item = (f64, String)>> {
        // Timecode without left out numbers runs behind the clock.
        let behind = |count: Count| if count.dropped > 0 { 1.0 } else { count.nominal as f64 / count.fps };
        let length = match self {
            Step::Seconds(step, count) => step * count.map_or(1.0, behind),
            Step::Frames(frames, count) => frames as f64 / count.nominal as f64 * behind(count),
        };
        // With left out numbers by up to two frames before the next are.
        let first = ((from.max(0.0) / length - 1e-6).ceil() as i64).saturating_sub(1).max(0);
        Box::new((first..i64::MAX).map(move |number| match self {
            Step::Seconds(step, None) if step < 1.0 => (number as f64 * step, time::clock(number as f64 * step)),
            Step::Seconds(step, None) => (number as f64 * step, time::total(number as f64 * step)),
            Step::Seconds(step, Some(count)) => {
                let frame = count.frame((number as f64 * step).floor() as i64, 0);
                (frame as f64 / count.fps, count.timecode(frame))
            }
            Step::Frames(frames, count) => {
                let frames = number.saturating_mul(frames);
                let frame = count.frame(frames / count.nominal, frames % count.nominal);
                (frame as f64 / count.fps, count.timecode(frame))
            }
        }))
    }
}
