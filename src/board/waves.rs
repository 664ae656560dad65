//! How the waves of a coding plan lie in layers, as the board draws them: made once per load, so that a key costs no more
//! with many waves.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::contract::plan_comments::{Pass, TargetKind};
use crate::review::target::{PassView, Plan};
use crate::text::cells;

/// Most cells of a wave's id in a column.
pub const WIDEST: usize = 14;

/// The layers of the waves; waves by their position in the view.
#[derive(Debug, Default)]
pub struct Waves {
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// What each wave waits for.
    pub waits_for: Vec<Vec<usize>>,
    /// What waits for each wave.
    pub awaited_by: Vec<Vec<usize>>,
    /// Waves of the longest chain.
    pub chain: HashSet<usize>,
    /// Waves on a cycle.
    pub cycle: HashSet<usize>,
    /// Waves that wait for an id that is not there.
    pub unknown: HashSet<usize>,
}

/// One layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Positions of its waves.
    pub waves: Range<usize>,
    /// Its number from 1; `None`: the waves on or behind a cycle.
    pub layer: Option<usize>,
    /// Cells of its widest id, at most [`WIDEST`].
    pub width: usize,
}

/// How a wave stands to the selected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// It is the selected one.
    Selected,
    /// The selected one waits for it.
    Before,
    /// It waits for the selected one.
    After,
    /// Neither waits for the other at once.
    None,
}

impl Waves {
    /// The layers of a plan; empty where it has no waves.
    pub fn of(plan: &Plan) -> Waves {
        let view = plan.pass(Pass::Coding);
        let Some(graph) = &view.waves else { return Waves::default() };
        let count = view.targets.iter().take_while(|target| target.kind == TargetKind::Wave).count();
        let targets = view.targets.get(..count).unwrap_or_default();
        let at: HashMap<usize, usize> = targets.iter().zip(0..).map(|(target, at)| (target.index, at)).collect();
        let position = |wave: &usize| at.get(wave).copied();
        let mut waves = Waves {
            columns: columns(view, &graph.layer),
            waits_for: vec![Vec::new(); count],
            awaited_by: vec![Vec::new(); count],
            chain: graph.longest_chain.iter().filter_map(position).collect(),
            cycle: graph.cycles.iter().flatten().filter_map(position).collect(),
            unknown: graph.unknown.iter().filter_map(|(wave, _)| position(wave)).collect(),
        };
        for (wave, before) in graph.waits_for.iter().enumerate() {
            for (after, before) in before.iter().filter_map(|before| Some((position(&wave)?, position(before)?))) {
                waves.waits_for.get_mut(after).into_iter().for_each(|of| of.push(before));
                waves.awaited_by.get_mut(before).into_iter().for_each(|of| of.push(after));
            }
        }
        waves
    }

    /// There is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The column of the wave at this position.
    pub fn column_of(&self, position: usize) -> Option<usize> {
        self.columns.iter().position(|column| column.waves.contains(&position))
    }

    /// How many layers there are, the waves on or behind a cycle left out.
    pub fn depth(&self) -> usize {
        self.columns.iter().filter(|column| column.layer.is_some()).count()
    }

    /// The most waves in one column.
    pub fn height(&self) -> usize {
        self.columns.iter().map(|column| column.waves.len()).max().unwrap_or(0)
    }

    /// How the wave at `position` stands to the one at `selected`.
    pub fn relation(&self, position: usize, selected: usize) -> Relation {
        let has = |of: &[Vec<usize>], at: usize| of.get(at).is_some_and(|waves| waves.contains(&position));
        if position == selected {
            Relation::Selected
        } else if has(&self.waits_for, selected) {
            Relation::Before
        } else if has(&self.awaited_by, selected) {
            Relation::After
        } else {
            Relation::None
        }
    }
}

/// Waves are grouped by layer already, those on or behind a cycle last.
fn columns(view: &PassView, layers: &[Option<usize>]) -> Vec<Column> {
    let groups = view.groups.iter().filter_map(|group| {
        let first = view.targets.get(group.targets.start).filter(|target| target.kind == TargetKind::Wave)?;
        let labels = view.targets.get(group.targets.clone()).unwrap_or_default().iter().map(|target| &target.label);
        Some(Column {
            waves: group.targets.clone(),
            layer: layers.get(first.index).copied().flatten().map(|layer| layer + 1),
            width: labels.map(|label| cells::width(&cells::cut(label, WIDEST))).max().unwrap_or(1),
        })
    });
    let mut columns: Vec<Column> = Vec::new();
    for column in groups {
        match columns.last_mut().filter(|last| last.layer == column.layer && last.waves.end == column.waves.start) {
            // Waves of one layer that the list shows apart.
            Some(last) => {
                last.waves.end = column.waves.end;
                last.width = last.width.max(column.width);
            }
            None => columns.push(column),
        }
    }
    columns
}
