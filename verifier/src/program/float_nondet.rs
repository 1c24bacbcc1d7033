//! The sets of results that floating-point operations allow where engines compute one of them: signs of zeros, rounding under
//! fast-math flags, approximations, bits of NaNs. Read from the operations of the program before. Executes nothing.
//!
//! Sources: the `arith` dialect of MLIR 22 gives its flags the meaning of LLVM's fast-math flags, whose reference says of
//! `nsz` that the sign of a zero is insignificant, and of `arcp`, `contract`, `afn` and `reassoc` which other results they
//! allow; `arith.minnumf` and `arith.maxnumf` return either zero of two; the `math` dialect states no precision; reductions of
//! `vector` and `linalg` state no order of their combinations, and `vector.outerproduct` may multiply and add in one step.

use assay_backend::engine::Run;
use assay_backend::terms::Choice;
use assay_backend::value::{Float, Value};
use assay_ir::data::{OpId, Program, TypeKind};
use assay_ir::{ops, text};

/// The largest relative error of an approximation that is no finding, and the smallest that is one.
const CLOSE: f64 = 1e-5;
const FAR: f64 = 1e-2;

/// Numbers that an approximation may overflow from.
const LARGE: f64 = 6e4;

/// Tells if a number after is none of those that a function allows for one before.
pub fn differs(program: &Program, function: OpId) -> impl Fn(&Value, &Value) -> bool {
    let freedom = FloatNondeterminism::for_function(program, function);
    move |source, target| {
        let related = freedom.lists(std::slice::from_ref(source), std::slice::from_ref(target));
        matches!(related, Relation::Differs { .. })
    }
}

/// The choices that the operations of a function leave open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FloatNondeterminism {
    /// An operation for which either zero will do.
    zeros: Option<String>,
    /// An operation that may round in another way, for its flags or for the order of a reduction.
    rounding: Option<String>,
    /// An operation whose precision is not stated.
    approximate: Option<String>,
    /// An operation that makes bits of a NaN visible.
    bits: Option<String>,
}

/// How a value after relates to the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// It is one that the program before may come to.
    Allowed,
    /// It is near the one before, which is an approximation.
    Close,
    /// It may be one: the operation that leaves this open.
    Open(String),
    /// It is another; true when poison replaces a value.
    Differs {
        /// True when a value became poison.
        poison: bool,
    },
}

/// The attributes that hold fast-math flags.
const FLAGS: [&str; 2] = ["fastmath", "fastmathFlags"];

/// True where the record of an operation has a fact.
fn says(name: &str, fact: &str) -> bool {
    ops::op(name).is_some_and(|record| record.fact(fact).is_some())
}

impl FloatNondeterminism {
    /// One result is allowed.
    pub(crate) const NONE: FloatNondeterminism =
        FloatNondeterminism { zeros: None, rounding: None, approximate: None, bits: None };

    /// Of all operations that a function may run.
    pub(crate) fn for_function(program: &Program, function: OpId) -> FloatNondeterminism {
        let mut out = FloatNondeterminism::default();
        let calls = program.walk(function).any(|op| program.op_name(op).contains("call"));
        let root = if calls { program.top() } else { function };
        program.walk(root).for_each(|op| out.add(program, op));
        out
    }

    fn add(&mut self, program: &Program, op: OpId) {
        let name = program.op_name(op);
        let floats =
            || program.operands(op).chain(program.results(op)).any(|value| has_floats(program, value));
        let set = |slot: &mut Option<String>| {
            slot.get_or_insert_with(|| name.to_owned());
        };
        if says(name, "either_zero") {
            set(&mut self.zeros);
        } else if says(name, "nan_bits") && floats() {
            set(&mut self.bits);
        } else if (says(name, "any_order")
            || orders_reduction(program, op)
            || name.starts_with("tosa.") && !is_exact(program, op))
            && floats()
        {
            set(&mut self.rounding);
            set(&mut self.zeros);
        } else if (name.starts_with("math.") && !says(name, "one_result") || name.starts_with("complex."))
            && floats()
        {
            set(&mut self.approximate);
        }
        let ctx = program.ctx();
        let flags = FLAGS.iter().find_map(|name| program.attr(op, ctx.ident(name)));
        let Some(flags) = flags.map(|flags| text::attr_text(ctx, flags)) else { return };
        let listed = flags.split_once('<').map_or("", |(_, listed)| listed.trim_end_matches('>'));
        let has = |words: &[&str]| listed.split(',').any(|flag| words.contains(&flag.trim()));
        if has(&["nsz", "fast"]) {
            set(&mut self.zeros);
        }
        if has(&["reassoc", "contract", "arcp", "afn", "fast"]) {
            set(&mut self.rounding);
        }
    }

