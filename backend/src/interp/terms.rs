//! Runs that compute terms over inputs that are not known. An operation moves what it gets, is a function of the elements at each
//! place, or combines elements by such functions; any other one that gets a term, or memory that may hold one, has none. So has one
//! that is decided by a term. What an operation leaves open is a choice: of the program after by number, of the program before the same.

use std::collections::BTreeSet;
use std::rc::Rc;

use assay_ir::data::{AttrId, Context, Ident, OpId, Program, TypeKind, ValueId};
use assay_ir::{ops, text};
use rustc_hash::FxHashMap;

use super::attributes::is_mask;
use super::machine::{ControlFlow, Machine, Stop};
use super::symbolic::{Known, Symbolic, kind};
use super::term_rules::Rule;
use crate::engine::{Options, Undefined, Unsupported};
use crate::int::Int;
use crate::prime_fields::RingOperation;
use crate::term::TermKind;
use crate::terms::{Choice, SHAPED, Terms, push};
use crate::value::{Shaped, Value, count};

/// The term of one of the results that an operation allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermOperation {
    /// That of the operation, without permissions to choose.
    Itself,
    /// That of an operation without attributes on numbers of one kind.
    Another(&'static str),
    /// The terms that its execution computes.
    Executed,
}

impl Symbolic<'_> {
    pub(super) fn known(&self, m: &Machine<'_>, op: OpId) -> Rc<Known> {
        if let Some(known) = self.known.borrow().get(&op) {
            return Rc::clone(known);
        }
        let program = m.program;
        let name = program.op_name(op);
        let element = |value| kind(program, m.options, m.element_type(program.value_type(value)));
        let results: Vec<Option<TermKind>> = program.results(op).map(element).collect();
        let operands: Vec<Option<TermKind>> = program.operands(op).map(element).collect();
        let mut terms = self.terms.borrow_mut();
        let has_flags = spelled(program, op, false).contains("overflowFlags");
        let ring = ring_operation(terms.reals(), name).filter(|_| !has_flags);
        let mut numbered = |permissions: bool| {
            let types = types(operands.iter().chain(&results));
            terms.signature(format!("{}{types}", spelled(program, op, permissions)))
        };
        let known = Rc::new(Known {
            ring,
            rule: Rule::by_name(name),
            choice: self.choices.get(&op).copied(),
            signature: numbered(true),
            without_permissions: numbered(false),
            commutative: ops::op(name).is_some_and(|record| record.has("commutative")),
            results,
            operands: operands.len(),
        });
        self.known.borrow_mut().insert(op, Rc::clone(&known));
        known
    }

    /// Looks at an operation before it is executed; where it goes to if it is not executed as it would be without terms.
    pub(super) fn before(&self, m: &mut Machine<'_>, op: OpId) -> Result<Option<ControlFlow>, Stop> {
        let known = self.known(m, op);
        match known.rule {
            Some(Rule::Combines) if known.choice == Some(Choice::Free) && !self.sums_reals(m, op) => {
                self.chosen(m, op, &known)
            }
            Some(_) => Ok(None),
            None if self.moving.contains(&op) => Ok(None),
            // Even where it gets known numbers, it may choose, or do more than compute.
            None => Err(Unsupported::Term.into()),
        }
    }

    /// The results of an operation on elements of one place; `None` where it is executed as it would be without terms. Without a choice
    /// to make, its term is that of `operation`.
    pub(super) fn at_place<const R: usize>(
        &self,
        known: &Known,
        values: &[&Value],
        operation: TermOperation,
    ) -> Result<Option<[Value; R]>, Stop> {
        let has_terms = values.iter().any(|value| matches!(value, Value::Term(_)));
        if !has_terms && known.choice.is_none() {
            return Ok(None);
        }
        if known.rule == Some(Rule::Selects)
            && known.choice.is_none()
            && !matches!(values.first(), Some(Value::Term(_)))
        {
            return Ok(None);
        }
        let mut kinds = [TermKind::Int(1); R];
        for (at, kind) in kinds.iter_mut().enumerate() {
            *kind = known.results.get(at).copied().flatten().ok_or(Unsupported::Term)?;
        }
        if let Some(Rule::Divides { signed }) = known.rule {
            self.divides(known, values, signed)?;
        } else if !matches!(known.rule, Some(Rule::Computes | Rule::Selects)) {
            return Err(Unsupported::Term.into());
        }
        let mut terms = self.terms.borrow_mut();
        let ring = match operation {
            TermOperation::Itself => known.ring,
            TermOperation::Another(name) => ring_operation(terms.reals(), name),
            TermOperation::Executed => None,
        };
        if let (Some(ring), [a, b], true) = (ring, values, has_terms)
            && let Some(value) = terms.in_ring(ring, [a, b], kinds[0])
        {
            return Ok(Some(kinds.map(|_| value.clone())));
        }
        if known.choice == Some(Choice::Free) {
            let mut words = vec![u64::MAX - 3, known.signature];
            values.iter().try_for_each(|value| push(&mut words, value)).ok_or(Unsupported::Term)?;
            if let Some(choice) = terms.choice(&words) {
                let mut at = 0..;
                return Ok(Some(kinds.map(|kind| terms.chosen(choice, at.next().unwrap_or(0), kind))));
            }
            if !has_terms {
                return Ok(None);
            }
        }
        let (signature, commutative) = match operation {
            TermOperation::Executed => return Ok(None),
            TermOperation::Another(name) => drop_in(&mut terms, name, values.len(), kinds[0]),
            TermOperation::Itself => (known.without_permissions, known.commutative),
        };
        let mut at = 0..;
        let results = kinds.map(|kind| {
            terms.term(signature, at.next().unwrap_or(0), values, commutative, kind).unwrap_or(Value::Poison)
        });
        // Poison is no term: an operand was no number.
        match results.iter().any(Value::is_poison) {
            true => Err(Unsupported::Term.into()),
            false => Ok(Some(results)),
        }
    }

    /// Takes down that a division may be undefined, unless its divisor says that it is not.
    fn divides(&self, known: &Known, values: &[&Value], signed: bool) -> Result<(), Stop> {
        if let Some(Value::Int(divisor)) = values.get(1)
            && known.operands == 2
            && !(signed && *divisor == Int::all_ones(divisor.width()))
            && !divisor.is_zero()
        {
            return Ok(());
        }
        let values_known = values.get(1).filter(|_| known.operands == 2);
        match values_known {
            Some(Value::Int(divisor)) if divisor.is_zero() => return Err(Undefined::DivisionByZero.into()),
            Some(Value::Poison) => return Err(Undefined::DivisionByPoison.into()),
            _ => {}
        }
        let condition = self.terms.borrow_mut().condition(known.signature, values);
        Ok(condition.ok_or(Unsupported::Term)?)
    }

    /// Two numbers of one kind combined by a function, in the word of records, without attributes.
    pub(super) fn combined(
        &self,
        function: &str,
        kind: TermKind,
        values: [&Value; 2],
    ) -> Result<Value, Stop> {
        if values.iter().any(|value| kind_of_value(value).is_some_and(|other| other != kind)) {
            return Err(Unsupported::Term.into());
        }
        let name = match kind {
            TermKind::Int(_) => ops::integer_op(function),
            TermKind::Float(_) => ops::float_op(function),
        };
        let name = name.ok_or(Unsupported::Term)?;
        let mut terms = self.terms.borrow_mut();
        let ring = ring_operation(terms.reals(), name);
        if let Some(value) = ring.and_then(|ring| terms.in_ring(ring, values, kind)) {
            return Ok(value);
        }
        let (signature, commutative) = drop_in(&mut terms, name, 2, kind);
        Ok(terms.term(signature, 0, &values, commutative, kind).ok_or(Unsupported::Term)?)
    }

    /// Returns true of an operation that adds up floating-point numbers, where sums are those of real numbers: they come to the same in any
    /// order.
    fn sums_reals(&self, m: &Machine<'_>, op: OpId) -> bool {
        let name = m.program.op_name(op);
        let is_sum = match m.attr(op, "kind").map(|attr| text::attr_text(m.program.ctx(), attr)) {
            Some(kind) => name.starts_with("vector.") && kind.contains("add"),
            None => ops::op(name).is_some_and(|record| record.fact("sums").is_some()),
        };
        is_sum && self.adds_reals()
    }

    /// Returns true when sums of floating-point numbers are those of real numbers.
    pub(super) fn adds_reals(&self) -> bool {
        ops::float_op("add").is_some_and(|sum| self.terms.borrow().reals().contains(sum))
    }

    /// The results of an operation that combines elements in an order that it leaves open; `None` where the order is that of the
    /// interpreter.
    fn chosen(&self, m: &Machine<'_>, op: OpId, known: &Known) -> Result<Option<ControlFlow>, Stop> {
        let under_mask = m.program.parent_op(op).is_some_and(|owner| is_mask(m.program.op_name(owner)));
        if under_mask {
            return Err(Unsupported::Term.into());
        }
        let mut words = vec![u64::MAX - 4, known.signature];
        for value in m.operands_from(op, 0)? {
            all(&mut words, &value)?;
        }
        let mut terms = self.terms.borrow_mut();
        let Some(choice) = terms.choice(&words) else { return Ok(None) };
        let (mut results, mut number) = (Vec::new(), 0);
        for (at, kind) in known.results.iter().enumerate() {
            let (ty, kind) = (m.result_type(op, at)?, kind.ok_or(Unsupported::Term)?);
            let mut next = || {
                number += 1;
                terms.chosen(choice, number, kind)
            };
            results.push(match m.element_type(ty) == ty {
                true => next(),
                false => {
                    let shape = m.shape(ty, &[])?;
                    let size = count(&shape).ok_or(Unsupported::Size)?;
                    Shaped::new(shape, (0..size).map(|_| next()).collect::<Vec<_>>()).into()
                }
            });
        }
        Ok(Some(ControlFlow::Next(results)))
    }

    /// Returns true of an operation whose executions choose their results.
    pub(super) fn is_free(&self, op: OpId) -> bool {
        self.choices.get(&op) == Some(&Choice::Free)
    }

    /// The numbers that choices come to, each said by words; all or none of them.
    pub(super) fn choices(&self, all: &[Vec<u64>], kind: TermKind) -> Option<Vec<Value>> {
        let mut terms = self.terms.borrow_mut();
        let made = terms.choices(all)?;
        Some(made.into_iter().map(|choice| terms.chosen(choice, 0, kind)).collect())
    }

    /// The number of the body of an operation that combines elements; `None` where that does more than compute with its arguments.
    pub(super) fn body(&self, m: &Machine<'_>, op: OpId) -> Option<u64> {
        let program = m.program;
        let [region] = program.op_regions(op) else { return None };
        let [block] = program.region(*region).blocks[..] else { return None };
        let mut numbers: FxHashMap<ValueId, usize> = FxHashMap::default();
        numbers.extend(program.block(block).arguments.iter().enumerate().map(|(at, value)| (*value, at)));
        let element = |value| kind(program, m.options, program.value_type(value));
        let mut words = format!("body {} ", numbers.len());
        for inner in program.ops_in(block) {
            let name = program.op_name(inner);
            let rule = Rule::by_name(name);
            let computes = matches!(rule, Some(Rule::Computes | Rule::Selects))
                || ops::op(name)
                    .is_some_and(|record| record.has("constant_like") || record.has("terminator"));
            if !computes || !program.op_regions(inner).is_empty() {
                return None;
            }
            words += &spelled(program, inner, true);
            for operand in program.operands(inner) {
                words += &format!(" %{}", numbers.get(&operand)?);
            }
            let kinds: Vec<Option<TermKind>> =
                program.operands(inner).chain(program.results(inner)).map(element).collect();
            words += &types(kinds.iter());
            for result in program.results(inner) {
                numbers.insert(result, numbers.len());
            }
        }
        Some(self.terms.borrow_mut().signature(words))
    }
}

