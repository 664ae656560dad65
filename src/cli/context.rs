//! What every command needs: the settings, the languages, the project and its plan.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::cli::args::{CodingArgs, Colour, Global, NotesArgs};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::cli::output::Output;
use crate::contract::finding::Finding;
use crate::locale::{Language, Locale};
use crate::project::find::{NotFound, Project, Wanted, find_wanted};
use crate::project::load::{LoadOptions, Loaded, load};
use crate::project::notes::{Asked, fallback, missing_store};
use crate::project::reports;
use crate::project::settings::{Settings, Theme};
use crate::project::store::Store;
use crate::project::trouble::problem;

/// What every command needs.
pub struct Context {
    /// Where to say things.
    pub out: Output,
    /// The settings in effect.
    pub settings: Settings,
    /// Which coding plan is meant.
    pub wanted: Wanted,
    /// `--report`, each.
    pub reports: Vec<PathBuf>,
    /// What is wrong in the settings; said once, by [`Context::warn_of_settings`].
    wrong_settings: Vec<Finding>,
    /// `--color always`.
    pub colour: bool,
    /// `--lang`.
    asked: Option<Language>,
    /// The language the plan is written in, once it was read.
    script: Option<&'static str>,
    /// What is said when the work was done and only its result could not be written.
    done: Option<&'static str>,
}

/// A project and what was read from it.
pub struct Opened {
    /// The project.
    pub project: Project,
    /// What its files say.
    pub loaded: Loaded,
    /// The language to speak.
    pub locale: &'static Locale,
    /// When it was read.
    pub now: DateTime<Utc>,
}

impl Opened {
    /// A path as it is told to the agent: from the project's directory, where it lies in it.
    pub fn from_root(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.project.root).unwrap_or(path);
        if inside.as_os_str().is_empty() { ".".to_owned() } else { inside.display().to_string() }
    }
}

impl Context {
    /// Reads the settings.
    pub fn new(global: &Global) -> Context {
        let colour = global.color == Colour::Always;
        let (mut settings, wrong_settings) =
            Settings::read(|name| variable(name).filter(|_| name != "NO_COLOR" || !colour));
        if global.color == Colour::Never {
            // An option of the command line goes before the settings, on the board too.
            settings.theme = Theme::Mono;
        }
        Context {
            out: Output::new(global.color),
            settings,
            wanted: Wanted::default(),
            reports: Vec::new(),
            wrong_settings,
            colour,
            asked: global.lang,
            script: None,
            done: None,
        }
    }

    /// The language of `--lang`, if it was given.
    pub fn asked_language(&self) -> Option<Language> {
        self.asked
    }

