//! Finding the project a path belongs to: which directory holds the plan, and where its files are.

pub(crate) mod coding;
mod project;

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::contract::finding::{Finding, Severity};
use crate::contract::workflow;
use crate::project::load;
use crate::project::trouble::problem;

pub use coding::topic_names;
pub use project::{
    CodingPlace, EDIT, Layout, MissingTopic, NamedFile, NotFound, PLAN_COMMENTS, Project, RESEARCH_PLAN, Wanted,
};

/// Finds the project that `path` names or lies in: the nearest directory going up that is one, up to `home` or the
/// root of the file system. In the home directory itself, reached from below, a bare `.akari/` is no sign.
///
/// # Errors
/// [`NotFound`], with what was looked at.
pub fn find(path: &Path, home: Option<&Path>) -> Result<Project, NotFound> {
    find_wanted(path, home, &Wanted::default())
}

/// As [`find`], with what was asked for besides. A coding plan that lies beside a video plan is taken where it or a topic
/// is named. A topic that is named is taken, or nothing.
///
/// # Errors
/// [`NotFound`], with what was looked at.
pub fn find_wanted(path: &Path, home: Option<&Path>, wanted: &Wanted) -> Result<Project, NotFound> {
    let (start, named, other_file) = match start(path) {
        Ok(start) => start,
        Err(problem) => {
            return Err(NotFound {
                path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
                problem: Some(problem),
                searched: Vec::new(),
                findings: Vec::new(),
                topic: None,
            });
        }
    };
    let home = home.and_then(|home| fs::canonicalize(home).ok());
    let mut searched = Vec::new();
    let mut findings: Vec<Finding> = other_file.into_iter().collect();
    for dir in start.ancestors() {
        searched.push(dir.to_owned());
        let is_home = home.as_deref() == Some(dir);
        let named_plan = path.file_name().filter(|_| named == Some(NamedFile::Coding) && dir == start);
        let named_plan = named_plan.map(|name| dir.join(name));
        let coding = || coding::classify(dir, named_plan.as_deref(), wanted.topic.as_deref());
        if let Some(asked) = &wanted.topic {
            if let Some(sign) = coding() {
                return Ok(coding_project(sign, named, wanted, findings));
            }
            let topics = topic_names(coding::root_of(dir));
            if !topics.is_empty() {
                let topic = Some(Box::new(MissingTopic { asked: asked.clone(), topics }));
                return Err(NotFound { path: start, problem: None, searched, findings, topic });
            }
        } else {
            if named_plan.as_deref().is_some_and(of_another_program) {
                findings.push(warning(named_plan.as_deref().unwrap_or(dir), "not-a-coding-plan"));
                return Err(NotFound { path: start, problem: None, searched, findings, topic: None });
            }
            if named_plan.is_some()
                && let Some(sign) = coding()
            {
                return Ok(coding_project(sign, named, wanted, findings));
            }
            if let Some(mut sign) = classify(dir, &mut findings) {
                if sign.layout == Layout::Folder
                    && let Some((owner, mut above)) = owner(dir, home.as_deref())
                {
                    sign = owner;
                    findings.append(&mut above);
                }
                // A coding plan is more than a bare sign of a video project.
                if !sign.has_plan()
                    && let Some(sign) = coding()
                {
                    return Ok(coding_project(sign, named, wanted, findings));
                }
                if !is_home || start == dir || sign.has_plan() {
                    return Ok(settle(sign, &start, named, findings));
                }
            }
            if let Some(sign) = coding() {
                return Ok(coding_project(sign, named, wanted, findings));
            }
        }
        if is_home {
            break;
        }
    }
    let topic = wanted.topic.clone().map(|asked| Box::new(MissingTopic { asked, topics: Vec::new() }));
    Err(NotFound { path: start, problem: None, searched, findings, topic })
}

