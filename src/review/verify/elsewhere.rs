//! What changed in the plan file outside the targets, as JSON pointers. Lists are matched by id, else by equal JSON, else
//! by place, so that what was put in between makes no change of all that follows.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::causes::{number, renamed};
use super::tree::{Item, Tree, id_of};
use super::{Cause, Compared, UnnamedState, Verification};
use crate::contract::json::{Kind, Node, canonical};
use crate::contract::plan_comments::TargetKind;
use crate::review::diff::{below, diff_except, equal, members};
use crate::review::fields::source_of;
use crate::review::matching::{Evidence, Pair, common_subsequence, increasing};
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

/// The nodes of a tree's items by offset, and the ids of its tracks.
struct Nodes<'a> {
    by_offset: HashMap<usize, Node<'a>>,
    tracks: Vec<Option<String>>,
}

impl<'a> Nodes<'a> {
    fn get(&self, offset: &usize) -> Option<&Node<'a>> {
        self.by_offset.get(offset)
    }
}

fn nodes_by_offset(root: Node) -> Nodes {
    let tracks = root.get("tracks").and_then(|tracks| tracks.array()).unwrap_or_default();
    let mut by_offset = HashMap::new();
    let mut waiting: Vec<Node> = tracks.clone();
    while let Some(node) = waiting.pop() {
        for item in node.get("items").and_then(|items| items.array()).unwrap_or_default() {
            by_offset.insert(item.offset(), item);
            waiting.push(item);
        }
    }
    Nodes { by_offset, tracks: tracks.into_iter().map(id_of).collect() }
}

fn matched_items(old: &Tree, new: &Tree, old_nodes: &Nodes, new_nodes: &Nodes) -> Vec<(usize, usize)> {
    let there = new.unique();
    let known = old.unique();
    let mut pairs: Vec<(usize, usize)> = known.iter().filter_map(|(id, n)| Some((*n, *there.get(id)?))).collect();
    let (olds, news): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
    let rest = |tree: &Tree, nodes: &Nodes, taken: &HashSet<usize>| -> HashMap<String, Vec<(usize, String)>> {
        let mut lists: HashMap<String, Vec<(usize, String)>> = HashMap::new();
        for (n, item) in tree.items.iter().enumerate().filter(|(n, _)| !taken.contains(n)) {
            let text = nodes.get(&item.offset).map(|node| canonical(node.text())).unwrap_or_default();
            lists.entry(item.place.container.clone()).or_default().push((n, text));
        }
        lists
    };
    let mut after = rest(new, new_nodes, &news);
    for (container, before) in rest(old, old_nodes, &olds) {
        let after = after.remove(&container).unwrap_or_default();
        let ids = |tree: &Tree, n: usize| tree.items.get(n).and_then(|item: &Item| item.id.clone());
        let free = |one: usize, other: usize| match (ids(old, one), ids(new, other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        pairs.extend(by_json(&before, &after, free));
    }
    pairs.sort_unstable();
    pairs
}

/// Pairs the objects of two lists: by unique id, then by equal JSON in order, then by place in gaps of equal length.
fn matched(old: &[Node], new: &[Node]) -> Vec<(usize, usize)> {
    let ids = |nodes: &[Node]| nodes.iter().map(|node| id_of(*node)).collect::<Vec<_>>();
    let (old_ids, new_ids) = (ids(old), ids(new));
    let unique = |ids: &[Option<String>]| {
        let mut seen: HashMap<String, Option<usize>> = HashMap::new();
        for (n, id) in ids.iter().enumerate() {
            if let Some(id) = id {
                seen.entry(id.clone()).and_modify(|at| *at = None).or_insert(Some(n));
            }
        }
        seen
    };
    let there = unique(&new_ids);
    let known = unique(&old_ids);
    let both = known.iter().filter_map(|(id, n)| Some(((*n)?, (*there.get(id)?)?)));
    let mut pairs: Vec<(usize, usize)> = both.collect();
    let (olds, news): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
    let rest = |nodes: &[Node], taken: &HashSet<usize>| -> Vec<(usize, String)> {
        let free = nodes.iter().enumerate().filter(|(n, _)| !taken.contains(n));
        free.map(|(n, node)| (n, canonical(node.text()))).collect()
    };
    let id = |ids: &[Option<String>], n: usize| ids.get(n).cloned().flatten();
    let free = |one: usize, other: usize| match (id(&old_ids, one), id(&new_ids, other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    pairs.extend(by_json(&rest(old, &olds), &rest(new, &news), free));
    pairs.sort_unstable();
    pairs
}

/// Pairs what has no id of its own: equal JSON in order, then by place in gaps of equal length, where `free` allows.
fn by_json(
    before: &[(usize, String)],
    after: &[(usize, String)],
    free: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let mut tokens: HashMap<&str, u32> = HashMap::new();
    for (_, text) in before.iter().chain(after) {
        let next = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
        tokens.entry(text).or_insert(next);
    }
    let of = |list: &[(usize, String)], tokens: &HashMap<&str, u32>| -> Vec<u32> {
        list.iter().filter_map(|(_, text)| tokens.get(text.as_str()).copied()).collect()
    };
    let mut common = common_subsequence(&of(before, &tokens), &of(after, &tokens));
    common.push((before.len(), after.len()));
    let mut pairs = Vec::new();
    let (mut from_before, mut from_after) = (0, 0);
    for (to_before, to_after) in common {
        let old = before.get(from_before..to_before).unwrap_or_default();
        let new = after.get(from_after..to_after).unwrap_or_default();
        if old.len() == new.len() {
            let gap = old.iter().zip(new).map(|((one, _), (other, _))| (*one, *other));
            pairs.extend(gap.filter(|(one, other)| free(*one, *other)));
        }
        if let Some(((one, _), (other, _))) = before.get(to_before).zip(after.get(to_after)) {
            pairs.push((*one, *other));
        }
        (from_before, from_after) = (to_before + 1, to_after + 1);
    }
    pairs
}
