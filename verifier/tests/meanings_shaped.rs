//! What operations on vectors and tensors as a whole mean symbolically, held against the interpreter on drawn elements, poison
//! among them: evaluated for many inputs, and as one question to a solver for some.

use std::num::NonZero;

use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::interp::{self, Interpreter};
use assay_backend::value::{Shaped, Value as Concrete};
use assay_ir::data::{Context, OpId, Program, Source, TypeId, TypeKind};
use assay_semantics::{
    Attribute, Element, Layout, OpInstance, OpResult, Roles, Scalar, Value, execute, operations,
};
use assay_smt::SolverPool;
use assay_term::arena::TermArena;
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_term::eval::Evaluator;
use assay_term::float::From;
use assay_term::node::{Sort, TermId};
use assay_testing::Checked;

/// Operations with attributes, types of operands and types of results.
const CASES: &[(&str, &str, &[&str], &[&str])] = &[
    ("tensor.cast", "", &["tensor<2x3xi8>"], &["tensor<2x3xi8>"]),
    ("tensor.collapse_shape", "reassociation = [[0, 1]]", &["tensor<2x3xi8>"], &["tensor<6xi8>"]),
    ("tensor.concat", "dim = 1 : i64", &["tensor<2x1xi8>", "tensor<2x3xi8>"], &["tensor<2x4xi8>"]),
    ("tensor.dim", "", &["tensor<2x3xi8>", "index"], &["index"]),
    (
        "tensor.expand_shape",
        "reassociation = [[0, 1]], static_output_shape = array<i64: 2, 3>",
        &["tensor<6xi8>"],
        &["tensor<2x3xi8>"],
    ),
    ("tensor.extract", "", &["tensor<2x3xi8>", "index", "index"], &["i8"]),
    ("tensor.extract", "", &["tensor<f32>"], &["f32"]),
    (
        "tensor.extract_slice",
        "operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 1, 2>, \
         static_strides = array<i64: 1, 2>",
        &["tensor<2x3xi8>"],
        &["tensor<1x2xi8>"],
    ),
    (
        "tensor.extract_slice",
        "operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 1, 2>, \
         static_strides = array<i64: 1, 2>",
        &["tensor<2x3xi8>"],
        &["tensor<2xi8>"],
    ),
    ("tensor.from_elements", "", &["i8", "i8", "i8", "i8"], &["tensor<2x2xi8>"]),
    ("tensor.insert", "", &["i8", "tensor<2x3xi8>", "index", "index"], &["tensor<2x3xi8>"]),
    (
        "tensor.insert_slice",
        "operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1>, static_sizes = array<i64: 1, 2>, \
         static_strides = array<i64: 1, 1>",
        &["tensor<2xi8>", "tensor<2x3xi8>"],
        &["tensor<2x3xi8>"],
    ),
    ("tensor.rank", "", &["tensor<2x3xi8>"], &["index"]),
    ("tensor.splat", "operandSegmentSizes = array<i32: 1, 0>", &["i8"], &["tensor<2x3xi8>"]),
    ("vector.broadcast", "", &["i8"], &["vector<2x3xi8>"]),
    ("vector.broadcast", "", &["vector<2x1xf32>"], &["vector<2x2x3xf32>"]),
    ("vector.constant_mask", "mask_dim_sizes = array<i64: 1, 2>", &[], &["vector<2x3xi1>"]),
    ("vector.create_mask", "", &["index", "index"], &["vector<2x3xi1>"]),
    ("vector.create_mask", "", &["index"], &["vector<i1>"]),
    ("vector.deinterleave", "", &["vector<2x4xi8>"], &["vector<2x2xi8>", "vector<2x2xi8>"]),
    ("vector.extract", "static_position = array<i64: 1>", &["vector<2x3xi8>"], &["vector<3xi8>"]),
    ("vector.extract", "static_position = array<i64: 1, 2>", &["vector<2x3xi8>"], &["i8"]),
    (
        "vector.extract_strided_slice",
        "offsets = [1], sizes = [2], strides = [1]",
        &["vector<4x2xi8>"],
        &["vector<2x2xi8>"],
    ),
    ("vector.fma", "", &["vector<2xf32>", "vector<2xf32>", "vector<2xf32>"], &["vector<2xf32>"]),
    ("vector.fma", "", &["vector<2xf16>", "vector<2xf16>", "vector<2xf16>"], &["vector<2xf16>"]),
    ("vector.from_elements", "", &["i8", "i8", "i8", "i8"], &["vector<2x2xi8>"]),
    (
        "vector.insert",
        "static_position = array<i64: 1>",
        &["vector<3xi8>", "vector<2x3xi8>"],
        &["vector<2x3xi8>"],
    ),
    ("vector.insert", "static_position = array<i64: 1, 2>", &["i8", "vector<2x3xi8>"], &["vector<2x3xi8>"]),
    (
        "vector.insert_strided_slice",
        "offsets = [1, 1], strides = [1]",
        &["vector<2xi8>", "vector<2x4xi8>"],
        &["vector<2x4xi8>"],
    ),
    ("vector.interleave", "", &["vector<2x2xi8>", "vector<2x2xi8>"], &["vector<2x4xi8>"]),
    (
        "vector.multi_reduction",
        "kind = #vector.kind<add>, reduction_dims = array<i64: 1>",
        &["vector<2x3xi8>", "vector<2xi8>"],
        &["vector<2xi8>"],
    ),
    (
        "vector.multi_reduction",
        "kind = #vector.kind<xor>, reduction_dims = array<i64: 0, 1>",
        &["vector<2x2xi8>", "i8"],
        &["i8"],
    ),
    (
        "vector.multi_reduction",
        "kind = #vector.kind<minsi>, reduction_dims = array<i64: 0>",
        &["vector<3x2xi8>", "vector<2xi8>"],
        &["vector<2xi8>"],
    ),
    ("vector.reduction", "kind = #vector.kind<add>", &["vector<4xi8>"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<mul>", &["vector<3xi8>", "i8"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<minui>", &["vector<4xi8>"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<minsi>", &["vector<4xi8>", "i8"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<maxui>", &["vector<4xi8>"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<maxsi>", &["vector<4xi8>"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<and>", &["vector<4xi8>", "i8"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<or>", &["vector<4xi8>"], &["i8"]),
    ("vector.reduction", "kind = #vector.kind<xor>", &["vector<4xi8>"], &["i8"]),
    ("vector.shape_cast", "", &["vector<2x3xf32>"], &["vector<3x2xf32>"]),
    (
        "vector.shuffle",
        "mask = array<i64: 3, 0, -1, 1>",
        &["vector<2x2xi8>", "vector<2x2xi8>"],
        &["vector<4x2xi8>"],
    ),
    ("vector.step", "", &[], &["vector<4xindex>"]),
    ("vector.to_elements", "", &["vector<2x2xi8>"], &["i8", "i8", "i8", "i8"]),
    ("vector.transpose", "permutation = array<i64: 1, 0>", &["vector<2x3xi8>"], &["vector<3x2xi8>"]),
    ("tosa.concat", "axis = 0 : i32", &["tensor<1x2xi8>", "tensor<2x2xi8>"], &["tensor<3x2xi8>"]),
    ("tosa.reverse", "axis = 1 : i32", &["tensor<2x3xi8>"], &["tensor<2x3xi8>"]),
    ("tosa.transpose", "perms = array<i32: 1, 0>", &["tensor<2x3xi8>"], &["tensor<3x2xi8>"]),
    ("tosa.reduce_all", "axis = 1 : i32", &["tensor<2x3xi1>"], &["tensor<2x1xi1>"]),
    ("tosa.reduce_any", "axis = 1 : i32", &["tensor<2x3xi1>"], &["tensor<2x1xi1>"]),
    ("tosa.reduce_max", "axis = 0 : i32", &["tensor<3x2xi8>"], &["tensor<1x2xi8>"]),
    ("tosa.reduce_min", "axis = 0 : i32", &["tensor<3x2xi8>"], &["tensor<1x2xi8>"]),
    ("tosa.reduce_product", "axis = 1 : i32", &["tensor<2x3xi8>"], &["tensor<2x1xi8>"]),
    ("tosa.reduce_sum", "axis = 1 : i32", &["tensor<2x3xi8>"], &["tensor<2x1xi8>"]),
    ("tosa.const", "values = dense<[1, -2]> : tensor<2xi8>", &[], &["tensor<2xi8>"]),
    ("tosa.identity", "", &["tensor<2xi8>"], &["tensor<2xi8>"]),
    ("tosa.clamp", "min_val = -3 : i8, max_val = 7 : i8", &["tensor<2xi8>"], &["tensor<2xi8>"]),
    ("tosa.clamp", "min_val = -1.5 : f32, max_val = 2.0 : f32", &["tensor<2xf32>"], &["tensor<2xf32>"]),
    ("tosa.cast", "", &["tensor<2xi8>"], &["tensor<2xi16>"]),
    ("tosa.cast", "", &["tensor<2xi16>"], &["tensor<2xi8>"]),
    ("tosa.cast", "", &["tensor<2xi8>"], &["tensor<2xi1>"]),
    ("tosa.cast", "", &["tensor<2xi1>"], &["tensor<2xi8>"]),
    ("tosa.cast", "", &["tensor<2xi1>"], &["tensor<2xf32>"]),
    ("tosa.cast", "", &["tensor<2xi32>"], &["tensor<2xf16>"]),
    ("tosa.cast", "", &["tensor<2xf32>"], &["tensor<2xf16>"]),
    ("tosa.cast", "", &["tensor<2xf32>"], &["tensor<2xi1>"]),
    ("tosa.ceil", "", &["tensor<2xf32>"], &["tensor<2xf32>"]),
    ("tosa.floor", "", &["tensor<2xf32>"], &["tensor<2xf32>"]),
    ("tosa.cast", "", &["tensor<2xf32>"], &["tensor<2xi8>"]),
    ("tosa.cast", "", &["tensor<2xf32>"], &["tensor<2xi32>"]),
    ("tosa.cast", "", &["tensor<2xf16>"], &["tensor<2xi16>"]),
    ("tosa.reciprocal", "", &["tensor<2xf32>"], &["tensor<2xf32>"]),
    ("tosa.select", "", &["tensor<1x3xi1>", "tensor<2x1xi8>", "tensor<2x3xi8>"], &["tensor<2x3xi8>"]),
];

/// Operations of `tosa` on two tensors of one type, where it has elements of `i8`, and of `f32`, and its bits.
const PAIRS: &[(&str, &str, &[&str])] = &[
    ("tosa.add", "", &["i8", "f32"]),
    ("tosa.sub", "", &["i8", "f16"]),
    ("tosa.bitwise_and", "", &["i8"]),
    ("tosa.bitwise_or", "", &["i8"]),
    ("tosa.bitwise_xor", "", &["i8"]),
    ("tosa.logical_and", "", &["i1"]),
    ("tosa.logical_or", "", &["i1"]),
    ("tosa.logical_xor", "", &["i1"]),
    ("tosa.arithmetic_right_shift", "round = false", &["i8"]),
    ("tosa.arithmetic_right_shift", "round = true", &["i8"]),
    ("tosa.logical_left_shift", "", &["i8"]),
    ("tosa.logical_right_shift", "", &["i8"]),
    ("tosa.intdiv", "", &["i32"]),
    ("tosa.maximum", "", &["i8", "f32"]),
    ("tosa.minimum", "", &["i8", "bf16"]),
    ("tosa.maximum", "nan_mode = #tosa.nan_mode<PROPAGATE>", &["f32"]),
];

/// Those with a bit as the result.
const COMPARED: &[&str] = &["tosa.equal", "tosa.greater", "tosa.greater_equal"];

/// Those on one tensor.
const SINGLE: &[(&str, &[&str])] = &[
    ("tosa.abs", &["i8", "f32"]),
    ("tosa.bitwise_not", &["i8"]),
    ("tosa.clz", &["i8"]),
    ("tosa.logical_not", &["i1"]),
];

/// An operation, its attributes, and types of operands and results.
type Shape = (&'static str, String, Vec<String>, Vec<String>);

fn cases() -> Vec<Shape> {
    let own = |list: &[&str]| list.iter().map(|ty| (*ty).to_owned()).collect::<Vec<String>>();
    let mut out: Vec<Shape> = CASES
        .iter()
        .map(|(name, attributes, operands, results)| {
            (*name, (*attributes).to_owned(), own(operands), own(results))
        })
        .collect();
    let tensor = |shape: &str, element: &str| format!("tensor<{shape}x{element}>");
    for (name, attributes, elements) in PAIRS {
        for element in *elements {
            let operands = vec![tensor("2x1", element), tensor("1x3", element)];
            out.push((name, (*attributes).to_owned(), operands, vec![tensor("2x3", element)]));
        }
    }
    for (name, element) in COMPARED.iter().flat_map(|name| ["i8", "f32"].map(|element| (name, element))) {
        let operands = vec![tensor("2x3", element), tensor("2x1", element)];
        out.push((name, String::new(), operands, vec![tensor("2x3", "i1")]));
    }
    for (name, elements) in SINGLE {
        for element in *elements {
            out.push((name, String::new(), vec![tensor("2x2", element)], vec![tensor("2x2", element)]));
        }
    }
    out
}

/// The only operation of a function.
struct Case {
    program: Program,
    function: OpId,
    op: OpId,
    text: String,
}

fn case(ctx: &std::sync::Arc<Context>, (name, attributes, operands, results): &Shape) -> Case {
    let parameters: Vec<String> =
        operands.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect();
    let arguments: Vec<String> = (0..operands.len()).map(|at| format!("%a{at}")).collect();
    let returned: Vec<String> = (0..results.len()).map(|at| format!("%r#{at}")).collect();
    let (inputs, outputs) = (operands.join(", "), results.join(", "));
    let text = format!(
        "func.func @f({}) -> ({outputs}) {{\n  %r:{} = \"{name}\"({}) {{{attributes}}} : ({inputs}) -> ({outputs})\n  \
         \"func.return\"({}) : ({outputs}) -> ()\n}}",
        parameters.join(", "),
        results.len(),
        arguments.join(", "),
        returned.join(", ")
    );
    let parsed = assay_ir::text::parse(ctx, &Source::new("case.mlir", text.as_str()));
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    let program = parsed.program;
    let function = interp::find_function(&program, "f").expect("it is the only function");
    let block = program.region(program.op_regions(function)[0]).blocks[0];
    let op = program.first_op(block).expect("it has two operations");
    Case { program, function, op, text }
}

/// The operation with a variable for each element.
struct Symbolic {
    pool: TermArena,
    layouts: Vec<Layout>,
    scalars: Vec<Scalar>,
    done: OpResult,
}

fn symbolic(case: &Case) -> Symbolic {
    let (program, ctx) = (&case.program, case.program.ctx());
    let mut pool = TermArena::default();
    let layout = |ty: TypeId| Layout::for_type(ctx, ty, 64).expect("the types are modelled");
    let layouts: Vec<Layout> =
        program.operands(case.op).map(|value| layout(program.value_type(value))).collect();
    let (mut scalars, mut values): (Vec<Scalar>, Vec<Value>) = (Vec::new(), Vec::new());
    for layout in &layouts {
        let mut elements = Vec::new();
        for _ in 0..layout.size() {
            let bits = pool.variable(format!("x{}", scalars.len()), layout.sort());
            let poison = pool.variable(format!("p{}", scalars.len()), Sort::Bool);
            scalars.push(Scalar { bits, poison });
            elements.push(Scalar { bits, poison });
        }
        values.push(Value { shape: layout.shape.clone(), elements });
    }
    let elements: Vec<Element> = layouts.iter().map(|layout| layout.element).collect();
    let result_types: Vec<TypeId> = program.results(case.op).map(|value| program.value_type(value)).collect();
    let results: Vec<Layout> = result_types.iter().map(|ty| layout(*ty)).collect();
    let attribute = |name: &str| match program.attr(case.op, ctx.ident(name)) {
        Some(attr) => Attribute::Known(attr),
        None => Attribute::Absent,
    };
    let subject = OpInstance {
        ctx,
        name: program.op_name(case.op),
        operands: &values,
        operand_elements: &elements,
        results: &results,
        result_types: &result_types,
        attribute: &attribute,
    };
    let done = execute(&mut pool, &mut Roles::default(), &subject);
    let done = done.unwrap_or_else(|lack| panic!("{}: {lack:?}", case.text));
    Symbolic { pool, layouts, scalars, done }
}

/// The next number of a sequence (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// An element: often a small number, or one at the end of what there is; sometimes poison.
fn draw(layout: &Layout, state: &mut u64) -> Option<u128> {
    let mask = u128::MAX >> (128 - layout.width);
    let (small, sign) = (u128::from(next(state) % 5), u128::from(next(state) & 1) << (layout.width - 1));
    if let Element::Float(format) = layout.element {
        let infinity = format.nan() & !(1 << (format.significand - 2));
        return match next(state) % 10 {
            0 => None,
            1 => Some(sign),
            2 => Some(sign | infinity),
            3 => Some(format.nan()),
            4 => Some(sign | small),
            5 => Some(sign | (infinity / 2).wrapping_sub(small)),
            _ => Some(u128::from(next(state)) & mask),
        };
    }
    if layout.element == Element::Index {
        // Most places are inside.
        return match next(state) % 16 {
            0 => None,
            1 => Some(u128::from(next(state))),
            _ => Some(small % 3),
        };
    }
    match next(state) % 12 {
        0 => None,
        1..=7 => Some(small & mask),
        8 => Some(0u128.wrapping_sub(small) & mask),
        9 => Some((1u128 << (layout.width - 1)).wrapping_sub(small) & mask),
        _ => Some(u128::from(next(state)) & mask),
    }
}

fn element(kind: &TypeKind, width: u32, bits: Option<u128>) -> Concrete {
    match (kind, bits) {
        (_, None) => Concrete::Poison,
        (TypeKind::Float(kind), Some(bits)) => Concrete::float(*kind, bits),
        (_, Some(bits)) => Concrete::int(width, bits),
    }
}

/// The kind of the elements of a type.
fn kind_of(ctx: &Context, ty: TypeId) -> TypeKind {
    match ctx.type_kind(ty) {
        TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => {
            ctx.type_kind(*element).clone()
        }
        kind => kind.clone(),
    }
}

fn run(case: &Case, layouts: &[Layout], inputs: &[Option<u128>]) -> Outcome {
    let program = &case.program;
    let mut rest = inputs;
    let mut arguments = Vec::new();
    for (value, layout) in program.operands(case.op).zip(layouts) {
        let kind = kind_of(program.ctx(), program.value_type(value));
        let (own, others) = rest.split_at(layout.size());
        rest = others;
        let mut elements: Vec<Concrete> =
            own.iter().map(|bits| element(&kind, layout.width, *bits)).collect();
        arguments.push(match &layout.shape {
            Some(shape) => Shaped::new(shape.clone(), elements).into(),
            None => elements.swap_remove(0),
        });
    }
    let done = Interpreter.run(program, case.function, &arguments, &Options::default());
    done.unwrap_or_else(|why| panic!("{}: {why:?}", case.text)).outcome
}

/// The elements of a result.
fn flat(value: &Concrete) -> Vec<Option<u128>> {
    let bits = |value: &Concrete| match value.as_float() {
        Some(float) => Some(float.bits),
        None => value.as_int().map(|int| int.to_u128().expect("widths are small here")),
    };
    match value.as_shaped() {
        Some(shaped) => shaped.elements().iter().map(bits).collect(),
        None => vec![bits(value)],
    }
}

impl Symbolic {
    /// The elements of all results, with what the interpreter says of each.
    fn pairs(&self, case: &Case, values: &[Concrete]) -> Vec<(Scalar, Option<u128>)> {
        assert_eq!(values.len(), self.done.results.len(), "{}", case.text);
        let mut out = Vec::new();
        for (result, value) in self.done.results.iter().zip(values) {
            let concrete = flat(value);
            assert_eq!(concrete.len(), result.elements.len(), "{}", case.text);
            out.extend(result.elements.iter().copied().zip(concrete));
        }
        out
    }

    fn number(&mut self, like: TermId, bits: u128) -> TermId {
        let number = self.pool.number(self.pool.width(like), bits);
        match self.pool.sort(like) {
            Sort::Float(format) => self.pool.float_from(From::Bits, number, format),
            _ => number,
        }
    }

    /// Says that the operands are these, and that the outcome is another one.
    fn fault(&mut self, case: &Case, inputs: &[Option<u128>], outcome: &Outcome) -> TermId {
        let mut here = Vec::new();
        for (scalar, input) in self.scalars.clone().into_iter().zip(inputs) {
            here.push(match input {
                None => scalar.poison,
                Some(bits) => {
                    let number = self.number(scalar.bits, *bits);
                    let same = self.pool.equal(scalar.bits, number);
                    let defined = self.pool.not(scalar.poison);
                    self.pool.and(same, defined)
                }
            });
        }
        let undefined = self.done.undefined;
        let other = match outcome {
            Outcome::Ub { .. } => self.pool.not(undefined),
            Outcome::Values(values) => {
                let mut faults = vec![undefined];
                for (scalar, bits) in self.pairs(case, values) {
                    faults.push(match bits {
                        None => self.pool.not(scalar.poison),
                        Some(bits) => {
                            let number = self.number(scalar.bits, bits);
                            let other = self.pool.differ(scalar.bits, number);
                            self.pool.or(scalar.poison, other)
                        }
                    });
                }
                self.pool.any(faults)
            }
            other => panic!("{}: {other:?}", case.text),
        };
        here.push(other);
        self.pool.all(here)
    }

    /// Compares on one input.
    fn agree(&self, case: &Case, evaluator: &Evaluator<'_>, inputs: &[Option<u128>], outcome: &Outcome) {
        let shown = || format!("{}\n{inputs:?}: {outcome:?}", case.text);
        match outcome {
            Outcome::Ub { .. } => assert!(evaluator.holds(self.done.undefined), "{}", shown()),
            Outcome::Values(values) => {
                assert!(!evaluator.holds(self.done.undefined), "{}", shown());
                for (scalar, bits) in self.pairs(case, values) {
                    let Some(bits) = bits else {
                        assert!(evaluator.holds(scalar.poison), "{}", shown());
                        continue;
                    };
                    let bits = match self.pool.sort(scalar.bits) {
                        Sort::Float(format) => format.read(bits),
                        _ => bits,
                    };
                    assert!(!evaluator.holds(scalar.poison), "{}", shown());
                    assert_eq!(evaluator.value(scalar.bits), bits, "{}", shown());
                }
            }
            other => panic!("{}: {other:?}", case.text),
        }
    }

    fn compare(&self, case: &Case, inputs: &[Vec<Option<u128>>], outcomes: &[Outcome], state: &mut u64) {
        let mut roots = vec![self.done.undefined];
        let elements = self.done.results.iter().flat_map(|result| &result.elements).chain(&self.scalars);
        roots.extend(elements.flat_map(|scalar| [scalar.bits, scalar.poison]));
        let mut evaluator = Evaluator::new(&self.pool, &roots);
        for (inputs, outcome) in inputs.iter().zip(outcomes) {
            let noise = u128::from(next(state));
            evaluator.run(&|var| match (var.0 % 2, inputs[(var.0 / 2) as usize]) {
                // The bits of poison are anything.
                (0, bits) => bits.unwrap_or(noise),
                (_, input) => u128::from(input.is_none()),
            });
            self.agree(case, &evaluator, inputs, outcome);
        }
    }
}

fn shaped_meanings_agree_with_the_interpreter_evaluated_and_by_the_solver() -> Checked {
    let solver = crate::common::solver()?;
    let solvers = SolverPool::new(solver, NonZero::<usize>::MIN);
    let decider = Decider { solvers: Some(&solvers), shortcuts: false, units: None, budget: None };
    let ctx = Context::new();
    let mut state = 17;
    for shape in cases() {
        let case = case(&ctx, &shape);
        let mut symbolic = symbolic(&case);
        let layouts = symbolic.layouts.clone();
        let draw_all = |state: &mut u64| -> Vec<Option<u128>> {
            let elements = layouts.iter().flat_map(|layout| std::iter::repeat_n(layout, layout.size()));
            elements.map(|layout| draw(layout, state)).collect()
        };
        let inputs: Vec<Vec<Option<u128>>> = (0..60).map(|_| draw_all(&mut state)).collect();
        let outcomes: Vec<Outcome> = inputs.iter().map(|inputs| run(&case, &layouts, inputs)).collect();
        let defined = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Values(_))).count();
        assert!(defined >= 3, "{}: defined on {defined} inputs", case.text);
        symbolic.compare(&case, &inputs, &outcomes, &mut state);
        let mut faults = Vec::new();
        for (inputs, outcome) in inputs.iter().zip(&outcomes).take(4) {
            faults.push(symbolic.fault(&case, inputs, outcome));
        }
        let any = symbolic.pool.any(faults);
        let decision = decider.decide(&mut symbolic.pool, &[any]);
        assert!(matches!(decision, Decision::Never), "{}\n{decision:?}", case.text);
    }
    Ok(())
}

fn every_shaped_meaning_has_a_case() {
    let cases = cases();
    let shaped = ["tensor.", "tosa.", "vector."];
    let missing: Vec<&str> = operations()
        .filter(|name| shaped.iter().any(|dialect| name.starts_with(dialect)) && *name != "tensor.empty")
        .filter(|name| cases.iter().all(|(known, ..)| known != name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn a_meaning_of_elements_of_a_whole_has_none_of_scalars() {
    let ctx = Context::new();
    for name in operations().filter(|name| name.starts_with("tosa.") || name.starts_with("vector.")) {
        let layout = Layout::for_type(&ctx, ctx.integer(8), 64).expect("it is modelled");
        let mut pool = TermArena::default();
        let scalar = Scalar { bits: pool.zero(8), poison: pool.boolean(false) };
        let operands = vec![Value { shape: None, elements: vec![scalar] }];
        let subject = OpInstance {
            ctx: &ctx,
            name,
            operands: &operands,
            operand_elements: &[Element::Integer],
            results: std::slice::from_ref(&layout),
            result_types: &[ctx.integer(8)],
            attribute: &|_| Attribute::Absent,
        };
        assert!(execute(&mut pool, &mut Roles::default(), &subject).is_err(), "{name}");
    }
}

assay_testing::tests!(
    shaped_meanings_agree_with_the_interpreter_evaluated_and_by_the_solver,
    every_shaped_meaning_has_a_case,
    a_meaning_of_elements_of_a_whole_has_none_of_scalars,
);
