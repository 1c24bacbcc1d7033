//! `transform.smt.constrain_params`: the solver is asked. Operands are their values, results those of any model; without a model the step fails.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text;
use assay_ir::data::{AttrKind, OpId, TypeKind, ValueId};
use assay_smt::{Answer, Query};
use rustc_hash::FxHashMap;

use super::machine::Run;
use super::state::Part;

/// Operations of the region as functions of SMT-LIB.
const FUNCTION_OPS: &[(&str, &str)] = &[
    ("smt.int.add", "+"),
    ("smt.int.sub", "-"),
    ("smt.int.mul", "*"),
    ("smt.int.div", "div"),
    ("smt.int.mod", "mod"),
    ("smt.int.abs", "abs"),
    ("smt.eq", "="),
    ("smt.distinct", "distinct"),
    ("smt.and", "and"),
    ("smt.or", "or"),
    ("smt.xor", "xor"),
    ("smt.not", "not"),
    ("smt.implies", "=>"),
    ("smt.ite", "ite"),
];

/// Predicates of `smt.int.cmp` by their number.
const PREDICATES: [&str; 4] = ["<", "<=", ">", ">="];

/// The names of constants of the region that have no term of other operations.
const LEAF_OPS: [&str; 4] = ["smt.int.constant", "smt.constant", "smt.declare_fun", "smt.int.cmp"];

/// The terminator and the statement of a region.
const STATEMENT_OPS: [&str; 2] = ["smt.assert", "smt.yield"];

impl Run<'_, '_> {
    /// Asks for values of the results.
    pub(super) fn constrain(&mut self, op: OpId) -> StepOutcome {
        match self.constrained(op) {
            Ok(Some(parts)) => {
                self.give_all(op, parts.into_iter().map(|part| vec![part]).collect());
                StepOutcome::Goes
            }
            Ok(None) => self.fails(op, "no values satisfy the constraints".to_owned()),
            Err(message) => self.stops(op, message),
        }
    }

    fn constrained(&mut self, op: OpId) -> Result<Option<Vec<Part>>, String> {
        let program = self.script.program;
        let block = text::body(program, op).ok_or("it has no region")?;
        let mut query = Query::new();
        let mut terms: FxHashMap<ValueId, String> = FxHashMap::default();
        for (index, argument) in program.block(block).arguments.iter().enumerate() {
            let value = self.integers(op, index).filter(|list| list.len() == 1);
            let value = value.ok_or_else(|| format!("operand {index} is no single integer"))?;
            terms.insert(*argument, number(value[0]));
        }
        let mut results = Vec::new();
        for inner in program.ops_in(block) {
            let name = program.op_name(inner);
            let operands: Option<Vec<String>> =
                program.operands(inner).map(|value| terms.get(&value).cloned()).collect();
            let operands = operands.ok_or_else(|| format!("an operand of `{name}` is not known"))?;
            if name == STATEMENT_OPS[0] {
                query.assert(&operands[0]);
            } else if name == STATEMENT_OPS[1] {
                results = operands;
            } else if let Some(result) = program.result(inner, 0) {
                let term = self.term(inner, name, &operands, &mut query)?;
                terms.insert(result, term);
            }
        }
        let names: Vec<String> = (0..results.len()).map(|index| format!("result.{index}")).collect();
        for (name, term) in names.iter().zip(&results) {
            query.define_const(name, "Int", term);
            query.observe(name);
        }
        let pool = self.options.policy.solvers.ok_or("there is no solver to ask (`--solver PATH`)")?;
        match pool.check(&query) {
            Answer::Unsat => Ok(None),
            Answer::Unknown(why) => Err(format!("the solver does not know: {why}")),
            Answer::Sat(model) => {
                let value = |(index, (_, value)): (usize, &(String, assay_smt::SExpr))| {
                    let value = value.integer().ok_or("the solver gave no number")?;
                    Ok(Part::Param(self.param_of(op, index, value)))
                };
                model.iter().enumerate().map(value).collect::<Result<Vec<_>, String>>().map(Some)
            }
        }
    }

    /// An integer of the type of a result.
    fn param_of(&self, op: OpId, index: usize, value: i128) -> assay_ir::data::AttrId {
        let program = self.script.program;
        let ctx = program.ctx();
        let ty =
            program.result(op, index).and_then(|result| match ctx.type_kind(program.value_type(result)) {
                TypeKind::Dialect { params, .. } => ctx.as_type(*params.first()?),
                _ => None,
            });
        ctx.integer_attr(value, ty.unwrap_or_else(|| ctx.integer(64)))
    }

    fn term(
        &self,
        inner: OpId,
        name: &str,
        operands: &[String],
        query: &mut Query,
    ) -> Result<String, String> {
        let program = self.script.program;
        if let Some((_, function)) = FUNCTION_OPS.iter().find(|(known, _)| *known == name) {
            return Ok(format!("({function} {})", operands.join(" ")));
        }
        let integer = || match program.ctx().attr_kind(text::attr(program, inner, "value")?) {
            AttrKind::Integer { value, .. } => value.to_i64().map(i128::from),
            _ => None,
        };
        match LEAF_OPS.iter().position(|known| *known == name) {
            Some(0) => integer().map(number).ok_or_else(|| "a constant is no integer".to_owned()),
            Some(1) => Ok(if integer() == Some(0) { "false" } else { "true" }.to_owned()),
            Some(2) => {
                let fresh = format!("unknown.{}", inner.index());
                let result = program.result(inner, 0).expect("a declaration has a result");
                let sort = match program.ctx().type_kind(program.value_type(result)) {
                    TypeKind::Dialect { name, .. } | TypeKind::Opaque { name, .. } => {
                        program.ctx().str(*name)
                    }
                    _ => "",
                };
                let sort = match sort {
                    "int" => "Int",
                    "bool" => "Bool",
                    other => {
                        return Err(format!("constants of type `!smt.{other}` have no form for the solver"));
                    }
                };
                query.declare_const(&fresh, sort);
                Ok(fresh)
            }
            Some(_) => {
                let predicate = text::number(program, inner, "pred").and_then(|at| usize::try_from(at).ok());
                let predicate = predicate.and_then(|at| PREDICATES.get(at)).ok_or("an unknown predicate")?;
                Ok(format!("({predicate} {})", operands.join(" ")))
            }
            None => Err(format!("`{name}` has no form for the solver")),
        }
    }
}

/// A number in SMT-LIB.
fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}
