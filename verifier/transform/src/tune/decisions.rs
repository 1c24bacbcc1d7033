//! The choices that a script leaves open, in the order of its text, and the constraints whose operands are choices or constants.

use assay_audit::script::text::{self, Symbols};
use assay_ir::data::{AttrId, AttrKind, BlockId, OpId, Program, ValueDef, ValueId};
use assay_ir::text as print;
use rustc_hash::FxHashSet;

use crate::run::{Bound, Script};

/// Knobs, and choices among regions.
const CHOICE_OPS: [&str; 2] = ["transform.tune.knob", "transform.tune.alternatives"];
/// Constraints between parameters, and a constant one.
const PARAM_OPS: [&str; 2] = ["transform.smt.constrain_params", "transform.param.constant"];
/// A failure in a region of this one is tried over.
const TRYING_OPS: [&str; 1] = ["transform.alternatives"];
/// Their callees are matchers, which may fail.
const MATCHING_OPS: [&str; 2] = ["transform.foreach_match", "transform.collect_matching"];

/// Levels of regions and callees.
const LEVELS: usize = 200;

/// A fault of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The operation of the script.
    pub at: OpId,
    /// The fault as one sentence without a full stop.
    pub message: String,
}

/// A condition under which a choice is made: another choice is one of those that are true here.
pub(super) type Condition = (usize, Vec<bool>);

/// An open choice.
#[derive(Debug)]
pub(super) struct Decision {
    /// The operations of this name.
    pub(super) ops: Vec<OpId>,
    pub(super) name: String,
    /// The options, in words.
    pub(super) words: Vec<String>,
    /// The same as numbers.
    pub(super) numbers: Vec<Option<i128>>,
    /// True where neighbours in the list are near each other.
    pub(super) ordered: bool,
    pub(super) active: Vec<Condition>,
}

/// An operand of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Choice(usize),
    Number(i128),
}

/// A constraint that the choices decide.
#[derive(Debug)]
pub(super) struct Constrained {
    pub(super) op: OpId,
    pub(super) operands: Vec<Operand>,
    pub(super) active: Vec<Condition>,
}

/// The choices of a script and what restricts them.
#[derive(Debug, Default)]
pub(super) struct Decisions {
    pub(super) list: Vec<Decision>,
    pub(super) constraints: Vec<Constrained>,
    /// Constraints that a run decides.
    pub(super) undecided: Vec<OpId>,
}

/// Reads the choices of the sequences that a script runs.
///
/// # Errors
/// Knobs without a list of options, with an empty one, or with another one than a knob of the same name.
pub(super) fn read(script: &Script<'_>, bound: &[Bound]) -> Result<Decisions, Vec<Fault>> {
    let reader = Reader {
        program: script.program,
        symbols: script.symbols,
        entry: script.entry,
        bound,
        visited: FxHashSet::default(),
        found: Decisions::default(),
        constraints: Vec::new(),
        faults: Vec::new(),
    };
    reader.read()
}

struct Reader<'r> {
    program: &'r Program,
    symbols: &'r Symbols,
    entry: OpId,
    bound: &'r [Bound],
    visited: FxHashSet<OpId>,
    found: Decisions,
    constraints: Vec<(OpId, Vec<Condition>)>,
    faults: Vec<Fault>,
}

/// The surroundings of an operation.
#[derive(Clone, Default)]
struct Inside {
    active: Vec<Condition>,
    /// A failure here does not end the script.
    caught: bool,
    level: usize,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Decisions, Vec<Fault>> {
        self.sequence(self.entry, &Inside::default());
        for (op, active) in std::mem::take(&mut self.constraints) {
            match self.program.operands(op).map(|value| self.operand(value)).collect::<Option<Vec<_>>>() {
                Some(operands) => self.found.constraints.push(Constrained { op, operands, active }),
                None => self.found.undecided.push(op),
            }
        }
        if self.faults.is_empty() { Ok(self.found) } else { Err(self.faults) }
    }

