//! The words of a report in every language it may be written in, and the near misses that are not the contract's. To add
//! a language, add its words here. All are compared folded (case, width and kana do not matter).

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::contract::outcome_report::{Outcome, VerificationState};
use crate::text::fold::fold;

/// Characters of a line beyond which it is no heading, label or word of the contract.
const LONGEST: usize = 120;

/// A part of a report that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// 要判断事項
    Decisions,
    /// 検証結果
    Verification,
    /// 成果物
    Artifacts,
    /// 未完了: what is not done
    Unfinished,
}

/// Names of the parts: those of the contract, then those that are only near.
const PARTS: &[(Part, &[&str], &[&str])] = &[
    (
        Part::Decisions,
        &["要判断事項", "decisions needed"],
        &[
            "判断事項",
            "要判断",
            "要判断項目",
            "要確認事項",
            "要決定事項",
            "決定事項",
            "確認事項",
            "decisions",
            "decision needed",
            "decisions required",
            "open questions",
            "open decisions",
        ],
    ),
    (
        Part::Verification,
        &["検証結果", "verification"],
        &[
            "検証",
            "テスト結果",
            "確認結果",
            "検証状況",
            "試験結果",
            "verification results",
            "verification result",
            "test results",
            "tests",
            "testing",
            "verified",
        ],
    ),
    (Part::Artifacts, &["成果物", "artifacts"], &["成果", "artifact", "artefacts", "deliverables", "outputs"]),
    (Part::Unfinished, &["未完了", "not done", "unfinished"], &[]),
];

/// State words: those of the contract, then those that are only near.
const STATES: &[(VerificationState, &[&str], &[&str])] = &[
    (
        VerificationState::Executed,
        &["実行済み", "executed"],
        &[
            "実行済",
            "実施済み",
            "実施済",
            "実行した",
            "実施した",
            "確認済み",
            "確認済",
            "検証済み",
            "検証済",
            "成功",
            "合格",
            "完了",
            "問題なし",
            "失敗なし",
            "ok",
            "pass",
            "passed",
            "success",
            "succeeded",
            "done",
            "verified",
            "ran",
            "green",
            "実行",
            "実施",
        ],
    ),
    (
        VerificationState::NotRun,
        &["未実行", "not run"],
        &[
            "未実施",
            "スキップ",
            "保留",
            "省略",
            "実行せず",
            "実施せず",
            "実行していない",
            "実行していません",
            "skipped",
            "skip",
            "not executed",
            "not yet run",
            "pending",
            "todo",
        ],
    ),
    (
        VerificationState::Failed,
        &["失敗", "failed"],
        &["不合格", "エラー", "ng", "fail", "failure", "error", "broken", "red"],
    ),
    (
        VerificationState::Unverified,
        &["未検証", "unverified"],
        &["未確認", "検証なし", "検証不能", "対象外", "not verified", "untested", "not tested", "n/a", "unknown"],
    ),
];

/// Words that say there is none: those of the contract, then those that are only near.
const NONE: (&[&str], &[&str]) = (
    &["なし", "無し", "none", "n/a"],
    &[
        "特になし",
        "特に無し",
        "ない",
        "無",
        "ありません",
        "該当なし",
        "nothing",
        "no",
        "na",
        "-",
        "—",
        "null",
        "no decisions",
    ],
);

/// What else people write for the values of the OUTCOME line.
const OUTCOMES: &[(Outcome, &[&str])] = &[
    (
        Outcome::Success,
        &[
            "success",
            "成功",
            "完了",
            "successful",
            "succeeded",
            "ok",
            "pass",
            "passed",
            "done",
            "complete",
            "completed",
            "완료",
            "성공",
        ],
    ),
    (
        Outcome::Partial,
        &[
            "partial",
            "一部",
            "一部完了",
            "部分",
            "部分的",
            "部分成功",
            "一部成功",
            "partially",
            "partial success",
            "incomplete",
            "부분",
        ],
    ),
    (Outcome::Failure, &["failure", "失敗", "fail", "failed", "error", "ng", "blocked", "未完了", "실패"]),
];

