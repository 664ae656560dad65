//! Large files: the work grows with the file, not faster.

use std::time::{Duration, Instant};

use super::*;

/// A research plan of `shots` shots, each with a chapter and an entry of the shooting list, about 300 bytes a shot.
fn large(shots: usize, broken: bool) -> String {
    let chapter = |n: usize| format!(r#"{{"id":"ch-{n}","title":"章","duration_estimate_seconds":null,"notes":null}}"#);
    let wrong = if broken { "x" } else { "" };
    let shot = |n: usize| {
        let of = n % (shots / 20);
        let description = "鍋に材料を入れる俯瞰カット".repeat(3);
        format!(
            r#"{{"id":"sh-{n}","chapter_id":"ch-{of}{wrong}","shot_type":"overhead","description":"{description}","duration_estimate_seconds":6,"image_path":null}}"#
        )
    };
    let entry = |n: usize| {
        format!(
            r#"{{"id":"sl-{n}","ref_shot_id":"sh-{n}{wrong}","location":null,"equipment":[],"checklist":[],"status":"ok"}}"#
        )
    };
    let list = |count: usize, make: &dyn Fn(usize) -> String| (0..count).map(make).collect::<Vec<_>>().join(",\n");
    good(FileKind::ResearchPlan)
        .replace("\"chapters\":[", &format!("\"chapters\":[{},", list(shots / 20, &chapter)))
        .replace("\"shots\":[", &format!("\"shots\":[{},", list(shots, &shot)))
        .replace("\"shot_list\":[", &format!("\"shot_list\":[{},", list(shots, &entry)))
}

/// The quickest of so many runs.
fn took(text: &str, findings: usize, runs: usize) -> Duration {
    let once = || {
        let start = Instant::now();
        assert_eq!(checked(FileKind::ResearchPlan, text).len(), findings);
        start.elapsed()
    };
    (0..runs).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn ten_times_the_shots_take_about_ten_times_as_long() {
    for broken in [false, true] {
        let wrong = |shots: usize| if broken { 2 * shots } else { 0 };
        let few = took(&large(400, broken), wrong(400), 3);
        let many = took(&large(4_000, broken), wrong(4_000), 1);
        // Were it quadratic, it would be a hundred times as long.
        assert!(many < few * 50 + Duration::from_millis(200), "{few:?} {many:?}");
    }
}

#[test]
fn a_plan_of_20_000_shots_is_checked() {
    let text = large(20_000, false);
    assert!(text.len() > 6_000_000);
    took(&text, 0, 1);
}
