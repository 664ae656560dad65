//! Plans made for tests, in English and Japanese.

use std::collections::HashMap;

use super::Files;
use crate::contract::plan_comments::Pass;
use crate::locale::Language;

/// A shot by id, chapter and description, 4 seconds long.
fn shot(id: &str, chapter: Option<&str>, description: &str, more: &str) -> String {
    let chapter = chapter.map_or("null".to_owned(), |c| format!("\"{c}\""));
    format!(
        r#"{{"id":"{id}","chapter_id":{chapter},"shot_type":"wide","description":"{description}",
        "duration_estimate_seconds":4,"image_path":null{more}}}"#
    )
}

fn plan(chapters: &str, shots: &[String]) -> String {
    format!(
        r#"{{"version":0,"topic":{{"candidates":[],"selected":null,"decided_at":null}},
        "target":{{"audience":"a","competitors":[],"japan_sns":{{"platforms":[],"notes":"n"}}}},
        "structure":{{"chapters":[{chapters}],"shots":[{}],"opening_hook":"h","confirmed":false,"confirmed_at":null}},
        "shot_list":[],"sources":[],"feedback":{{"reserved":true,"note":""}}}}"#,
        shots.join(",")
    )
}

/// A plan of shots without chapters: each `id description`, or an id alone.
pub fn shots(list: &[&str]) -> String {
    let parts = list.iter().map(|s| s.split_once(' ').unwrap_or((s, s)));
    plan("", &parts.map(|(id, description)| shot(id, None, description, "")).collect::<Vec<_>>())
}

