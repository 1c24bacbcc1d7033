//! What a page shows of a refuted pattern besides its findings: the graph of what it matches and makes of it, and the
//! questions to the solver.

use std::collections::HashMap;

use assay_ir::data::{OpId, Program, ValueDef, ValueId};
use assay_ir::diagnostic::Severity;
use assay_ir::pdl::{Pattern, PdlOp};
use assay_ir::rule::Family;
use assay_reports::graph::{Node, Side};
use assay_reports::{Graph, PatternReport, Question};
use assay_smt::SolverPool;
use assay_verifier::pattern::naming;
use assay_verifier::stage::Task;
use assay_verifier::types;
use assay_verifier::values::{self, Argument};

use crate::origin::Place;

/// A pattern of fewer operations is read faster than its drawing.
const FEWEST: usize = 5;

/// The graph of a pattern of five operations or more.
fn graph(place: Place<'_>, op: OpId) -> Option<Graph> {
    let pattern = Pattern { program: place.program, op };
    let mut drawn = Drawn { place, graph: Graph::default(), known: HashMap::new() };
    pattern.matcher().for_each(|op| drawn.matched(op));
    pattern.rewrite_ops().for_each(|op| drawn.created(op));
    let operations = drawn.graph.nodes.iter().filter(|node| node.side != Side::Input);
    (operations.count() >= FEWEST).then_some(drawn.graph)
}

/// Puts the graph and the questions about types and values in a report that has an error to show them with.
pub(crate) fn attach(
    report: &mut PatternReport,
    place: Place<'_>,
    task: &Task<'_>,
    solvers: Option<&SolverPool>,
) {
    let open = |family: Option<Family>| {
        report.findings.iter().any(|finding| {
            finding.level == Severity::Error && family.is_none_or(|family| finding.code.family() == family)
        })
    };
    let (any, types, values) = (open(None), open(Some(Family::Types)), open(Some(Family::Values)));
    if any {
        report.graph = graph(place, task.pattern);
    }
    if types {
        report.questions.extend(types::emit(task).into_iter().map(|one| Question {
            family: Family::Types,
            code: None,
            title: one.name,
            text: one.text,
        }));
    }
    if values {
        report.questions.extend(values::refutation(task, solvers).into_iter().map(|step| {
            let code = match step.argument {
                Argument::Differs(rule) => Some(rule),
                _ => None,
            };
            let code_text = code.map_or_else(String::new, |code| format!("{code} "));
            let title = format!("{code_text}at {}: {}", step.types.join(", "), step.argument.describe());
            Question { family: Family::Values, code, title, text: step.text }
        }));
    }
}

struct Drawn<'a> {
    place: Place<'a>,
    graph: Graph,
    /// Nodes by the PDL operations that they stand for.
    known: HashMap<OpId, usize>,
}

impl Drawn<'_> {
    fn matched(&mut self, op: PdlOp<'_>) {
        match op {
            PdlOp::Operand(_) => self.node(op.op(), String::new(), Side::Input, []),
            PdlOp::Operation(operation) => {
                let name = self.name_of(operation.name());
                self.node(op.op(), name, Side::Matched, operation.operands());
            }
            _ => {}
        }
    }

    fn created(&mut self, op: PdlOp<'_>) {
        match op {
            PdlOp::Operation(operation) => {
                let name = self.name_of(operation.name());
                self.node(op.op(), name, Side::Created, operation.operands());
            }
            PdlOp::NativeRewrite(native) if native.results().len() > 0 => {
                let name = format!("native {}", self.name_of(native.name()));
                self.node(op.op(), name, Side::Created, native.arguments());
            }
            PdlOp::Replace(replace) => {
                let new = replace.by_operation().into_iter().chain(replace.by_values());
                let new: Vec<usize> = new.flat_map(|value| self.sources(value)).collect();
                let old: Vec<usize> =
                    replace.target().into_iter().flat_map(|value| self.sources(value)).collect();
                let both = old.first().zip(new.first()).map(|(old, new)| (*old, *new));
                self.graph.replaced.extend(both);
            }
            _ => {}
        }
    }

    fn name_of(&self, name: Option<assay_ir::data::Ident>) -> String {
        name.map_or_else(|| "(any operation)".to_owned(), |name| self.program().ctx().str(name).to_owned())
    }

    fn program(&self) -> &Program {
        self.place.program
    }

    fn node(&mut self, op: OpId, name: String, side: Side, uses: impl IntoIterator<Item = ValueId>) {
        let number = self.graph.nodes.len();
        let from: Vec<usize> = uses.into_iter().flat_map(|value| self.sources(value)).collect();
        self.graph.edges.extend(from.into_iter().map(|from| (from, number)));
        let line = self.place.line(self.program().op(op).span).1;
        self.graph.nodes.push(Node { name: naming::name(self.program(), op), op: name, side, line });
        self.known.insert(op, number);
    }

    /// The nodes that a value comes from: that of its operation, or those of the parts of a range.
    fn sources(&self, value: ValueId) -> Vec<usize> {
        let ValueDef::Result(op, _) = self.program().value(value).def else { return Vec::new() };
        if let Some(known) = self.known.get(&op) {
            return vec![*known];
        }
        match PdlOp::view(self.program(), op) {
            PdlOp::Result(result) => {
                result.parent().into_iter().flat_map(|parent| self.sources(parent)).collect()
            }
            PdlOp::Range(range) => range.elements().flat_map(|element| self.sources(element)).collect(),
            _ => Vec::new(),
        }
    }
}
