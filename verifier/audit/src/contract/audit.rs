//! The static audit: a pipeline over the kinds at its start, against the kinds that may be left at its end.
//!
//! Clean means: by the contracts no step may fail, each step finds what it is there for, and no kind outside of the final ones
//! can be left. It rests on the contracts alone.
//!
//! A problem of a given program is certain where the kind is surely there: it is in the program, or a step always makes it, and no
//! step in between takes some of it away; folding and dead code aside. Without a program the question is about every one with the
//! kinds at the start, and one that may have a problem is enough.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::compiled::{Compiled, Effect, advice, may_remove, permits};
use super::document::{ContractLookup, Contracts};
use super::element::Element;
use super::pipeline::{Fault, Step};
use super::question::{Question, constants, dead, folding, last, lasting, loaded, start, universe};
use super::state::{State, StepNumber};
use super::universe::{KindInterner, Kinds};

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
        /// The last step whose pass may remove it, and why it does not.
        why: Option<(StepNumber, Remains)>,
        /// Passes with a contract that remove it; those of the pipeline come first.
        removers: Vec<String>,
        /// It is surely there.
        certain: bool,
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
        /// It is surely there.
        certain: bool,
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

/// Why a pass leaves a kind that it may remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remains {
    /// It comes before the last step that adds the kind.
    Early,
    /// It removes the kind only where these are absent.
    Beside(Vec<String>),
    /// It may add the kind itself.
    Added,
}

/// The answer of the static audit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Audited {
    /// The problems, by step; what remains at the end comes last.
    pub problems: Vec<Problem>,
    /// Steps whose pass has no contract; behind the first of them nothing is known.
    pub unknown: Vec<StepNumber>,
    /// Steps whose contract was not held against programs, as it is.
    pub untested: Vec<StepNumber>,
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
        let (ContractLookup::Exact(contract) | ContractLookup::Default(contract)) =
            contracts.find(&step.pass, &step.options)
        else {
            return None;
        };
        if permits(contracts, contract, anchor) {
            fine.insert((step.pass.as_str(), step.options.as_str(), anchor.as_str()));
            return None;
        }
        let mut message = format!("`{}` does not run on `{anchor}`", step.pass);
        if let Some(advice) = advice(contracts, contract, &step.pass) {
            message.push_str(&format!("; write `{advice}`"));
        }
        Some(Fault { span: step.span.clone(), message })
    };
    steps.iter().filter_map(fault).collect()
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
        state: State::new(
            start(&universe, question),
            &lasting(&universe, question),
            &dead(&universe, question),
        )
        .with_folding(&folding(&universe, question), &constants(&universe))
        .with_typed(if question.program.is_some() { universe.typed() } else { Vec::new() }),
        any: question.program.is_none(),
        loaded: loaded(contracts, question),
        out: Audited::default(),
        effective: FxHashSet::default(),
        taken: Vec::new(),
        hindered: Vec::new(),
    };
    let numbered = || question.steps.iter().enumerate().map(|(index, step)| (index as StepNumber + 1, step));
    run.out.unknown.extend(numbered().filter(|(_, step)| contracts.found(step).is_none()).map(|one| one.0));
    run.out.untested.extend(numbered().filter(|(_, step)| !contracts.conforms(step)).map(|one| one.0));
    for (number, step) in numbered() {
        if !run.step(number, step) {
            break;
        }
    }
    run.settle();
    if run.out.unknown.is_empty() {
        run.leftovers(&last(&universe, question));
    }
    run.out
}