/// The sum or product that an operation is: one on integers, or one of those on floating-point numbers that are those of real numbers.
fn ring_operation(reals: &BTreeSet<&'static str>, name: &str) -> Option<RingOperation> {
    let record = ops::op(name)?;
    let function = match (record.fact("integer"), record.fact("float")) {
        (Some(function), None) => function,
        (None, Some(function)) if reals.contains(name) => function,
        _ => return None,
    };
    match function {
        "add" => Some(RingOperation::Sum),
        "sub" => Some(RingOperation::Difference),
        "mul" => Some(RingOperation::Product),
        _ => None,
    }
}

/// The kind of a number; `None` of poison, which has any.
fn kind_of_value(value: &Value) -> Option<TermKind> {
    match value {
        Value::Int(int) => Some(TermKind::Int(int.width())),
        Value::Float(float) => Some(TermKind::Float(float.kind)),
        Value::Term(term) => Some(term.kind),
        _ => None,
    }
}

/// All elements of a value as words, with its shape.
pub(super) fn all(words: &mut Vec<u64>, value: &Value) -> Result<(), Stop> {
    match value {
        Value::Shaped(shaped) => {
            words.extend([SHAPED, shaped.shape().len() as u64]);
            words.extend(shaped.shape());
            let pushed = shaped.elements().iter().try_for_each(|element| push(words, element));
            Ok(pushed.ok_or(Unsupported::Term)?)
        }
        value => Ok(push(words, value).ok_or(Unsupported::Term)?),
    }
}