    /// Returns true when an operation may choose its result among several, so that one run does not speak for another.
    pub(crate) fn chooses(&self) -> bool {
        self.zeros.is_some() || self.rounding.is_some()
    }

    /// Returns true when nothing is left open but the sign of zeros, and a run with its trace has none of which the sign is open: then
    /// one result is allowed on its input.
    pub(crate) fn is_settled(&self, program: &Program, run: &Run) -> bool {
        let others = [&self.rounding, &self.approximate, &self.bits];
        others.iter().all(|other| other.is_none())
            && run.trace.iter().all(|step| !is_open_zero(program, step.op, &step.results))
    }

    /// The choice that an operation leaves by itself.
    pub(crate) fn choice(program: &Program, op: OpId) -> Option<Choice> {
        let mut alone = FloatNondeterminism::default();
        alone.add(program, op);
        let approximate = alone.approximate.as_ref().map(|_| Choice::Approximate);
        if alone.chooses() { Some(Choice::Free) } else { approximate }
    }

    /// The operation that makes bits of a NaN visible.
    pub(crate) fn shows_bits(&self) -> Option<&str> {
        self.bits.as_deref()
    }

    /// The relation of two lists of values; the strongest statement over all of them.
    pub(crate) fn lists(&self, source: &[Value], target: &[Value]) -> Relation {
        if source.len() != target.len() {
            return Relation::Differs { poison: false };
        }
        let mut all = Relation::Allowed;
        for (source, target) in source.iter().zip(target) {
            all = all.and(self.values(source, target));
        }
        all
    }

    fn values(&self, source: &Value, target: &Value) -> Relation {
        if source.allows(target) {
            return Relation::Allowed;
        }
        match (source, target) {
            (Value::Shaped(a), Value::Shaped(b)) if a.shape() == b.shape() => {
                self.lists(a.elements(), b.elements())
            }
            // A tensor as a whole.
            (Value::Shaped(a), Value::Poison) if a.elements().iter().all(Value::is_poison) => {
                Relation::Allowed
            }
            (_, Value::Poison) => Relation::Differs { poison: true },
            (Value::Float(a), Value::Float(b)) if a.kind == b.kind => self.floats(*a, *b),
            _ => self.elsewhere(),
        }
    }

    fn floats(&self, source: Float, target: Float) -> Relation {
        if let Some(name) = &self.rounding {
            return Relation::Open(name.clone());
        }
        let (Some(a), Some(b)) = (source.to_f64(), target.to_f64()) else { return self.elsewhere() };
        if source.is_zero() && target.is_zero() {
            return match (&self.zeros, &self.approximate) {
                (None, None) => Relation::Differs { poison: false },
                _ => Relation::Allowed,
            };
        }
        let error = (a - b).abs();
        let comparable = a.is_finite() && b.is_finite() || a.abs() > LARGE && b.abs() > LARGE;
        match &self.approximate {
            None => self.elsewhere(),
            Some(_) if !comparable => Relation::Differs { poison: false },
            Some(_) if error <= CLOSE * a.abs().max(b.abs()) => Relation::Close,
            Some(name) if error <= FAR * a.abs().max(b.abs()).max(1.0) => Relation::Open(name.clone()),
            Some(name) if self.zeros.is_some() => Relation::Open(name.clone()),
            Some(_) => Relation::Differs { poison: false },
        }
    }

    /// A value that is not the choice itself but may depend on one.
    fn elsewhere(&self) -> Relation {
        match self.rounding.as_ref().or(self.zeros.as_ref()).or(self.approximate.as_ref()) {
            Some(name) => Relation::Open(name.clone()),
            None => Relation::Differs { poison: false },
        }
    }
}

