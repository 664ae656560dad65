//! Finding the project a path belongs to: which directory holds the plan, and where its files are.

pub(crate) mod coding;

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::contract::finding::{Finding, Severity};
use crate::contract::plan_comments::Pass;
use crate::contract::workflow;
use crate::project::load;
use crate::project::trouble::problem;
use crate::review::target::{Plan, PlanKind};

pub use coding::topic_names;

/// The file of the shots.
pub const RESEARCH_PLAN: &str = "research-plan.json";
/// The file of the clips or cuts.
pub const EDIT: &str = "edit.json";
/// The file that carries comments to the agent (plan comments contract §2).
pub const PLAN_COMMENTS: &str = "plan-comments.json";

/// How a project lays out its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// `.akari/workflow.json` declares a planning role.
    AkariDeclared,
    /// `.akari/`, or `planning/` with plan files in or beside it.
    Akari,
    /// A folder `edit-plan/` that holds a plan file.
    EditPlan,
    /// Plan files in the folder itself.
    Folder,
    /// A coding plan in the folder itself, or topics in `.xyz-harness/`.
    Coding,
}

/// What was asked for besides the path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// `--topic`: a topic of `.xyz-harness/`.
    pub topic: Option<String>,
    /// `--critique`: plan-critique.json, instead of the one in the worktree.
    pub critique: Option<PathBuf>,
}

/// A plan file that was named itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedFile {
    /// research-plan.json: the structure pass is meant.
    Research,
    /// edit.json: whichever of scaffold and final it has is meant.
    Edit,
    /// plan.json, clarify.json or detail.json.
    Coding,
}

/// A project that was found. All paths are absolute, and without links down to the plan directory.
#[derive(Debug, Clone)]
pub struct Project {
    /// The project's directory.
    pub root: PathBuf,
    /// The directory of research-plan.json and plan-comments.json.
    pub plan_dir: PathBuf,
    /// research-plan.json, whether it is there or not.
    pub research_plan: PathBuf,
    /// edit.json, whether it is there or not.
    pub edit: PathBuf,
    /// How it is laid out.
    pub layout: Layout,
    /// The plan file that was named, if one was.
    pub named: Option<NamedFile>,
    /// Where its coding plan is, where it is a coding project.
    pub coding: Option<CodingPlace>,
    /// What was wrong on the way (warnings).
    pub findings: Vec<Finding>,
}

impl Project {
    /// What kind of plan it has.
    pub fn kind(&self) -> PlanKind {
        if self.coding.is_some() { PlanKind::Coding } else { PlanKind::Video }
    }

    /// Where comments are written: always in the plan directory.
    pub fn plan_comments(&self) -> PathBuf {
        self.plan_dir.join(PLAN_COMMENTS)
    }

    /// The file that carries what the reviewer says: plan-comments.json, of a coding project plan-critique.json.
    pub fn submission(&self) -> PathBuf {
        self.coding.as_ref().map_or_else(|| self.plan_comments(), |place| place.critique.clone())
    }

    /// `.akari/intake.json` of the project.
    pub fn intake(&self) -> PathBuf {
        self.root.join(".akari").join("intake.json")
    }

    /// The pass that the named file is about: of edit.json the one it has.
    pub fn named_pass(&self, plan: &Plan) -> Option<Pass> {
        match self.named? {
            NamedFile::Research => Some(Pass::Structure),
            NamedFile::Coding => Some(Pass::Coding),
            NamedFile::Edit => {
                [Pass::Scaffold, Pass::Final].into_iter().find(|pass| plan.pass(*pass).unavailable.is_none())
            }
        }
    }

    /// The project's name: that of its directory.
    pub fn name(&self) -> String {
        self.root.file_name().map_or_else(|| "/".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// Where the files of a coding project are. All paths are absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodingPlace {
    /// plan.json, clarify.json or detail.json under review.
    pub file: PathBuf,
    /// The topics (folders of `.xyz-harness/` that hold a coding plan), the newest first; empty where the plan lies in a
    /// plain folder.
    pub topics: Vec<String>,
    /// The topic under review.
    pub topic: Option<String>,
    /// The git root above the plan, else the plan's directory.
    pub worktree: PathBuf,
    /// plan-critique.json, whether it is there or not.
    pub critique: PathBuf,
}

impl CodingPlace {
    /// Whether the critique lies where a worktree has it by itself.
    pub fn is_default_critique(&self) -> bool {
        self.critique == self.worktree.join(".pipeline").join("plan-critique.json")
    }
}

/// No project here.
#[derive(Debug, Clone)]
pub struct NotFound {
    /// The path that was given, absolute where it could be made so.
    pub path: PathBuf,
    /// Why the path itself cannot be looked at, if that is it ([`problem`]).
    pub problem: Option<String>,
    /// Directories that were looked into, nearest first.
    pub searched: Vec<PathBuf>,
    /// What was wrong on the way (warnings).
    pub findings: Vec<Finding>,
    /// The topic that was asked for and is not there.
    pub topic: Option<Box<MissingTopic>>,
}

/// A topic that was asked for and is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingTopic {
    /// As it was asked for.
    pub asked: String,
    /// The topics there are, the newest first; empty: there are none.
    pub topics: Vec<String>,
}

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