/// An operation of which each result is a function of the operands at its place, with all that the function depends on; `None` of any
/// other operation.
pub fn elementwise_signature(program: &Program, op: OpId, options: &Options) -> Option<String> {
    Rule::by_name(program.op_name(op)).filter(|rule| *rule == Rule::Computes)?;
    let ctx = program.ctx();
    let element = |value| {
        let ty = program.value_type(value);
        let element = match ctx.type_kind(ty) {
            TypeKind::Vector { element, .. } => *element,
            _ => ty,
        };
        kind(program, options, element).map(Some)
    };
    let kinds: Vec<Option<TermKind>> =
        program.operands(op).chain(program.results(op)).map(element).collect::<Option<_>>()?;
    Some(format!("{}{}", spelled(program, op, true), types(kinds.iter())))
}

/// Returns true of an operation that runs on terms admit, and that moves numbers or computes with those at one place.
pub fn is_admitted(name: &str) -> bool {
    Rule::by_name(name).is_some_and(|rule| rule != Rule::Combines)
}

/// The signature of an operation of this name without attributes, on operands of the kind of its result.
fn drop_in(terms: &mut Terms, name: &str, operands: usize, kind: TermKind) -> (u64, bool) {
    let kinds = vec![Some(kind); operands + 1];
    let signature = terms.signature(format!("{name} {}", types(kinds.iter())));
    (signature, ops::op(name).is_some_and(|record| record.has("commutative")))
}