struct Run<'r> {
    universe: &'r KindInterner,
    contracts: &'r Contracts,
    steps: &'r [Step],
    /// The contracts of the steps by pass, options and anchors, each once; true where they are those of the default options.
    compiled: FxHashMap<(&'r str, &'r str, &'r [String]), (Compiled, bool)>,
    /// The kinds that each pass may remove, those of the pipeline first.
    removing: OnceCell<Vec<(&'r str, Kinds)>>,
    state: State,
    /// The question is about every program with the kinds at the start.
    any: bool,
    /// The dialects that are loaded before the first step.
    loaded: BTreeSet<String>,
    out: Audited,
    /// The passes that found something to do.
    effective: FxHashSet<&'r str>,
    /// The kinds that each step may remove.
    taken: Vec<(StepNumber, Kinds)>,
    /// Kinds that a step would have removed, and the others because of which it did not.
    hindered: Vec<(StepNumber, Kinds, Kinds)>,
}

impl<'r> Run<'r> {
    /// Performs a step; false where its contract is not known.
    fn step(&mut self, number: StepNumber, step: &'r Step) -> bool {
        let key = (step.pass.as_str(), step.options.as_str(), step.anchors.as_slice());
        if !self.compiled.contains_key(&key) {
            let assumed =
                matches!(self.contracts.find(&step.pass, &step.options), ContractLookup::Default(_));
            let Some(compiled) = Compiled::of_step(self.universe, self.contracts, step) else { return false };
            self.compiled.insert(key, (compiled.with_loaded(&self.loaded), assumed));
        }
        let Some((pass, assumed)) = self.compiled.get(&key) else { return false };
        let assumed = *assumed;
        if assumed {
            self.out.assumed.push(number);
        }
        let forbidden = pass.forbidden(&self.state.may);
        // Certain is what fails on the kinds that are surely there.
        let [sure, _] = self.parted(&self.state.may);
        let [certain, _] = self.parted(&pass.fatal(&sure.0));
        let mut others = forbidden;
        others.difference_with(&certain.0);
        for (kinds, certain) in [(certain.0, true), (others, false)] {
            for (kind, added_by) in grouped(self.universe, &self.state, &kinds) {
                self.out.problems.push(Problem::Forbidden { kind, step: number, added_by, certain });
            }
        }
        self.taken.push((number, pass.removable()));
        let hindered = pass.hindered(&self.state.may).into_iter();
        self.hindered.extend(hindered.map(|(kinds, others)| (number, kinds, others)));
        let effect = self.state.step(number, pass);
        if assumed {
            // Options that the contract does not speak of may take other operations of the dialects that the pass is about.
            let about = self.universe.dialects_of(&pass.rewrites());
            self.state.sure.retain(|kinds| kinds.is_disjoint(&about));
            self.state.dead.retain(|kinds| kinds.is_disjoint(&about));
        }
        let (kinds, required) = match effect {
            Effect::Changed { .. } => {
                self.effective.insert(&step.pass);
                return true;
            }
            Effect::Missing { kinds, .. } => (kinds, true),
            Effect::Idle { acts_on, .. } => (acts_on, false),
        };
        let removed_by = self.state.removed_by(&kinds);
        let lost = required && (self.any || self.state.was_sure(&kinds));
        let kinds = self.universe.describe(&kinds);
        self.out.problems.push(match removed_by {
            Some(removed_by) if lost => Problem::PhaseOrder { kinds, step: number, removed_by },
            _ => Problem::Idle { kinds, step: number, removed_by },
        });
        true
    }

    /// A set as the kinds that are surely there and the others.
    fn parted(&self, kinds: &Kinds) -> [(Kinds, bool); 2] {
        let certain = if self.any { kinds.clone() } else { self.state.surely(kinds) };
        let mut others = kinds.clone();
        others.difference_with(&certain);
        [(certain, true), (others, false)]
    }

    /// A pass that finds nothing at one step and something at another is not out of order: the other step is for it.
    fn settle(&mut self) {
        for problem in &mut self.out.problems {
            if let Problem::PhaseOrder { kinds, step, removed_by } = problem
                && self.effective.contains(self.steps[*step as usize - 1].pass.as_str())
            {
                let (kinds, removed_by) = (std::mem::take(kinds), Some(*removed_by));
                *problem = Problem::Idle { kinds, step: *step, removed_by };
            }
        }
    }

    fn leftovers(&mut self, last: &Kinds) {
        let mut left = self.state.may.clone();
        left.difference_with(last);
        // The conditions at the end are about operations.
        left.difference_with(&self.universe.types());
        let mut symptoms = self.universe.none();
        let mut causes = self.universe.none();
        for (_, kinds, others) in &self.hindered {
            let mut others = others.clone();
            others.intersect_with(&left);
            if !others.is_clear() {
                symptoms.union_with(kinds);
                causes.union_with(&others);
            }
        }
        symptoms.difference_with(&causes);
        let because_of = self.universe.describe(&causes);
        symptoms.intersect_with(&left);
        let mut own = left;
        own.difference_with(&symptoms);
        let [sure, other] = self.parted(&own);
        for ((kinds, certain), because_of) in
            [(sure, &Vec::new()), (other, &Vec::new()), ((symptoms, false), &because_of)]
        {
            for (kind, step) in grouped(self.universe, &self.state, &kinds) {
                let (removers, why) = (self.removers(&kind), self.why(&kind, step));
                let because_of = because_of.clone();
                self.out.problems.push(Problem::Leftover { kind, step, because_of, why, removers, certain });
            }
        }
    }

    /// The last step that may remove the kinds of a word, which `added_by` added last, and why it does not.
    fn why(&self, word: &str, added_by: StepNumber) -> Option<(StepNumber, Remains)> {
        let kinds = self.universe.set(&[word.parse::<Element>().ok()?]);
        let (step, _) = self.taken.iter().rfind(|(_, taken)| kinds.is_subset(taken))?;
        if *step < added_by {
            return Some((*step, Remains::Early));
        }
        let mut others = self.universe.none();
        let hindered = self
            .hindered
            .iter()
            .filter(|(number, hindered, _)| number == step && !hindered.is_disjoint(&kinds));
        hindered.for_each(|(_, _, by)| others.union_with(by));
        match others.is_clear() {
            true => Some((*step, Remains::Added)),
            false => Some((*step, Remains::Beside(self.universe.describe(&others)))),
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
fn grouped(universe: &KindInterner, state: &State, kinds: &Kinds) -> Vec<(String, StepNumber)> {
    let mut by_step: BTreeMap<StepNumber, Kinds> = BTreeMap::new();
    for kind in kinds.ones() {
        by_step.entry(state.added_by(kind)).or_insert_with(|| universe.none()).insert(kind);
    }
    let words = |(step, kinds): (StepNumber, Kinds)| {
        universe.describe(&kinds).into_iter().map(move |word| (word, step)).collect::<Vec<_>>()
    };
    by_step.into_iter().flat_map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::{Audited, Element, Problem, Question, Remains, audit, nesting};
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
            &Question {
                steps,
                start: elements(start),
                program: None,
                fleeting: Vec::new(),
                dead: Vec::new(),
                folding: Vec::new(),
                last: elements(&["llvm.*"]),
            },
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
        let Problem::Leftover { kind, step, because_of, removers, .. } = &found.problems[0] else {
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

    /// The audit of a program that has exactly these kinds.
    fn of_program(contracts: &str, passes: &str, program: &[&str], last: &str) -> Audited {
        let contracts = Contracts::read([("t", contracts)]).expect("the text is right");
        let kind =
            |name: &&str| crate::contract::kinds::OpKind { name: (*name).to_owned(), satisfies: Vec::new() };
        let question = Question {
            steps: pipeline::parse(passes).expect("the pipeline is right"),
            start: Vec::new(),
            program: Some(program.iter().map(kind).collect()),
            fleeting: Vec::new(),
            dead: Vec::new(),
            folding: Vec::new(),
            last: elements(&[last]),
        };
        audit(&contracts, &question)
    }

    /// The kinds that may be left, with those that surely are, and why their remover leaves them.
    fn left(found: &Audited) -> Vec<(&str, bool, Option<&Remains>)> {
        let leftovers = found.problems.iter().filter_map(|problem| match problem {
            Problem::Leftover { kind, certain, why, .. } => {
                Some((kind.as_str(), *certain, why.as_ref().map(|one| &one.1)))
            }
            _ => None,
        });
        leftovers.collect()
    }

    #[test]
    fn what_a_step_may_add_is_not_certain_and_what_it_always_makes_is() {
        let text = "[pass.p]\nremoves = [\"a.x\"]\nadds = [\"b.y\", \"b.z\", { kinds = [\"b.z\"], when = [\"a.x\"], always = true }]";
        let found = of_program(text, "p", &["a.x", "c.k"], "d.*");
        assert_eq!(left(&found), [("c.k", true, None), ("b.z", true, None), ("b.y", false, None)]);
        let idle = of_program(text, "p", &["a.w"], "d.*");
        assert!(left(&idle).iter().all(|one| one.0 != "b.z" || !one.1), "{idle:?}");
    }

    #[test]
    fn what_fails_beside_a_kind_that_only_may_be_there_is_not_certain() {
        let text = "[pass.p]\nadds = [\"!linked\"]\n[pass.q]\nforbids = [{ kinds = [\"a.x\"], when = [\"!linked\"] }]";
        let certain = |passes: &str, program: &[&str]| {
            let found = of_program(text, passes, program, "*");
            let failing = found.problems.iter().filter_map(|one| match one {
                Problem::Forbidden { certain, .. } => Some(*certain),
                _ => None,
            });
            failing.collect::<Vec<_>>()
        };
        assert_eq!(certain("p,q", &["a.x"]), [false]);
        assert_eq!(certain("q", &["a.x", "!linked"]), [true]);
        assert_eq!(certain("q", &["a.x"]), Vec::<bool>::new());
    }

    #[test]
    fn what_folds_or_is_dead_at_the_start_is_not_certain() {
        let contracts = Contracts::read([("t", "[pass.p]\nadds = [\"b.y\"]")]).expect("the text is right");
        let kind =
            |name: &str| crate::contract::kinds::OpKind { name: name.to_owned(), satisfies: Vec::new() };
        let question = Question {
            steps: pipeline::parse("p").expect("the pipeline is right"),
            program: Some(vec![kind("a.x"), kind("a.y")]),
            fleeting: vec![kind("a.x")],
            last: elements(&["b.*"]),
            ..Question::default()
        };
        assert_eq!(left(&audit(&contracts, &question)), [("a.y", true, None), ("a.x", false, None)]);
    }

    #[test]
    fn what_is_dead_is_certain_until_dead_code_is_erased() {
        let text = "[class.folds]\npartly = [\"*\"]\n[class.cleans]\npartly = [\"*\"]\n[pass.f]\nclass = [\"folds\"]\n[pass.c]\nclass = [\"cleans\"]\n[pass.n]\n[pass.k]\npreserves = [\"*\"]\n[pass.m]\nclass = [\"folds\"]\nremoves = [\"a.x\"]\nadds = [\"b.y\", { kinds = [\"b.y\"], when = [\"a.x\"], always = true }]";
        let contracts = Contracts::read([("t", text)]).expect("the text is right");
        let kind =
            |name: &str| crate::contract::kinds::OpKind { name: name.to_owned(), satisfies: Vec::new() };
        let is_certain = |passes: &str| {
            let question = Question {
                steps: pipeline::parse(passes).expect("the pipeline is right"),
                program: Some(vec![kind("a.x")]),
                fleeting: vec![kind("a.x")],
                dead: vec![kind("a.x")],
                folding: Vec::new(),
                last: elements(&["d.*"]),
                ..Question::default()
            };
            let found = audit(&contracts, &question);
            left(&found).iter().map(|one| one.1).collect::<Vec<_>>()
        };
        for passes in ["f", "k", "f,k", "m", "m,f"] {
            assert_eq!(is_certain(passes), [true], "{passes}");
        }
        for passes in ["c", "n", "f,c", "m,c"] {
            assert_eq!(is_certain(passes), [false], "{passes}");
        }
    }

    #[test]
    fn what_folds_is_certain_until_a_step_may_fold_it() {
        let text = "[class.folds]\npartly = [\"*\"]\n[pass.f]\nclass = [\"folds\"]\n[pass.k]\npreserves = [\"*\"]\n[pass.m]\npreserves = [\"*\"]\nadds = [\"b.y\", \"b.z\", { kinds = [\"b.y\"], when = [\"a.x\"], always = true, live = true }, { kinds = [\"b.z\"], when = [\"a.x\"], always = true }]";
        let contracts = Contracts::read([("t", text)]).expect("the text is right");
        let kind =
            |name: &str| crate::contract::kinds::OpKind { name: name.to_owned(), satisfies: Vec::new() };
        let certain = |passes: &str| {
            let question = Question {
                steps: pipeline::parse(passes).expect("the pipeline is right"),
                program: Some(vec![kind("a.x")]),
                fleeting: vec![kind("a.x")],
                last: elements(&["d.*"]),
                ..Question::default()
            };
            let found = audit(&contracts, &question);
            left(&found).iter().filter(|one| one.1).map(|one| one.0.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(certain("k"), ["a.x"]);
        assert!(certain("f").is_empty());
        // A check that is made of it stays, whatever comes of the operation.
        assert_eq!(certain("m"), ["a.x", "b.y"]);
        assert_eq!(certain("m,f"), ["b.y"]);
    }

    #[test]
    fn operations_on_a_type_are_there_where_the_type_is() {
        let text = "[pass.p]\nremoves = [\"!tensor\"]\n[pass.q]\nadds = [\"a.*\"]\n[pass.r]\npartly = [\"a.x{tensor}\"]";
        let words = |passes: &str| {
            let found = of_program(text, passes, &["!tensor", "b.z"], "b.z");
            left(&found).iter().map(|one| one.0.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(words("q"), ["a.*"]);
        assert_eq!(words("p,q"), ["a.*"]);
        let found = of_program(text, "p,q", &["!tensor", "b.z"], "a.*{!tensor}");
        assert_eq!(left(&found).iter().map(|one| one.0.to_owned()).collect::<Vec<_>>(), ["b.z"]);
        let found = of_program(text, "q", &["!tensor", "b.z"], "a.*{!tensor}");
        assert_eq!(
            left(&found).iter().map(|one| one.0.to_owned()).collect::<Vec<_>>(),
            ["b.z", "a.x{tensor}"]
        );
    }

    #[test]
    fn options_without_a_contract_may_take_what_is_of_the_dialects_of_the_pass() {
        let text = "[pass.p]\nremoves = [\"a.x\"]\nadds = [\"b.y\"]";
        let contracts = Contracts::read([("t", text)]).expect("the text is right");
        let kind =
            |name: &str| crate::contract::kinds::OpKind { name: name.to_owned(), satisfies: Vec::new() };
        let question = Question {
            steps: pipeline::parse("p{more=1}").expect("the pipeline is right"),
            program: Some(vec![kind("a.y"), kind("c.z")]),
            last: elements(&["b.*"]),
            ..Question::default()
        };
        assert_eq!(left(&audit(&contracts, &question)), [("c.z", true, None), ("a.y", false, None)]);
    }

    #[test]
    fn kinds_that_a_row_leaves_out_are_neither_added_nor_a_condition() {
        let text = "[pass.p]\nadds = [{ kinds = [\"b.*\", \"b.x\"], but = [\"b.x\", \"a.x\"], when = [\"a.*\", \"a.x\"] }]";
        let words = |program: &[&str]| {
            let found = of_program(text, "p", program, "a.*");
            left(&found).iter().map(|one| one.0.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(words(&["a.y"]), ["b.*"]);
        assert!(words(&["a.x"]).is_empty());
    }

    #[test]
    fn a_row_with_two_conditions_adds_where_both_hold() {
        let text = "[pass.p]\nadds = [{ kinds = [\"b.y\"], when = [\"a.x\"], and = [\"a.z\"] }]";
        assert!(of_program(text, "p", &["a.x"], "a.*").is_clean());
        assert_eq!(left(&of_program(text, "p", &["a.x", "a.z"], "a.*")), [("b.y", false, None)]);
    }

    #[test]
    fn what_only_possibly_fails_is_not_certain() {
        let text = "[pass.p]\nforbids = [{ kinds = [\"a.x\"], possible = true }, \"a.y\"]";
        let found = of_program(text, "p", &["a.x", "a.y"], "*");
        let failing = found.problems.iter().filter_map(|one| match one {
            Problem::Forbidden { kind, certain, .. } => Some((kind.as_str(), *certain)),
            _ => None,
        });
        assert_eq!(failing.collect::<Vec<_>>(), [("a.y", true), ("a.x", false)]);
    }

    #[test]
    fn a_dialect_that_the_program_or_a_later_pass_loads_is_there_from_the_start() {
        let text = "[pass.p]\nforbids = [{ kinds = [\"a.x\"], unloaded = \"b\" }]\n[pass.q]\nloads = [\"b\"]\n[pass.r]";
        let fails = |passes: &str, program: &[&str]| {
            let found = of_program(text, passes, program, "*");
            found.problems.iter().any(|one| matches!(one, Problem::Forbidden { .. }))
        };
        assert!(fails("p", &["a.x"]) && fails("p,r", &["a.x"]));
        assert!(!fails("p", &["a.x", "b.y"]) && !fails("p,q", &["a.x"]));
    }

    #[test]
    fn a_conversion_folds_to_what_is_legal_or_converted() {
        let folds =
            "[class.folds]\npartly = [\"*\"]\nadds = [{ kinds = [\"arith.constant\"], when = [\"a.*\"] }]\n";
        let found = |legal: &str, rest: &str| {
            let text = format!("{folds}[pass.p]\nclass = [\"folds\"]\nlegal = [{legal}]\n{rest}");
            let found = of_program(&text, "p", &["a.x"], "d.*");
            left(&found).iter().map(|one| one.0.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found("\"arith.*\"", ""), ["a.x", "arith.constant"]);
        assert_eq!(found("\"d.*\"", ""), ["a.x"]);
        assert_eq!(found("\"*\"", ""), ["a.x"]);
    }

    #[test]
    fn what_folds_for_sure_goes_where_the_constant_may_stay() {
        let kind =
            |name: &str| crate::contract::kinds::OpKind { name: name.to_owned(), satisfies: Vec::new() };
        let found = |legal: &str, passes: &str| {
            let text = format!(
                "[class.folds]\npartly = [\"*\"]\n[pass.p]\nclass = [\"folds\"]\nlegal = [{legal}]\n[pass.q]\nadds = [\"a.x\"]\n[pass.r]\nremoves = [\"arith.constant\"]"
            );
            let contracts = Contracts::read([("t", text.as_str())]).expect("the text is right");
            let question = Question {
                steps: pipeline::parse(passes).expect("the pipeline is right"),
                program: Some(vec![kind("a.x"), kind("arith.constant")]),
                fleeting: vec![kind("a.x")],
                folding: vec![kind("a.x")],
                last: elements(&["arith.*"]),
                ..Question::default()
            };
            left(&audit(&contracts, &question)).iter().map(|one| one.0.to_owned()).collect::<Vec<_>>()
        };
        let left: [&str; 0] = [];
        assert_eq!(found("\"arith.*\"", "p"), left);
        // Nothing is folded, the constant could not stay, more of it is made, and its operands are converted.
        for (legal, passes) in [
            ("\"*\"", "p"),
            ("\"d.*\"", "p"),
            ("\"arith.*\"", "q,p"),
            ("\"arith.*\"", "r,p"),
            ("\"arith.*\"", "p,q"),
        ] {
            assert_eq!(found(legal, passes), ["a.x"], "{legal} {passes}");
        }
    }

    #[test]
    fn what_a_pass_preserves_stays_certain() {
        let text = "[pass.p]\npartly = [\"a.*\"]\npreserves = [\"a.x\"]\n[pass.q]\nclass = [\"k\"]\n[class.k]\npartly = [\"*\"]\npreserves = [\"a.y\"]";
        let found = |pass: &str| {
            let found = of_program(text, pass, &["a.x", "a.y"], "d.*");
            left(&found).iter().filter(|one| one.1).map(|one| one.0.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!((found("p"), found("q")), (vec!["a.x".to_owned()], vec!["a.y".to_owned()]));
    }

    #[test]
    fn of_some_kinds_those_that_may_be_there_are_meant() {
        let text = "[pass.p]\nremoves = [\"a.v\"]\nadds = [\"b.y\", { kinds = [\"b.*\"], when = [\"a.x\"], always = true }]";
        let found = of_program(text, "p", &["a.x", "c.k"], "c.*");
        assert!(left(&found).contains(&("b.y", true, None)), "{found:?}");
    }

    #[test]
    fn what_a_step_takes_in_part_is_not_certain() {
        let text = "[pass.p]\npartly = [\"a.x\"]\n[pass.q]\nclass = [\"k\"]\n[class.k]\npartly = [\"*\"]";
        assert_eq!(left(&of_program(text, "p", &["a.x"], "d.*")), [("a.x", false, None)]);
        assert_eq!(left(&of_program(text, "q", &["a.x"], "d.*")), [("a.x", false, None)]);
    }

    #[test]
    fn the_reason_of_what_is_left_is_that_of_the_last_remover() {
        let text =
            "[pass.p]\nadds = [\"a.x\"]\n[pass.q]\nremoves = [{ kinds = [\"a.x\"], unless = [\"!tensor\"] }]";
        let early = of_program(text, "q,p", &["b.k"], "b.*");
        assert_eq!(left(&early), [("a.x", false, Some(&Remains::Early))]);
        let beside = of_program(text, "p,q", &["b.k", "!tensor"], "b.*");
        assert_eq!(left(&beside), [("a.x", false, Some(&Remains::Beside(vec!["!tensor".to_owned()])))]);
        assert!(of_program(text, "p,q", &["b.k"], "b.*").is_clean());
    }

    #[test]
    fn a_pass_that_another_step_feeds_is_in_order() {
        let text = "[pass.low]\nremoves = [\"a.loop\"]\n[pass.make]\nadds = [\"a.loop\"]\n[pass.opt]\nrequires = [\"a.loop\"]";
        let late = |passes: &str| {
            let found = of_program(text, passes, &["a.loop"], "*");
            found.problems.iter().filter(|one| matches!(one, Problem::PhaseOrder { .. })).count()
        };
        assert_eq!(late("low,opt"), 1);
        assert_eq!(late("low,opt,make,opt"), 0);
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
        // A function without a body holds nothing.
        assert_eq!(count(&["func.func", "llvm.func{declared}", "arith.addi"]), 0);
        assert_eq!(count(&["func.func", "llvm.func{!declared}", "arith.addi"]), 1);
    }

    #[test]
    fn a_hidden_body_is_forbidden_and_idle_steps_are_named() {
        let found = audited("convert-arith-to-llvm,convert-cf-to-llvm", &["linalg.matmul", "arith.addf"]);
        let forbidden =
            Problem::Forbidden { kind: "linalg.matmul".to_owned(), step: 1, added_by: 0, certain: true };
        assert!(found.problems.contains(&forbidden), "{found:?}");
        assert!(
            found.problems.iter().any(|one| matches!(one, Problem::Idle { step: 2, removed_by: None, .. }))
        );
    }

    #[test]
    fn nothing_is_known_behind_a_pass_without_a_contract() {
        let found = audited("my-pass,convert-arith-to-llvm,your-pass", &["arith.addf"]);
        assert_eq!(found.unknown, [1, 3]);
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
