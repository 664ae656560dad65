//! What changed in the plan file outside the targets, as JSON pointers. Lists are matched by id, else by equal JSON, else
//! by place, so that what was put in between makes no change of all that follows.

mod pairs;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use self::pairs::{Nodes, matched, matched_items, nodes_by_offset};
use super::causes::{number, renamed};
use super::tree::{Item, Tree, id_of};
use super::{Cause, Compared, UnnamedState, Verification};
use crate::contract::json::{Kind, Node};
use crate::contract::plan_comments::TargetKind;
use crate::review::diff::{below, diff_except, equal, members};
use crate::review::fields::source_of;
use crate::review::matching::{Evidence, Pair, increasing};
use crate::review::target::{PassView, Target};

/// Frames within which two shifts are the same one.
const SAME_FRAMES: f64 = 1e-6;

/// Finds the pointers, and whether the structure became confirmed.
pub(super) fn find(compared: &Compared, verification: &mut Verification) {
    let Some((before, after)) = &compared.documents else { return };
    let (before, after) = (before.root(), after.root());
    if before.text() == after.text() {
        return;
    }
    let confirmed = |root: Node| root.get("structure")?.get("confirmed")?.boolean();
    verification.confirmed = confirmed(after) == Some(true) && confirmed(before) != Some(true);
    let shifts = if compared.trees.is_some() { shifts(compared, verification) } else { Vec::new() };
    let used = [OnceCell::new(), OnceCell::new()];
    let groups = groups_of_named(compared, verification);
    let mut search = Search { compared, confirmed: verification.confirmed, shifts, groups, used, found: Vec::new() };
    search.value(before, after, "");
    if let Some((old, new)) = &compared.trees {
        search.items(old, new, &nodes_by_offset(before), &nodes_by_offset(after));
    }
    if is_numbered_anew(compared) {
        search.found.push("/structure/shots".to_owned());
    }
    let mut seen = HashSet::new();
    search.found.retain(|pointer| seen.insert(pointer.clone()));
    verification.elsewhere = search.found;
}

/// Whether the shots got other ids though none was put in or taken out, or all got new ones: that is told once.
fn is_numbered_anew(compared: &Compared) -> bool {
    let is_shot = compared.before.targets.first().is_some_and(|target| target.kind == TargetKind::Shot);
    let hidden = |(at, pair): (usize, &Option<Pair>)| {
        let Some(pair) = pair.filter(|pair| compared.ids_anew || pair.evidence == Evidence::Content) else {
            return false;
        };
        compared.was(at).map(|target| &target.own_id) != compared.is(pair.after).map(|target| &target.own_id)
    };
    let complete = compared.pairs.iter().all(Option::is_some) && compared.backward.iter().all(Option::is_some);
    is_shot && (complete || compared.ids_anew) && compared.pairs.iter().enumerate().any(hidden)
}

/// A number of frames by which what stands from a place on may have moved.
struct Shift {
    frames: f64,
    /// Where that begins, in frames before.
    from: f64,
}

