//! Finding a coding project: a folder with plan.json, clarify.json or detail.json, or `.xyz-harness/<slug>/` with them.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::contract::json::{Document, Kind};
use crate::project::find::CodingPlace;
use crate::project::load::read_regular;

/// The folder of the topics.
pub const HARNESS: &str = ".xyz-harness";
/// The plan of the tier lite.
pub const PLAN: &str = "plan.json";
/// The first plan of the tier mid.
pub const CLARIFY: &str = "clarify.json";
/// The second plan of the tier mid.
pub const DETAIL: &str = "detail.json";

/// A folder that makes a project a coding project.
pub(super) struct Sign {
    /// The project's directory.
    pub(super) root: PathBuf,
    /// The topic's directory, or the folder itself.
    pub(super) plan_dir: PathBuf,
    /// Where its files are.
    pub(super) place: CodingPlace,
}

/// The coding project that `dir` is; `named`: the plan file that was named in it, `topic`: the topic asked for.
pub(super) fn classify(dir: &Path, named: Option<&Path>, topic: Option<&str>) -> Option<Sign> {
    let root = root_of(dir);
    let own_slug = (root != dir).then(|| dir.file_name()?.to_str()).flatten();
    let topics = topics(&root.join(HARNESS));
    let own = named.map(Path::to_owned).or_else(|| plan_in(dir).map(|(file, _)| file));
    let (plan_dir, file, slug) = match (own, topic) {
        (Some(file), asked) if asked.is_none() || asked == own_slug => {
            (dir.to_owned(), file, own_slug.map(str::to_owned))
        }
        (_, asked) => {
            let chosen = match asked.or(own_slug) {
                Some(slug) => topics.iter().find(|of| of.slug == slug)?,
                None => topics.first()?,
            };
            (root.join(HARNESS).join(&chosen.slug), chosen.file.clone(), Some(chosen.slug.clone()))
        }
    };
    let worktree = worktree(&plan_dir);
    let place = CodingPlace {
        file,
        topics: topics.into_iter().map(|topic| topic.slug).collect(),
        topic: slug,
        critique: worktree.join(".pipeline").join("plan-critique.json"),
        worktree,
    };
    Some(Sign { root: root.to_owned(), plan_dir, place })
}

/// The coding plan that lies in a video project's directory.
pub fn beside(root: &Path) -> Option<PathBuf> {
    classify(root, None, None).map(|sign| sign.place.file)
}

/// The directory of the project that `dir` would be, where it is one: of a topic's folder that above `.xyz-harness/`.
pub(super) fn root_of(dir: &Path) -> &Path {
    let harness = dir.parent().filter(|parent| parent.file_name().is_some_and(|name| name == HARNESS));
    harness.and_then(Path::parent).unwrap_or(dir)
}

/// The topics of a project's directory, the newest first.
pub fn topic_names(root: &Path) -> Vec<String> {
    topics(&root.join(HARNESS)).into_iter().map(|topic| topic.slug).collect()
}

/// The topics below `.xyz-harness/` with their plan files, the newest first.
pub(crate) fn topic_plans(harness: &Path) -> Vec<(String, PathBuf)> {
    topics(harness).into_iter().map(|topic| (topic.slug, topic.file)).collect()
}

struct Topic {
    slug: String,
    file: PathBuf,
    changed: SystemTime,
}

fn topics(harness: &Path) -> Vec<Topic> {
    let entries = std::fs::read_dir(harness).into_iter().flatten().flatten();
    let mut topics: Vec<Topic> = entries
        .filter_map(|entry| {
            let slug = entry.file_name().into_string().ok()?;
            let (file, changed) = plan_in(&entry.path())?;
            Some(Topic { slug, file, changed })
        })
        .collect();
    topics.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.slug.cmp(&b.slug)));
    topics
}

/// The coding plan of a folder, and when it was changed: of the tier mid the later of its two files; where both tiers are
/// there, the newest.
fn plan_in(dir: &Path) -> Option<(PathBuf, SystemTime)> {
    let of = |name: &str| {
        let file = dir.join(name);
        let data = std::fs::metadata(&file).ok().filter(|data| !data.is_dir())?;
        Some((file, data.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
    };
    let mid = of(DETAIL).or_else(|| of(CLARIFY));
    let lite = of(PLAN).filter(|(file, _)| is_coding_plan(file));
    match (mid, lite) {
        (Some(mid), Some(lite)) => Some(if lite.1 > mid.1 { lite } else { mid }),
        (mid, lite) => mid.or(lite),
    }
}

/// Whether a plan.json is a coding plan: many other programs have files of this name. One that is being written just now
/// counts where it looks like one.
fn is_coding_plan(file: &Path) -> bool {
    let Ok(Some(bytes)) = read_regular(file) else { return false };
    match Document::parse(file, &bytes) {
        Ok((doc, _)) => {
            let root = doc.root();
            let format = root.get("format").and_then(|node| node.string());
            let is_known = format.is_some_and(|format| ["lite", "mid-clarify", "mid-detail"].contains(&&*format));
            is_known || root.get("slots").is_some_and(|slots| slots.kind() == Kind::Array)
        }
        Err(_) => {
            let text = String::from_utf8_lossy(&bytes);
            text.contains("\"format\"") && text.contains("\"lite\"")
        }
    }
}

/// Whether a plan.json is one of another program: whole JSON, with nothing of a coding plan in it.
pub fn is_another_programs(bytes: &[u8]) -> bool {
    const SIGNS: [&str; 7] = ["format", "objective", "waves", "testCases", "deliverables", "slots", "tier"];
    let Ok((doc, _)) = Document::parse(Path::new(""), bytes) else { return false };
    let root = doc.root();
    root.kind() == Kind::Object && !SIGNS.iter().any(|key| root.get(key).is_some())
}

/// The git root above a folder, else the folder itself.
fn worktree(dir: &Path) -> PathBuf {
    dir.ancestors().find(|above| above.join(".git").exists()).unwrap_or(dir).to_owned()
}

#[cfg(test)]
mod tests;
