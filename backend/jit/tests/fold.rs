//! The interpreter against the constant folders of real MLIR: every integer operation of `arith`, with every
//! flag, on all operands (poison too) of 1 to 3 bits and on the corners of wider types.

use std::collections::BTreeMap;

use crate::programs::{read, tool};
use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::float::{Float, RoundTo};
use assay_backend::int::Int;
use assay_backend::interp::Interpreter;
use assay_backend::value::Value;
use assay_ir::data::{FloatKind, Program};
use assay_testing::{Checked, Missing};

/// One operand of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operand {
    Number(i128),
    /// A floating-point number by its bits.
    Bits(u128),
    /// A vector of all floating-point numbers of a format with this number of bits.
    Each(u32),
    /// A vector of one floating-point number by its bits.
    Same(u128),
    Poison,
}

/// One operation on constants.
struct Case {
    operation: &'static str,
    properties: String,
    operands: Vec<(Operand, String)>,
    results: Vec<String>,
}

impl Case {
    /// Name and flags.
    fn kind(&self) -> String {
        format!("{} {}", self.operation, self.properties).trim_end().to_owned()
    }

    /// Returns true when an operand is poison or a promise may be broken. Shifts by the width or more are not folded.
    fn may_be_poison(&self) -> bool {
        let promises = ["nsw", "nuw", "isExact"].iter().any(|flag| self.properties.contains(flag));
        // A number that fits in no integer.
        promises
            || self.operation.starts_with("arith.fpto")
            || self.operands.iter().any(|(operand, _)| *operand == Operand::Poison)
    }

    /// A function that returns the results.
    fn text(&self, number: usize) -> String {
        let (operation, types) = (self.operation, self.results.join(", "));
        let properties = match &self.properties[..] {
            "" => String::new(),
            properties => format!(" <{{{properties}}}>"),
        };
        let each = |count: usize, prefix: &str| {
            (0..count).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>().join(", ")
        };
        let operands = each(self.operands.len(), "%o");
        let results = each(self.results.len(), "%r#");
        let operand_types: Vec<&str> = self.operands.iter().map(|(_, ty)| ty.as_str()).collect();
        let operand_types = operand_types.join(", ");
        let constants: Vec<String> = self.operands.iter().enumerate().map(constant).collect();
        let (constants, count) = (constants.concat(), self.results.len());
        // Decimal digits of wide numbers are read with those of `f64` alone.
        let (returned, shown, cast) = match self.wide() {
            Some(kind) => {
                let bits = format!("i{}", kind.bits());
                let cast = format!("  %b = \"arith.bitcast\"(%r#0) : ({types}) -> {bits}\n");
                (bits, "%b".to_owned(), cast)
            }
            None => (types.clone(), results, String::new()),
        };
        format!(
            "\"func.func\"() <{{function_type = () -> ({returned}), sym_name = \"c{number}\"}}> ({{\n{constants}\
             \x20 %r:{count} = \"{operation}\"({operands}){properties} : ({operand_types}) -> ({types})\n{cast}\
             \x20 \"func.return\"({shown}) : ({returned}) -> ()\n}}) : () -> ()\n"
        )
    }

    /// The type of the result, if that is a wide floating-point type.
    fn wide(&self) -> Option<FloatKind> {
        let wide = [FloatKind::F80, FloatKind::F128];
        wide.into_iter().find(|kind| self.results == [kind.keyword()])
    }

    /// A result that was returned by its bits.
    fn result(&self, value: &Value) -> Value {
        match (self.wide(), value.as_int().and_then(Int::to_u128)) {
            // Which has one pattern for each number.
            (Some(kind), Some(bits)) => {
                let wide = Float { kind, bits }.convert(FloatKind::F128, RoundTo::NearestEven);
                wide.expect("it has a number").into()
            }
            _ => value.clone(),
        }
    }
}

