//! Attention, recognised by a strategy that is put together from shared parts, over operations with a spec and a meaning: drawn
//! variants are recognised; each near miss, one edit away, computes something else and fails at the step that the edit breaks.

mod programs;

use std::sync::Arc;

use self::programs::{Choices, Dice, MISSES, Miss, additive, dot_product};
use assay_backend::engine::{Engine, Options as EngineOptions, Outcome};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{Context, FloatKind, Program, Source, TypeKind};
use assay_ir::meanings::{self, Known, expand};
use assay_ir::rewrite::Silent;
use assay_ir::spec::{self, Registry};
use assay_ir::strategy::{self, End, Limits, Node, NodeId, OpCount, Place, Predicate, Runner, Strategy};
use assay_ir::{text, wellformed};

/// The operations, with what they mean.
fn registry() -> Registry {
    let ctx = Context::new();
    let mut registry = Registry::new(&ctx);
    let dialect = read(&ctx, "nn.irdl.mlir", include_str!("nn.irdl.mlir"));
    let troubles = spec::load(&dialect, &mut registry);
    assert!(troubles.is_empty(), "{troubles:?}");
    let bodies = read(&ctx, "nn.mlir", include_str!("nn.mlir"));
    // The bodies are interpreted and never asked about.
    let known = |name: &str| if Interpreter.has_semantics(name) { Known::Whole } else { Known::No };
    let troubles = meanings::load(&bodies, &mut registry, &known);
    assert!(troubles.is_empty(), "{troubles:#?}");
    registry
}

fn read(ctx: &Arc<Context>, name: &str, text: &str) -> Program {
    let parsed = text::parse(ctx, &Source::new(name, text));
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    parsed.program
}

/// A program that keeps the spec.
fn valid(registry: &Registry, text: &str) -> Program {
    let program = read(registry.ctx(), "attention", text);
    let violations = wellformed::check(&program, registry, &wellformed::Options::default());
    assert!(violations.is_empty(), "{violations:?}\n{text}");
    program
}

/// A number that a float of 32 bits holds exactly.
fn number(dice: &mut Dice) -> Value {
    let value = (dice.below(25) as f32 - 12.0) / 8.0;
    Value::float(FloatKind::F32, u128::from(value.to_bits()))
}

/// Arguments for the parameters of a function, drawn.
fn arguments(program: &Program, seed: u64) -> Vec<Value> {
    let mut dice = Dice(seed);
    let function = find_function(program, "f").expect("there is @f");
    let entry = program.region(program.op_regions(function)[0]).blocks[0];
    let drawn = program.block(entry).arguments.iter().map(|argument| {
        let TypeKind::Vector { shape, element } = program.ctx().type_kind(program.value_type(*argument))
        else {
            panic!("parameters are vectors");
        };
        let shape: Vec<u64> = shape.iter().map(|(extent, _)| *extent).collect();
        let count = shape.iter().product::<u64>();
        let is_mask = *element == program.ctx().integer(1);
        // Each word of a mask counts for itself at least.
        let one = |at| if is_mask { Value::int(1, u128::from(at != 1)) } else { number(&mut dice) };
        let elements: Vec<Value> = (0..count).map(one).collect();
        Value::from(Shaped::new(shape, elements))
    });
    drawn.collect()
}

/// The results of a program for drawn arguments.
fn returned(registry: &Registry, program: &mut Program, seed: u64) -> Vec<Value> {
    let arguments = arguments(program, seed);
    program.tentatively(|program| {
        expand(program, registry);
        let function = find_function(program, "f").expect("there is @f");
        let run = Interpreter.run(program, function, &arguments, &EngineOptions::default());
        match run.expect("it is run").outcome {
            Outcome::Values(values) => values,
            other => panic!("{other:?}"),
        }
    })
}

/// The step at which the matcher failed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Missed {
    /// The definition of which it is a part.
    definition: String,
    /// The fact that does not hold.
    fact: String,
    /// The operation of which it does not hold.
    op: String,
}

/// The definition that a node is a part of.
fn definition_of(strategy: &Strategy, step: NodeId) -> &str {
    let at = strategy.span(step).start;
    let before = strategy.definitions().iter().filter(|definition| definition.span.start <= at);
    &before.max_by_key(|definition| definition.span.start).expect("steps are in definitions").name
}

/// `None` where the program is attention; else the step that failed.
fn missed(registry: &Registry, program: &mut Program) -> Option<Missed> {
    let ctx = registry.ctx();
    let matcher = strategy::read(ctx, include_str!("attention.strategy"), &[]);
    assert!(matcher.diagnostics.is_empty(), "{:?}", matcher.diagnostics);
    let (cost, mut silent) = (OpCount::default(), Silent);
    let function = find_function(program, "f").expect("there is @f");
    let main = matcher.strategy.definition("main").expect("there is a main").body;
    let limits = Limits { rewrites: 0 };
    let mut runner = Runner::new(&matcher.strategy, program, &[], limits, &cost, &mut silent);
    let failure = match runner.run(main, function) {
        End::Success => return None,
        End::Failure(failure) => failure,
        other => panic!("{other:?}"),
    };
    let fact = match matcher.strategy.node(failure.node) {
        Node::Test(Predicate::Is(name) | Predicate::Has(name)) => ctx.str(*name).to_owned(),
        other => format!("{other:?}"),
    };
    let op = match failure.place {
        Place::Op(op) => program.op_name(op).to_owned(),
        other => format!("{other:?}"),
    };
    Some(Missed { definition: definition_of(&matcher.strategy, failure.node).to_owned(), fact, op })
}

