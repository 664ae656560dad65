//! Coding projects for tests: plans, critiques, what anchors point into.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Files, pick};
use crate::contract::finding::Phrase;
use crate::contract::plan_comments::Pass;
use crate::contract::plan_critique;
use crate::locale::Language;
use crate::project::critique::LoadedCritique;
use crate::review::critique::{Case, World, judge};
use crate::review::plan::FileState;
use crate::review::plan::coding::{CodingInputs, build};
use crate::review::round::sha256_hex;
use crate::review::target::Plan;

/// Where the critique of every coding project lies.
pub const CRITIQUE: &str = "/p/.pipeline/plan-critique.json";

struct Texts<'a>(&'a Files);

impl World for Texts<'_> {
    fn lines(&self, path: &str) -> Result<Arc<Vec<String>>, Phrase> {
        let text = self.0.worktree.get(path).ok_or_else(|| Phrase::new("list.no-targets"))?;
        Ok(Arc::new(text.lines().map(str::to_owned).collect()))
    }

    fn analysis(&self, _: &str) -> Result<(), Phrase> {
        Err(Phrase::new("list.no-targets"))
    }
}

impl Files {
    /// The coding plan of this text.
    pub fn coding_plan(&self, text: &str) -> Plan {
        let name = if text.contains("mid-detail") { "detail.json" } else { "plan.json" };
        let file = (Path::new("/p").join(name), FileState::Bytes(text.as_bytes().to_vec()));
        build(CodingInputs { plan: file, exists: &|_| false })
    }

    /// The critique as it is read and judged.
    pub fn judged(&self, plan: &Plan) -> Option<LoadedCritique> {
        let text = self.critique.as_ref()?;
        let (critique, findings) = plan_critique::read(Path::new(CRITIQUE), text.as_bytes());
        let case = Case {
            plan: plan.pass(Pass::Coding),
            world: &Texts(self),
            binding: &[],
            person: false,
            rulings: &self.rulings,
            before: None,
            refused: &BTreeSet::new(),
            flawed: critique.is_none(),
        };
        let judgement = critique.as_ref().map(|critique| judge(critique, &case));
        let (sha256, bytes) = (sha256_hex(text.as_bytes()), text.as_bytes().into());
        Some(LoadedCritique { file: CRITIQUE.into(), sha256, bytes, critique, judgement, findings, other: None })
    }
}

/// A plan.json: waves by id, files and what they wait for; cases by id, layer and file.
pub fn lite(objective: &str, waves: &[(&str, &[&str], &[&str])], cases: &[(&str, &str, &str, &str)]) -> Value {
    let waves: Vec<Value> =
        waves.iter().map(|(id, changes, after)| json!({"id": id, "changes": changes, "dependsOn": after})).collect();
    let cases: Vec<Value> = cases
        .iter()
        .map(|(id, layer, scenario, file)| {
            json!({"id": id, "layer": layer, "scenario": scenario, "steps": "1. open the page\n2. press Export\n3. wait",
                "expected": {"text": "a file"}, "executor": "vitest", "requiresScreenshot": false, "file": file})
        })
        .collect();
    json!({"format": "lite", "objective": objective, "waves": waves, "testCases": cases})
}

/// A project with a plan of seven waves in four layers.
pub fn coding(language: Language) -> Files {
    let pick = |en, ja| pick(language, en, ja);
    let plan = lite(
        pick("Let people export their reports as CSV", "レポートを CSV で書き出せるようにする"),
        &[
            ("W1", &["src/db/schema.ts"], &[]),
            ("W2", &["src/csv/writer.ts", "src/csv/escape.ts"], &[]),
            ("W3", &["src/api/export.ts"], &["W1", "W2"]),
            ("W4", &["src/auth/roles.ts"], &["W1"]),
            ("W5", &["src/ui/export-button.tsx"], &["W3", "W4"]),
            ("W6", &["docs/export.md"], &["W3"]),
            ("W7", &["src/ui/menu.tsx"], &["W5"]),
        ],
        &[
            ("E1", "mock", pick("A comma in a field is quoted", "欄のコンマは引用符で囲む"), "src/csv/escape.ts"),
            (
                "E2",
                "mock",
                pick("Nobody without the role sees the button", "権限がなければボタンは出ない"),
                "src/auth/roles.ts",
            ),
            (
                "E3",
                "real",
                pick("A report of 10,000 rows downloads", "一万行のレポートが落とせる"),
                "src/api/export.ts",
            ),
        ],
    );
    let text = serde_json::to_string_pretty(&plan).unwrap();
    let lines = "one\ntwo\nconst all = rows.map(quote)\nfour\n";
    Files {
        coding: Some(text),
        pass: Pass::Coding,
        language,
        worktree: [("src/csv/writer.ts".to_owned(), lines.to_owned())].into(),
        ..Files::none()
    }
}

/// A critique of [`coding`]: three objections, two of them answered if `replied`.
pub fn critique(language: Language, replied: bool) -> String {
    let pick = |en, ja| pick(language, en, ja);
    let replies = json!([
        {"objection": "OBJ-01", "action": "accept", "revision": pick("W3 checks the role first", "W3 で先に権限を見る"),
            "evidence": [{"kind": "plan", "ref": "W3"}]},
        {"objection": "OBJ-02", "action": "rebut", "note": pick("The writer streams already", "もう逐次書き出している"),
            "evidence": [{"kind": "file", "ref": "src/csv/writer.ts:1", "quote": "const all = rows.map(quote)"}]},
    ]);
    let critique = json!({
        "version": 1, "round": 1, "critic": {"persona": "reviewer"},
        "objections": [
            {"id": "OBJ-01", "lens": "security", "rule": "CON-SEC-01",
                "claim": pick("The export runs before anybody checks the role.", "権限を見る前に書き出している。"),
                "evidence": [{"kind": "plan", "ref": "W3"}]},
            {"id": "OBJ-02", "lens": "feasibility",
                "claim": pick("10,000 rows do not fit in memory.", "一万行はメモリに載らない。"),
                "evidence": [{"kind": "file", "ref": "src/csv/writer.ts:3"}, {"kind": "plan", "ref": "W2"}]},
            {"id": "OBJ-03", "lens": "scope",
                "claim": pick("Nobody asked for a menu.", "メニューは頼まれていない。"),
                "evidence": [{"kind": "inference", "ref": pick("the request", "依頼文")}]},
        ],
        "replies": if replied { replies } else { json!([]) },
    });
    serde_json::to_string_pretty(&critique).unwrap()
}

/// A plan of `n` waves, ten to a layer, each waiting for two of the layer before.
pub fn many_waves(n: usize) -> Files {
    let waves: Vec<Value> = (0..n)
        .map(|wave| {
            let before = (wave / 10 * 10).checked_sub(10);
            let after: Vec<String> =
                before.into_iter().flat_map(|b| [format!("W{}", b + wave % 10), format!("W{b}")]).collect();
            let after: BTreeSet<String> = after.into_iter().collect();
            json!({"id": format!("W{wave}"), "changes": [format!("src/{wave}.ts")], "dependsOn": after})
        })
        .collect();
    let plan = json!({"format": "lite", "objective": "much", "waves": waves, "testCases": []});
    Files { coding: Some(plan.to_string()), pass: Pass::Coding, ..Files::none() }
}
