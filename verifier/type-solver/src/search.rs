//! The search for types and attributes that satisfy a formula, one unknown after the other. What it finds is checked by
//! `concrete`; finding nothing means something only where the candidates have an instance of everything.

use std::ops::ControlFlow;

use assay_ir::data::Context;
use rustc_hash::FxHashMap;

use crate::candidates::{Candidates, Sort, of_width, plainest};
use crate::concrete::{Evaluator, Value};
use crate::order::least_widths;
use crate::term::{Formula, Variable};

/// Values that a search places before it gives up.
const MAX_STEPS: usize = 30_000;

/// Values that the first search places beyond one for each unknown.
const FIRST_STEPS: usize = 100;

/// Widths in a row beyond which the plain types are not enough.
const PLAIN_WIDTHS: u32 = 4;

/// The result of a search.
pub enum SearchResult {
    /// Values under which the formula holds, plain ones first.
    Values(Vec<(Variable, Value)>),
    /// No combination of candidates satisfies the formula.
    Nothing,
    /// The search gave up.
    GaveUp,
}

impl SearchResult {
    /// The values that were found.
    pub fn values(self) -> Option<Vec<(Variable, Value)>> {
        if let SearchResult::Values(values) = self { Some(values) } else { None }
    }
}

/// Searches values for the unknowns under which `formula` holds.
pub fn search(
    ctx: &Context,
    formula: &Formula,
    unknowns: &[(Variable, Sort)],
    candidates: &Candidates,
) -> SearchResult {
    search_counted(ctx, formula, unknowns, candidates).0
}

/// As [`search`], with the number of values that were tried.
pub fn search_counted(
    ctx: &Context,
    formula: &Formula,
    unknowns: &[(Variable, Sort)],
    candidates: &Candidates,
) -> (SearchResult, usize) {
    let Some(sheet) = ConjunctIndex::new(ctx, formula, unknowns.iter().map(|(variable, _)| *variable), false)
    else {
        return (SearchResult::Nothing, 0);
    };
    let widths = least_widths(ctx, formula);
    let many = widths.values().any(|width| *width > PLAIN_WIDTHS);
    let list = |place: usize| {
        let (variable, sort) = &unknowns[place];
        let own = match widths.get(variable) {
            Some(width) if many && *sort == Sort::Type => of_width(ctx, *width),
            _ => Vec::new(),
        };
        Box::new(own.into_iter().chain(candidates.list(*sort))) as Values<'_>
    };
    let (mut found, mut steps) = (None, 0);
    sheet.dive(&list, &mut |chosen, allowed| {
        steps += 1;
        if allowed && chosen.len() == unknowns.len() {
            found = Some(unknowns.iter().zip(chosen).map(|((v, _), value)| (*v, *value)).collect());
        }
        match found.is_some() || steps > MAX_STEPS {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(allowed),
        }
    });
    let found = match found {
        Some(values) => SearchResult::Values(values),
        None if steps > MAX_STEPS => SearchResult::GaveUp,
        None => SearchResult::Nothing,
    };
    (found, steps)
}

/// The first of the plainest values that satisfy a formula, which few steps find for most matches; `None` says nothing.
pub fn first_fit(
    ctx: &Context,
    formula: &Formula,
    unknowns: &[(Variable, Sort)],
) -> Option<Vec<(Variable, Value)>> {
    let sheet = ConjunctIndex::new(ctx, formula, unknowns.iter().map(|(variable, _)| *variable), false)?;
    let list = |place: usize| Box::new(plainest(ctx, unknowns[place].1)) as Values<'_>;
    let (mut found, mut steps) = (None, 0);
    sheet.dive(&list, &mut |chosen, allowed| {
        steps += 1;
        if allowed && chosen.len() == unknowns.len() {
            found = Some(unknowns.iter().zip(chosen).map(|((v, _), value)| (*v, *value)).collect());
        }
        match found.is_some() || steps > FIRST_STEPS + unknowns.len() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(allowed),
        }
    });
    found
}

/// The values to try for an unknown.
pub type Values<'l> = Box<dyn Iterator<Item = Value> + 'l>;

/// The visitor of a dive: it is given the values of the first unknowns and whether they are allowed, and continues with `true`
/// to try values of the next unknown.
pub type Visit<'v> = dyn FnMut(&[Value], bool) -> ControlFlow<(), bool> + 'v;