    /// The words for a person: `--lang`, else the setting, else the environment, else as the plan is written.
    pub fn locale(&self) -> &'static Locale {
        let chosen = self.asked.or(self.settings.language);
        Locale::of(chosen.unwrap_or_else(|| Language::from_environment(variable, self.script)))
    }

    /// The words inside JSON: English unless `--lang` says otherwise.
    pub fn json_locale(&self) -> &'static Locale {
        Locale::of(self.asked.unwrap_or(Language::En))
    }

    /// Finds the project of `path` (`.` where none was given).
    ///
    /// # Errors
    /// What was looked for, and where.
    pub fn find(&mut self, path: Option<&Path>) -> Result<Project, Failure> {
        let home = variable("HOME").map(PathBuf::from);
        find_wanted(path.unwrap_or(Path::new(".")), home.as_deref(), &self.wanted).map_err(|missing| {
            let locale = self.locale();
            // The failure itself tells of the folder that leaves the project.
            let others = missing.findings.iter().filter(|finding| finding.code != "folder-outside");
            others.for_each(|finding| findings::say(&mut self.out, locale, finding));
            not_found(&missing)
        })
    }

    /// Finds and reads the project of `path`.
    ///
    /// # Errors
    /// As [`Context::find`].
    pub fn open(&mut self, path: Option<&Path>, notes: Option<&Asked>) -> Result<Opened, Failure> {
        self.warn_of_settings();
        let project = self.find(path)?;
        Ok(self.read(project, notes))
    }

    /// Reads `project`.
    pub fn read(&mut self, project: Project, notes: Option<&Asked>) -> Opened {
        let now = Utc::now();
        let options = LoadOptions {
            target_seconds: self.settings.target_seconds,
            notes: notes.cloned(),
            reports: self.reports_asked(),
            binding: self.settings.critique_binding.clone(),
            state: project.coding.as_ref().and_then(|_| Store::peek(&project.plan_dir, &os_variable)),
            now,
            ..LoadOptions::default()
        };
        let loaded = load(&project, &options);
        self.script = loaded.plan.script;
        let locale = self.locale();
        Opened { project, loaded, locale, now }
    }

    /// Which coding plan the command line means.
    pub fn want(&mut self, args: &CodingArgs) {
        let critique = args.critique.as_ref();
        let critique = critique.map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()));
        self.wanted = Wanted { topic: args.topic.clone(), critique };
    }

    /// Reads `project` with options of the command's own.
    pub fn read_with(&mut self, project: &Project, options: &LoadOptions) -> Loaded {
        let loaded = load(project, options);
        self.script = loaded.plan.script;
        loaded
    }

    /// Where the checklist is looked for, as the command line, the environment and the settings say.
    ///
    /// # Errors
    /// A task is named, and no database.
    pub fn asked(&self, args: &NotesArgs) -> Result<Asked, Failure> {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let file = args.notes.as_ref().map(absolute);
        let database = args.notes_db.as_ref().map(absolute);
        let fallback = fallback(os_variable, &self.settings);
        let missing_store = missing_store(os_variable);
        match &args.task {
            // A file that is named is not passed over for a task.
            Some(task) if database.is_none() && (file.is_some() || fallback.is_none()) => {
                Err(match missing_store.filter(|_| file.is_none()) {
                    Some(store) => Failure::usage("cli.error.store-missing", &[("path", &shown(&store))]),
                    None => Failure::usage("cli.error.task-without-database", &[("task", task)]),
                })
            }
            task => Ok(Asked { file, database, task: task.clone(), fallback, missing_store, hurry: false }),
        }
    }

    /// Where outcome reports are looked for, as the command line ([`Context::reports`]) and the settings say.
    pub fn reports_asked(&self) -> reports::Asked {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        reports::Asked { files: self.reports.iter().map(absolute).collect(), glob: self.settings.report_glob.clone() }
    }

    /// The text a command is about is written in this language, if it tells: it decides where nothing else does.
    pub fn written_in(&mut self, script: Option<&'static str>) {
        self.script = script;
    }

    /// Says that the database that is named is passed over, where a file is named too.
    pub fn say_passed_over(&mut self, asked: &Asked) {
        if let (Some(file), Some(database)) = (&asked.file, &asked.database) {
            let args = [("file", shown(file)), ("database", shown(database))];
            let args = args.each_ref().map(|(name, value)| (*name, value.as_str()));
            let said = self.locale().say("cli.checklist.passed-over", &args);
            self.out.talk(&said);
        }
    }

    /// Notes that the work is done: `key` is what to say (with the place `{problem}`) when its result cannot be written.
    pub fn done(&mut self, key: &'static str) {
        self.done = Some(key);
    }

    /// Writes what is still held back; else why it could not be written.
    ///
    /// # Errors
    /// Stdout fails; a reader that went away is no failure.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let key = self.done.unwrap_or("cli.error.stdout");
        self.out.finish().map_err(|error| Failure::failed(key, &[("problem", &problem(&error))]))
    }

    /// Says what is wrong in the settings.
    pub fn warn_of_settings(&mut self) -> Vec<Finding> {
        let wrong = std::mem::take(&mut self.wrong_settings);
        if wrong.is_empty() {
            // The words are not read for nothing.
            return wrong;
        }
        let locale = self.locale();
        for finding in &wrong {
            findings::say(&mut self.out, locale, finding);
        }
        wrong
    }

    /// Says why a command failed, and the remedy.
    pub fn fail(&mut self, failure: &Failure) {
        let locale = self.locale();
        let (what, remedy) = failure.words(locale);
        self.out.talk_marked(locale.word("cli.word.error"), true, &crate::text::clean::block(&what));
        if let Some(remedy) = remedy {
            self.out.talk(&crate::text::clean::block(&remedy));
        }
    }
}

/// A variable of the environment; `None` where it is not text.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// A variable of the environment as the system has it.
pub fn os_variable(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name)
}

/// `path` as a person should read it: from the current directory where it is below it.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    let shown = below.filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| path.to_owned());
    crate::text::clean::line(&shown.display().to_string()).into_owned()
}

fn not_found(missing: &NotFound) -> Failure {
    let path = missing.path.display().to_string();
    if let Some(why) = &missing.problem {
        return Failure::failed("cli.error.no-path", &[("path", &path), ("problem", why)]);
    }
    if let Some(outside) = missing.findings.iter().find(|finding| finding.code == "folder-outside") {
        let args: Vec<(&str, &str)> = outside.args.iter().map(|(name, value)| (*name, value.as_str())).collect();
        return Failure::failed("cli.error.folder-outside", &args);
    }
    if let Some(other) = missing.findings.iter().find(|finding| finding.code == "not-a-coding-plan") {
        return Failure::failed("cli.error.not-a-coding-plan", &[("file", &shown(&other.file))]);
    }
    if let Some(topic) = &missing.topic {
        let topics = topic.topics.join(", ");
        return match topic.topics.is_empty() {
            false => Failure::failed("cli.error.no-topic", &[("topic", &topic.asked), ("topics", &topics)]),
            true => Failure::failed("cli.error.no-topics", &[("topic", &topic.asked), ("path", &path)]),
        };
    }
    let places: Vec<String> = missing.searched.iter().map(|dir| format!("  {}", dir.display())).collect();
    Failure::failed("cli.error.no-project", &[("path", &path), ("places", &places.join("\n"))])
}
