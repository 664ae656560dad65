//! Paths that deserve a second look before an agent changes them.

/// Words in a name or folder, and what they tell of the path.
const WORDS: &[(&str, &[&str])] = &[
    ("notice.sensitive-secret", &["secret", "secrets", "credential", "credentials", "password", "passwords", "vault"]),
    ("notice.sensitive-data", &["migration", "migrations", "migrate"]),
    (
        "notice.sensitive-auth",
        &["auth", "authn", "authz", "oauth", "login", "signin", "session", "sessions", "permission", "permissions"],
    ),
];
/// Names and beginnings of paths of build and delivery.
const DELIVERY: [&str; 10] = [
    ".github/workflows/",
    ".gitlab-ci",
    ".circleci/",
    ".buildkite/",
    "azure-pipelines",
    "jenkinsfile",
    "dockerfile",
    "terraform/",
    ".travis.yml",
    "bitbucket-pipelines",
];
/// Ends of the names of keys and certificates.
const KEYS: [&str; 8] = [".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", "id_rsa", "id_ed25519"];
/// Longest path looked at, in bytes.
const LONGEST: usize = 4096;

/// What a path touches, as a key of the locale files.
pub(super) fn key(path: &str) -> Option<&'static str> {
    if path.len() > LONGEST {
        return None;
    }
    let spelt = spelt(path);
    let lower = path.trim().replace('\\', "/").to_lowercase();
    let name = lower.rsplit('/').next().unwrap_or_default();
    let example = [".example", ".sample", ".template"].iter().any(|end| name.ends_with(end));
    if (name == ".env" || name.starts_with(".env.")) && !example {
        return Some("notice.sensitive-secret");
    }
    if KEYS.iter().any(|end| name.ends_with(end)) {
        return Some("notice.sensitive-key");
    }
    if DELIVERY.iter().any(|part| {
        lower.match_indices(part).any(|(at, _)| at == 0 || lower.get(..at).is_some_and(|b| b.ends_with('/')))
    }) {
        return Some("notice.sensitive-delivery");
    }
    let touches = |words: &[&str]| words.iter().any(|word| spelt.split(' ').any(|part| part == *word));
    WORDS.iter().find(|(_, words)| touches(words)).map(|(key, _)| *key)
}

/// The words of a path, in lower case with spaces between: `src/userAuth.ts` is `src user auth ts`.
fn spelt(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 8);
    let mut small = false;
    for c in path.chars() {
        if small && c.is_uppercase() || !c.is_alphanumeric() {
            out.push(' ');
        }
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        }
        small = c.is_lowercase();
    }
    out
}
