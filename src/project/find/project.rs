//! What is looked for and what is found: a project and where its files are, or where it was looked for.

use std::path::PathBuf;

use crate::contract::finding::Finding;
use crate::contract::plan_comments::Pass;
use crate::review::target::{Plan, PlanKind};

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
    /// Why the path itself cannot be looked at, if that is it ([`crate::project::trouble::problem`]).
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
