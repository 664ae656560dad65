//! The lines of a report, and the marks of Markdown at their beginnings.

/// One line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    /// From 1.
    pub(super) number: usize,
    /// Without the line break.
    pub(super) text: &'t str,
    /// It ends with CR LF (or, at the end of the file, with CR).
    pub(super) cr: bool,
    /// It is in a code fence that is closed, or is one of its marks.
    pub(super) fenced: bool,
    /// It opens a code fence that is never closed.
    pub(super) opens: bool,
}

impl Line<'_> {
    /// It holds white space only.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Characters of white space at its beginning.
    pub(super) fn indent(&self) -> usize {
        self.text.chars().take_while(|c| c.is_whitespace()).count()
    }
}

/// All lines; after a final line break there is none.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = text
        .split('\n')
        .enumerate()
        .map(|(n, text)| match text.strip_suffix('\r') {
            Some(text) => Line { number: n + 1, text, cr: true, fenced: false, opens: false },
            None => Line { number: n + 1, text, cr: false, fenced: false, opens: false },
        })
        .collect();
    if lines.last().is_some_and(|line| line.text.is_empty() && !line.cr) {
        lines.pop();
    }
    fences(&mut lines);
    lines
}

/// A mark of a code fence: its character, its length, and whether it may close one.
fn fence(text: &str) -> Option<(char, usize, bool)> {
    let inner = text.trim_start_matches(' ');
    if text.len() - inner.len() > 3 {
        return None;
    }
    let mark = inner.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = inner.chars().take_while(|c| *c == mark).count();
    let info = inner.get(length..)?;
    (length >= 3 && !(mark == '`' && info.contains('`'))).then(|| (mark, length, info.trim().is_empty()))
}

/// Marks the lines of the fences that are closed. A fence that is never closed is taken for none: else a report that
/// forgot to close one would seem to have nothing after it.
fn fences(lines: &mut [Line]) {
    // The longest mark that could close a fence, from each line on.
    let mut longest = vec![(0usize, 0usize)];
    for line in lines.iter().rev() {
        let (mut ticks, mut tildes) = longest.last().copied().unwrap_or_default();
        match fence(line.text) {
            Some(('`', length, true)) => ticks = ticks.max(length),
            Some((_, length, true)) => tildes = tildes.max(length),
            _ => {}
        }
        longest.push((ticks, tildes));
    }
    let mut open: Option<(char, usize)> = None;
    for line in lines.iter_mut() {
        // What follows the line is one entry down.
        longest.pop();
        let (ticks, tildes) = longest.last().copied().unwrap_or_default();
        match (open, fence(line.text)) {
            (Some((mark, length)), found) => {
                line.fenced = true;
                if found.is_some_and(|(m, l, closes)| closes && m == mark && l >= length) {
                    open = None;
                }
            }
            (None, Some((mark, length, _))) if length <= if mark == '`' { ticks } else { tildes } => {
                line.fenced = true;
                open = Some((mark, length));
            }
            (None, Some(_)) => line.opens = true,
            _ => {}
        }
    }
}

/// A heading: its level and its text.
pub(super) fn heading(text: &str) -> Option<(usize, &str)> {
    let inner = text.trim_start();
    let title = inner.trim_start_matches(['#', '＃']);
    let level = inner.chars().count() - title.chars().count();
    let word = title.trim().trim_end_matches('#').trim_end();
    ((1..=6).contains(&level) && !word.is_empty()).then_some((level, word))
}

/// What stands after the mark of a list.
pub(super) fn bullet(text: &str) -> Option<&str> {
    let inner = text.trim_start();
    if let Some(rest) = inner.strip_prefix(['・', '•', '‣', '●', '○']) {
        return Some(rest.trim_start());
    }
    let rest = match inner.strip_prefix(['-', '*', '+']) {
        Some(rest) => rest,
        None => {
            let rest = inner.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = inner.len() - rest.len();
            rest.strip_prefix(['.', ')']).filter(|_| (1..=9).contains(&digits))?
        }
    };
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
}

/// A name and what stands after its colon: `成果物: …`, also in bold.
pub(super) fn label(text: &str) -> Option<(&str, &str)> {
    let at = text.char_indices().take(60).find(|(_, c)| matches!(c, ':' | '：'))?;
    let name = text.get(..at.0)?.trim().trim_start_matches('*');
    let rest = text.get(at.0 + at.1.len_utf8()..)?;
    let rest = rest.strip_prefix("**").unwrap_or(rest);
    Some((name.trim_end_matches('*').trim(), rest.trim()))
}

/// The text without what stands in parentheses at its end.
pub(super) fn without_remark(text: &str) -> &str {
    let text = text.trim_end();
    let Some(open) = text.find(['（', '(']).filter(|_| text.ends_with(['）', ')'])) else { return text };
    text.get(..open).unwrap_or(text).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fenced(text: &str) -> Vec<bool> {
        lines(text).iter().map(|line| line.fenced).collect()
    }

    #[test]
    fn closed_fences_hide_lines_and_open_ones_do_not() {
        assert_eq!(fenced("a\n```sh\nx\n```\nb\n"), [false, true, true, true, false]);
        assert_eq!(fenced("```\na\n"), [false, false]);
        assert_eq!(fenced("```\n~~~\na\n~~~\n"), [false, true, true, true]);
        assert_eq!(fenced("````\n```\n````\n"), [true, true, true]);
        assert_eq!(fenced(""), [] as [bool; 0]);
    }

    #[test]
    fn marks_of_markdown() {
        assert_eq!(heading("## 検証結果 ##"), Some((2, "検証結果")));
        assert_eq!(heading("#"), None);
        assert_eq!(bullet("・[P0] x"), Some("[P0] x"));
        assert_eq!(bullet("12. x"), Some("x"));
        assert_eq!(bullet("**bold**"), None);
        assert_eq!(bullet("1.5 x"), None);
        assert_eq!(label("**成果物**： a"), Some(("成果物", "a")));
        assert_eq!(label("**成果物:** a"), Some(("成果物", "a")));
        assert_eq!(without_remark("src/a.ts（新規）"), "src/a.ts");
    }
}
