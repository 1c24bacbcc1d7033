//! A counterexample told as a trace: the inputs, each operation of both programs with its value, and what differs.
//! Decides nothing.

use assay_ir::data::{AttrId, AttrKind, Context, Ident, OpId, Program, TypeId, TypeKind, ValueId};
use assay_ir::pdl::{Operation, PdlOp};
use assay_ir::text;

use super::builder::{Computed, Encoding, Input, Observable, Observed};
use super::memory::{Place, plain_memref};
use crate::pattern::naming::name;
use crate::verdict::{Observed as SeenValues, Trace, TraceInput, TraceStep};
use crate::witness::PdlValue;
use crate::witness::input::{MemoryCell, Number};
use assay_semantics::{Role, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::bits::signed;
use assay_term::eval::Evaluator;
use assay_term::eval::Model;
use assay_term::float::Format;
use assay_term::node::{Sort, TermId};

/// Values of everything at one input.
pub(crate) struct At<'a> {
    pool: &'a TermArena,
    evaluator: Evaluator<'a>,
}

impl<'a> At<'a> {
    /// Computes both sides at an input.
    pub(crate) fn new(sides: &'a Encoding, model: &Model) -> At<'a> {
        let mut roots: Vec<TermId> = vec![sides.undefined_before, sides.undefined_after];
        let mut take = |value: &Value| {
            roots.extend(value.elements.iter().flat_map(|scalar| [scalar.bits, scalar.poison]));
        };
        sides.inputs.iter().for_each(|input| take(&input.numbers));
        for computed in sides.before.iter().chain(&sides.after) {
            computed.results.iter().chain(&computed.given).for_each(&mut take);
        }
        for observed in &sides.observed {
            take(&observed.before);
            take(&observed.after);
        }
        sides.memory.reads.iter().for_each(|read| take(&read.value));
        for place in places(sides) {
            roots.extend(place.indices.iter().chain([&place.memref]).flat_map(|s| [s.bits, s.poison]));
        }
        roots.extend(sides.before.iter().chain(&sides.after).map(|computed| computed.undefined));
        roots.extend(sides.roles.list().map(|(_, _, ex)| ex));
        let mut evaluator = Evaluator::new(&sides.pool, &roots);
        evaluator.run(&|var| model.get(&var).copied().unwrap_or(0));
        At { pool: &sides.pool, evaluator }
    }

    /// The numbers of a value; poison is `None`.
    pub(crate) fn numbers(&self, value: &Value) -> Vec<Number> {
        value.elements.iter().map(|scalar| self.number(*scalar)).collect()
    }

    /// Whether a truth value holds.
    pub(crate) fn holds(&self, ex: TermId) -> bool {
        self.evaluator.holds(ex)
    }

    /// The bits of an expression.
    pub(crate) fn value(&self, ex: TermId) -> u128 {
        self.evaluator.value(ex)
    }

    /// A place in terms of the pattern; `None` where it is none.
    pub(crate) fn spot(&self, program: &Program, sides: &Encoding, place: &Place) -> Option<MemoryCell> {
        let ctx = program.ctx();
        let (extents, _) = plain_memref(ctx, place.ty)?;
        let base = self.number(place.memref)?;
        let inputs = sides.inputs.iter().filter(|input| input.ty == place.ty);
        let mut named = inputs.filter(|input| self.numbers(&input.numbers) == [Some(base)]);
        let memref = named.next()?.value;
        let indices: Vec<u128> =
            place.indices.iter().map(|index| self.number(*index)).collect::<Option<_>>()?;
        let inside = indices.iter().zip(&extents).all(|(index, extent)| *index < u128::from(*extent));
        inside.then_some(MemoryCell { memref, indices })
    }

    fn number(&self, scalar: Scalar) -> Number {
        (!self.evaluator.holds(scalar.poison)).then(|| self.evaluator.value(scalar.bits))
    }

    fn describe(&self, value: &Value) -> String {
        let width = value.elements.first().map_or(1, |scalar| self.pool.width(scalar.bits));
        let sort = value.elements.first().map(|scalar| self.pool.sort(scalar.bits));
        let list: Vec<String> = self
            .numbers(value)
            .into_iter()
            .map(|number| match (number, sort) {
                (Some(bits), Some(Sort::Float(format))) => float_in_words(bits, format),
                _ => describe(number, width),
            })
            .collect();
        match value.shape {
            None => list.into_iter().next().unwrap_or_default(),
            Some(_) => format!("[{}]", list.join(", ")),
        }
    }
}

/// All places in memory that are spoken of.
fn places(sides: &Encoding) -> impl Iterator<Item = &Place> {
    let seen = sides.observed.iter().filter_map(|observed| match &observed.seen {
        Observable::Stored(place, _) => Some(place),
        _ => None,
    });
    sides.memory.reads.iter().map(|read| &read.place).chain(seen)
}

/// A floating-point number with its bits.
pub(crate) fn float_in_words(bits: u128, format: Format) -> String {
    let digits = format.width().div_ceil(4) as usize;
    format!("{} (0x{bits:0digits$X})", format.render(bits))
}

/// A number as signed, hexadecimal and, where that is another, unsigned.
pub(crate) fn describe(number: Number, width: u32) -> String {
    let Some(value) = number else { return "poison".to_owned() };
    if width == 1 {
        return if value == 1 { "true".to_owned() } else { "false".to_owned() };
    }
    let digits = width.div_ceil(4) as usize;
    let read = signed(value, width);
    match read < 0 {
        true => format!("{read} (0x{value:0digits$X}, unsigned {value})"),
        false => format!("{read} (0x{value:0digits$X})"),
    }
}

/// The whole story; `why` is the reason for which the program after the rewrite is undefined, if an engine gave one.
pub(crate) fn tell(
    program: &Program,
    sides: &Encoding,
    model: &Model,
    observed: usize,
    why: Option<&str>,
) -> Trace {
    let at = At::new(sides, model);
    let why = why.unwrap_or_default();
    let steps = |list: &[Computed], undefined: TermId, after: bool| -> Vec<TraceStep> {
        let mut steps: Vec<TraceStep> =
            list.iter().map(|computed| step(program, &at, computed, after, why)).collect();
        if at.holds(undefined) && steps.iter().all(|step| step.undefined.is_none()) {
            let undefined = Some(why.to_owned());
            steps.push(TraceStep { op: "the program".to_owned(), undefined, ..TraceStep::default() });
        }
        steps
    };
    let after = steps(&sides.after, sides.undefined_after, true);
    let observed = sides.observed.get(observed);
    Trace {
        inputs: inputs(program, sides, &at),
        before: steps(&sides.before, sides.undefined_before, false),
        first_wrong: first_wrong(program, sides, &at, observed, &after),
        after,
        seen: observed.map(|observed| observed_values(program, sides, &at, observed)),
        is_whole: true,
    }
}

/// The operation at which the difference begins: the first one that is undefined; where poison is seen, the first one that
/// makes some; else the one that makes what is seen.
fn first_wrong(
    program: &Program,
    sides: &Encoding,
    at: &At<'_>,
    observed: Option<&Observed>,
    after: &[TraceStep],
) -> Option<usize> {
    if at.holds(sides.undefined_after) {
        return after.iter().position(|step| step.undefined.is_some());
    }
    let observed = observed?;
    let poisoned = |value: &Value| at.numbers(value).contains(&None);
    if poisoned(&observed.after) && !poisoned(&observed.before) {
        let makes = |computed: &Computed| computed.created && computed.results.iter().any(poisoned);
        return sides.after.iter().position(makes);
    }
    let same = |computed: &Computed| {
        computed.results.iter().any(|result| result.elements == observed.after.elements)
    };
    let last = sides.after.iter().rposition(|computed| computed.created && same(computed));
    last.or_else(|| sides.after.iter().position(|computed| computed.op == observed.op)).filter(|step| {
        // A value that the rewrite only forwards was right where it came from.
        *step < after.len() && program.op(sides.after[*step].op).name == assay_ir::data::known::PDL_OPERATION
    })
}

/// The inputs of the match: values, what memory holds, and unknown attributes.
fn inputs(program: &Program, sides: &Encoding, at: &At<'_>) -> Vec<TraceInput> {
    let ctx = program.ctx();
    let values = sides.inputs.iter().filter(|input| !is_memory(ctx, input.ty)).map(|input| TraceInput {
        name: value_name(program, input.value),
        ty: Some(assay_ir::text::type_text(ctx, input.ty)),
        value: at.describe(&input.numbers),
    });
    let held = sides.memory.reads.iter().filter_map(|read| {
        let spot = at.spot(program, sides, &read.place)?;
        let name = format!("{} before {}", spot_name(program, &spot), name(program, read.moment));
        Some(TraceInput { name, ty: None, value: at.describe(&read.value) })
    });
    let promises = promises(program, sides, at);
    let promises = promises.into_iter().map(|(name, value)| TraceInput { name, ty: None, value });
    values.chain(held).chain(promises).collect()
}

/// Names of the pattern and the variables of a question that stand for them, a line each.
pub(super) fn legend(program: &Program, sides: &Encoding) -> Vec<String> {
    let ctx = program.ctx();
    let plain = sides.inputs.iter().filter(|input| !is_memory(ctx, input.ty));
    let line = |input: &Input| {
        let variables =
            input.numbers.elements.iter().filter_map(|number| sides.pool.as_variable(number.bits));
        let names = variables.map(|var| sides.pool.variables()[var.0 as usize].name.clone());
        let names: Vec<String> = names.collect();
        let (name, ty) = (value_name(program, input.value), assay_ir::text::type_text(ctx, input.ty));
        (!names.is_empty()).then(|| format!("{name} : {ty} is {}", names.join(", ")))
    };
    plain.filter_map(line).collect()
}

/// The observed results before and after, in words.
fn observed_values(program: &Program, sides: &Encoding, at: &At<'_>, observed: &Observed) -> SeenValues {
    let label = name(program, observed.target);
    let before = match at.holds(sides.undefined_before) {
        true => "undefined".to_owned(),
        false => at.describe(&observed.before),
    };
    let after = match at.holds(sides.undefined_after) {
        true => "undefined".to_owned(),
        false => at.describe(&observed.after),
    };
    let (who, does) = match &observed.seen {
        Observable::Result(index) => (format!("users of {label}#{index}"), "see"),
        Observable::Handed(index) => (format!("operand #{index} that {label} forwards"), "is"),
        Observable::Passed(index) => (format!("operand #{index} that {label} passes"), "is"),
        Observable::Stored(place, _) => {
            let spot = at.spot(program, sides, place);
            let spot = spot.map_or_else(|| "memory".to_owned(), |spot| spot_name(program, &spot));
            (format!("after {label}, {spot}"), "holds")
        }
    };
    SeenValues { place: format!("{who} {does}"), before, after }
}

/// Whether values of a type are memory: they stand for no number.
pub(crate) fn is_memory(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
}

/// The name of a matched value.
pub(crate) fn value_name(program: &Program, value: PdlValue) -> String {
    match value {
        PdlValue::Operand(op) => name(program, op),
        PdlValue::Element(op, element) | PdlValue::Result(op, element) => {
            format!("{}#{element}", name(program, op))
        }
    }
}

fn spot_name(program: &Program, spot: &MemoryCell) -> String {
    let indices: Vec<String> = spot.indices.iter().map(ToString::to_string).collect();
    format!("{}[{}]", value_name(program, spot.memref), indices.join(", "))
}

fn step(program: &Program, at: &At<'_>, computed: &Computed, after: bool, why: &str) -> TraceStep {
    let ctx = program.ctx();
    let values = if computed.results.is_empty() { &computed.given } else { &computed.results };
    let label = name(program, computed.op);
    TraceStep {
        name: if label.starts_with('%') { label } else { String::new() },
        op: ctx.str(computed.name).to_owned(),
        kept: after && !computed.created,
        operands: operands(program, computed.op),
        attributes: attributes(program, computed),
        types: computed.types.iter().map(|ty| assay_ir::text::type_text(ctx, *ty)).collect(),
        values: values.iter().map(|value| at.describe(value)).collect(),
        undefined: at.holds(computed.undefined).then(|| why.to_owned()),
    }
}

/// The operands of a `pdl.operation`, by the names of what makes them.
fn operands(program: &Program, op: OpId) -> Vec<String> {
    let written = Operation { program, op }.operands();
    written.map(|value| operand_name(program, value)).collect()
}

/// The attributes that a `pdl.operation` names, with what is written, or the name of what is bound. The value of a constant is
/// what it computes, and marks are nothing that it computes with.
fn attributes(program: &Program, computed: &Computed) -> Vec<String> {
    let ctx = program.ctx();
    let named = Operation { program, op: computed.op }.attributes();
    let told = named.filter(|(key, _)| ctx.str(*key) != "value" && !ctx.str(*key).contains('.'));
    let one = |(key, value): (Ident, ValueId)| {
        let definer = program.defining_op(value)?;
        let key = ctx.str(key);
        let constant = match PdlOp::view(program, definer) {
            PdlOp::Attribute(written) => written.constant(),
            _ => None,
        };
        Some(match constant {
            Some(attr) => written(ctx, ctx.str(computed.name), key, attr),
            None => format!("{key} = {}", name(program, definer)),
        })
    };
    told.filter_map(one).collect()
}

/// An attribute in the words of MLIR's own syntax: `predicate = slt`, `overflow<nsw>`.
fn written(ctx: &Context, op: &str, key: &str, attr: AttrId) -> String {
    if let AttrKind::Opaque { dialect, name, body, .. } = ctx.attr_kind(attr) {
        let (name, body) = (ctx.str(*name), ctx.str(*body));
        if text::flag_words(ctx.str(*dialect), name).is_some() {
            return format!("{name}<{body}>");
        }
    }
    match text::keyword(ctx, op, key, attr) {
        Some(keyword) => format!("{key} = {keyword}"),
        None => format!("{key} = {}", text::attr_text(ctx, attr)),
    }
}

/// The name of a value of the pattern; that of a result is the name of its operation.
fn operand_name(program: &Program, value: ValueId) -> String {
    let Some(definer) = program.defining_op(value) else { return String::new() };
    match PdlOp::view(program, definer) {
        PdlOp::Result(result) => {
            let Some(parent) = result.parent_op() else { return name(program, definer) };
            let several = Operation { program, op: parent }.result_types().len() > 1;
            match result.index().filter(|_| several) {
                Some(index) => format!("{}#{index}", name(program, parent)),
                None => name(program, parent),
            }
        }
        _ => name(program, definer),
    }
}

/// What unknown attributes are.
fn promises(program: &Program, sides: &Encoding, at: &At<'_>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (key, role, ex) in sides.roles.list() {
        let label = match key {
            assay_semantics::Key::Bound(value) => {
                program.defining_op(value).map_or_else(String::new, |op| name(program, op))
            }
            assay_semantics::Key::Unlisted(op, attribute) => {
                format!("{} {}", name(program, op), program.ctx().str(attribute))
            }
        };
        let words = match role {
            Role::Signed if at.holds(ex) => "nsw".to_owned(),
            Role::Unsigned if at.holds(ex) => "nuw".to_owned(),
            Role::Present if at.holds(ex) => "given".to_owned(),
            Role::NoNans if at.holds(ex) => "nnan".to_owned(),
            Role::NoInfinities if at.holds(ex) => "ninf".to_owned(),
            Role::Signed | Role::Unsigned | Role::Present | Role::NoNans | Role::NoInfinities => continue,
            Role::Predicate | Role::FloatPredicate => at.value(ex).to_string(),
            Role::Place { .. } => {
                let list = sides.roles.lists.get(&key).map(|(list, _)| list);
                let attr = list.and_then(|list| list.get(usize::try_from(at.value(ex)).ok()?));
                attr.map_or_else(String::new, |attr| assay_ir::text::attr_text(program.ctx(), *attr))
            }
            Role::Number { width, .. } => describe(Some(at.value(ex)), width),
        };
        out.push((label, words));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::float::FORMATS;

    #[test]
    fn numbers_are_written_with_all_digits_of_their_width() {
        assert_eq!(describe(Some(5), 8), "5 (0x05)");
        assert_eq!(describe(Some(251), 8), "-5 (0xFB, unsigned 251)");
        assert_eq!(describe(Some(1), 1), "true");
        assert_eq!(describe(None, 8), "poison");
        for format in FORMATS {
            let digits = float_in_words(0, format).len() - "0.0 (0x)".len();
            assert_eq!(digits, format.width().div_ceil(4) as usize);
        }
    }
}