/// The directory to start from, absolute and without links, the plan file `path` names, and a warning where it names
/// another file.
fn start(path: &Path) -> Result<(PathBuf, Option<NamedFile>, Option<Finding>), String> {
    let data = fs::metadata(path).map_err(|e| problem(&e))?;
    if data.is_dir() {
        return Ok((fs::canonicalize(path).map_err(|e| problem(&e))?, None, None));
    }
    let absolute = std::path::absolute(path).map_err(|e| problem(&e))?;
    let parent = absolute.parent().unwrap_or(Path::new("/"));
    let start = fs::canonicalize(parent).map_err(|e| problem(&e))?;
    match path.file_name().and_then(|name| name.to_str()) {
        Some(RESEARCH_PLAN) => Ok((start, Some(NamedFile::Research), None)),
        Some(EDIT) => Ok((start, Some(NamedFile::Edit), None)),
        Some(coding::PLAN | coding::CLARIFY | coding::DETAIL) => Ok((start, Some(NamedFile::Coding), None)),
        Some(PLAN_COMMENTS | "plan_notes.json" | "plan-notes.json") => Ok((start, None, None)),
        _ => Ok((start, None, Some(warning(&absolute, "no-plan-file")))),
    }
}

/// The project above `dir`, not above `home`, whose plan directory `dir` is.
fn owner(dir: &Path, home: Option<&Path>) -> Option<(Sign, Vec<Finding>)> {
    let below_home = |above: &&Path| !home.is_some_and(|home| home.starts_with(above) && home != *above);
    dir.ancestors().skip(1).take_while(below_home).find_map(|above| {
        let mut findings = Vec::new();
        let sign = classify(above, &mut findings)?;
        (sign.plan_dir == dir).then_some((sign, findings))
    })
}

/// What makes a directory a project.
struct Sign {
    root: PathBuf,
    plan_dir: PathBuf,
    layout: Layout,
}

impl Sign {
    /// Where the layout keeps edit.json.
    fn edit(&self) -> PathBuf {
        match self.layout {
            Layout::AkariDeclared | Layout::Akari => self.root.join(EDIT),
            Layout::EditPlan | Layout::Folder | Layout::Coding => self.plan_dir.join(EDIT),
        }
    }

    fn has_plan(&self) -> bool {
        there(&self.plan_dir.join(RESEARCH_PLAN)) || there(&self.edit())
    }
}

fn there(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_dir())
}

fn classify(root: &Path, findings: &mut Vec<Finding>) -> Option<Sign> {
    let sign = |plan_dir: PathBuf, layout| Some(Sign { root: root.to_owned(), plan_dir, layout });
    if let Some(plan_dir) = declared(root, findings) {
        return sign(plan_dir, Layout::AkariDeclared);
    }
    let planning = root.join("planning");
    let beside = || planning.is_dir() && (there(&planning.join(RESEARCH_PLAN)) || there(&root.join(EDIT)));
    if root.join(".akari").is_dir() || beside() {
        match inside(root, Path::new("planning")) {
            Ok(plan_dir) => return sign(plan_dir, Layout::Akari),
            Err(target) => push(findings, left(&planning, "planning", &target)),
        }
    }
    let child = root.join("edit-plan");
    if there(&child.join(RESEARCH_PLAN)) || there(&child.join(EDIT)) {
        match inside(root, Path::new("edit-plan")) {
            Ok(plan_dir) => return sign(plan_dir, Layout::EditPlan),
            Err(target) => push(findings, left(&child, "edit-plan", &target)),
        }
    }
    (there(&root.join(RESEARCH_PLAN)) || there(&root.join(EDIT))).then(|| sign(root.to_owned(), Layout::Folder))?
}

/// The plan directory that `.akari/workflow.json` declares, if it declares a usable one.
fn declared(root: &Path, findings: &mut Vec<Finding>) -> Option<PathBuf> {
    let file = root.join(".akari").join("workflow.json");
    let bytes = match crate::project::load::read_regular(&file) {
        Ok(None) => return None,
        Ok(Some(bytes)) => bytes,
        Err(problem) => {
            push(findings, warning(&file, "workflow-unreadable").with("problem", problem));
            return None;
        }
    };
    let (role, wrong) = workflow::planning_role(&file, &bytes);
    wrong.into_iter().for_each(|finding| push(findings, finding));
    let role = role?;
    match inside(root, Path::new(&role)) {
        Ok(plan_dir) if !may_hold_a_plan(&plan_dir) => {
            push(findings, warning(&file, "workflow-role-no-folder").with("path", role));
            None
        }
        Ok(plan_dir) => Some(plan_dir),
        Err(target) => {
            push(findings, left(&file, &role, &target));
            None
        }
    }
}