impl Relation {
    /// The relation of two places together.
    pub(super) fn and(self, other: Relation) -> Relation {
        let rank = |one: &Relation| match one {
            Relation::Allowed => 0,
            Relation::Close => 1,
            Relation::Open(_) => 2,
            Relation::Differs { poison: true } => 3,
            Relation::Differs { poison: false } => 4,
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}

/// Tells if an operation of `linalg` combines floating-point numbers in an order that it leaves open.
fn orders_reduction(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    if !name.starts_with("linalg.") || says(name, "one_result") {
        return false;
    }
    let record = ops::op(name);
    if record.is_some_and(|record| record.fact("structured") == Some("parallel")) {
        return false;
    }
    if record.is_some_and(|record| record.is_inherent("iterator_types")) {
        let ctx = program.ctx();
        let iterators = program.attr(op, ctx.ident("iterator_types")).map(|attr| text::attr_text(ctx, attr));
        if iterators.is_some_and(|iterators| !iterators.contains("reduction")) {
            return false;
        }
    }
    let mut inner = program.walk(op).filter(|inner| *inner != op);
    let regions = program.op_regions(op).iter().all(|region| !program.region(*region).blocks.is_empty());
    let orderless = |inner: OpId| {
        let name = program.op_name(inner);
        says(name, "orderless") || ops::op(name).is_some_and(|record| record.has("terminator"))
    };
    !regions || program.op_regions(op).is_empty() || !inner.all(orderless)
}

/// Tells if an operation of `tosa` has one result: one that moves elements, or that makes integers of numbers, which are rounded to
/// the nearest even one.
fn is_exact(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    match ops::op(name).and_then(|record| record.fact("one_result")) {
        Some("integers") => program.results(op).all(|value| !has_floats(program, value)),
        fact => fact.is_some(),
    }
}

/// Tells if an operation that may choose the sign of a zero may have chosen it here.
fn is_open_zero(program: &Program, op: OpId, results: &[Value]) -> bool {
    let mut alone = FloatNondeterminism::default();
    alone.add(program, op);
    if alone.zeros.is_none() {
        return false;
    }
    let name = program.op_name(op);
    let is_quotient = says(name, "float_quotient");
    let is_open = |value: &Value| {
        // The sign of a zero that divides is that of the quotient.
        let is_infinite = |float: Float| float.to_f64().is_none_or(|number| !number.is_finite());
        value.as_float().is_some_and(|float| float.is_zero() || is_quotient && is_infinite(float))
    };
    let any_zero = |value: &Value| match value {
        Value::Shaped(shaped) => shaped.elements().iter().any(is_open),
        value => is_open(value),
    };
    !is_quotient && !says(name, "without_zero_signs") || results.iter().any(any_zero)
}

fn has_floats(program: &Program, value: assay_ir::data::ValueId) -> bool {
    let ctx = program.ctx();
    let mut ty = program.value_type(value);
    loop {
        ty = match ctx.type_kind(ty) {
            TypeKind::Float(_) => return true,
            TypeKind::Vector { element, .. }
            | TypeKind::RankedTensor { element, .. }
            | TypeKind::MemRef { element, .. }
            | TypeKind::Complex(element) => *element,
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests {
    use assay_backend::interp::find_function;
    use assay_ir::data::{Context, FloatKind, Source};

    impl FloatNondeterminism {
        /// Returns true when one result is allowed, so that a run says all.
        fn is_none(&self) -> bool {
            *self == FloatNondeterminism::default()
        }
    }

    use super::*;

    /// The relation of two numbers after an operation.
    fn relation(operation: &str, source: f32, target: f32) -> Relation {
        let text = format!(
            "func.func @f(%a: f32, %b: f32) -> f32 {{\n  %x = {operation} : f32\n  return %x : f32\n}}"
        );
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let function = find_function(&program, "f").expect("it is there");
        FloatNondeterminism::for_function(&program, function)
            .lists(&[Value::f32(source)], &[Value::f32(target)])
    }

    const OTHER: Relation = Relation::Differs { poison: false };

    #[test]
    fn either_zero_will_do_for_minnumf_and_nsz_and_no_other_number() {
        for operation in ["arith.minnumf %a, %b", "arith.addf %a, %b fastmath<nsz>"] {
            assert_eq!(relation(operation, 0.0, -0.0), Relation::Allowed, "{operation}");
            assert_ne!(relation(operation, 0.0, 1.0), Relation::Allowed, "{operation}");
        }
        for operation in ["arith.minimumf %a, %b", "arith.addf %a, %b", "arith.addf %a, %b fastmath<nnan>"] {
            assert_eq!(relation(operation, 0.0, -0.0), OTHER, "{operation}");
        }
    }

    #[test]
    fn a_number_too_small_for_f64_is_no_zero() {
        let freedom =
            FloatNondeterminism { zeros: Some("arith.mulf".to_owned()), ..FloatNondeterminism::default() };
        let number = |bits| [Value::Float(Float { kind: FloatKind::F128, bits })];
        let negative = 1 << 127;
        assert_eq!(freedom.lists(&number(0), &number(negative)), Relation::Allowed);
        assert_ne!(freedom.lists(&number(0), &number(1)), Relation::Allowed);
        assert_ne!(freedom.lists(&number(negative + 1), &number(0)), Relation::Allowed);
    }

    #[test]
    fn flags_of_rounding_leave_another_number_open() {
        for flag in ["contract", "reassoc", "arcp", "afn", "fast"] {
            let operation = format!("arith.mulf %a, %b fastmath<{flag}>");
            assert!(matches!(relation(&operation, 1.0, 1.5), Relation::Open(_)), "{flag}");
        }
        assert_eq!(relation("arith.mulf %a, %b", 1.0, 1.5), OTHER);
    }

    #[test]
    fn an_approximation_may_be_near_and_not_far() {
        assert_eq!(relation("math.exp %a", 1.0, 1.000_001), Relation::Close);
        assert!(matches!(relation("math.exp %a", 1.0, 1.001), Relation::Open(_)));
        assert_eq!(relation("math.exp %a", 1.0, 1.5), OTHER);
        assert_eq!(relation("math.exp %a", 1.0, f32::INFINITY), OTHER);
        assert_eq!(relation("math.sqrt %a", 1.0, 1.000_001), OTHER);
    }

    #[test]
    fn poison_for_a_number_differs_and_a_number_for_poison_does_not() {
        let freedom = FloatNondeterminism::default();
        let (number, poison) = ([Value::int(8, 1)], [Value::Poison]);
        assert_eq!(freedom.lists(&number, &poison), Relation::Differs { poison: true });
        assert_eq!(freedom.lists(&poison, &number), Relation::Allowed);
    }

    /// The freedom of a function with a generic operation over `%a: tensor<4xf32>`: the map of its output, its iterator, and what
    /// combines an element `%x` with `%o`.
    fn of_generic(map: &str, iterator: &str, combine: &str) -> FloatNondeterminism {
        let ty = if map == "()" { "tensor<f32>" } else { "tensor<4xf32>" };
        let text = format!(
            "func.func @f(%a: tensor<4xf32>, %b: {ty}) -> {ty} {{
  %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> {map}>], iterator_types = [\"{iterator}\"]}} ins(%a : tensor<4xf32>) outs(%b : {ty}) {{
  ^bb0(%x: f32, %o: f32):
    %z = {combine} : f32
    linalg.yield %z : f32
  }} -> {ty}
  return %r : {ty}
}}"
        );
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let function = find_function(&program, "f").expect("it is there");
        FloatNondeterminism::for_function(&program, function)
    }

    #[test]
    fn a_sum_has_an_order_and_one_element_or_a_maximum_has_none() {
        let one = |freedom: FloatNondeterminism| freedom.lists(&[Value::f32(1.0)], &[Value::f32(1.5)]);
        let sum = of_generic("()", "reduction", "arith.addf %x, %o");
        assert_eq!(one(sum), Relation::Open("linalg.generic".to_owned()));
        assert_eq!(one(of_generic("(i)", "parallel", "arith.addf %x, %o")), OTHER);
        assert_eq!(one(of_generic("()", "reduction", "arith.maximumf %x, %o")), OTHER);
        let flagged = of_generic("(i)", "parallel", "arith.addf %x, %o fastmath<reassoc>");
        assert_eq!(one(flagged), Relation::Open("arith.addf".to_owned()));
        // Of two zeros either one may be the result, so that the order decides.
        assert!(!of_generic("()", "reduction", "arith.maxnumf %x, %o").is_none());
    }

    #[test]
    fn an_integer_that_tosa_casts_to_is_one_and_its_other_results_are_open() {
        let of = |operation: &str, ty: &str| {
            let text = format!(
                "func.func @f(%a: tensor<2xf32>) -> {ty} {{\n  %r = {operation} : (tensor<2xf32>) -> {ty}\n  return %r : {ty}\n}}"
            );
            let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
            FloatNondeterminism::for_function(&program, find_function(&program, "f").expect("it is there"))
        };
        assert!(of("tosa.cast %a", "tensor<2xi8>").is_none());
        assert!(of("tosa.reverse %a {axis = 0 : i32}", "tensor<2xf32>").is_none());
        assert!(!of("tosa.cast %a", "tensor<2xf16>").is_none());
        assert!(!of("tosa.reciprocal %a", "tensor<2xf32>").is_none());
    }
}
