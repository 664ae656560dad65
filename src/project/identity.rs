//! The identity of the targets' own files (pictures, sources, sidecars), so that a replaced picture can be told later.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use crate::contract::sidecar::{self, SUFFIX, Sidecar, Status};
use crate::project::load::MAX_SIDECAR;
use crate::project::write::read_regular;
use crate::review::round::{FileIdentity, Told};
use crate::review::target::PassView;

/// How much work goes into identities.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Larger files are not hashed (bytes).
    pub file: u64,
    /// Bytes hashed in all.
    pub total: u64,
    /// Files looked at in all.
    pub files: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { file: 64 * 1024 * 1024, total: 512 * 1024 * 1024, files: 4096 }
    }
}

/// Size, time and hash of every file of the targets, each once, in timeline order. What the budget does not reach has no
/// hash.
pub fn identities(view: &PassView, budget: Budget) -> Vec<FileIdentity> {
    let mut places: HashMap<&Path, usize> = HashMap::new();
    let mut files: Vec<FileIdentity> = Vec::new();
    for target in &view.targets {
        let Some(id) = &target.id else { continue };
        for path in &target.files {
            let count = files.len();
            match places.get(path.as_path()).and_then(|at| files.get_mut(*at)) {
                Some(file) => file.targets.push(id.clone()),
                None if count < budget.files => {
                    places.insert(path, count);
                    files.push(FileIdentity {
                        path: path.clone(),
                        targets: vec![id.clone()],
                        size: None,
                        modified: None,
                        sha256: None,
                        told: None,
                    });
                }
                None => {}
            }
        }
    }
    let mut left = budget.total;
    for file in &mut files {
        identify(file, budget.file, &mut left);
    }
    files
}

/// The same files as they now are, to compare.
pub fn identities_now(files: &[FileIdentity], budget: Budget) -> Vec<FileIdentity> {
    let mut left = budget.total;
    let again = files.iter().take(budget.files).cloned().map(|mut file| {
        (file.size, file.modified, file.sha256, file.told) = (None, None, None, None);
        identify(&mut file, budget.file, &mut left);
        file
    });
    again.collect()
}

fn identify(file: &mut FileIdentity, most: u64, left: &mut u64) {
    let Some(meta) = fs::metadata(&file.path).ok().filter(fs::Metadata::is_file) else { return };
    file.size = Some(meta.len());
    let since = meta.modified().ok().and_then(|m| m.duration_since(UNIX_EPOCH).ok());
    file.modified = since.and_then(|d| i64::try_from(d.as_nanos()).ok());
    if meta.len() <= most && meta.len() <= *left {
        *left -= meta.len();
        file.sha256 = hash(&file.path, meta.len());
    }
    let is_sidecar = file.path.to_str().is_some_and(|path| path.ends_with(SUFFIX));
    if is_sidecar && let Ok(bytes) = read_regular(&file.path, MAX_SIDECAR) {
        file.told = Some(told(&sidecar::read(&file.path, &bytes).0));
    }
}

/// What a sidecar says of the file it stands beside.
fn told(sidecar: &Sidecar) -> Told {
    let again = matches!(sidecar.next_status, Some(Status::Planned | Status::Generating));
    let unfinished = again || matches!(sidecar.status, Some(Status::Planned | Status::Generating | Status::Failed));
    let next = sidecar.next_prompt.as_ref().filter(|_| again);
    Told { unfinished, prompt: next.or(sidecar.prompt.as_ref()).cloned() }
}

/// The hash of a file of this size; `None`: not readable, or it grew meanwhile.
fn hash(path: &Path, size: u64) -> Option<String> {
    let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or_default();
    let file: File = OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    file.metadata().ok().filter(fs::Metadata::is_file)?;
    let (mut reader, mut hasher, mut seen) = (file.take(size.saturating_add(1)), Sha256::new(), 0_u64);
    let mut buffer = vec![0_u8; 128 * 1024];
    loop {
        let count = reader.read(&mut buffer).ok()?;
        if count == 0 {
            break;
        }
        hasher.update(buffer.get(..count)?);
        seen = seen.saturating_add(u64::try_from(count).ok()?);
    }
    (seen == size).then(|| hasher.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::anchor::testing::{shot, view};
    use crate::review::round::sha256_hex;

    #[test]
    fn each_file_is_identified_once_within_the_budget() {
        let dir = tempfile::tempdir().unwrap();
        let path = |n: &str| dir.path().join(n);
        fs::write(path("a"), b"aaaa").unwrap();
        fs::write(path("b"), b"bbbbbbbb").unwrap();
        fs::write(path("c"), b"cccc").unwrap();
        let mut v = view((0..3).map(|i| shot(i, None, "x")).collect());
        v.targets[0].files = vec![path("a"), path("b")];
        v.targets[1].files = vec![path("a"), path("none"), dir.path().to_owned()];
        v.targets[2].files = vec![path("c")];
        let files = identities(&v, Budget { file: 6, total: 7, files: 9 });
        assert_eq!(files[0].targets, ["0", "1"]);
        assert_eq!(files[0].sha256, Some(sha256_hex(b"aaaa")));
        assert_eq!((files[1].size, &files[1].sha256), (Some(8), &None), "too large");
        assert_eq!((files[2].size, files[3].size), (None, None), "absent; no regular file");
        assert_eq!((files[4].size, &files[4].sha256), (Some(4), &None), "the total is used up");
        assert!(files[4].modified.is_some());
        fs::write(path("a"), b"AAAA").unwrap();
        let now = identities_now(&files, Budget::default());
        assert_eq!(files[0].changed(&now[0]), Some(true));
        assert_eq!(files[1].changed(&now[1]), Some(false));
    }
}
