//! What became of each target, and why those that nobody named changed.

use std::collections::HashMap;
use std::path::Path;

use super::files::FileNews;
use super::order::Moved;
use super::{Cause, Compared, Named, NamedState, Unnamed, UnnamedState, Verification};
use crate::contract::json::{Document, Kind, Node};
use crate::contract::plan_comments::TargetKind;
use crate::review::diff::{About, Difference, diff, diff_except};
use crate::review::matching::{Evidence, Pair};
use crate::review::target::{PassView, Target};

/// Fills in the named and the unnamed targets.
pub(super) fn judge(compared: &Compared, moved: &Moved, verification: &mut Verification) {
    for named in &mut verification.named {
        if let Some((before, pair)) = named.before.and_then(|at| Some((at, compared.pair(at)?))) {
            let (mut fields, news) = differences(compared, before, pair);
            fields.splice(0..0, news.fields);
            fields.extend(place(compared, before, pair.after, moved));
            named.state = if fields.is_empty() { NamedState::Unchanged } else { NamedState::Changed };
            named.now_id = compared.is(pair.after).and_then(|target| target.id.clone());
            (named.after, named.fields) = (Some(pair.after), fields);
        }
    }
    let named: HashMap<usize, usize> =
        verification.named.iter().enumerate().filter_map(|(n, named)| Some((named.before?, n))).collect();
    let beside = Beside::of(compared, &verification.named);
    for (after, before) in compared.backward.iter().enumerate() {
        let Some(before) = *before else {
            let next_to = beside.added.get(&after).copied();
            verification.unnamed.extend(compared.is(after).map(|is| lone(is, UnnamedState::Added, after, next_to)));
            continue;
        };
        if !named.contains_key(&before)
            && let Some(pair) = compared.pair(before)
        {
            verification.unnamed.extend(changed(compared, before, pair, moved));
        }
    }
    for before in (0..compared.before.targets.len()).filter(|at| compared.pair(*at).is_none()) {
        let next_to = beside.removed.get(&before).copied();
        if !named.contains_key(&before) {
            let removed = compared.was(before).map(|was| lone(was, UnnamedState::Removed, before, next_to));
            verification.unnamed.extend(removed);
        }
    }
}

fn lone(target: &Target, state: UnnamedState, position: usize, beside: Option<usize>) -> Unnamed {
    let added = state == UnnamedState::Added;
    Unnamed {
        kind: target.kind,
        id: target.id.clone(),
        title: target.title().into_owned(),
        state,
        cause: if beside.is_some() { Cause::Beside } else { Cause::Other },
        fields: Vec::new(),
        beside,
        shift_seconds: None,
        before: (!added).then_some(position),
        after: added.then_some(position),
    }
}

/// An unnamed target that is there still, if anything about it changed.
fn changed(compared: &Compared, before: usize, pair: Pair, moved: &Moved) -> Option<Unnamed> {
    let (was, is) = (compared.was(before)?, compared.is(pair.after)?);
    let (mut fields, news) = differences(compared, before, pair);
    // A source that many cuts share is told once, elsewhere.
    let own = news.fields.iter().filter(|_| was.kind != TargetKind::Cut).cloned();
    fields.splice(0..0, own);
    let place = place(compared, before, pair.after, moved);
    let cause = if !fields.is_empty() && place.as_ref().is_some_and(|field| field.about == About::Place) {
        Some(Cause::Other)
    } else {
        cause(was, is, &fields, &news).or(place.as_ref().map(|field| match field.about {
            About::Order => Cause::Order,
            _ => Cause::Other,
        }))
    }?;
    if news.fields.is_empty() && !news.finished {
        fields.extend(news.sidecar);
    }
    fields.extend(place.filter(|field| field.about == About::Place || fields.is_empty()));
    Some(Unnamed {
        kind: is.kind,
        id: is.id.clone(),
        title: is.title().into_owned(),
        state: UnnamedState::Changed,
        cause,
        fields,
        beside: None,
        shift_seconds: was.start.zip(is.start).map(|(was, is)| is - was),
        before: Some(before),
        after: Some(pair.after),
    })
}

/// Why the fields differ; `None`: none does.
fn cause(was: &Target, is: &Target, fields: &[Difference], news: &FileNews) -> Option<Cause> {
    let anchored = is_anchored(was) && is_anchored(is);
    let is_start = |field: &&Difference| {
        let start = was.kind != TargetKind::Shot && field.pointer == "/at";
        // Where an item is anchored to another, its place and length only repeat what follows from that.
        field.about == About::Field && (start || anchored && field.pointer == "/duration")
    };
    let is_source = |field: &&Difference| match (field.about, was.kind) {
        (About::Picture, _) => true,
        (About::Field, TargetKind::Clip) => {
            matches!(field.pointer.as_str(), "/source/src" | "/source/in" | "/source/out")
        }
        (About::Field, TargetKind::Shot) => field.pointer == "/image_path",
        _ => false,
    };
    let starts = fields.iter().filter(is_start).count();
    let sources = fields.iter().filter(is_source).count();
    let material = sources > 0 || news.sidecar.is_some();
    if starts + sources < fields.len() || material && !news.finished {
        Some(Cause::Other)
    } else if sources == 0 && starts > 0 {
        Some(Cause::Shifted)
    } else {
        material.then_some(Cause::Material)
    }
}

fn is_anchored(target: &Target) -> bool {
    target.kind == TargetKind::Clip
        && with_root(target, |root| root.get("anchor").is_some_and(|anchor| !anchor.is_null())).unwrap_or(false)
}