    /// A sequence that runs. What runs from several places is taken to run whatever was chosen around it.
    fn sequence(&mut self, op: OpId, inside: &Inside) {
        let again = !self.visited.insert(op);
        if again {
            let within =
                |decision: &Decision| decision.ops.iter().all(|one| self.program.is_within(*one, op));
            for decision in self.found.list.iter_mut().filter(|decision| within(decision)) {
                decision.active.retain(|(other, _)| inside.active.iter().any(|(one, _)| one == other));
            }
            return;
        }
        if let Some(block) = text::body(self.program, op) {
            self.block(block, &Inside { level: inside.level + 1, ..inside.clone() });
        }
    }

    fn block(&mut self, block: BlockId, inside: &Inside) {
        if inside.level > LEVELS {
            return;
        }
        for op in self.program.ops_in(block).collect::<Vec<_>>() {
            self.op(op, inside);
        }
    }

    fn op(&mut self, op: OpId, inside: &Inside) {
        let program = self.program;
        let name = program.op_name(op);
        if name == CHOICE_OPS[0] {
            return self.knob(op, inside);
        }
        if name == PARAM_OPS[0] {
            if !inside.caught {
                self.constraints.push((op, inside.active.clone()));
            }
            return;
        }
        if name == CHOICE_OPS[1] {
            return self.alternatives(op, inside);
        }
        let caught = inside.caught || TRYING_OPS.contains(&name) || text::suppresses(program, op);
        let deeper = Inside { caught, level: inside.level + 1, ..inside.clone() };
        for region in program.op_regions(op) {
            program.region(*region).blocks.iter().for_each(|block| self.block(*block, &deeper));
        }
        let targets = text::targets(program, op);
        let matchers = if MATCHING_OPS.contains(&name) { targets.len().div_ceil(2) } else { 0 };
        for (index, target) in targets.into_iter().enumerate() {
            if let Some(callee) = self.symbols.find(program, op, target) {
                self.sequence(callee, &Inside { caught: caught || index < matchers, ..deeper.clone() });
            }
        }
    }

    fn knob(&mut self, op: OpId, inside: &Inside) {
        let program = self.program;
        if text::attr(program, op, "selected").is_some() {
            return;
        }
        let name = self.name(op);
        let options = text::attr(program, op, "options");
        let Some(options) = options.filter(|list| text::is_list(program, *list)) else {
            return self.fault(op, format!("the options of the knob `{name}` are no list"));
        };
        let options = text::elements(program, options);
        if options.is_empty() {
            return self.fault(op, format!("the knob `{name}` has no options"));
        }
        let (words, numbers) = (options.iter().map(|one| self.words(*one)).collect(), self.numbers(options));
        let ordered = numbers.iter().all(Option::is_some);
        self.decide(Decision { ops: vec![op], name, words, numbers, ordered, active: inside.active.clone() });
    }

    fn alternatives(&mut self, op: OpId, inside: &Inside) {
        let program = self.program;
        let (name, regions) = (self.name(op), program.op_regions(op));
        let written = text::number(program, op, "selected_region_attr").map(i128::from);
        let param = program.operand(op, 0);
        let chosen = param.and_then(|value| self.operand(value));
        // For each region the condition under which it runs; `None` where it never does.
        let mut conditions: Vec<Option<Vec<Condition>>> = vec![Some(Vec::new()); regions.len()];
        match (written, chosen) {
            (Some(number), _) | (None, Some(Operand::Number(number))) => {
                for (index, one) in conditions.iter_mut().enumerate() {
                    *one = (number == index as i128).then(Vec::new);
                }
            }
            (None, Some(Operand::Choice(choice))) => {
                let numbers = &self.found.list[choice].numbers;
                for (index, one) in conditions.iter_mut().enumerate() {
                    let fits = numbers.iter().map(|number| *number == Some(index as i128)).collect();
                    *one = Some(vec![(choice, fits)]);
                }
            }
            (None, None) if param.is_none() => {
                if regions.is_empty() {
                    return self.fault(op, format!("`{name}` has no region to choose"));
                }
                let words = (0..regions.len()).map(|index| index.to_string()).collect();
                let numbers = vec![None; regions.len()];
                let active = inside.active.clone();
                let decision = Decision { ops: vec![op], name, words, numbers, ordered: false, active };
                let Some(choice) = self.decide(decision) else { return };
                for (index, one) in conditions.iter_mut().enumerate() {
                    *one = Some(vec![(choice, (0..regions.len()).map(|at| at == index).collect())]);
                }
            }
            // A run decides.
            (None, None) => {}
        }
        for (region, condition) in regions.iter().zip(conditions) {
            let Some(condition) = condition else { continue };
            let mut deeper = Inside { level: inside.level + 1, ..inside.clone() };
            deeper.active.extend(condition);
            program.region(*region).blocks.iter().for_each(|block| self.block(*block, &deeper));
        }
    }

