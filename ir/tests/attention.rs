//! Attention, recognised by a strategy that is put together from shared parts: drawn variants are recognised, and each near miss,
//! one edit away, fails at the step that names what was edited.

mod common;

use assay_ir::data::Context;
use assay_ir::rewrite::{Options, PatternSet, Silent};
use assay_ir::strategy::{self, End, Limits, OpCount, Runner};
use common::read;

/// The matcher. Operands are those of ONNX: `matmul(a, b)`, `softmax(x) {axis}`, `where(mask, x, other)`.
const MATCHER: &str = r#"
// A reshape or transpose and its inverse say nothing.
plain(s) = (is("nn.reshape") ; operand(0, is("nn.unreshape") ; operand(0, s))) <+ s;
either(s, t) = (operand(0, s) ; operand(1, t)) <+ (operand(1, s) ; operand(0, t));

matmul = is("nn.matmul");
bias = is("nn.bias");
linear = (is("nn.add") ; either(plain(matmul), bias)) <+ matmul;
split = is("nn.split") ; operand(0, plain(linear));
projected = plain(split <+ linear);

scale = is("nn.scale");
by(s) = (is("nn.mul") ; either(s, scale)) <+ (is("nn.div") ; operand(1, scale) ; operand(0, s));
transposed = is("nn.transpose") ; operand(0, projected);
product(q) = matmul ; operand(0, plain(q)) ; operand(1, plain(transposed));
scores = by(plain(product(projected))) <+ product(by(projected));

mask = is("nn.mask");
masked = (is("nn.add") ; either(plain(scores), mask)) <+ (is("nn.where") ; operand(0, mask) ; operand(1, plain(scores))) <+ scores;
softmax = is("nn.softmax") ; has("last");
weights = softmax ; operand(0, plain(masked));
dotProduct = matmul ; operand(0, plain(weights)) ; operand(1, projected);

additive = matmul ; operand(0, is("nn.unsqueeze") ; operand(0, plain(softmax ; operand(0, energy)))) ; operand(1, projected);
energy = is("nn.squeeze") ; operand(0, linearOf(is("nn.tanh") ; operand(0, hidden)));
linearOf(s) = (is("nn.add") ; either(matmul ; operand(0, s), bias)) <+ (matmul ; operand(0, s));
hidden = is("nn.add") ; either(linear, linear);

located = matmul ; operand(0, is("nn.unsqueeze") ; operand(0, plain(softmax ; operand(0, locatedEnergy)))) ; operand(1, projected);
locatedEnergy = is("nn.squeeze") ; operand(0, linearOf(is("nn.tanh") ; operand(0, is("nn.add") ; either(hidden, convolved))));
convolved = is("nn.conv") ; operand(0, is("nn.alignment"));

attention = located <+ additive <+ dotProduct;
main = one(is("nn.use") ; operand(0, plain(attention)))
"#;

/// The choices of which a variant is put together.
#[derive(Clone, Copy, Debug)]
struct Choices {
    divide: bool,
    scale_first: bool,
    /// None, added on the left or right, chosen.
    mask: u32,
    /// None, on the left, on the right.
    bias: u32,
    split: bool,
    /// Where a reshape and its inverse are, if anywhere.
    pair: u32,
}

/// One edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Miss {
    None,
    OtherAxis,
    TransposedValue,
    NotTransposedKey,
    MaskTimes,
    Dropout,
    SwappedProduct,
    NoScale,
    HalfPair,
    NoSoftmax,
    SumOfProducts,
}

const MISSES: [Miss; 10] = [
    Miss::OtherAxis,
    Miss::TransposedValue,
    Miss::NotTransposedKey,
    Miss::MaskTimes,
    Miss::Dropout,
    Miss::SwappedProduct,
    Miss::NoScale,
    Miss::HalfPair,
    Miss::NoSoftmax,
    Miss::SumOfProducts,
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % most
    }

    fn choices(&mut self) -> Choices {
        Choices {
            divide: self.below(2) == 0,
            scale_first: self.below(2) == 0,
            mask: self.below(4),
            bias: self.below(3),
            split: self.below(2) == 0,
            pair: self.below(5),
        }
    }
}

