//! Which rules bind.

/// Whether the rule `CON-SEC-01` is one of `patterns` (`*` stands for anything); without patterns every rule is.
pub fn binds(rule: &str, patterns: &[String]) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern, rule))
}

/// Whether a text can be a pattern of rules: capitals, digits, `-` and `*`. What cannot be one would bind nothing unseen.
pub fn is_pattern(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'-' | b'*'))
}

fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match text.split_once(part) {
            Some((_, after)) => text = after,
            None => return false,
        }
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_rule_can_be_is_a_pattern() {
        assert!(["CON-SEC-*", "*", "CON-A11Y-01"].into_iter().all(is_pattern));
        assert!(!["", "con-sec-*", "planning", "CON SEC", "CON-SEC-?"].into_iter().any(is_pattern));
    }

    #[test]
    fn a_star_stands_for_anything_and_no_pattern_binds_all() {
        let binds = |rule: &str, patterns: &[&str]| {
            super::binds(rule, &patterns.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>())
        };
        assert!(binds("CON-SEC-01", &[]));
        for pattern in ["CON-SEC-01", "CON-SEC-*", "*", "CON-*-01", "*SEC*", "**", "CON-SEC-01*"] {
            assert!(binds("CON-SEC-01", &[pattern]), "{pattern}");
        }
        for pattern in ["CON-SEC-0", "CON-LIC-*", "SEC*", "*SEC", "con-sec-01", "CON-*-01*1", ""] {
            assert!(!binds("CON-SEC-01", &[pattern]), "{pattern}");
        }
        assert!(binds("CON-SEC-01", &["CON-LIC-*", "CON-SEC-*"]));
    }
}
