//! The questions about a pattern as SMT-LIB 2 files that any solver reads: whole, without the shortcuts that an answer may
//! take, and with comments that name the lines of the pattern. Decides nothing.

use assay_ir::data::{OpId, Program, known as names};

use super::counted;
use super::lower::lower;
use super::question::{About, Obligation, Origin, Question};
use crate::pattern::decode::Lengths;
use crate::stage::Task;
use assay_type_solver::ask::{Sections, TypeSolver, with_sorts};
use assay_type_solver::candidates::Sort;
use assay_type_solver::conform;
use assay_type_solver::term::{Formula, Variable};

/// The name of the question whether a pattern can match, before its lengths.
pub const MATCHES: &str = "matches";

/// One question as a file.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// A name that no other question of the pattern has, fit for a file.
    pub name: String,
    /// What the text asks: `sat` of the first, whether the pattern can match, and `unsat` of the others are good news.
    pub text: String,
}

/// The questions of a pattern: first whether it can match at all, then for each obligation whether it can break; all of
/// them once for each choice of lengths of ranges that is looked at.
pub fn emit(task: &Task<'_>) -> Vec<Emitted> {
    let (choices, _) = counted::choices(task);
    let several = choices.len() > 1;
    let mut all = Vec::new();
    for (choice, lengths) in choices.iter().enumerate() {
        let question = lower(task.program, task.pattern, task.registry, lengths);
        let writer = Writer { task, question: &question, lengths };
        let asker = TypeSolver::new(task.registry.ctx(), None);
        let matches = (MATCHES.to_owned(), writer.matches());
        let broken = question.obligations.iter().enumerate().filter(|(_, one)| one.formula != Formula::True);
        let broken = broken.map(|(index, one)| (format!("{}-{index}", one.code), writer.broken(one)));
        let emitted = |(name, sections): (String, Sections)| {
            let name = if several { format!("{name}.lengths-{choice}") } else { name };
            Some(Emitted { name, text: asker.text(&sections)? })
        };
        all.extend(std::iter::once(matches).chain(broken).filter_map(emitted));
    }
    all
}

struct Writer<'a> {
    task: &'a Task<'a>,
    question: &'a Question,
    lengths: &'a Lengths,
}

impl Writer<'_> {
    fn matches(&self) -> Sections {
        let title =
            format!("{}\nCan it match? `unsat` says that it never does.", heading(self.task, self.lengths));
        self.sections(title, Vec::new())
    }

    fn broken(&self, obligation: &Obligation) -> Sections {
        let place = place(self.task.program, obligation.op);
        let (title, what) = match &obligation.about {
            About::Definition { name, .. } => {
                let name = self.task.registry.ctx().str(*name);
                (
                    format!("Can the created `{name}` break its definition?"),
                    format!("`{name}` is not as defined"),
                )
            }
            About::Undeclared(name) => {
                let name = self.task.registry.ctx().str(*name);
                (format!("Is the created `{name}` no operation of its dialect?"), "it is not".to_owned())
            }
            About::Undefined(name) => {
                let name = self.task.registry.ctx().str(*name);
                (
                    format!("Can the created `{name}`, which has no definition here, be invalid?"),
                    "it is".to_owned(),
                )
            }
            About::Replacement { index, .. } => (
                format!("Can result #{index} be replaced by a value of another type?"),
                "the types differ".to_owned(),
            ),
            About::ResultTypes(name) => {
                let name = self.task.registry.ctx().str(*name);
                (format!("Are result types of the created `{name}` missing?"), "they are".to_owned())
            }
        };
        let title = format!(
            "{}\n{place}: {title} `unsat` says no ({}).",
            heading(self.task, self.lengths),
            obligation.code
        );
        let broken = obligation.formula.clone().negate();
        let made = self.question.made.iter();
        let mut more: Vec<(String, Formula)> =
            made.map(|fact| (self.fact(fact.op), fact.formula.clone())).collect();
        more.push((format!("{place}: {what}"), broken));
        self.sections(title, more)
    }

    fn sections(&self, title: String, more: Vec<(String, Formula)>) -> Sections {
        let facts = self.question.facts.iter().map(|fact| (self.fact(fact.op), fact.formula.clone()));
        let mut statements: Vec<(String, Formula)> = facts.chain(more).collect();
        let all = Formula::all(statements.iter().map(|(_, formula)| formula.clone()));
        let declared = conform::definitions(self.task.registry, &all);
        if declared != Formula::True {
            statements.push(("parameters of types and attributes are as declared".to_owned(), declared));
        }
        let sorts = self.question.sorts();
        let kinds = with_sorts(&Formula::True, &sorts);
        if kinds != Formula::True {
            statements.insert(0, ("types are types, attributes are there".to_owned(), kinds));
        }
        Sections { title, unknowns: self.unknowns(&sorts), statements }
    }

    fn unknowns(&self, sorts: &[(Variable, Sort)]) -> Vec<(Variable, String)> {
        let describe = |(variable, _): &(Variable, Sort)| {
            (*variable, origin(self.task, self.question.unknowns[variable.0 as usize].0))
        };
        sorts.iter().map(describe).collect()
    }

    fn fact(&self, op: OpId) -> String {
        match self.task.program.op(op).name == names::PDL_OPERATION {
            true => format!("{}: the matched operation is as defined", place(self.task.program, op)),
            false => place(self.task.program, op),
        }
    }
}

/// The text and the name of a pattern, and how long its ranges are.
pub(super) fn heading(task: &Task<'_>, lengths: &Lengths) -> String {
    let name = task.program.attr_text(task.pattern, names::SYM_NAME);
    let name = name.map_or_else(|| "a pattern without a name".to_owned(), |name| format!("pattern @{name}"));
    let source = task.program.source().map(|source| source.name().to_owned()).unwrap_or_default();
    let mut ranges: Vec<(OpId, usize)> = lengths
        .ranges
        .iter()
        .filter_map(|(range, length)| Some((task.program.defining_op(*range)?, *length)))
        .collect();
    ranges.sort_by_key(|(op, _)| task.program.op(*op).span.start);
    let ranges =
        ranges.iter().map(|(op, length)| format!("\n{}: of length {length}", place(task.program, *op)));
    format!("{source}: {name}{}", ranges.collect::<String>())
}

/// The line of a PDL operation and how it begins.
pub(super) fn place(program: &Program, op: OpId) -> String {
    let Some(source) = program.source() else { return program.op_name(op).to_owned() };
    let span = program.op(op).span;
    let line = source.line_column(span.start).line;
    let written = source.text().get(span.start as usize..span.end as usize).unwrap_or_default();
    let first = written.lines().next().unwrap_or_default().trim_end();
    format!("line {line}: {first}")
}

/// What an unknown is.
pub(super) fn origin(task: &Task<'_>, origin: Origin) -> String {
    let program = task.program;
    let of = |value| program.defining_op(value).map_or_else(String::new, |op| place(program, op));
    match origin {
        Origin::Type(value) => format!("{}: a type", of(value)),
        Origin::Operand(value) => format!("{}: the type of an operand", of(value)),
        Origin::Element(value, index) => format!("{}: type #{index}", of(value)),
        Origin::Attribute(value) => format!("{}: an attribute", of(value)),
        Origin::Unlisted(op, name) => {
            let name = task.registry.ctx().str(name);
            format!("{}: its attribute `{name}`, which the pattern does not name", place(program, op))
        }
        Origin::Loose(op, index) => {
            format!("{}: the type of operand #{index}, which MLIR 22 does not compare", place(program, op))
        }
        Origin::Native(op) => format!("{}: made by native code", place(program, op)),
    }
}
