//! Completions: all shortest ways to make a pipeline clean by passes put between its steps, and the shortest pipelines from
//! nothing. A search over sets of kinds; each set and what each pass makes of it is computed once.

use rustc_hash::{FxHashMap, FxHashSet};

use super::audit::{Problem, audit};
use super::compiled::{Compiled, Effect};
use super::document::Contracts;
use super::pipeline::{MODULE, Step};
use super::question::{Question, last, start, universe};
use super::universe::Kinds;

/// The passes that may be put into a pipeline, and the places.
#[derive(Clone, Debug)]
pub struct Space {
    /// Names of passes; each runs on the module, or in the first operation that its contract names.
    pub candidates: Vec<String>,
    /// Passes are put behind this step or a later one; 0 is the start.
    pub from: usize,
    /// Most passes that are put in.
    pub most: usize,
    /// Most answers.
    pub answers: usize,
}

/// Most sets of kinds that a search looks at.
const SETS: usize = 20_000;

/// The answer of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The ways with the fewest passes.
    pub ways: Vec<Vec<Insertion>>,
    /// The search stopped at its limit: no way was found among the sets that it looked at.
    pub limited: bool,
}

/// A pass that is put in, behind the step with this number.
pub type Insertion = (usize, Step);

/// The step that runs a pass by its name.
pub fn step_of(contracts: &Contracts, name: &str) -> Step {
    let (pass, options) = match name.split_once('{') {
        Some((pass, options)) => (pass, options.trim_end_matches('}')),
        None => (name, ""),
    };
    let mut anchors = vec![MODULE.to_owned()];
    if let Some(first) = contracts.passes.get(name).and_then(|contract| contract.anchors.first())
        && first != MODULE
    {
        let inner = if first.contains('.') { first.as_str() } else { "func.func" };
        anchors.push(inner.to_owned());
    }
    Step { pass: pass.to_owned(), options: options.to_owned(), anchors, span: 0..0 }
}

/// All ways with the fewest passes to make the pipeline of a question clean; none where there are none within the limits. A
/// pipeline that is clean as it is has the one empty way. A pass that only adds kinds is not put in: what may be left of a set
/// may be left of a larger one.
pub fn completions(contracts: &Contracts, question: &Question, space: &Space) -> Completions {
    let candidates: Vec<Step> = space.candidates.iter().map(|name| step_of(contracts, name)).collect();
    let mut whole = question.clone();
    whole.steps.extend(candidates.iter().cloned());
    let universe = universe(contracts, &whole);
    let compile = |step: &Step| Compiled::of_step(&universe, contracts, step);
    let own: Option<Vec<Compiled>> = question.steps.iter().map(compile).collect();
    let Some(own) = own else { return Completions::default() };
    let inserted: Vec<(usize, Compiled)> =
        candidates.iter().enumerate().filter_map(|(at, step)| Some((at, compile(step)?))).collect();
    let idle = audit(contracts, question).problems.into_iter().filter_map(|problem| match problem {
        Problem::Idle { step, .. } => Some(step as usize - 1),
        _ => None,
    });
    let idle: FxHashSet<usize> = idle.collect();
    let mut ends = last(&universe, question);
    ends.union_with(&universe.types());
    let mut search = Search {
        own: &own,
        idle: &idle,
        inserted: &inserted,
        from: space.from,
        ends,
        sets: Vec::new(),
        numbers: FxHashMap::default(),
        moves: FxHashMap::default(),
        reach: FxHashMap::default(),
        answers: space.answers,
        found: Vec::new(),
    };
    let start = search.number(start(&universe, question));
    for most in 0..=space.most {
        if search.reaches(start, 0, most) {
            search.collect(start, 0, most, &mut Vec::new());
            let name = |(at, pass): (usize, usize)| (at, candidates[pass].clone());
            let ways = search.found.into_iter().map(|way| way.into_iter().map(name).collect()).collect();
            return Completions { ways, limited: false };
        }
        if search.is_full() {
            break;
        }
    }
    Completions { ways: Vec::new(), limited: search.is_full() }
}