    /// Adds a choice; its number. One of the same name is made once.
    fn decide(&mut self, decision: Decision) -> Option<usize> {
        let op = decision.ops[0];
        let Some(at) = self.found.list.iter().position(|one| one.name == decision.name) else {
            self.found.list.push(decision);
            return Some(self.found.list.len() - 1);
        };
        let one = &mut self.found.list[at];
        if one.words != decision.words || one.ordered != decision.ordered {
            let message = format!("`{}` is chosen elsewhere among others than here", decision.name);
            self.fault(op, message);
            return None;
        }
        one.ops.push(op);
        // It is made where either is.
        if one.active != decision.active {
            one.active.clear();
        }
        Some(at)
    }

    fn fault(&mut self, at: OpId, message: String) {
        self.faults.push(Fault { at, message });
    }

    fn name(&self, op: OpId) -> String {
        let name = text::attr(self.program, op, "name").and_then(|name| text::string(self.program, name));
        name.map_or_else(String::new, |name| self.program.ctx().str(name).to_owned())
    }

    fn words(&self, attr: AttrId) -> String {
        match (self.number(attr), self.program.ctx().attr_kind(attr)) {
            (Some(number), _) => number.to_string(),
            (None, AttrKind::String { text, .. }) => self.program.ctx().str(*text).to_owned(),
            _ => print::attr_text(self.program.ctx(), attr),
        }
    }

    fn numbers(&self, options: &[AttrId]) -> Vec<Option<i128>> {
        options.iter().map(|one| self.number(*one)).collect()
    }

    fn number(&self, attr: AttrId) -> Option<i128> {
        text::integer(self.program, attr).map(i128::from)
    }

    /// The choice or the number that a value is; `None` where a run decides.
    fn operand(&self, value: ValueId) -> Option<Operand> {
        let program = self.program;
        let mut value = value;
        for _ in 0..LEVELS {
            let (block, index) = match program.value(value).def {
                ValueDef::Result(op, _) => return self.result(op),
                ValueDef::Argument(block, index) => (block, index as usize),
            };
            let sequence = program.block_parent_op(block);
            if sequence == self.entry {
                let [one] = self.bound.get(index.checked_sub(1)?)?[..] else { return None };
                return self.number(one).map(Operand::Number);
            }
            value = self.passed(sequence, index)?;
        }
        None
    }

    /// The result of a knob or a constant.
    fn result(&self, op: OpId) -> Option<Operand> {
        let program = self.program;
        let name = program.op_name(op);
        if name == PARAM_OPS[1] {
            return self.number(text::attr(program, op, "value")?).map(Operand::Number);
        }
        if name != CHOICE_OPS[0] {
            return None;
        }
        if let Some(selected) = text::attr(program, op, "selected") {
            return self.number(selected).map(Operand::Number);
        }
        let choice = self.found.list.iter().position(|decision| decision.ops.contains(&op))?;
        self.found.list[choice].ordered.then_some(Operand::Choice(choice))
    }

    /// The operand for an argument of a sequence that is included at one place.
    fn passed(&self, sequence: OpId, index: usize) -> Option<ValueId> {
        let program = self.program;
        let calls = |op: &OpId| {
            text::targets(program, *op)
                .iter()
                .any(|target| self.symbols.find(program, *op, *target) == Some(sequence))
        };
        let mut includes = program.walk(program.top()).filter(calls);
        let (first, other) = (includes.next()?, includes.next());
        let plain = text::attr(program, first, "target").is_some();
        (other.is_none() && plain).then(|| program.operand(first, index)).flatten()
    }
}