fn with_root<T>(target: &Target, look: impl FnOnce(Node) -> T) -> Option<T> {
    let (document, _) = Document::parse(Path::new(""), target.json.as_str().as_bytes()).ok()?;
    Some(look(document.root()))
}

/// What differs between a target and what it became, and what happened to its files.
fn differences(compared: &Compared, before: usize, pair: Pair) -> (Vec<Difference>, FileNews) {
    let Some((was, is)) = compared.was(before).zip(compared.is(pair.after)) else {
        return (Vec::new(), FileNews::default());
    };
    let news = compared.files.of(was, is);
    let (old, new) = (was.json.as_str(), is.json.as_str());
    if old == new {
        return (Vec::new(), news);
    }
    let parse = |text: &str| Document::parse(Path::new(""), text.as_bytes()).ok();
    let mut fields = match parse(old).zip(parse(new)) {
        // The items inside an item are targets of their own, or elsewhere.
        Some(((old, _), (new, _))) if was.kind == TargetKind::Clip => diff_except(old.root(), new.root(), &["items"]),
        _ => diff(old, new),
    };
    if was.kind == TargetKind::Shot {
        // A shot's id is display only: numbering all anew is no change of each, nor are the references that follow.
        let renumbered = pair.evidence == Evidence::Content || compared.ids_anew;
        fields.retain(|field| match field.pointer.as_str() {
            "/id" => !renumbered,
            "/cutaway_of" => !renamed(compared, field.before.as_deref(), field.after.as_deref()),
            _ => true,
        });
    }
    (fields, news)
}

/// Whether two JSON texts are the ids of one shot that was numbered anew.
pub(super) fn renamed(compared: &Compared, before: Option<&str>, after: Option<&str>) -> bool {
    let id = |text: Option<&str>| serde_json::from_str::<String>(text?).ok();
    let Some((old, new)) = id(before).zip(id(after)) else { return false };
    let position = compared.before.targets.iter().position(|target| target.own_id.as_deref() == Some(&old));
    let pair = position.and_then(|at| compared.pair(at));
    let is_it = |target: &Target| target.own_id.as_deref() == Some(&new);
    pair.and_then(|pair| compared.is(pair.after)).is_some_and(is_it)
}

/// Another track or group, or another place among the others.
fn place(compared: &Compared, before: usize, after: usize, moved: &Moved) -> Option<Difference> {
    let field = |pointer: &str, before: String, after: String, about| {
        Some(Difference { pointer: pointer.to_owned(), before: Some(before), after: Some(after), about })
    };
    if let Some((old, new)) = &compared.trees
        && let Some((was, is)) = old.targets.get(&before).zip(new.targets.get(&after))
        && was.container != is.container
    {
        let text = |id: &str| serde_json::Value::from(id).to_string();
        return field("2/id", text(&was.container), text(&is.container), About::Place);
    }
    let (was, is) = moved.get(&before)?;
    field("0#", was.to_string(), is.to_string(), About::Order)
}

/// What was added and removed next to named targets: position to the index among the named.
struct Beside {
    added: HashMap<usize, usize>,
    removed: HashMap<usize, usize>,
}

impl Beside {
    fn of(compared: &Compared, named: &[Named]) -> Beside {
        let mut beside = Beside { added: HashMap::new(), removed: HashMap::new() };
        let (old, new) = (Tracks::of(compared.before), Tracks::of(compared.after));
        let is_gone = |at: &usize| compared.pair(*at).is_none();
        let is_new = |at: &usize| compared.backward.get(*at).is_some_and(Option::is_none);
        let after = |at: usize| compared.pair(at).map(|pair| pair.after);
        for (n, named) in named.iter().enumerate() {
            let Some(at) = named.before else { continue };
            let neighbours = old.down(at).take(1).chain(old.up(at).take(1));
            for position in neighbours.filter(is_gone) {
                beside.removed.entry(position).or_insert(n);
            }
            // One that is gone stood between what was left and right of it, as far as that is there still.
            let left = named.after.or_else(|| old.down(at).find_map(after));
            let right = named.after.or_else(|| old.up(at).find_map(after));
            let behind = left.into_iter().flat_map(|at| new.up(at).take_while(is_new));
            let ahead = right.into_iter().flat_map(|at| new.down(at).take_while(is_new));
            let alone = left.is_none() && right.is_none() && compared.before.targets.len() == 1;
            let instead = (0..compared.after.targets.len()).filter(|at| alone && is_new(at));
            for position in behind.chain(ahead).chain(instead) {
                beside.added.entry(position).or_insert(n);
            }
        }
        beside
    }
}

/// The neighbours of a position: shots follow one another through all chapters, clips and cuts in their track.
struct Tracks {
    /// First and last position (exclusive) for each group.
    groups: Vec<std::ops::Range<usize>>,
}

impl Tracks {
    fn of(view: &PassView) -> Tracks {
        let is_shot = view.targets.first().is_some_and(|target| target.kind == TargetKind::Shot);
        let all = 0..view.targets.len();
        let groups = if is_shot { vec![all] } else { view.groups.iter().map(|group| group.targets.clone()).collect() };
        Tracks { groups }
    }

    fn group(&self, at: usize) -> std::ops::Range<usize> {
        self.groups.iter().find(|group| group.contains(&at)).cloned().unwrap_or(at..at)
    }

    /// The positions before it, the nearest first.
    fn down(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        (self.group(at).start..at).rev()
    }

    /// The positions after it, the nearest first.
    fn up(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        at + 1..self.group(at).end
    }
}

/// The number at `pointer` of an object's own members.
pub(super) fn number(target: &Target, key: &str) -> Option<f64> {
    with_root(target, |root| root.get(key).filter(|node| node.kind() == Kind::Number).and_then(|node| node.number()))?
}