struct Search<'s> {
    own: &'s [Compiled],
    /// Steps that do nothing in the pipeline as it is; they need not find what they require.
    idle: &'s FxHashSet<usize>,
    inserted: &'s [(usize, Compiled)],
    from: usize,
    ends: Kinds,
    sets: Vec<Kinds>,
    numbers: FxHashMap<Kinds, usize>,
    /// The set behind a pass; `None` where it may fail or finds nothing that it is there for.
    moves: FxHashMap<(usize, Pass), Option<usize>>,
    /// Tells if the end is reached from a set and a position with this number of passes put in.
    reach: FxHashMap<(usize, usize, usize), bool>,
    answers: usize,
    found: Vec<Vec<(usize, usize)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pass {
    Own(usize),
    Inserted(usize),
}

impl Search<'_> {
    fn is_full(&self) -> bool {
        self.sets.len() >= SETS
    }

    fn number(&mut self, set: Kinds) -> usize {
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        let number = self.sets.len();
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    fn successor(&mut self, set: usize, pass: Pass) -> Option<usize> {
        if let Some(known) = self.moves.get(&(set, pass)) {
            return *known;
        }
        let before = &self.sets[set];
        let compiled = match pass {
            Pass::Own(index) => &self.own[index],
            Pass::Inserted(index) => &self.inserted[index].1,
        };
        let after = match compiled.effect(before) {
            _ if !compiled.forbidden(before).is_clear() => None,
            Effect::Missing { .. } if !self.may_miss(pass) => None,
            _ => Some(compiled.after(before)),
        };
        let after = after.map(|set| self.number(set));
        self.moves.insert((set, pass), after);
        after
    }

    fn may_miss(&self, pass: Pass) -> bool {
        matches!(pass, Pass::Own(index) if self.idle.contains(&index))
    }

    /// The passes that take something from a set when they are put in at a position.
    fn useful(&mut self, set: usize, at: usize) -> Vec<(usize, usize)> {
        if at < self.from || self.is_full() {
            return Vec::new();
        }
        let all = 0..self.inserted.len();
        let moved = all.filter_map(|index| Some((index, self.successor(set, Pass::Inserted(index))?)));
        let moved: Vec<(usize, usize)> = moved.collect();
        moved.into_iter().filter(|(_, after)| !self.sets[set].is_subset(&self.sets[*after])).collect()
    }

    fn reaches(&mut self, set: usize, at: usize, most: usize) -> bool {
        if let Some(known) = self.reach.get(&(set, at, most)) {
            return *known;
        }
        let forward = match at == self.own.len() {
            true => most == 0 && self.sets[set].is_subset(&self.ends),
            false => {
                self.successor(set, Pass::Own(at)).is_some_and(|after| self.reaches(after, at + 1, most))
            }
        };
        let found = forward
            || (most > 0
                && self.useful(set, at).into_iter().any(|(_, after)| self.reaches(after, at, most - 1)));
        self.reach.insert((set, at, most), found);
        found
    }

    fn collect(&mut self, set: usize, at: usize, most: usize, way: &mut Vec<(usize, usize)>) {
        if self.found.len() >= self.answers || !self.reaches(set, at, most) {
            return;
        }
        if at == self.own.len() && most == 0 {
            self.found.push(way.clone());
            return;
        }
        if most > 0 {
            for (index, after) in self.useful(set, at) {
                way.push((at, self.inserted[index].0));
                self.collect(after, at, most - 1, way);
                way.pop();
            }
        }
        if at < self.own.len()
            && let Some(after) = self.successor(set, Pass::Own(at))
        {
            self.collect(after, at + 1, most, way);
        }
    }
}