/// Whether a path is a folder or can become one: not where something else stands there, nor where no file system has
/// such a name (too long, a NUL in it).
fn may_hold_a_plan(path: &Path) -> bool {
    use io::ErrorKind::{NotFound, PermissionDenied};
    match fs::metadata(path) {
        Ok(data) => data.is_dir(),
        Err(error) => matches!(error.kind(), NotFound | PermissionDenied),
    }
}

/// `path` under `root`, without links; `Err` with where it leads if that is outside. The part that is not there yet
/// is taken as written.
fn inside(root: &Path, path: &Path) -> Result<PathBuf, PathBuf> {
    let mut real = root.to_owned();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                real.pop();
            }
            Component::Normal(name) => real.push(name),
            Component::RootDir | Component::Prefix(_) => real = PathBuf::from("/"),
        }
        if let Ok(resolved) = fs::canonicalize(&real) {
            real = resolved;
        } else if let Ok(target) = fs::read_link(&real) {
            // A link that leads nowhere: where it would lead is not ours to write to.
            return Err(target);
        }
    }
    if real.starts_with(root) { Ok(real) } else { Err(real) }
}

fn settle(sign: Sign, start: &Path, named: Option<NamedFile>, findings: Vec<Finding>) -> Project {
    // A research-plan.json that was named is the plan, also where the layout would look elsewhere.
    let sign = match named {
        Some(NamedFile::Research) if sign.plan_dir != start && there(&start.join(RESEARCH_PLAN)) => {
            Sign { root: start.to_owned(), plan_dir: start.to_owned(), layout: Layout::Folder }
        }
        _ => sign,
    };
    let in_plan_dir = sign.plan_dir.join(EDIT);
    let places = if named == Some(NamedFile::Edit) {
        vec![start.join(EDIT)]
    } else if start == sign.plan_dir {
        // The plan directory itself was given.
        let in_parent = sign.plan_dir.parent().map(|parent| parent.join(EDIT));
        [Some(in_plan_dir), in_parent, Some(sign.edit())].into_iter().flatten().collect()
    } else {
        vec![sign.edit(), in_plan_dir]
    };
    let edit = places.into_iter().find(|place| there(place)).unwrap_or_else(|| sign.edit());
    Project {
        research_plan: sign.plan_dir.join(RESEARCH_PLAN),
        edit,
        root: sign.root,
        plan_dir: sign.plan_dir,
        layout: sign.layout,
        named,
        coding: None,
        findings,
    }
}

fn coding_project(sign: coding::Sign, named: Option<NamedFile>, wanted: &Wanted, findings: Vec<Finding>) -> Project {
    let coding::Sign { root, plan_dir, mut place } = sign;
    if let Some(critique) = &wanted.critique {
        place.critique.clone_from(critique);
    }
    Project {
        research_plan: plan_dir.join(RESEARCH_PLAN),
        edit: plan_dir.join(EDIT),
        layout: Layout::Coding,
        coding: Some(place),
        root,
        plan_dir,
        named,
        findings,
    }
}

/// Whether this is a plan.json that has nothing of a coding plan.
fn of_another_program(file: &Path) -> bool {
    let bytes = load::read_regular(file).ok().flatten();
    file.file_name().is_some_and(|name| name == coding::PLAN)
        && bytes.is_some_and(|bytes| coding::is_another_programs(&bytes))
}

fn push(findings: &mut Vec<Finding>, finding: Finding) {
    if !findings.contains(&finding) {
        findings.push(finding);
    }
}

fn left(file: &Path, path: &str, target: &Path) -> Finding {
    warning(file, "folder-outside").with("path", path).with("target", target.display().to_string())
}

fn warning(file: &Path, code: &'static str) -> Finding {
    Finding::new(file, Severity::Warning, code, None)
}

#[cfg(test)]
mod tests;
