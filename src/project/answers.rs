//! Answers to outcome reports on the disk: one file for each report, named by the hash of its path, beside the drafts.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::project::store::{Loaded, Store, create, load, save, set_aside};
use crate::project::write::DiskError;
use crate::review::answers::Answers;
use crate::review::round::sha256_hex;

impl Store {
    fn answers_path(&self, report: &Path) -> PathBuf {
        let hash = sha256_hex(report.as_os_str().as_bytes());
        self.folder().join("answers").join(format!("{}.json", hash.get(..32).unwrap_or(&hash)))
    }

    /// The answers to the report at this path; a broken file reads as none and is left alone.
    pub fn peek_answers(&self, report: &Path) -> Answers {
        match load(&self.answers_path(report)) {
            Loaded::Value(answers) => answers,
            Loaded::Absent | Loaded::Broken(_) => Answers::default(),
        }
    }

    /// Writes the answers to a report; a broken file is set aside first.
    ///
    /// # Errors
    /// The state directory cannot be written; what was there stays.
    pub fn save_answers(&self, report: &Path, answers: &Answers, now: DateTime<Utc>) -> Result<(), DiskError> {
        create(&self.folder().join("answers"))?;
        let path = self.answers_path(report);
        if let Loaded::Broken(_) = load::<Answers>(&path) {
            set_aside(&path, now)?;
        }
        save(&path, answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::store::tests::store;

    #[test]
    fn answers_are_kept_for_each_report_and_a_broken_file_is_set_aside() {
        let (_dir, store) = store();
        let mut answers = Answers::default();
        answers.give("Which?", "[P0]", "This.");
        let report = Path::new("/p/report.md");
        assert!(store.peek_answers(report).is_empty());
        store.save_answers(report, &answers, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(store.peek_answers(report), answers);
        assert!(store.peek_answers(Path::new("/p/other.md")).is_empty());
        std::fs::write(store.answers_path(report), "{").unwrap();
        store.save_answers(report, &answers, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(std::fs::read_dir(store.folder().join("answers")).unwrap().count(), 2);
    }
}
