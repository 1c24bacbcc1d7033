//! The static audit: a pipeline over the kinds at its start, against the kinds that may be left at its end.
//!
//! Clean means: by the contracts no step may fail, each step finds what it is there for, and no kind outside of the final ones
//! can be left. It rests on the contracts alone.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::compiled::{Compiled, Effect, advice, may_remove, permits};
use super::document::{Contracts, Found};
use super::element::Element;
use super::kinds::OpKind;
use super::pipeline::{Fault, Step};
use super::state::{State, StepNumber};
use super::universe::{Kinds, Universe};

/// A pipeline with the conditions at its ends.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The passes.
    pub steps: Vec<Step>,
    /// The kinds that may be present at the start.
    pub start: Vec<Element>,
    /// The kinds of a program at the start, exactly, its types among them.
    pub program: Option<Vec<OpKind>>,
    /// The kinds that may be present at the end; empty for any.
    pub last: Vec<Element>,
}

/// A fault of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// C501: a kind may remain at the end.
    Leftover {
        /// The kind.
        kind: String,
        /// The last step that added it; 0 is the start.
        step: StepNumber,
        /// It is only left because of these, which are left, too.
        because_of: Vec<String>,
        /// Passes with a contract that remove it; those of the pipeline come first.
        removers: Vec<String>,
    },
    /// C502: a step runs when what it requires is gone.
    PhaseOrder {
        /// The kinds that it requires.
        kinds: Vec<String>,
        /// The late step.
        step: StepNumber,
        /// The step that removed the kinds.
        removed_by: StepNumber,
    },
    /// C503: a kind with which a step may fail may be present.
    Forbidden {
        /// The kind.
        kind: String,
        /// The step.
        step: StepNumber,
        /// The last step that added it; 0 is the start.
        added_by: StepNumber,
    },
    /// C504: a step can do nothing here.
    Idle {
        /// The kinds that it acts on or requires.
        kinds: Vec<String>,
        /// The step.
        step: StepNumber,
        /// The step that removed them; `None` where they were never there, and then also of kinds that it requires.
        removed_by: Option<StepNumber>,
    },
}

/// The answer of the static audit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Audited {
    /// The problems, by step; what remains at the end comes last.
    pub problems: Vec<Problem>,
    /// Steps whose pass has no contract; behind the first of them nothing is known.
    pub unknown: Vec<StepNumber>,
    /// Steps whose options have no contract; that of the default options was taken.
    pub assumed: Vec<StepNumber>,
}

impl Audited {
    /// True if the contracts show that nothing goes wrong.
    pub fn is_clean(&self) -> bool {
        self.unknown.is_empty()
            && self.assumed.is_empty()
            && self.problems.iter().all(|problem| matches!(problem, Problem::Idle { .. }))
    }
}

/// The places where passes are nested in an operation that they do not run on.
pub fn nesting<'s>(contracts: &Contracts, steps: &'s [Step]) -> Vec<Fault> {
    let mut fine = FxHashSet::default();
    let fault = |step: &'s Step| {
        let anchor = step.anchors.last()?;
        if fine.contains(&(step.pass.as_str(), step.options.as_str(), anchor.as_str())) {
            return None;
        }
        let (Found::Exact(contract) | Found::Default(contract)) = contracts.find(&step.pass, &step.options)
        else {
            return None;
        };
        if permits(contracts, contract, anchor) {
            fine.insert((step.pass.as_str(), step.options.as_str(), anchor.as_str()));
            return None;
        }
        let mut message = format!("`{}` does not run on `{anchor}`", step.pass);
        if let Some(advice) = advice(contract, &step.pass) {
            message.push_str(&format!("; write `{advice}`"));
        }
        Some(Fault { span: step.span.clone(), message })
    };
    steps.iter().filter_map(fault).collect()
}

/// The universe of a question.
pub fn universe(contracts: &Contracts, question: &Question) -> Universe {
    let anchors: Vec<Element> = question
        .steps
        .iter()
        .flat_map(|step| step.anchors.iter().skip(1).filter(|anchor| *anchor != "any"))
        .map(|anchor| Element::Op(anchor.clone()))
        .collect();
    let of_program = question.program.iter().flatten().filter_map(|kind| kind.name.parse().ok());
    let others: Vec<Element> = of_program.chain(anchors).collect();
    Universe::new(contracts, question.start.iter().chain(&question.last).chain(&others))
}