/// Writes operations.
#[derive(Default)]
struct Text {
    text: String,
    next: u32,
}

impl Text {
    fn op(&mut self, name: &str, operands: &[u32]) -> u32 {
        self.with(name, operands, "")
    }

    fn with(&mut self, name: &str, operands: &[u32], attributes: &str) -> u32 {
        self.next += 1;
        let values: Vec<String> = operands.iter().map(|value| format!("%{value}")).collect();
        let types = vec!["i32"; operands.len()].join(", ");
        self.text += &format!(
            "%{} = \"nn.{name}\"({}){attributes} : ({types}) -> i32\n",
            self.next,
            values.join(", ")
        );
        self.next
    }

    fn linear(&mut self, input: u32, bias: u32) -> u32 {
        let weight = self.op("weight", &[]);
        let product = self.op("matmul", &[input, weight]);
        if bias == 0 {
            return product;
        }
        let by = self.op("bias", &[]);
        if bias == 1 { self.op("add", &[by, product]) } else { self.op("add", &[product, by]) }
    }

    fn pair(&mut self, value: u32, here: bool, half: bool) -> u32 {
        if !here {
            return value;
        }
        let inner = if half { value } else { self.op("unreshape", &[value]) };
        self.op("reshape", &[inner])
    }

    fn scaled(&mut self, value: u32, choices: Choices) -> u32 {
        let scale = self.op("scale", &[]);
        self.op(if choices.divide { "div" } else { "mul" }, &[value, scale])
    }
}

fn dot_product(choices: Choices, miss: Miss) -> String {
    let mut out = Text::default();
    let half = miss == Miss::HalfPair;
    let pair = if half { choices.pair.clamp(1, 4) } else { choices.pair };
    let input = out.op("input", &[]);
    let shared = if choices.split { Some(out.linear(input, choices.bias)) } else { None };
    let part = |out: &mut Text, at: u32| {
        let value = match shared {
            Some(shared) => out.op("split", &[shared]),
            None => out.linear(input, choices.bias),
        };
        out.pair(value, pair == at, half)
    };
    let (mut query, key, value) = (part(&mut out, 1), part(&mut out, 2), part(&mut out, 3));
    if choices.scale_first && miss != Miss::NoScale {
        query = out.scaled(query, choices);
    }
    let key = if miss == Miss::NotTransposedKey { key } else { out.op("transpose", &[key]) };
    let name = if miss == Miss::SumOfProducts { "add" } else { "matmul" };
    let mut scores = match miss {
        Miss::SwappedProduct => out.op(name, &[key, query]),
        _ => out.op(name, &[query, key]),
    };
    if !choices.scale_first && miss != Miss::NoScale {
        scores = out.scaled(scores, choices);
    }
    let mask = if miss == Miss::MaskTimes { 4 } else { choices.mask };
    if mask > 0 {
        let by = out.op("mask", &[]);
        scores = match mask {
            1 => out.op("add", &[scores, by]),
            2 => out.op("add", &[by, scores]),
            3 => {
                let least = out.op("least", &[]);
                out.op("where", &[by, scores, least])
            }
            _ => out.op("mul", &[scores, by]),
        };
    }
    let scores = out.pair(scores, pair == 4, half);
    let axis = if miss == Miss::OtherAxis { " {first}" } else { " {last}" };
    let mut weights = if miss == Miss::NoSoftmax { scores } else { out.with("softmax", &[scores], axis) };
    if miss == Miss::Dropout {
        weights = out.op("dropout", &[weights]);
    }
    let value = if miss == Miss::TransposedValue { out.op("transpose", &[value]) } else { value };
    let result = out.op("matmul", &[weights, value]);
    out.op("use", &[result]);
    out.text
}

