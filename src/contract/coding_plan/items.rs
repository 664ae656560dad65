//! The waves, cases and deliverables of a coding plan.

use super::fields::Fields;
use super::{Case, CodingPlan, Format, Wave};
use crate::contract::json::Node;
use crate::contract::reading::{At, Object, Reader};

const CLARIFY: &[&str] = &["requirements", "systemArchitecture"];
const DETAIL: &[&str] = &["issues", "nonFunctional", "codeArchitecture", "executionPlan"];

/// A plan, and the values it was read from.
pub(super) struct Items<'a> {
    /// The plan.
    pub(super) plan: CodingPlan,
    /// The elements of `waves[]`, one for each wave of the plan.
    pub(super) waves: Vec<Node<'a>>,
    /// The elements of `testCases[]`, one for each case of the plan.
    pub(super) cases: Vec<Node<'a>>,
}

/// Reads every field that a plan of this format must or may have.
pub(super) fn read<'a>(reader: &mut Reader, root: &Object<'a>, format: Format) -> Items<'a> {
    let mut fields = Fields { reader, object: root, at: &At::ROOT, format };
    let objective = fields.text("objective").unwrap_or_default();
    let mut list = |key| match format {
        Format::Clarify => Vec::new(),
        _ => fields.required(key).map(|node| fields.elements(node, key)).unwrap_or_default(),
    };
    let (waves, cases) = (list("waves"), list("testCases"));
    let deliverables = match format {
        Format::Lite => None,
        _ => fields.required("deliverables"),
    };
    let plan = CodingPlan {
        format,
        objective,
        waves: waves.iter().enumerate().map(|(n, node)| wave(reader, n, *node, format)).collect(),
        cases: cases.iter().enumerate().map(|(n, node)| case(reader, n, *node, format)).collect(),
        deliverables: deliverables.map(|node| documents(reader, node, format)).unwrap_or_default(),
    };
    Items { plan, waves, cases }
}

fn wave(reader: &mut Reader, index: usize, node: Node, format: Format) -> Wave {
    let list = At::ROOT.key("waves");
    let at = list.index(index);
    let mut wave = Wave {
        index,
        id: String::new(),
        work: Vec::new(),
        depends_on: Vec::new(),
        parallel_group: None,
        json: node.slice(),
    };
    if let Some(object) = reader.object(node, &at) {
        let mut fields = Fields { reader, object: &object, at: &at, format };
        wave.id = fields.text("id").unwrap_or_default();
        wave.work = fields.texts(if format == Format::Lite { "changes" } else { "issues" });
        wave.depends_on = fields.texts("dependsOn");
        wave.parallel_group = fields.optional_text("parallelGroup");
    }
    wave
}

fn case(reader: &mut Reader, index: usize, node: Node, format: Format) -> Case {
    let list = At::ROOT.key("testCases");
    let at = list.index(index);
    let mut case = Case {
        index,
        id: String::new(),
        layer: String::new(),
        scenario: String::new(),
        steps: String::new(),
        expected_url: None,
        expected_text: None,
        assertion: None,
        executor: String::new(),
        requires_screenshot: None,
        file: None,
        describe: None,
        depends_on: Vec::new(),
        parallel_group: None,
        json: node.slice(),
    };
    let Some(object) = reader.object(node, &at) else { return case };
    let mut fields = Fields { reader, object: &object, at: &at, format };
    case.id = fields.text("id").unwrap_or_default();
    case.layer = fields.layer().unwrap_or_default();
    case.scenario = fields.text("scenario").unwrap_or_default();
    case.steps = fields.text("steps").unwrap_or_default();
    let mut expected = None;
    if format == Format::Lite {
        expected = fields.required("expected");
        case.requires_screenshot = fields.boolean("requiresScreenshot");
    } else {
        case.assertion = fields.text("assertion");
    }
    case.executor = fields.text("executor").unwrap_or_default();
    case.file = fields.optional_text("file");
    case.describe = fields.optional_text("describe");
    case.depends_on = fields.optional_texts("dependsOn");
    case.parallel_group = fields.optional_text("parallelGroup");
    let inner = at.key("expected");
    if let Some(object) = expected.and_then(|node| reader.object(node, &inner)) {
        let mut fields = Fields { reader, object: &object, at: &inner, format };
        case.expected_url = fields.optional_text("url");
        case.expected_text = fields.optional_text("text");
    }
    case
}

/// The documents the contract asks for, then others, as far as they are named by a string.
fn documents(reader: &mut Reader, node: Node, format: Format) -> Vec<(String, String)> {
    let at = At::ROOT.key("deliverables");
    let Some(object) = reader.object(node, &at) else { return Vec::new() };
    let known = if format == Format::Clarify { CLARIFY } else { DETAIL };
    let mut fields = Fields { reader, object: &object, at: &at, format };
    let mut documents: Vec<(String, String)> =
        known.iter().filter_map(|key| Some(((*key).to_owned(), fields.text(key)?))).collect();
    let others = object.members.iter().filter(|(key, _)| !known.contains(&key.as_ref()));
    documents.extend(others.filter_map(|(key, node)| Some((key.to_string(), node.string()?.into_owned()))));
    documents
}