/// A pipeline with passes put in.
pub fn completed(steps: &[Step], way: &[Insertion]) -> Vec<Step> {
    let mut out = Vec::new();
    for at in 0..=steps.len() {
        out.extend(way.iter().filter(|(behind, _)| *behind == at).map(|(_, step)| step.clone()));
        out.extend(steps.get(at).cloned());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::element::Element;
    use super::super::pipeline;
    use super::*;

    const SEVEN: [&str; 7] = [
        "convert-scf-to-cf",
        "convert-arith-to-llvm",
        "convert-cf-to-llvm",
        "convert-func-to-llvm",
        "expand-strided-metadata",
        "finalize-memref-to-llvm",
        "reconcile-unrealized-casts",
    ];

    const FURTHER: [&str; 3] = ["lower-affine", "convert-to-llvm", "fold-memref-alias-ops"];

    fn builtin() -> Contracts {
        Contracts::read(assay_corpus::contracts().iter().copied())
            .unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    fn question(passes: &str, forall: bool) -> Question {
        let loops: &[&str] = match forall {
            true => &["scf.forall{buffers}", "scf.forall.in_parallel"],
            false => &["scf.for", "scf.yield{plain}"],
        };
        let start = [
            "func.func",
            "func.return{plain}",
            "arith.constant",
            "memref.store",
            "memref.subview{!static}",
            "!index",
            "!memref",
        ];
        let element = |word: &&str| word.parse::<Element>().expect("the words are right");
        Question {
            steps: pipeline::parse(passes).expect("the pipeline is right"),
            start: start.iter().chain(loops).map(element).collect(),
            program: None,
            fleeting: Vec::new(),
            dead: Vec::new(),
            folding: Vec::new(),
            last: vec![Element::Dialect("llvm".to_owned())],
        }
    }

    fn space(from: usize, most: usize) -> Space {
        let candidates = SEVEN.iter().chain(&FURTHER).map(|name| (*name).to_owned()).collect();
        Space { candidates, from, most, answers: 100 }
    }

    fn passes(steps: &[Step], way: &[Insertion]) -> String {
        completed(steps, way).iter().map(Step::label).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn six_pairs_of_passes_complete_the_seven_steps() {
        let contracts = builtin();
        for forall in [false, true] {
            let question = question(&SEVEN.join(","), forall);
            let found = completions(&contracts, &question, &space(5, 2)).ways;
            let words = |way: &Vec<Insertion>| {
                way.iter().map(|(at, step)| format!("{at} {}", step.pass)).collect::<Vec<_>>().join(", ")
            };
            let mut found: Vec<String> = found.iter().map(words).collect();
            found.sort();
            assert_eq!(
                found,
                [
                    "5 lower-affine, 5 convert-arith-to-llvm",
                    "5 lower-affine, 5 convert-to-llvm",
                    "5 lower-affine, 6 convert-arith-to-llvm",
                    "5 lower-affine, 6 convert-to-llvm",
                    "6 lower-affine, 6 convert-arith-to-llvm",
                    "6 lower-affine, 6 convert-to-llvm",
                ]
            );
        }
    }

    #[test]
    fn six_pipelines_of_four_passes_are_the_shortest() {
        let contracts = builtin();
        for forall in [false, true] {
            let question = question("", forall);
            let found = completions(&contracts, &question, &space(0, 5)).ways;
            let mut found: Vec<String> = found.iter().map(|way| passes(&question.steps, way)).collect();
            found.sort();
            assert_eq!(
                found,
                [
                    "convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-to-llvm",
                    "convert-scf-to-cf,fold-memref-alias-ops,lower-affine,convert-to-llvm",
                    "expand-strided-metadata,convert-scf-to-cf,lower-affine,convert-to-llvm",
                    "expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm",
                    "fold-memref-alias-ops,convert-scf-to-cf,lower-affine,convert-to-llvm",
                    "fold-memref-alias-ops,lower-affine,convert-scf-to-cf,convert-to-llvm",
                ]
            );
        }
    }

    #[test]
    fn a_clean_pipeline_has_the_empty_completion() {
        let passes = SEVEN.join(",").replace("finalize", "lower-affine,convert-arith-to-llvm,finalize");
        let question = question(&passes, false);
        assert_eq!(completions(&builtin(), &question, &space(0, 2)).ways, [Vec::new()]);
    }

    #[test]
    fn there_may_be_no_completion() {
        let question = question(&SEVEN.join(","), false);
        assert!(completions(&builtin(), &question, &space(5, 1)).ways.is_empty());
    }
}