/// By how many frames the clips moved that only moved, and by how many those behind a named one may have.
fn shifts(compared: &Compared, verification: &Verification) -> Vec<Shift> {
    let mut shifts = Vec::new();
    let pair = |before: Option<usize>, after: Option<usize>| {
        before.and_then(|at| compared.was(at)).zip(after.and_then(|at| compared.is(at)))
    };
    let end = |target: &Target| Some(number(target, "at")? + number(target, "duration")?);
    for (was, is) in verification.named.iter().filter_map(|named| pair(named.before, named.after)) {
        let delta = |key| Some(number(is, key)? - number(was, key)?);
        shifts.extend(delta("at").zip(number(was, "at")).map(|(frames, from)| Shift { frames, from }));
        // What lies behind it moves with its end.
        let all = delta("duration").into_iter().chain(delta("at").zip(delta("duration")).map(|(one, two)| one + two));
        shifts.extend(all.filter_map(|frames| Some(Shift { frames, from: end(was)? })));
    }
    for change in verification.unnamed.iter().filter(|change| change.cause == Cause::Shifted) {
        let Some((was, is)) = pair(change.before, change.after) else { continue };
        let places = number(was, "at").zip(number(is, "at"));
        shifts.extend(places.map(|(from, now)| Shift { frames: now - from, from }));
    }
    let lengths = verification.unnamed.iter().filter_map(|change| match (change.cause, change.state) {
        (Cause::Beside, UnnamedState::Added) => {
            let target = compared.is(change.after?)?;
            Some(Shift { frames: number(target, "duration")?, from: number(target, "at")? })
        }
        (Cause::Beside, UnnamedState::Removed) => {
            let target = compared.was(change.before?)?;
            Some(Shift { frames: -number(target, "duration")?, from: end(target)? })
        }
        _ => None,
    });
    shifts.extend(lengths);
    let gone = verification.named.iter().filter(|named| named.after.is_none());
    shifts.extend(gone.filter_map(|named| {
        let target = compared.was(named.before?)?;
        Some(Shift { frames: -number(target, "duration")?, from: end(target)? })
    }));
    shifts
}

/// Ids (else pointers) of the groups that a named clip stands in, at any depth.
fn groups_of_named(compared: &Compared, verification: &Verification) -> HashSet<String> {
    let Some((old, _)) = &compared.trees else { return HashSet::new() };
    let name = |item: &Item| item.id.clone().unwrap_or_else(|| item.pointer.clone());
    let mut groups = HashSet::new();
    for named in &verification.named {
        let mut next = named.before.and_then(|at| old.targets.get(&at)).map(|place| place.container.clone());
        while let Some(group) = next.filter(|group| groups.insert(group.clone())) {
            next = old.items.iter().find(|item| name(item) == group).map(|item| item.place.container.clone());
        }
    }
    groups
}

/// Where the last of a group's items ends, in its own frames.
fn end_of_items(group: Node) -> Option<f64> {
    let of = |item: Node, key: &str| item.get(key).and_then(|node| node.number());
    let ends =
        group.get("items")?.array()?.into_iter().filter_map(|item| Some(of(item, "at")? + of(item, "duration")?));
    ends.reduce(f64::max)
}

struct Search<'a> {
    compared: &'a Compared<'a>,
    confirmed: bool,
    /// Frames by which items outside the targets move along.
    shifts: Vec<Shift>,
    /// The groups that named clips stand in.
    groups: HashSet<String>,
    /// The sources the targets are made from, before and after.
    used: [OnceCell<HashSet<String>>; 2],
    found: Vec<String>,
}