fn constant((index, (operand, ty)): (usize, &(Operand, String))) -> String {
    let made = match operand {
        Operand::Poison => "\"ub.poison\"() <{value = #ub.poison}>".to_owned(),
        Operand::Number(value) if ty == "i1" => format!("\"arith.constant\"() <{{value = {}}}>", *value != 0),
        Operand::Bits(bits) => {
            let digits = digits(ty);
            format!("\"arith.constant\"() <{{value = 0x{bits:0digits$X} : {ty}}}>")
        }
        Operand::Same(bits) => format!("\"arith.constant\"() <{{value = dense<0x{bits:X}> : {ty}}}>"),
        Operand::Each(width) => {
            let bytes: String = (0..1u32 << width).map(|bits| format!("{bits:02X}")).collect();
            format!("\"arith.constant\"() <{{value = dense<\"0x{bytes}\"> : {ty}}}>")
        }
        Operand::Number(value) => format!("\"arith.constant\"() <{{value = {value} : {ty}}}>"),
    };
    format!("  %o{index} = {made} : () -> {ty}\n")
}

/// Hexadecimal digits of the bits of a floating-point type.
fn digits(ty: &str) -> usize {
    let kind = FloatKind::ALL.iter().find(|kind| kind.keyword() == ty).expect("a floating-point type");
    kind.bits().div_ceil(4) as usize
}

const OVERFLOW: &[&str] = &[
    "overflowFlags = #arith.overflow<none>",
    "overflowFlags = #arith.overflow<nsw>",
    "overflowFlags = #arith.overflow<nuw>",
    "overflowFlags = #arith.overflow<nsw, nuw>",
];
const EXACT: &[&str] = &["", "isExact"];
const PLAIN: &[&str] = &[""];

/// Operations on two numbers of one type with one result of that type, and their flags.
const BINARY: [(&str, &[&str]); 20] = [
    ("arith.addi", OVERFLOW),
    ("arith.subi", OVERFLOW),
    ("arith.muli", OVERFLOW),
    ("arith.shli", OVERFLOW),
    ("arith.divui", EXACT),
    ("arith.divsi", EXACT),
    ("arith.shrui", EXACT),
    ("arith.shrsi", EXACT),
    ("arith.ceildivui", PLAIN),
    ("arith.ceildivsi", PLAIN),
    ("arith.floordivsi", PLAIN),
    ("arith.remui", PLAIN),
    ("arith.remsi", PLAIN),
    ("arith.andi", PLAIN),
    ("arith.ori", PLAIN),
    ("arith.xori", PLAIN),
    ("arith.maxsi", PLAIN),
    ("arith.maxui", PLAIN),
    ("arith.minsi", PLAIN),
    ("arith.minui", PLAIN),
];

/// All numbers of a width, and poison.
fn every(width: u32) -> Vec<Operand> {
    let half = 1 << (width - 1);
    (-half..half).map(Operand::Number).chain([Operand::Poison]).collect()
}

/// Corners of a width from 4 to 126.
fn corners(width: u32) -> Vec<Operand> {
    let max = (1i128 << (width - 1)) - 1;
    [0, 1, -1, max, -max - 1, max / 3, i128::from(width) - 1].map(Operand::Number).to_vec()
}

/// Every operation on two numbers of a type.
fn on_pairs(cases: &mut Vec<Case>, numbers: &[Operand], ty: &str) {
    let pairs = numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b)));
    for (a, b) in pairs {
        let mut push = |operation, properties: String, results: &[&str]| {
            let operands = vec![(a, ty.to_owned()), (b, ty.to_owned())];
            let results = results.iter().map(|ty| (*ty).to_owned()).collect();
            cases.push(Case { operation, properties, operands, results });
        };
        for (operation, variants) in BINARY {
            variants.iter().for_each(|flags| push(operation, (*flags).to_owned(), &[ty]));
        }
        (0..10).for_each(|number| push("arith.cmpi", format!("predicate = {number} : i64"), &["i1"]));
        // MLIR 22.1 crashes when it folds this with a poison operand.
        if ![a, b].contains(&Operand::Poison) {
            push("arith.addui_extended", String::new(), &[ty, "i1"]);
        }
        push("arith.mulsi_extended", String::new(), &[ty, ty]);
        push("arith.mului_extended", String::new(), &[ty, ty]);
    }
}

