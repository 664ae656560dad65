//! The sections at the end of a man page: examples, exit codes, and for planboard itself its files and variables.

use clap::Command;

/// Exit codes of commands that say nothing else.
const EXIT: &str = "0 done, 1 findings or a failed operation, 2 wrong usage.";
/// What stands before the exit codes in the help of a command.
const CODES: &str = "Exit codes: ";

/// Files and what they are for.
const FILES: [(&str, &str); 4] = [
    ("$XDG_CONFIG_HOME/planboard/config.toml (~/.config/planboard/config.toml)", "Settings; see planboard config."),
    (
        "$PLANBOARD_STATE_DIR, else $XDG_STATE_HOME/planboard (~/.local/state/planboard)",
        "Drafts, rounds, reviewed marks and decisions.",
    ),
    ("research-plan.json, edit.json; plan.json, clarify.json, detail.json", "The plans; they are never written."),
    ("plan-comments.json", "The comments submitted, in the plan directory; whoever reads them deletes it."),
];

/// Variables and what they do.
const ENVIRONMENT: [(&str, &str); 7] = [
    ("PLANBOARD_THEME, PLANBOARD_LANGUAGE, ...", "One for each setting, a dot as _; they go before the settings file."),
    ("PLANBOARD_STATE_DIR, XDG_STATE_HOME, XDG_CONFIG_HOME", "Where drafts and settings are; see FILES."),
    ("NO_COLOR", "Where it is set, no colours are used."),
    ("VISUAL, EDITOR", "The editor that writes a comment when asked to."),
    ("LC_ALL, LC_MESSAGES, LANG", "The language, where neither --lang nor the setting says it."),
    ("COLORFGBG", "What the background is, until the terminal answers."),
    ("EJCLAW_STORE_DIR", "A directory with the database messages.db that holds the checklist."),
];

/// The sections of the page of a command, in roff.
pub(super) fn of(command: &Command) -> String {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (mut examples, mut notes, mut exit) = (Vec::new(), Vec::new(), Vec::new());
    for paragraph in help.split("\n\n") {
        let (before, codes) = paragraph.split_once(CODES).unwrap_or((paragraph, ""));
        exit.extend(Some(codes).filter(|codes| !codes.is_empty()));
        let is_example = before.lines().any(|line| line.starts_with("  "));
        if is_example {
            examples.push(before)
        } else {
            notes.extend(Some(before).filter(|text| !text.trim().is_empty()))
        }
    }
    if exit.is_empty() {
        exit.push(EXIT);
    }
    let mut page = String::new();
    section(&mut page, "NOTES", &notes);
    section(&mut page, "EXIT STATUS", &exit);
    if command.get_name() == "planboard" {
        list(&mut page, "FILES", &FILES);
        list(&mut page, "ENVIRONMENT", &ENVIRONMENT);
    }
    if !examples.is_empty() {
        page.push_str(".SH EXAMPLES\n");
        for paragraph in examples {
            // Lines that are no commands say what the commands after them are for.
            let lines = paragraph.lines().filter(|line| !matches!(line.trim(), "Example:" | "Examples:" | ""));
            let lines: Vec<(bool, &str)> = lines.map(|line| (line.starts_with("  "), line.trim())).collect();
            for part in lines.chunk_by(|a, b| a.0 == b.0) {
                let is_command = part.first().is_some_and(|(is_command, _)| *is_command);
                page.push_str(if is_command { ".PP\n.nf\n" } else { ".PP\n" });
                part.iter().for_each(|(_, line)| page.push_str(&format!("{}\n", roff(line))));
                page.push_str(if is_command { ".fi\n" } else { "" });
            }
        }
    }
    if command.get_name() != "planboard" {
        page.push_str(".SH SEE ALSO\n\\fBplanboard\\fR(1)\n");
    }
    page
}

fn section(page: &mut String, title: &str, paragraphs: &[&str]) {
    for (number, paragraph) in paragraphs.iter().enumerate() {
        page.push_str(&if number == 0 { format!(".SH {title}\n") } else { ".PP\n".to_owned() });
        paragraph.lines().for_each(|line| page.push_str(&format!("{}\n", roff(line.trim()))));
    }
}

fn list(page: &mut String, title: &str, entries: &[(&str, &str)]) {
    page.push_str(&format!(".SH {title}\n"));
    for (name, text) in entries {
        page.push_str(&format!(".TP\n{}\n{}\n", roff(name), roff(text)));
    }
}

/// A line of text as roff: nothing in it is a command.
fn roff(line: &str) -> String {
    let text = line.replace('\\', "\\(rs").replace('-', "\\-").replace('\'', "\\(aq").replace('"', "\\(dq");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}