/// A plan of `n` shots in chapters of fifty.
pub fn many_shots(n: usize) -> String {
    let chapters: Vec<String> = (0..n.div_ceil(50))
        .map(|c| format!(r#"{{"id":"c{c}","title":"Chapter {c}","duration_estimate_seconds":200,"notes":null}}"#))
        .collect();
    let shots: Vec<String> = (0..n)
        .map(|s| shot(&format!("s{s}"), Some(&format!("c{}", s / 50)), &format!("Shot number {s}"), ""))
        .collect();
    plan(&chapters.join(","), &shots)
}

/// A text in the language.
pub fn pick(language: Language, en: &'static str, ja: &'static str) -> &'static str {
    if language == Language::Ja { ja } else { en }
}

/// The plan with shots of undecided length from this position on.
pub fn undecided(research: &str, from: usize) -> String {
    let mut plan: serde_json::Value = serde_json::from_str(research).unwrap();
    for shot in plan["structure"]["shots"].as_array_mut().unwrap().iter_mut().skip(from) {
        shot["duration_estimate_seconds"] = serde_json::Value::Null;
    }
    plan.to_string()
}

/// The shots of [`structure`] and the clips of [`scaffold`] in one project.
pub fn shots_and_clips(language: Language) -> Files {
    Files { edit: scaffold(language).edit, ..structure(language) }
}

/// A plan of two chapters, seven shots and one in no chapter: an undecided length, a cutaway, unknown fields.
pub fn structure(language: Language) -> Files {
    let pick = |en, ja| pick(language, en, ja);
    let chapters = format!(
        r#"{{"id":"hook","title":"{}","duration_estimate_seconds":20,"notes":null}},
        {{"id":"rain","title":"{}","duration_estimate_seconds":60,"notes":null}}"#,
        pick("Opening", "つかみ"),
        pick("The night it rained", "雨の降った夜"),
    );
    let long = pick(
        "The old woman opens the shutter, looks at the rain for a long time, and only then sees that the lantern on the other side of the lane is still lit.",
        "老女が雨戸を開け、しばらく雨を眺めてから、路地の向かいの提灯がまだ灯っていることにようやく気づく。手前の軒から落ちる雫の音だけが続く。",
    );
    let list = [
        shot("s-01", Some("hook"), pick("A lantern in the rain", "雨の中の提灯"), ""),
        shot(
            "s-02",
            Some("hook"),
            long,
            r#","camera":{"movement":["push-in","tilt"],"path_hint":"from the eaves"},"mood":"quiet""#,
        ),
        shot("s-03", Some("hook"), pick("Drops on the sign", "看板に落ちる雨粒"), r#","cutaway_of":"s-02""#),
        shot("s-04", Some("rain"), pick("Empty street", "人のいない通り"), ""),
        shot("s-05", Some("rain"), pick("Kettle and steam", "やかんと湯気"), "")
            .replace("_seconds\":4", "_seconds\":null"),
        shot("s-06", Some("rain"), pick("Two cups", "湯呑みが二つ"), ""),
        shot("s-07", None, pick("Spare: the cat", "予備：猫"), ""),
    ];
    let mut files = Files::of(&plan(&chapters, &list));
    files.language = language;
    files.intake = Some(r#"{"target":{"duration_s":30}}"#.to_owned());
    let step = |id: u8, title: &str, status: &str| format!(r#"{{"id":"p{id}","title":"{title}","status":"{status}"}}"#);
    files.checklist = Some(format!(
        r#"{{"version":1,"mode":"planned","items":[{},{},{}],"currentIndex":1,"autoContinueOnDone":true,"maxAutoTurns":8,"autoTurnsUsed":2}}"#,
        step(1, pick("Choose the topic", "題材を決める"), "done"),
        step(2, pick("Write chapters and shots", "章とショットを書く"), "in_progress"),
        step(3, pick("Make the stills", "静止画を作る"), "pending"),
    ));
    files
}

/// An edit.json v2: a group, placeholders in every state, an audio lane, a clip without an id.
pub fn scaffold(language: Language) -> Files {
    let pick = |en, ja| pick(language, en, ja);
    let item = |id: &str, name: &str, at: u32, duration: u32, src: &str| {
        format!(
            r#"{{"id":"{id}","name":"{name}","at":{at},"duration":{duration},"source":{{"kind":"media","src":"{src}","in":0,"out":4}}}}"#
        )
    };
    let visual = [
        item("v-open", pick("Lantern, still", "提灯（静止画）"), 0, 120, "lantern"),
        item("v-street", pick("Street, moving", "通り（動画）"), 120, 90, "street"),
        format!(
            r#"{{"id":"g-tea","name":"{}","at":210,"duration":180,"source":{{"kind":"group"}},"items":[{},{}]}}"#,
            pick("Tea", "お茶"),
            item("v-kettle", pick("Kettle", "やかん"), 0, 90, "kettle"),
            item("v-cups", pick("Two cups on the table by the window", "窓辺の卓に湯呑みが二つ"), 90, 90, "cups"),
        ),
        item("", pick("A clip without an id", "id のないクリップ"), 390, 30, "lantern").replace(r#""id":"","#, ""),
        item("v-cat", pick("Cat", "猫"), 420, 60, "cat"),
    ];
    let sources = ["lantern", "street", "kettle", "cups", "cat", "music"]
        .map(|id| format!(r#"{{"id":"{id}","path":"assets/{id}.mp4"}}"#));
    let text = format!(
        r#"{{"version":2,"output":{{"fps":30}},"sources":[{}],"tracks":[
        {{"id":"a-music","lane":"audio","name":"{}","items":[{}]}},
        {{"id":"v-main","lane":"visual","name":"{}","items":[{}]}}]}}"#,
        sources.join(","),
        pick("Music", "音楽"),
        item("m-1", pick("Rain theme", "雨の曲"), 0, 0, "music"),
        pick("Main", "本編"),
        visual.join(",")
    );
    let sidecar = |status: &str, more: &str| {
        format!(
            r#"{{"version":1,"kind":"video","status":"{status}","model":{{"id":"video-gen-2"}},"inputs":{{"prompt":"{}"}},"cost":{{"estimate_usd":0.9,"actual_usd":null}}{more}}}"#,
            pick("a lane at night, rain, one lantern", "夜の路地、雨、提灯がひとつ")
        )
    };
    let started = |at: &str| format!(r#","job":{{"started_at":"{at}","stale_after_s":900}}"#);
    let states = [
        ("lantern", sidecar("done", "")),
        ("street", sidecar("planned", "")),
        ("kettle", sidecar("generating", &started("2026-08-01T09:58:00Z"))),
        ("cups", sidecar("failed", "")),
        ("cat", sidecar("generating", &started("2026-08-01T08:00:00Z"))),
    ];
    let mut files = Files::of_edit(&text, Pass::Scaffold);
    files.language = language;
    files.sidecars = states
        .into_iter()
        .map(|(id, text)| (format!("/p/assets/{id}.mp4.meta.json").into(), text))
        .collect::<HashMap<_, _>>();
    files
}

/// An edit.json v1 of `n` cuts.
pub fn cuts(n: usize) -> Files {
    let list: Vec<String> =
        (0..n).map(|c| format!(r#"{{"src":"cam","in":{},"out":{},"reason":"silence"}}"#, c * 10, c * 10 + 6)).collect();
    let text = format!(
        r#"{{"version":1,"fps":29.97,"sources":[{{"id":"cam","path":"cam.mp4","proxy":null}}],"cuts":[{}]}}"#,
        list.join(",")
    );
    Files::of_edit(&text, Pass::Final)
}