/// Lower-case, width-folded, without the marks around it; `None` where it is too long to be a word of the contract.
pub(super) fn plain(text: &str) -> Option<String> {
    let text = text.trim();
    if text.chars().nth(LONGEST).is_some() {
        return None;
    }
    let folded = fold(text);
    let marks = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '#' | '。' | '.' | '、' | '!');
    Some(folded.trim_matches(marks).to_owned())
}

/// What each word means, by the folded word; of a word that is there twice the first meaning counts.
type Words<T> = HashMap<String, T>;

fn folded<T>(words: impl Iterator<Item = (T, &'static &'static str)>) -> Words<T> {
    let mut map = HashMap::new();
    for (meaning, word) in words {
        map.entry(fold(word)).or_insert(meaning);
    }
    map
}

/// A word of a state: the state, whether it is the contract's own, the word folded.
type StateWord = (VerificationState, bool, String);

fn state_words() -> &'static [StateWord] {
    static FOLDED: OnceLock<Vec<StateWord>> = OnceLock::new();
    FOLDED.get_or_init(|| {
        let mut words = Vec::new();
        for (state, exact, near) in STATES {
            words.extend(exact.iter().map(|word| (*state, true, fold(word))));
            words.extend(near.iter().map(|word| (*state, false, fold(word))));
        }
        words
    })
}

/// The part with this name, and whether the name is the contract's own.
pub(super) fn part(text: &str) -> Option<(Part, bool)> {
    static NAMES: OnceLock<Words<(Part, bool)>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        folded(PARTS.iter().flat_map(|(part, own, near)| {
            own.iter().map(|word| ((*part, true), word)).chain(near.iter().map(|word| ((*part, false), word)))
        }))
    });
    names.get(&plain(text)?).copied()
}

/// Whether the text says that there is none: with a word of the contract (`true`) or a near one.
pub(super) fn none(text: &str) -> Option<bool> {
    static WORDS: OnceLock<Words<bool>> = OnceLock::new();
    let words = WORDS
        .get_or_init(|| folded(NONE.0.iter().map(|word| (true, word)).chain(NONE.1.iter().map(|word| (false, word)))));
    words.get(&plain(text)?).copied()
}

/// A state word, found or meant.
pub(super) struct FoundState {
    /// The state.
    pub(super) state: VerificationState,
    /// The word is the contract's own.
    pub(super) own: bool,
    /// The word found, folded.
    pub(super) word: String,
}

/// Characters of a text in which a state word is looked for.
const WINDOW: usize = 80;

/// The first state word in the text; of those that begin at one place the longest.
pub(super) fn state(text: &str) -> Option<FoundState> {
    let head: String = text.chars().take(WINDOW).collect();
    let folded = fold(&head);
    let mut before = None;
    for (at, c) in folded.char_indices() {
        let rest = folded.get(at..).unwrap_or_default();
        let mut best: Option<FoundState> = None;
        for (state, own, word) in state_words() {
            let longer = best.as_ref().is_none_or(|b| b.word.len() < word.len());
            if longer && rest.starts_with(word) && bounded(before, word, rest) {
                best = Some(FoundState { state: *state, own: *own, word: word.clone() });
            }
        }
        if best.is_some() {
            return best;
        }
        before = Some(c);
    }
    None
}

/// A word in Latin letters has no such letter beside it.
fn bounded(before: Option<char>, word: &str, rest: &str) -> bool {
    if !word.is_ascii() {
        return true;
    }
    let after = rest.get(word.len()..).and_then(|rest| rest.chars().next());
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    !joins(before) && !joins(after)
}

/// The outcome that a value means, whatever its case and language.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    static VALUES: OnceLock<Words<Outcome>> = OnceLock::new();
    let values = VALUES
        .get_or_init(|| folded(OUTCOMES.iter().flat_map(|(outcome, words)| words.iter().map(|word| (*outcome, word)))));
    values.get(&plain(text)?).copied()
}