/// Types that no program has unless it says so: they are the ones that conversions to the LLVM dialect leave.
const RARE: [&str; 2] = ["tensor", "shape"];

/// The kinds at the start as a set. Where no type is named, every type but tensors and shapes may be there.
pub fn start(universe: &Universe, question: &Question) -> Kinds {
    let mut out = universe.set(&question.start);
    match &question.program {
        Some(kinds) => {
            let numbers = kinds.iter().filter_map(|kind| universe.kind(&kind.name, &kind.satisfies));
            numbers.for_each(|kind| out.insert(kind));
        }
        None if !question.start.iter().any(|element| matches!(element, Element::Type(_))) => {
            out.union_with(&universe.types());
            let rare = RARE.map(|name| Element::Type(name.to_owned()));
            out.difference_with(&universe.set(&rare));
        }
        None => {}
    }
    out
}

/// The final kinds as a set; every kind where none is given.
pub fn last(universe: &Universe, question: &Question) -> Kinds {
    match question.last.is_empty() {
        true => universe.set(&[Element::Any]),
        false => universe.set(&question.last),
    }
}

/// Audits a pipeline.
pub fn audit(contracts: &Contracts, question: &Question) -> Audited {
    let universe = universe(contracts, question);
    let mut run = Run {
        universe: &universe,
        contracts,
        steps: &question.steps,
        compiled: FxHashMap::default(),
        removing: OnceCell::new(),
        state: State::new(start(&universe, question)),
        out: Audited::default(),
        held_up: Vec::new(),
    };
    for (index, step) in question.steps.iter().enumerate() {
        if !run.step(index as StepNumber + 1, step) {
            return run.out;
        }
    }
    run.leftovers(&last(&universe, question));
    run.out
}

