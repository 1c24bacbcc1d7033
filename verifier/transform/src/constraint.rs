//! The region of `transform.smt.constrain_params` at numbers: what has no unknowns is computed, all else the solver is asked.

use assay_audit::script::text;
use assay_ir::data::{AttrKind, OpId, Program, TypeKind, ValueId};
use assay_smt::{Answer, Query, SolverPool};
use rustc_hash::FxHashMap;

/// A function on numbers and truth values; `None` where the solver is asked.
type Function = fn(&[Value]) -> Option<Value>;

/// Operations of the region as functions of SMT-LIB, and on numbers.
const FUNCTION_OPS: &[(&str, &str, Function)] = &[
    ("smt.int.add", "+", |list| numbers(list, 0, i128::checked_add)),
    ("smt.int.sub", "-", |list| match list {
        [Value::Number(a), rest @ ..] => {
            rest.iter().try_fold(*a, |all, one| all.checked_sub(one.number()?)).map(Value::Number)
        }
        _ => None,
    }),
    ("smt.int.mul", "*", |list| numbers(list, 1, i128::checked_mul)),
    ("smt.int.div", "div", |list| pair(list, i128::checked_div_euclid)),
    ("smt.int.mod", "mod", |list| pair(list, |a, b| a.checked_rem_euclid(b))),
    ("smt.int.abs", "abs", |list| list.first()?.number()?.checked_abs().map(Value::Number)),
    ("smt.eq", "=", |list| Some(Value::Bit(list.windows(2).all(|pair| pair[0] == pair[1])))),
    ("smt.distinct", "distinct", |list| {
        let differs = |(at, one): (usize, &Value)| !list[..at].contains(one);
        Some(Value::Bit(list.iter().enumerate().all(differs)))
    }),
    ("smt.and", "and", |list| bits(list, true, |a, b| a && b)),
    ("smt.or", "or", |list| bits(list, false, |a, b| a || b)),
    ("smt.xor", "xor", |list| bits(list, false, |a, b| a != b)),
    ("smt.not", "not", |list| Some(Value::Bit(!list.first()?.bit()?))),
    ("smt.implies", "=>", |list| match list {
        [a, b] => Some(Value::Bit(!a.bit()? || b.bit()?)),
        _ => None,
    }),
    ("smt.ite", "ite", |list| match list {
        [condition, yes, no] => Some(if condition.bit()? { *yes } else { *no }),
        _ => None,
    }),
];

/// A predicate on numbers.
type Predicate = fn(&i128, &i128) -> bool;

/// Predicates of `smt.int.cmp` by their number.
const PREDICATES: [(&str, Predicate); 4] =
    [("<", i128::lt), ("<=", i128::le), (">", i128::gt), (">=", i128::ge)];

/// The names of constants of the region that have no term of other operations.
const LEAF_OPS: [&str; 4] = ["smt.int.constant", "smt.constant", "smt.declare_fun", "smt.int.cmp"];

/// The terminator and the statement of a region.
const STATEMENT_OPS: [&str; 2] = ["smt.assert", "smt.yield"];

/// A number or a truth value of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Number(i128),
    Bit(bool),
}

impl Value {
    fn number(self) -> Option<i128> {
        if let Value::Number(number) = self { Some(number) } else { None }
    }

    fn bit(self) -> Option<bool> {
        if let Value::Bit(bit) = self { Some(bit) } else { None }
    }
}

fn numbers(list: &[Value], neutral: i128, combine: fn(i128, i128) -> Option<i128>) -> Option<Value> {
    list.iter().try_fold(neutral, |all, one| combine(all, one.number()?)).map(Value::Number)
}

fn pair(list: &[Value], combine: fn(i128, i128) -> Option<i128>) -> Option<Value> {
    match list {
        [a, b] => combine(a.number()?, b.number()?).map(Value::Number),
        _ => None,
    }
}

fn bits(list: &[Value], neutral: bool, combine: fn(bool, bool) -> bool) -> Option<Value> {
    list.iter().try_fold(neutral, |all, one| Some(combine(all, one.bit()?))).map(Value::Bit)
}

/// The constraints of one operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint<'p> {
    pub(crate) program: &'p Program,
    pub(crate) op: OpId,
}