fn types<'k>(kinds: impl Iterator<Item = &'k Option<TermKind>>) -> String {
    let kind = |kind: &Option<TermKind>| kind.map_or_else(|| "? ".to_owned(), |kind| format!("{kind} "));
    format!(": {}", kinds.map(kind).collect::<String>())
}

/// Flags that permit other results, in the words of `fastmath`.
const PERMISSIONS: [&str; 5] = ["reassoc", "nsz", "arcp", "contract", "afn"];

/// An operation with all attributes that are not of another dialect, flags in one spelling, and where asked for with the flags that
/// permit other results.
fn spelled(program: &Program, op: OpId, permissions: bool) -> String {
    let ctx = program.ctx();
    let data = program.op(op);
    let own = ctx.entries(data.attributes).iter().filter(|(name, _)| !ctx.str(*name).contains('.'));
    let name = program.op_name(op);
    // On vectors it is the function of their elements.
    let function =
        ops::op(name).filter(|_| name.starts_with("vector.")).and_then(|record| record.fact("float"));
    let name = function.and_then(ops::float_op).unwrap_or(name);
    let mut out = format!("{name} ");
    for (name, attr) in ctx.entries(data.properties).iter().chain(own) {
        out += &attribute(ctx, *name, *attr, permissions);
    }
    out
}

fn attribute(ctx: &Context, name: Ident, attr: AttrId, permissions: bool) -> String {
    let (name, text) = (ctx.str(name), text::attr_text(ctx, attr));
    if !["fastmath", "fastmathFlags", "overflowFlags"].contains(&name) {
        return format!("{name} = {text} ");
    }
    let listed = text.split_once('<').map_or(text.as_str(), |(_, listed)| listed.trim_end_matches('>'));
    let mut flags: Vec<&str> = listed.split(',').map(str::trim).filter(|flag| *flag != "none").collect();
    if flags.contains(&"fast") {
        flags = ["nnan", "ninf"].into_iter().chain(PERMISSIONS).collect();
    }
    flags.retain(|flag| permissions || !PERMISSIONS.contains(flag));
    flags.sort_unstable();
    match flags.is_empty() {
        true => String::new(),
        false => format!("{name} = {} ", flags.join(",")),
    }
}