struct Run<'r> {
    universe: &'r Universe,
    contracts: &'r Contracts,
    steps: &'r [Step],
    /// The contracts of the steps by pass, options and anchors, each once; true where they are those of the default options.
    compiled: FxHashMap<(&'r str, &'r str, &'r [String]), (Compiled, bool)>,
    /// The kinds that each pass may remove, those of the pipeline first.
    removing: OnceCell<Vec<(&'r str, Kinds)>>,
    state: State,
    out: Audited,
    /// Kinds that a step would have removed, and the others because of which it did not.
    held_up: Vec<(Kinds, Kinds)>,
}

impl<'r> Run<'r> {
    /// Performs a step; false where its contract is not known.
    fn step(&mut self, number: StepNumber, step: &'r Step) -> bool {
        let key = (step.pass.as_str(), step.options.as_str(), step.anchors.as_slice());
        if !self.compiled.contains_key(&key) {
            let assumed = matches!(self.contracts.find(&step.pass, &step.options), Found::Default(_));
            let Some(compiled) = Compiled::of_step(self.universe, self.contracts, step) else {
                self.out.unknown.push(number);
                return false;
            };
            self.compiled.insert(key, (compiled, assumed));
        }
        let Some((pass, assumed)) = self.compiled.get(&key) else { return false };
        if *assumed {
            self.out.assumed.push(number);
        }
        let forbidden = pass.forbidden(&self.state.may);
        for (kind, added_by) in grouped(self.universe, &self.state, &forbidden) {
            self.out.problems.push(Problem::Forbidden { kind, step: number, added_by });
        }
        self.held_up.extend(pass.held_up(&self.state.may));
        let (kinds, required) = match self.state.step(number, pass) {
            Effect::Changed { .. } => return true,
            Effect::Missing { kinds, .. } => (kinds, true),
            Effect::Idle { acts_on, .. } => (acts_on, false),
        };
        let removed_by = self.state.removed_by(&kinds);
        let kinds = self.universe.words(&kinds);
        self.out.problems.push(match removed_by {
            Some(removed_by) if required => Problem::PhaseOrder { kinds, step: number, removed_by },
            _ => Problem::Idle { kinds, step: number, removed_by },
        });
        true
    }

    fn leftovers(&mut self, last: &Kinds) {
        let mut left = self.state.may.clone();
        left.difference_with(last);
        // The conditions at the end are about operations.
        left.difference_with(&self.universe.types());
        let mut symptoms = self.universe.none();
        let mut causes = self.universe.none();
        for (kinds, others) in &self.held_up {
            let mut others = others.clone();
            others.intersect_with(&left);
            if !others.is_clear() {
                symptoms.union_with(kinds);
                causes.union_with(&others);
            }
        }
        symptoms.difference_with(&causes);
        let because_of = self.universe.words(&causes);
        for (part, is_symptom) in [(false, false), (true, true)] {
            let mut kinds = left.clone();
            match part {
                true => kinds.intersect_with(&symptoms),
                false => kinds.difference_with(&symptoms),
            }
            for (kind, step) in grouped(self.universe, &self.state, &kinds) {
                let removers = self.removers(&kind);
                let because_of = if is_symptom { because_of.clone() } else { Vec::new() };
                self.out.problems.push(Problem::Leftover { kind, step, because_of, removers });
            }
        }
    }

    /// The passes that remove the kinds of a word: first those of the pipeline.
    fn removers(&self, word: &str) -> Vec<String> {
        let Ok(element) = word.parse::<Element>() else { return Vec::new() };
        let kinds = self.universe.set(&[element]);
        let removing = self.removing.get_or_init(|| self.all_removing());
        removing.iter().filter(|(_, all)| kinds.is_subset(all)).map(|(name, _)| (*name).to_owned()).collect()
    }

    fn all_removing(&self) -> Vec<(&'r str, Kinds)> {
        let names = self.steps.iter().map(|step| step.pass.as_str());
        let names = names.chain(self.contracts.passes.keys().map(String::as_str));
        let mut seen = FxHashSet::default();
        let contracts = names.filter(|name| seen.insert(*name));
        let found = contracts.filter_map(|name| Some((name, self.contracts.passes.get(name)?)));
        found.map(|(name, contract)| (name, may_remove(self.universe, contract))).collect()
    }
}

/// Words for kinds with the step that added them last, by step.
fn grouped(universe: &Universe, state: &State, kinds: &Kinds) -> Vec<(String, StepNumber)> {
    let mut by_step: BTreeMap<StepNumber, Kinds> = BTreeMap::new();
    for kind in kinds.ones() {
        by_step.entry(state.added_by(kind)).or_insert_with(|| universe.none()).insert(kind);
    }
    let words = |(step, kinds): (StepNumber, Kinds)| {
        universe.words(&kinds).into_iter().map(move |word| (word, step)).collect::<Vec<_>>()
    };
    by_step.into_iter().flat_map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::{Audited, Element, Problem, Question, audit, nesting};
    use crate::contract::{Contracts, pipeline};

    fn builtin() -> Contracts {
        Contracts::read(assay_corpus::contracts().iter().copied())
            .unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    fn elements(words: &[&str]) -> Vec<Element> {
        words.iter().map(|word| word.parse().expect("the words are right")).collect()
    }

    fn audited(passes: &str, start: &[&str]) -> Audited {
        let steps = pipeline::parse(passes).expect("the pipeline is right");
        let contracts = builtin();
        assert_eq!(nesting(&contracts, &steps), []);
        audit(
            &contracts,
            &Question { steps, start: elements(start), program: None, last: elements(&["llvm.*"]) },
        )
    }

    const SEVEN: &str = "convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,expand-strided-metadata,finalize-memref-to-llvm,reconcile-unrealized-casts";

    const START: [&str; 9] = [
        "func.func",
        "func.return{plain}",
        "arith.constant",
        "scf.for",
        "scf.yield{plain}",
        "memref.store",
        "!index",
        "!memref",
        "memref.subview{!static}",
    ];

    #[test]
    fn a_view_with_a_run_time_offset_leaves_affine_apply() {
        let found = audited(SEVEN, &START);
        let Problem::Leftover { kind, step, because_of, removers } = &found.problems[0] else {
            panic!("{found:?}")
        };
        assert_eq!((kind.as_str(), *step, because_of.len()), ("affine.apply", 5, 0));
        assert!(removers.contains(&"lower-affine".to_owned()), "{removers:?}");
        let Problem::Leftover { kind, because_of, .. } = &found.problems[1] else { panic!("{found:?}") };
        assert_eq!(kind, "builtin.unrealized_conversion_cast");
        assert_eq!(because_of, &["affine.apply"]);
        assert_eq!(found.problems.len(), 2);
    }

    #[test]
    fn a_view_with_constant_offsets_is_clean() {
        let mut start = START.to_vec();
        start[8] = "memref.subview{static}";
        assert!(audited(SEVEN, &start).is_clean(), "{:?}", audited(SEVEN, &start));
    }

    #[test]
    fn the_missing_passes_make_it_clean() {
        let passes = SEVEN.replace("finalize", "lower-affine,convert-arith-to-llvm,finalize");
        assert!(audited(&passes, &START).is_clean(), "{:?}", audited(&passes, &START));
    }

    #[test]
    fn a_loop_pass_behind_the_lowering_of_loops_is_too_late() {
        let found = audited("convert-scf-to-cf,scf-for-loop-peeling", &["scf.for"]);
        let late = Problem::PhaseOrder { kinds: vec!["scf.for".to_owned()], step: 2, removed_by: 1 };
        assert!(found.problems.contains(&late), "{found:?}");
    }

    #[test]
    fn a_loop_pass_on_a_program_that_never_had_a_loop_is_idle() {
        let found = audited("scf-for-loop-peeling,convert-to-llvm", &["arith.addi"]);
        let idle = Problem::Idle { kinds: vec!["scf.for".to_owned()], step: 1, removed_by: None };
        assert_eq!((found.is_clean(), found.problems), (true, vec![idle]));
    }

    #[test]
    fn a_pass_nested_in_functions_that_are_gone_does_nothing() {
        let found =
            audited("convert-func-to-llvm,func.func(convert-arith-to-llvm)", &["func.func", "arith.addi"]);
        let late = Problem::PhaseOrder { kinds: vec!["func.func".to_owned()], step: 2, removed_by: 1 };
        assert!(found.problems.contains(&late), "{found:?}");
    }

    #[test]
    fn a_nested_pass_does_not_reach_other_containers() {
        let nested = "func.func(convert-arith-to-llvm)";
        let count = |start: &[&str]| {
            let found = audited(nested, start);
            found
                .problems
                .iter()
                .filter(|one| matches!(one, Problem::Leftover { kind, .. } if kind == "arith.addi"))
                .count()
        };
        assert_eq!(count(&["func.func", "arith.addi"]), 0);
        assert_eq!(count(&["func.func", "gpu.module", "arith.addi"]), 1);
    }

    #[test]
    fn a_hidden_body_is_forbidden_and_idle_steps_are_named() {
        let found = audited("convert-arith-to-llvm,convert-cf-to-llvm", &["linalg.matmul", "arith.addf"]);
        let forbidden = Problem::Forbidden { kind: "linalg.matmul".to_owned(), step: 1, added_by: 0 };
        assert!(found.problems.contains(&forbidden), "{found:?}");
        assert!(
            found.problems.iter().any(|one| matches!(one, Problem::Idle { step: 2, removed_by: None, .. }))
        );
    }

    #[test]
    fn nothing_is_known_behind_a_pass_without_a_contract() {
        let found = audited("my-pass,convert-arith-to-llvm", &["arith.addf"]);
        assert_eq!(found.unknown, [1]);
        assert!(!found.is_clean() && found.problems.is_empty());
        assert!(!audited("canonicalize{top-down=false}", &["llvm.add"]).is_clean());
    }

    #[test]
    fn nesting_is_checked() {
        let faults = |text: &str| nesting(&builtin(), &pipeline::parse(text).expect("it is a pipeline"));
        let found = faults("canonicalize,affine-loop-tile,func.func(convert-func-to-llvm,affine-loop-tile)");
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].message,
            "`affine-loop-tile` does not run on `builtin.module`; write `func.func(affine-loop-tile)`"
        );
        assert!(found[1].message.starts_with("`convert-func-to-llvm` does not run on `func.func`"));
    }
}