impl Constraint<'_> {
    /// Values of the results at these operands; `None` where there are none.
    ///
    /// # Errors
    /// A region that has no form for the solver, no solver, or one that does not know.
    pub(crate) fn solve(
        &self,
        operands: &[i128],
        solvers: Option<&SolverPool>,
    ) -> Result<Option<Vec<i128>>, String> {
        match self.computed(operands) {
            Some(results) => Ok(results),
            None => self.asked(operands, solvers),
        }
    }

    /// The results of a region without unknowns; `None` where the solver has to say.
    fn computed(&self, operands: &[i128]) -> Option<Option<Vec<i128>>> {
        let program = self.program;
        let block = text::body(program, self.op)?;
        let arguments = &program.block(block).arguments;
        let mut values: FxHashMap<ValueId, Value> =
            arguments.iter().copied().zip(operands.iter().map(|number| Value::Number(*number))).collect();
        let mut results = Vec::new();
        for inner in program.ops_in(block) {
            let name = program.op_name(inner);
            let list: Vec<Value> =
                program.operands(inner).map(|value| values.get(&value).copied()).collect::<Option<_>>()?;
            if name == STATEMENT_OPS[0] {
                if !list.first()?.bit()? {
                    return Some(None);
                }
            } else if name == STATEMENT_OPS[1] {
                results = list.into_iter().map(Value::number).collect::<Option<_>>()?;
            } else {
                values.insert(program.result(inner, 0)?, self.value(inner, name, &list)?);
            }
        }
        Some(Some(results))
    }

    fn value(&self, inner: OpId, name: &str, list: &[Value]) -> Option<Value> {
        if let Some((.., function)) = FUNCTION_OPS.iter().find(|(known, ..)| *known == name) {
            return function(list);
        }
        match LEAF_OPS.iter().position(|known| *known == name)? {
            0 => self.integer(inner).map(Value::Number),
            1 => self.integer(inner).map(|number| Value::Bit(number != 0)),
            3 => match list {
                [Value::Number(a), Value::Number(b)] => Some(Value::Bit(self.predicate(inner)?.1(a, b))),
                _ => None,
            },
            _ => None,
        }
    }

    fn integer(&self, inner: OpId) -> Option<i128> {
        match self.program.ctx().attr_kind(text::attr(self.program, inner, "value")?) {
            AttrKind::Integer { value, .. } => value.to_i64().map(i128::from),
            _ => None,
        }
    }

    fn predicate(&self, inner: OpId) -> Option<&'static (&'static str, Predicate)> {
        let number = text::number(self.program, inner, "pred")?;
        PREDICATES.get(usize::try_from(number).ok()?)
    }

    /// The results of a model of the solver.
    fn asked(&self, operands: &[i128], solvers: Option<&SolverPool>) -> Result<Option<Vec<i128>>, String> {
        let program = self.program;
        let block = text::body(program, self.op).ok_or("it has no region")?;
        let mut query = Query::new();
        let arguments = program.block(block).arguments.iter().copied();
        let mut terms: FxHashMap<ValueId, String> =
            arguments.zip(operands.iter().map(|value| number(*value))).collect();
        let mut results = Vec::new();
        for inner in program.ops_in(block) {
            let name = program.op_name(inner);
            let operands: Option<Vec<String>> =
                program.operands(inner).map(|value| terms.get(&value).cloned()).collect();
            let operands = operands.ok_or_else(|| format!("an operand of `{name}` is not known"))?;
            if name == STATEMENT_OPS[0] {
                query.assert(operands.first().ok_or("an assertion has no operand")?);
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
        let pool = solvers.ok_or("there is no solver to ask (`--solver PATH`)")?;
        match pool.check(&query) {
            Answer::Unsat => Ok(None),
            Answer::Unknown(why) => Err(format!("the solver does not know: {why}")),
            Answer::Sat(model) => {
                let values = model.iter().map(|(_, value)| value.integer());
                values.collect::<Option<Vec<i128>>>().map(Some).ok_or("the solver gave no number".to_owned())
            }
        }
    }

    fn term(
        &self,
        inner: OpId,
        name: &str,
        operands: &[String],
        query: &mut Query,
    ) -> Result<String, String> {
        if let Some((_, function, _)) = FUNCTION_OPS.iter().find(|(known, ..)| *known == name) {
            return Ok(format!("({function} {})", operands.join(" ")));
        }
        match LEAF_OPS.iter().position(|known| *known == name) {
            Some(0) => self.integer(inner).map(number).ok_or_else(|| "a constant is no integer".to_owned()),
            Some(1) => Ok(if self.integer(inner) == Some(0) { "false" } else { "true" }.to_owned()),
            Some(2) => self.unknown(inner, query),
            Some(_) => {
                let (predicate, _) = self.predicate(inner).ok_or("an unknown predicate")?;
                Ok(format!("({predicate} {})", operands.join(" ")))
            }
            None => Err(format!("`{name}` has no form for the solver")),
        }
    }

    /// A constant of the solver.
    fn unknown(&self, inner: OpId, query: &mut Query) -> Result<String, String> {
        let program = self.program;
        let fresh = format!("unknown.{}", inner.index());
        let result = program.result(inner, 0).ok_or("a declaration has no result")?;
        let sort = match program.ctx().type_kind(program.value_type(result)) {
            TypeKind::Dialect { name, .. } | TypeKind::Opaque { name, .. } => program.ctx().str(*name),
            _ => "",
        };
        let sort = match sort {
            "int" => "Int",
            "bool" => "Bool",
            other => return Err(format!("constants of type `!smt.{other}` have no form for the solver")),
        };
        query.declare_const(&fresh, sort);
        Ok(fresh)
    }
}

/// A number in SMT-LIB.
fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}
