//! The samples of the contracts' own projects, where they are at hand: their names say what a check finds.

use super::*;

/// Folders whose name says that something is wrong which is not the board's: it is in another file beside, or in a part
/// of the file the board does not rely on.
const NOT_THE_BOARDS: &[(&str, &str)] = &[
    ("captions", "captions.json beside it"),
    ("emphasis", "the words of captions"),
    ("beats", "beats[]"),
    ("bgm", "audio.bgm"),
    ("sfx", "audio.sfx"),
    ("narration", "audio.narration"),
    ("direction", "direction.json beside it"),
    ("intake", "intake.json beside it"),
    ("layers", "layers[]"),
    ("overlay", "overlays[]"),
    ("review", "review.json beside it"),
    ("outputs", "outputs of the export"),
];

/// The JSON files of the contracts below the folder of samples, with the folder's name.
fn samples() -> Vec<(String, FileKind, std::path::PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/akari")];
    while let Some(folder) = folders.pop() {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name == "edit.snapshot.json") {
                found.push((name.clone(), FileKind::Edit, path));
            } else if let Some(kind) = FileKind::of_name(&path) {
                found.push((name.clone(), kind, path));
            }
        }
    }
    found
}

/// What the name says: the fewest errors and warnings, and whether there may be an error.
#[derive(Debug, PartialEq, Eq)]
enum Says {
    Errors,
    Warnings,
    NoErrors,
}

fn says(name: &str, text: &str) -> Says {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if text.contains("\"slot\"") {
        return Says::Errors;
    }
    let elsewhere = NOT_THE_BOARDS.iter().any(|(part, _)| name.contains(part));
    match () {
        () if elsewhere => Says::NoErrors,
        () if has(&["invalid", "unsupported", "v1-missing-src"]) => Says::Errors,
        () if has(&["warns"]) => Says::Warnings,
        // A version 2 of its own making: nothing of version 2 is in it.
        () if name.ends_with("lint__version-2") => Says::Errors,
        () => Says::NoErrors,
    }
}

#[test]
fn samples_are_answered_as_their_names_say() {
    for (name, kind, path) in samples() {
        let bytes = std::fs::read(&path).expect("a sample");
        let findings = check(kind, &path, &bytes, Asked::default());
        let count = |severity| findings.iter().filter(|f| f.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let text = String::from_utf8_lossy(&bytes);
        let agrees = match says(&name, &text) {
            Says::Errors => errors > 0,
            Says::Warnings => errors == 0 && warnings > 0,
            Says::NoErrors => errors == 0,
        };
        assert!(agrees, "{name}: {findings:?}");
        let retired = kind == FileKind::PlanComments && text.contains("\"target_kind\": \"slot\"");
        let said = findings.iter().any(|f| f.code == "slot-retired" || f.pointer == "/comments");
        assert!(!retired || said, "{name}: {findings:?}");
    }
}

#[test]
fn pictures_of_samples_are_there() {
    for (name, kind, path) in samples() {
        let folder = path.parent().expect("a folder");
        let exists = |picture: &str| folder.join(picture).exists();
        let asked = Asked { exists: Some(&exists), ..Asked::default() };
        let findings = check(kind, &path, &std::fs::read(&path).expect("a sample"), asked);
        assert!(findings.iter().all(|f| f.code != "missing-picture"), "{name}: {findings:?}");
    }
}