impl Search<'_> {
    fn value(&mut self, before: Node, after: Node, at: &str) {
        if before.text() == after.text() || self.is_targets(at, after) {
            return;
        }
        match (before.kind(), after.kind()) {
            (Kind::Object, Kind::Object) => self.object(before, after, at, &[]),
            (Kind::Array, Kind::Array) => self.list(before, after, at),
            _ if equal(before, after) => {}
            _ => self.change(before, after, at),
        }
    }

    /// Whether the value at a pointer is the list of the targets, which are told by themselves.
    fn is_targets(&self, at: &str, after: Node) -> bool {
        let kind = self.compared.before.targets.first().or(self.compared.after.targets.first()).map(|t| t.kind);
        let is_coding = matches!(kind, Some(TargetKind::Wave | TargetKind::Case | TargetKind::Deliverable));
        match at {
            "/structure/shots" => kind == Some(TargetKind::Shot) && after.kind() == Kind::Array,
            "/waves" | "/testCases" => is_coding && after.kind() == Kind::Array,
            "/deliverables" => is_coding && after.kind() == Kind::Object,
            "/cuts" => kind == Some(TargetKind::Cut) && after.kind() == Kind::Array,
            "/structure/confirmed_at" => self.confirmed,
            _ => false,
        }
    }

    fn change(&mut self, before: Node, after: Node, at: &str) {
        // A reference follows its shot when that is numbered anew.
        let reference = at.starts_with("/shot_list/") && at.ends_with("/ref_shot_id");
        if !reference || !renamed(self.compared, Some(before.text()), Some(after.text())) {
            self.found.push(at.to_owned());
        }
    }

    fn object(&mut self, before: Node, after: Node, at: &str, except: &[&str]) {
        let (old, new) = (members(before).unwrap_or_default(), members(after).unwrap_or_default());
        let news: HashMap<&str, Node> = new.iter().map(|(key, node)| (key.as_str(), *node)).collect();
        let olds: HashSet<&str> = old.iter().map(|(key, _)| key.as_str()).collect();
        for (key, was) in old.iter().filter(|(key, _)| !except.contains(&key.as_str())) {
            let pointer = below(at, key);
            match news.get(key.as_str()) {
                Some(is) => self.value(*was, *is, &pointer),
                None => self.lone(*was, pointer),
            }
        }
        for (key, is) in new.iter().filter(|(key, _)| !except.contains(&key.as_str()) && !olds.contains(key.as_str())) {
            self.lone(*is, below(at, key));
        }
    }

    /// A value that one side alone has.
    fn lone(&mut self, value: Node, pointer: String) {
        if !self.is_targets(&pointer, value) {
            self.found.push(pointer);
        }
    }

    fn list(&mut self, before: Node, after: Node, at: &str) {
        if equal(before, after) {
            return;
        }
        let (old, new) = (before.array().unwrap_or_default(), after.array().unwrap_or_default());
        if !old.iter().chain(&new).all(|node| node.kind() == Kind::Object) {
            self.found.push(at.to_owned());
            return;
        }
        let pairs = matched(&old, &new);
        let is_tracks = at == "/tracks" && self.compared.trees.is_some();
        let is_sources = at == "/sources" && self.is_edit();
        for (one, other) in &pairs {
            let pointer = below(at, &other.to_string());
            let Some((was, is)) = old.get(*one).zip(new.get(*other)) else { continue };
            let mut except: &[&str] = if is_tracks { &["items"] } else { &[] };
            if is_sources && self.is_told_by_targets(*was, *is) {
                except = &["path"];
            }
            self.object(*was, *is, &pointer, except);
        }
        let ordered = increasing(pairs.iter().copied()).len();
        if ordered < pairs.len() {
            self.found.push(at.to_owned());
        }
        let (olds, news): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
        for (n, node) in new.iter().enumerate().filter(|(n, _)| !news.contains(n)) {
            if !(is_sources && self.is_used_after(*node)) {
                self.found.push(below(at, &n.to_string()));
            }
        }
        for (n, node) in old.iter().enumerate().filter(|(n, _)| !olds.contains(n)) {
            if !(is_sources && self.is_used_before(*node)) {
                self.found.push(below(at, &n.to_string()));
            }
        }
    }

    fn is_edit(&self) -> bool {
        self.compared.before.targets.first().is_some_and(|target| target.kind != TargetKind::Shot)
    }

    /// Whether the file a source leads to is told by the clips that use it. Many cuts share one, which is told here.
    fn is_told_by_targets(&self, was: Node, is: Node) -> bool {
        self.compared.trees.is_some() && self.is_used_before(was) && self.is_used_after(is)
    }

    fn is_used_before(&self, source: Node) -> bool {
        let [before, _] = &self.used;
        id_of(source).is_some_and(|id| before.get_or_init(|| sources(self.compared.before)).contains(&id))
    }

    fn is_used_after(&self, source: Node) -> bool {
        let [_, after] = &self.used;
        id_of(source).is_some_and(|id| after.get_or_init(|| sources(self.compared.after)).contains(&id))
    }

    /// Items of a tree that are no targets, matched by id wherever they stand.
    fn items(&mut self, old: &Tree, new: &Tree, old_nodes: &Nodes, new_nodes: &Nodes) {
        let pairs = matched_items(old, new, old_nodes, new_nodes);
        for (one, other) in &pairs {
            let Some((was, is)) = old.items.get(*one).zip(new.items.get(*other)) else { continue };
            let Some((before, after)) = old_nodes.get(&was.offset).zip(new_nodes.get(&is.offset)) else { continue };
            if was.place.container != is.place.container {
                self.found.push(is.pointer.clone());
            }
            let moves = self.moves_along(*before, *after);
            let follows =
                self.groups.contains(was.id.as_ref().unwrap_or(&was.pointer)) && follows_items(*before, *after);
            let anchored = [before, after].iter().all(|node| node.get("anchor").is_some_and(|a| !a.is_null()));
            let differs = diff_except(*before, *after, &["items"]);
            let told = differs.into_iter().filter(|field| match field.pointer.as_str() {
                "/at" => !anchored && !moves,
                "/duration" => !anchored && !follows,
                _ => true,
            });
            self.found.extend(told.map(|field| format!("{}{}", is.pointer, field.pointer)));
        }
        self.reordered(old, new, &pairs);
        let (olds, news): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
        self.lone_items(new, &news, new_nodes, old_nodes);
        self.lone_items(old, &olds, old_nodes, new_nodes);
    }

    /// Whether an item starts later or earlier only as the clips around it do.
    fn moves_along(&self, before: Node, after: Node) -> bool {
        let at = |node: Node| node.get("at").and_then(|at| at.number());
        let Some((was, is)) = at(before).zip(at(after)) else { return false };
        let explains = |shift: &Shift| (is - was - shift.frames).abs() < SAME_FRAMES && was >= shift.from - SAME_FRAMES;
        self.shifts.iter().any(explains)
    }

    fn reordered(&mut self, old: &Tree, new: &Tree, pairs: &[(usize, usize)]) {
        let mut lists: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for (one, other) in pairs {
            if let Some((was, is)) = old.items.get(*one).zip(new.items.get(*other))
                && was.place.container == is.place.container
            {
                lists.entry(&is.list).or_default().push((was.place.index, is.place.index));
            }
        }
        let mut moved: Vec<&str> = Vec::new();
        for (list, mut places) in lists {
            places.sort_unstable();
            if increasing(places.iter().copied()).len() < places.len() {
                moved.push(list);
            }
        }
        moved.sort_unstable();
        self.found.extend(moved.into_iter().map(str::to_owned));
    }

    /// Items that one side alone has, each with all that is in it; not those of a track that is new or gone itself.
    fn lone_items(&mut self, tree: &Tree, paired: &HashSet<usize>, nodes: &Nodes, others: &Nodes) {
        let tracks = |nodes: &Nodes| -> HashSet<String> { nodes.tracks.iter().filter_map(|id| id.clone()).collect() };
        let there = tracks(others);
        for (_, item) in tree.items.iter().enumerate().filter(|(n, _)| !paired.contains(n)) {
            let in_lone_item = item.parent.is_some_and(|parent| !paired.contains(&parent));
            let track = nodes.tracks.get(item.track).and_then(|id| id.as_ref());
            let in_lone_track = track.is_some_and(|id| !there.contains(id));
            if !in_lone_item && !in_lone_track {
                self.found.push(item.pointer.clone());
            }
        }
    }
}

/// Whether a group became longer or shorter by as much as what is in it.
fn follows_items(before: Node, after: Node) -> bool {
    let length = |node: Node| node.get("duration").and_then(|length| length.number());
    let change = |pair: Option<(f64, f64)>| pair.map(|(was, is)| is - was);
    let own = change(length(before).zip(length(after)));
    let inner = change(end_of_items(before).zip(end_of_items(after)));
    own.zip(inner).is_some_and(|(own, inner)| (own - inner).abs() < SAME_FRAMES)
}

/// Ids of the sources that targets are made from.
fn sources(view: &PassView) -> HashSet<String> {
    view.targets.iter().filter_map(source_of).collect()
}