fn a_hundred_drawn_variants_are_recognised() {
    let (registry, mut dice) = (registry(), Dice(1));
    for _ in 0..100 {
        let choices = dice.choices();
        let text = dot_product(choices, None);
        assert_eq!(missed(&registry, &mut valid(&registry, &text)), None, "{choices:?}\n{text}");
    }
    for bias in 0..3 {
        for located in [false, true] {
            let text = additive(bias, located, None);
            assert_eq!(missed(&registry, &mut valid(&registry, &text)), None, "{bias} {located}\n{text}");
        }
    }
}

/// Runs a program and a near miss of it on the same inputs, and returns the step at which the matcher fails.
fn run_near_miss(registry: &Registry, program: &str, miss: &str) -> Missed {
    let (mut right, mut wrong) = (valid(registry, program), valid(registry, miss));
    assert_eq!(missed(registry, &mut right), None, "{program}");
    let differs = |seed| returned(registry, &mut right, seed) != returned(registry, &mut wrong, seed);
    assert!((1..4).any(differs), "they compute the same\n{program}\n{miss}");
    missed(registry, &mut wrong).unwrap_or_else(|| panic!("recognised\n{miss}"))
}

/// The step that an edit breaks: a fact of a definition of `attention.strategy`, at an operation.
fn broken_by(miss: Miss, choices: Choices) -> Missed {
    let scaling = if choices.divide { "nn.div" } else { "nn.mul" };
    let part = match (choices.split, choices.bias) {
        (true, _) => "nn.split",
        (false, 0) => "nn.matmul",
        (false, _) => "nn.add",
    };
    let scores = match (choices.mask, choices.scale_first) {
        (0, true) => "nn.matmul",
        (0, false) => scaling,
        (3, _) => "nn.where",
        _ => "nn.add",
    };
    let (definition, fact, op) = match miss {
        Miss::OtherAxis => ("softmax", "last", "nn.softmax"),
        Miss::NoSoftmax => ("softmax", "nn.softmax", scores),
        Miss::Dropout => ("softmax", "nn.softmax", "nn.dropout"),
        Miss::TransposedValue => ("matmul", "nn.matmul", "nn.transpose"),
        Miss::NotTransposedKey => ("transposed", "nn.transpose", part),
        // The product with the mask is read as the scaling, of which one side is a product of queries and keys.
        Miss::MaskTimes if choices.scale_first => ("matmul", "nn.matmul", scaling),
        Miss::MaskTimes => ("matmul", "nn.matmul", "nn.mask"),
        Miss::SwappedProduct if choices.scale_first => ("by", "nn.div", "nn.transpose"),
        Miss::SwappedProduct => ("matmul", "nn.matmul", "nn.transpose"),
        Miss::NoScale => ("by", "nn.div", part),
        Miss::HalfPair if choices.pair == 4 => ("plain", "nn.unrotate", scores),
        Miss::HalfPair => ("plain", "nn.unrotate", part),
        Miss::SumOfProducts if choices.divide => ("matmul", "nn.matmul", "nn.add"),
        // A product commutes: its other side is tried last.
        Miss::SumOfProducts => ("matmul", "nn.matmul", "nn.scale"),
    };
    Missed { definition: definition.to_owned(), fact: fact.to_owned(), op: op.to_owned() }
}

fn a_hundred_near_misses_compute_something_else_and_fail_at_the_step_of_the_edit() {
    let (registry, mut dice) = (registry(), Dice(2));
    for number in 0..100 {
        let miss = MISSES[number % MISSES.len()];
        let choices = dice.choices().with(miss);
        let near = dot_product(choices, Some(miss));
        let step = run_near_miss(&registry, &dot_product(choices, None), &near);
        assert_eq!(step, broken_by(miss, choices), "{miss:?} {choices:?}\n{near}");
    }
}

fn near_misses_of_the_other_families_compute_something_else_and_name_the_step() {
    let registry = registry();
    let steps = [
        (Miss::OtherAxis, "softmax", "last", "nn.softmax"),
        (Miss::Dropout, "softmax", "nn.softmax", "nn.dropout"),
        (Miss::NoScale, "energy", "nn.tanh", "nn.relu"),
    ];
    for (miss, definition, fact, op) in steps {
        for (bias, located) in [(0, false), (1, true), (2, false), (2, true)] {
            let near = additive(bias, located, Some(miss));
            let step = run_near_miss(&registry, &additive(bias, located, None), &near);
            let named = (step.definition.as_str(), step.fact.as_str(), step.op.as_str());
            assert_eq!(named, (definition, fact, op), "{bias} {located}\n{near}");
        }
    }
}

assay_testing::tests!(
    a_hundred_drawn_variants_are_recognised,
    a_hundred_near_misses_compute_something_else_and_fail_at_the_step_of_the_edit,
    near_misses_of_the_other_families_compute_something_else_and_name_the_step,
);