/// The other two families; with the convolution of the alignment or without.
fn additive(bias: u32, located: bool, miss: Miss) -> String {
    let mut out = Text::default();
    let (query, key) = (out.op("input", &[]), out.op("input", &[]));
    let (query, keys, values) = (out.linear(query, bias), out.linear(key, bias), out.linear(key, bias));
    let mut hidden = out.op("add", &[query, keys]);
    if located {
        let alignment = out.op("alignment", &[]);
        let convolved = out.op("conv", &[alignment]);
        hidden = out.op("add", &[hidden, convolved]);
    }
    let bent = out.op(if miss == Miss::NoScale { "relu" } else { "tanh" }, &[hidden]);
    let energy = out.linear(bent, bias);
    let energy = out.op("squeeze", &[energy]);
    let axis = if miss == Miss::OtherAxis { " {first}" } else { " {last}" };
    let weights = out.with("softmax", &[energy], axis);
    let weights = if miss == Miss::Dropout { out.op("dropout", &[weights]) } else { weights };
    let weights = out.op("unsqueeze", &[weights]);
    let result = out.op("matmul", &[weights, values]);
    out.op("use", &[result]);
    out.text
}

/// `None` where the program is attention; else the step that failed, as it is written.
fn failed_step(program: &str) -> Option<String> {
    let ctx = Context::new();
    let matcher = strategy::read(&ctx, MATCHER, &[]);
    assert!(matcher.diagnostics.is_empty(), "{:?}", matcher.diagnostics);
    let mut program = read(&ctx, "payload", program);
    let (set, options, cost, mut silent) =
        (PatternSet::new(&[]), Options::default(), OpCount::default(), Silent);
    let (top, limits) = (program.top(), Limits { rewrites: 0 });
    let main = matcher.strategy.definition("main").expect("there is a main").body;
    let mut runner = Runner::new(&matcher.strategy, &mut program, &set, &options, limits, &cost, &mut silent);
    match runner.run(main, top) {
        End::Success => None,
        End::Failure(failure) => Some(MATCHER[matcher.strategy.span(failure.node).range()].to_owned()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hundred_drawn_variants_are_recognised() {
    let mut dice = Dice(1);
    for _ in 0..100 {
        let choices = dice.choices();
        let program = dot_product(choices, Miss::None);
        assert_eq!(failed_step(&program), None, "{choices:?}\n{program}");
    }
    for bias in 0..3 {
        for located in [false, true] {
            assert_eq!(failed_step(&additive(bias, located, Miss::None)), None, "{bias} {located}");
        }
    }
}

#[test]
fn a_hundred_near_misses_are_not_recognised_and_the_step_is_named() {
    let mut dice = Dice(2);
    for number in 0..100 {
        let (choices, miss) = (dice.choices(), MISSES[number % MISSES.len()]);
        let program = dot_product(choices, miss);
        let step = failed_step(&program);
        let step = step.unwrap_or_else(|| panic!("recognised: {miss:?} {choices:?}\n{program}"));
        assert!(step.starts_with("is(") || step.starts_with("has("), "{miss:?}: {step}");
    }
    for miss in [Miss::OtherAxis, Miss::Dropout, Miss::NoScale] {
        for located in [false, true] {
            assert!(failed_step(&additive(1, located, miss)).is_some(), "{miss:?}");
        }
    }
}

#[test]
fn the_step_that_failed_is_that_of_the_edit() {
    let plain = Choices { divide: false, scale_first: false, mask: 0, bias: 0, split: false, pair: 0 };
    let step = |miss| failed_step(&dot_product(plain, miss)).expect("a near miss");
    assert_eq!(step(Miss::OtherAxis), "has(\"last\")");
    assert_eq!(step(Miss::NoSoftmax), "is(\"nn.softmax\")");
    assert_eq!(step(Miss::Dropout), "is(\"nn.softmax\")");
}