/// The conjuncts of a formula by the unknowns that they are about.
pub struct ConjunctIndex<'f> {
    ctx: &'f Context,
    /// Values for which a conjunct is undecided are allowed.
    lenient: bool,
    /// The place of each unknown.
    places: FxHashMap<Variable, usize>,
    /// The conjuncts about each unknown, each with whether all its unknowns have values once this one has.
    about: Vec<Vec<(&'f Formula, bool)>>,
}

impl<'f> ConjunctIndex<'f> {
    /// Sorts the conjuncts of a formula; `None` when one of them does not hold whatever the unknowns are. A conjunct about
    /// something that gets no value here is undecided.
    pub fn new(
        ctx: &'f Context,
        formula: &'f Formula,
        unknowns: impl Iterator<Item = Variable>,
        lenient: bool,
    ) -> Option<ConjunctIndex<'f>> {
        let places: FxHashMap<Variable, usize> =
            unknowns.enumerate().map(|(place, variable)| (variable, place)).collect();
        let mut about = vec![Vec::new(); places.len()];
        for conjunct in formula.conjuncts() {
            let inside = conjunct.variables();
            let all: Vec<usize> = inside.iter().filter_map(|v| places.get(v).copied()).collect();
            let known = all.len() == inside.len();
            let Some(last) = all.iter().copied().max().filter(|_| known || lenient) else {
                let evaluator = Evaluator { ctx, values: &|_| None };
                match evaluator.holds(conjunct) {
                    Some(true) => continue,
                    None if lenient => continue,
                    _ => return None,
                }
            };
            for place in all {
                about[place].push((conjunct, known && place == last));
            }
        }
        Some(ConjunctIndex { ctx, lenient, places, about })
    }

    /// Whether no conjunct about the unknown at `place` excludes these values of the first unknowns.
    fn allows(&self, chosen: &[Value], place: usize) -> bool {
        let values = |variable: Variable| chosen.get(*self.places.get(&variable)?).copied();
        let evaluator = Evaluator { ctx: self.ctx, values: &values };
        self.about[place].iter().all(|(conjunct, complete)| match evaluator.holds(conjunct) {
            Some(holds) => holds,
            // With all values, what is not known to hold is left alone.
            None => self.lenient || (!complete && chosen.len() < self.places.len()),
        })
    }

    /// Tries all values of `list` for each unknown, the last one changing first, without recursion: there may be many.
    pub fn dive<'l>(&self, list: &dyn Fn(usize) -> Values<'l>, visit: &mut Visit<'_>) {
        if self.places.is_empty() {
            let _ = visit(&[], true);
            return;
        }
        let mut chosen: Vec<Value> = Vec::new();
        // For each unknown that has a value, the candidates that were not tried yet.
        let mut rest = vec![list(0)];
        while let Some(values) = rest.last_mut() {
            let next = values.next();
            let place = rest.len() - 1;
            chosen.truncate(place);
            let Some(value) = next else {
                rest.pop();
                continue;
            };
            chosen.push(value);
            match visit(&chosen, self.allows(&chosen, place)) {
                ControlFlow::Break(()) => return,
                ControlFlow::Continue(deeper) if deeper && chosen.len() < self.places.len() => {
                    rest.push(list(place + 1));
                }
                ControlFlow::Continue(_) => {}
            }
        }
    }
}

/// The truth of a formula under these values; `None` when it is undecided.
pub fn holds(ctx: &Context, formula: &Formula, chosen: &[(Variable, Value)]) -> Option<bool> {
    let map: FxHashMap<Variable, Value> = chosen.iter().copied().collect();
    Evaluator { ctx, values: &|variable| map.get(&variable).copied() }.holds(formula)
}

/// Makes a solution plainer, one unknown at a time, as long as `formula` holds.
pub fn improve(
    ctx: &Context,
    formula: &Formula,
    unknowns: &[(Variable, Sort)],
    candidates: &Candidates,
    solution: &mut [(Variable, Value)],
) {
    if holds(ctx, formula, solution) != Some(true) {
        return;
    }
    let all = solution.iter().map(|(variable, _)| *variable);
    let Some(sheet) = ConjunctIndex::new(ctx, formula, all, false) else { return };
    let mut values: Vec<Value> = solution.iter().map(|(_, value)| *value).collect();
    for (variable, sort) in unknowns {
        let Some(place) = sheet.places.get(variable).copied() else { continue };
        let before = values[place];
        let plainer = candidates.list(*sort).take_while(|value| *value != before).find(|value| {
            values[place] = *value;
            sheet.allows(&values, place)
        });
        values[place] = plainer.unwrap_or(before);
    }
    for ((_, slot), value) in solution.iter_mut().zip(values) {
        *slot = value;
    }
}