fn selections(cases: &mut Vec<Case>, width: u32) {
    let ty = format!("i{width}");
    for condition in every(1) {
        for (a, b) in every(width).into_iter().flat_map(|a| every(width).into_iter().map(move |b| (a, b))) {
            let operands = vec![(condition, "i1".to_owned()), (a, ty.clone()), (b, ty.clone())];
            let results = vec![ty.clone()];
            cases.push(Case { operation: "arith.select", properties: String::new(), operands, results });
        }
    }
}

fn casts(
    cases: &mut Vec<Case>,
    from: &str,
    to: &str,
    numbers: &[Operand],
    names: &[(&'static str, &[&str])],
) {
    for number in numbers {
        for (operation, variants) in names {
            for properties in *variants {
                let (operands, results) = (vec![(*number, from.to_owned())], vec![to.to_owned()]);
                cases.push(Case { operation, properties: (*properties).to_owned(), operands, results });
            }
        }
    }
}

fn every_cast(cases: &mut Vec<Case>) {
    const WIDEN: &[(&str, &[&str])] = &[("arith.extui", PLAIN), ("arith.extsi", PLAIN)];
    const NARROW: &[(&str, &[&str])] = &[("arith.trunci", OVERFLOW)];
    const SAME: &[(&str, &[&str])] = &[("arith.bitcast", PLAIN)];
    const INDEX: &[(&str, &[&str])] = &[("arith.index_cast", PLAIN), ("arith.index_castui", PLAIN)];
    for from in 1..=4u32 {
        let numbers = every(from);
        for to in (1..=4u32).chain([65, 128]) {
            let names = match from.cmp(&to) {
                std::cmp::Ordering::Less => WIDEN,
                std::cmp::Ordering::Equal => SAME,
                std::cmp::Ordering::Greater => NARROW,
            };
            casts(cases, &format!("i{from}"), &format!("i{to}"), &numbers, names);
        }
        casts(cases, &format!("i{from}"), "index", &numbers, INDEX);
    }
    for width in [1, 3, 32, 64, 65, 128] {
        let wide = [0, 1, -1, 6, i128::from(i64::MIN), i128::from(i64::MAX), 1 << 62].map(Operand::Number);
        casts(cases, "index", &format!("i{width}"), &wide, INDEX);
        if width > 64 {
            casts(cases, &format!("i{width}"), "index", &wide, INDEX);
        }
    }
}

/// How many cases came to what, for one kind of operation.
#[derive(Default, Debug, Clone, Copy)]
struct Counts {
    equal: usize,
    refined: usize,
    undefined: usize,
    unfolded: usize,
}

/// What the functions of a program return, in order, and whether each consists of constants alone.
fn outcomes(program: &Program) -> Vec<(Outcome, bool)> {
    let is_constant = |op| matches!(program.op_name(op), "arith.constant" | "ub.poison" | "func.return");
    let functions = program.ops_in(program.top_block());
    let outcome = |function| {
        let run = Interpreter.run(program, function, &[], &Options::default());
        let folded = program.walk(function).skip(1).all(is_constant);
        (run.expect("functions of this test have a body and no parameters").outcome, folded)
    };
    functions.map(outcome).collect()
}

/// Tells if two values are the same but for sign and payload of a NaN, which are not specified.
fn same((ours, theirs): (&Value, &Value)) -> bool {
    match (ours.as_shaped(), theirs.as_shaped()) {
        (Some(ours), Some(theirs)) => {
            ours.shape() == theirs.shape() && ours.elements().iter().zip(theirs.elements()).all(same)
        }
        _ => match (ours.as_float(), theirs.as_float()) {
            (Some(a), Some(b)) => a == b || a.is_nan() && b.is_nan() && a.kind == b.kind,
            _ => ours == theirs,
        },
    }
}

/// Puts all cases to MLIR at once and compares what it folds. Poison and undefined behaviour may become any
/// value; anything else has to be the same.
fn compare(cases: &[Case]) -> Result<BTreeMap<String, Counts>, Missing> {
    let text: String = cases.iter().enumerate().map(|(number, case)| case.text(number)).collect();
    let answer = tool("mlir-opt-22", &["--canonicalize", "--mlir-print-op-generic"], &text)?;
    let (ours, theirs) = (outcomes(&read(&text)), outcomes(&read(&answer)));
    assert!(ours.len() == cases.len() && theirs.len() == cases.len(), "one function for each case");
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for ((case, (ours, _)), (theirs, folded)) in cases.iter().zip(ours).zip(theirs) {
        let count = counts.entry(case.kind()).or_default();
        match (ours, theirs) {
            _ if !folded => count.unfolded += 1,
            (Outcome::Ub { .. }, Outcome::Values(_)) => count.undefined += 1,
            (Outcome::Values(ours), Outcome::Values(theirs)) => {
                let [ours, theirs]: [Vec<Value>; 2] =
                    [ours, theirs].map(|list| list.iter().map(|value| case.result(value)).collect());
                let refines = |pair: (&Value, &Value)| pair.0.is_poison() || same(pair);
                let agree = ours.iter().zip(&theirs).all(refines);
                assert!(agree, "{ours:?}, MLIR says {theirs:?}:\n{}", case.text(0));
                let equal = ours.iter().zip(&theirs).all(same);
                assert!(equal || case.may_be_poison(), "{ours:?}:\n{}", case.text(0));
                *if equal { &mut count.equal } else { &mut count.refined } += 1;
            }
            other => panic!("{other:?}:\n{}", case.text(0)),
        }
    }
    Ok(counts)
}

/// Every kind of operation has to have been compared; prints on how many cases.
fn check(cases: &[Case], kinds: usize) -> Checked {
    let counts = compare(cases)?;
    let mut sum = Counts::default();
    for (kind, count) in &counts {
        let Counts { equal, refined, undefined, unfolded } = *count;
        assay_testing::note!(
            "{kind}: {equal} equal, {refined} refined, {undefined} undefined, {unfolded} unfolded"
        );
        assert!(equal > 0, "MLIR folds no {kind}");
        sum.equal += equal;
        sum.refined += refined;
        sum.undefined += undefined;
        sum.unfolded += unfolded;
    }
    assay_testing::note!("{} cases: {sum:?}", cases.len());
    assert_eq!(counts.len(), kinds, "operations with their flags");
    Ok(())
}

fn every_operation_on_small_numbers_agrees_with_the_folders() -> Checked {
    let mut cases = Vec::new();
    for width in 1..=3 {
        on_pairs(&mut cases, &every(width), &format!("i{width}"));
        selections(&mut cases, width);
    }
    every_cast(&mut cases);
    check(&cases, 59)?;
    Ok(())
}

fn corners_of_wide_numbers_agree_with_the_folders() -> Checked {
    let mut cases = Vec::new();
    for width in [8, 64, 65, 126] {
        on_pairs(&mut cases, &corners(width), &format!("i{width}"));
    }
    on_pairs(&mut cases, &corners(64), "index");
    check(&cases, 49)?;
    Ok(())
}

/// Formats of a few bits: the type, bits of the exponent, bits of the fraction.
const SMALL_FLOATS: [(&str, u32, u32); 4] =
    [("f8E5M2", 5, 2), ("f8E4M3", 4, 3), ("f8E3M4", 3, 4), ("tf32", 8, 10)];

/// Bits of numbers at borders, of both signs.
fn float_corners(exponent: u32, fraction: u32) -> Vec<Operand> {
    let infinity = ((1u128 << exponent) - 1) << fraction;
    let one = ((1u128 << (exponent - 1)) - 1) << fraction;
    let plus = [
        0,
        1,
        1 << fraction,
        one,
        one + 1,
        one + (1 << fraction),
        infinity - 1,
        infinity,
        infinity | 1 << (fraction - 1),
    ];
    plus.iter().flat_map(|bits| [*bits, bits | 1 << (exponent + fraction)]).map(Operand::Bits).collect()
}

fn small_floats_agree_with_the_folders() -> Checked {
    let mut cases = Vec::new();
    let mut case = |operation, properties: String, operands: Vec<(Operand, &str)>, result: &str| {
        let operands = operands.into_iter().map(|(operand, ty)| (operand, ty.to_owned())).collect();
        cases.push(Case { operation, properties, operands, results: vec![result.to_owned()] });
    };
    for (ty, exponent, fraction) in SMALL_FLOATS {
        let corners = float_corners(exponent, fraction);
        for (a, b) in corners.iter().flat_map(|a| corners.iter().map(move |b| (*a, *b))) {
            for operation in FLOAT_OPERATIONS {
                case(operation, String::new(), vec![(a, ty), (b, ty)], ty);
            }
            case("arith.cmpf", "predicate = 4 : i64".to_owned(), vec![(a, ty), (b, ty)], "i1");
        }
        let all = match exponent + fraction {
            7 => (0..256).map(Operand::Bits).collect(),
            _ => corners,
        };
        for number in all {
            case("arith.negf", String::new(), vec![(number, ty)], ty);
            case("arith.extf", String::new(), vec![(number, ty)], "f32");
            case("arith.fptosi", String::new(), vec![(number, ty)], "i8");
            case("arith.fptoui", String::new(), vec![(number, ty)], "i8");
        }
        for single in
            float_corners(8, 23).into_iter().chain((0..64).map(|at| Operand::Bits(0x3F71_8000 + (at << 16))))
        {
            case("arith.truncf", String::new(), vec![(single, "f32")], ty);
        }
        for number in (-128..128).map(Operand::Number) {
            case("arith.sitofp", String::new(), vec![(number, "i8")], ty);
            case("arith.uitofp", String::new(), vec![(number, "i8")], ty);
        }
    }
    check(&cases, 14)
}

/// Formats of a few bits that are not of the IEEE kind: the type, its bits, and whether it has a NaN, which a
/// quotient by zero is.
const FEW_BITS: [(&str, u32, bool); 7] = [
    ("f4E2M1FN", 4, false),
    ("f6E2M3FN", 6, false),
    ("f6E3M2FN", 6, false),
    ("f8E4M3FN", 8, true),
    ("f8E5M2FNUZ", 8, true),
    ("f8E4M3FNUZ", 8, true),
    ("f8E4M3B11FNUZ", 8, true),
];

fn every_pair_of_floats_of_few_bits_agrees_with_the_folders() -> Checked {
    let mut cases = Vec::new();
    for (scalar, width, by_zero) in FEW_BITS {
        let of = |ty: &str| format!("vector<{}x{ty}>", 1 << width);
        let (ty, zero) = (of(scalar), |bits: u128| bits.is_multiple_of(1 << (width - 1)));
        let mut case = |operation, operands: &[Operand], result: &str| {
            let operands = operands.iter().map(|operand| (*operand, ty.clone())).collect();
            let results = vec![result.to_owned()];
            cases.push(Case { operation, properties: String::new(), operands, results });
        };
        for bits in 0..1 << width {
            for operation in FLOAT_OPERATIONS {
                if operation != "arith.divf" || by_zero || !zero(bits) {
                    case(operation, &[Operand::Each(width), Operand::Same(bits)], &ty);
                }
            }
        }
        case("arith.negf", &[Operand::Each(width)], &ty);
        case("math.absf", &[Operand::Each(width)], &ty);
        case("arith.extf", &[Operand::Each(width)], &of("f16"));
        case("arith.extf", &[Operand::Each(width)], &of("f80"));
    }
    check(&cases, FLOAT_OPERATIONS.len() + 3)
}

fn conversions_to_floats_of_few_bits_agree_with_the_folders() -> Checked {
    let mut cases = Vec::new();
    for (ty, width, has_nan) in FEW_BITS {
        let mut case = |operation, properties: &str, operands: Vec<(Operand, &str)>, result: &str| {
            let operands = operands.into_iter().map(|(operand, ty)| (operand, ty.to_owned())).collect();
            let (properties, results) = (properties.to_owned(), vec![result.to_owned()]);
            cases.push(Case { operation, properties, operands, results });
        };
        let corners: Vec<Operand> = (0..1 << width)
            .filter(|bits| width < 8 || bits % 16 > 12 || bits % 16 < 2)
            .map(Operand::Bits)
            .collect();
        for (a, b) in corners.iter().flat_map(|a| corners.iter().map(move |b| (*a, *b))) {
            case("arith.cmpf", "predicate = 4 : i64", vec![(a, ty), (b, ty)], "i1");
            case("arith.cmpf", "predicate = 9 : i64", vec![(a, ty), (b, ty)], "i1");
        }
        for number in (0..1 << width).map(Operand::Bits) {
            case("arith.fptosi", "", vec![(number, ty)], "i8");
            case("arith.fptoui", "", vec![(number, ty)], "i8");
        }
        for number in (-128..128).map(Operand::Number) {
            case("arith.sitofp", "", vec![(number, "i8")], ty);
            case("arith.uitofp", "", vec![(number, "i8")], ty);
        }
        // Folded where nothing is lost.
        for single in (0..512).map(|at| Operand::Bits(at << 21 | 0x2000_0000)) {
            case("arith.truncf", "", vec![(single, "f32")], ty);
        }
        if has_nan {
            case("arith.truncf", "", vec![(Operand::Bits(0x7FC0_0000), "f32")], ty);
        }
    }
    check(&cases, 7)
}

/// A number of x87 with these sign, exponent and fraction: the bit before the fraction is one but of the smallest.
fn extended(bits: u128) -> u128 {
    let (sign, field, fraction) = (bits >> 78, bits >> 63 & 0x7FFF, bits & ((1 << 63) - 1));
    sign << 79 | field << 64 | u128::from(field != 0) << 63 | fraction
}

fn wide_floats_agree_with_the_folders() -> Checked {
    let mut cases = Vec::new();
    let mut case = |operation, properties: &str, operands: Vec<(Operand, &str)>, result: &str| {
        let operands = operands.into_iter().map(|(operand, ty)| (operand, ty.to_owned())).collect();
        let (properties, results) = (properties.to_owned(), vec![result.to_owned()]);
        cases.push(Case { operation, properties, operands, results });
    };
    for (ty, fraction) in [("f80", 63), ("f128", 112)] {
        let written = |operand: Operand| match operand {
            Operand::Bits(bits) if ty == "f80" => Operand::Bits(extended(bits)),
            other => other,
        };
        let mut corners: Vec<Operand> = float_corners(15, fraction).into_iter().map(written).collect();
        if ty == "f80" {
            // Below the numbers of full precision with their first bit, a number without it, an infinity without it.
            corners.extend([1 << 63, 0x3FFF << 64, 0x7FFF << 64].map(Operand::Bits));
        }
        for (a, b) in corners.iter().flat_map(|a| corners.iter().map(move |b| (*a, *b))) {
            for operation in FLOAT_OPERATIONS {
                case(operation, "", vec![(a, ty), (b, ty)], ty);
            }
            case("arith.cmpf", "predicate = 4 : i64", vec![(a, ty), (b, ty)], "i1");
        }
        for number in corners {
            case("arith.negf", "", vec![(number, ty)], ty);
            case("arith.fptosi", "", vec![(number, ty)], "i8");
        }
        for number in float_corners(11, 52) {
            case("arith.extf", "", vec![(number, "f64")], ty);
        }
        for number in (-128..128).map(Operand::Number) {
            case("arith.sitofp", "", vec![(number, "i8")], ty);
        }
    }
    check(&cases, FLOAT_OPERATIONS.len() + 5)
}

/// Operations on two floating-point numbers.
const FLOAT_OPERATIONS: [&str; 6] =
    ["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.maximumf", "arith.minimumf"];

assay_testing::tests!(
    small_floats_agree_with_the_folders,
    every_pair_of_floats_of_few_bits_agrees_with_the_folders,
    conversions_to_floats_of_few_bits_agree_with_the_folders,
    wide_floats_agree_with_the_folders,
    every_operation_on_small_numbers_agrees_with_the_folders,
    corners_of_wide_numbers_agree_with_the_folders,
);
