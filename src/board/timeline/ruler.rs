//! The ruler of a timeline: timecode where the file has frames, minutes and seconds where it has none.

use super::Window;
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

    /// The number of the first frame whose timecode shows this second.
    fn frame(&self, second: i64) -> i64 {
        let minutes = second / 60;
        let left_out = self.dropped * (minutes - minutes / 10);
        let first = if second % 60 == 0 && minutes % 10 != 0 { self.dropped } else { 0 };
        second * self.nominal - left_out + first
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

/// The marks in a window, from 0 on and not past `until`; their words do not touch.
pub fn ticks(window: &Window, fps: Option<f64>, until: Option<f64>) -> Vec<Tick> {
    let count = fps.and_then(Count::of);
    let end = until.map_or(window.to(), |until| until.min(window.to()));
    let wide = if count.is_some() { 13.0 } else { 8.0 };
    let step = STEPS.into_iter().find(|step| step / window.per_cell >= wide);
    let step = step.unwrap_or(window.per_cell * wide);
    let first = (window.from.max(0.0) / step - 1e-6).ceil().max(0.0) as i64;
    let mut ticks: Vec<Tick> = Vec::new();
    for number in first..first.saturating_add(window.cells as i64) {
        let nominal = number as f64 * step;
        let (seconds, label) = match &count {
            Some(count) => {
                let whole = nominal.floor() as i64;
                let frame = count.frame(whole) + ((nominal - whole as f64) * count.nominal as f64).round() as i64;
                (frame as f64 / count.fps, count.timecode(frame))
            }
            None if step < 1.0 => (nominal, time::clock(nominal)),
            None => (nominal, time::total(nominal)),
        };
        if seconds > end {
            break;
        }
        let cell = window.cell(seconds);
        let free = ticks.last().is_none_or(|last| last.cell + last.label.len() + 2 <= cell);
        if seconds >= window.from - window.per_cell && free && cell + label.len() <= window.cells {
            ticks.push(Tick { cell, label });
        }
    }
    ticks
}
