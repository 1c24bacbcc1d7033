//! `tosa` against what MLIR lowers it to: each program is run as it is and after `tosa-to-linalg`, both by the interpreter, on drawn
//! inputs. Where the lowered program is defined, the results have to be the same; where poison or undefined behaviour is there, the
//! operation itself has to have it too.

use crate::programs::{read, tool};
use assay_backend::engine::{Engine, IndexWidth, Options, Outcome};
use assay_backend::inputs::Inputs;
use assay_backend::interp::{Interpreter, find_function};
use assay_testing::Checked;

const LOWER: &str = "--pass-pipeline=builtin.module(func.func(tosa-optional-decompositions,tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,tosa-to-arith{include-apply-rescale=true}))";

/// Operations on elements, of their names: attributes, and types of operands and results.
const ELEMENTWISE: &[(&str, &str, &str)] = &[
    ("tosa.abs", "", "i32->i32"),
    ("tosa.abs", "", "f32->f32"),
    ("tosa.add", "", "i32,i32->i32"),
    ("tosa.add", "", "f32,f32->f32"),
    ("tosa.arithmetic_right_shift", "round = false", "i16,i16->i16"),
    ("tosa.arithmetic_right_shift", "round = true", "i16,i16->i16"),
    ("tosa.bitwise_and", "", "i8,i8->i8"),
    ("tosa.bitwise_not", "", "i8->i8"),
    ("tosa.bitwise_or", "", "i8,i8->i8"),
    ("tosa.bitwise_xor", "", "i8,i8->i8"),
    ("tosa.cast", "", "i8->i32"),
    ("tosa.cast", "", "i32->i8"),
    ("tosa.cast", "", "i32->i1"),
    ("tosa.cast", "", "i1->i32"),
    ("tosa.cast", "", "i1->f32"),
    ("tosa.cast", "", "f32->i8"),
    ("tosa.cast", "", "f32->i32"),
    ("tosa.cast", "", "f32->i1"),
    ("tosa.cast", "", "i32->f32"),
    ("tosa.cast", "", "f32->f16"),
    ("tosa.ceil", "", "f32->f32"),
    ("tosa.clamp", "min_val = -3 : i8, max_val = 7 : i8", "i8->i8"),
    ("tosa.clamp", "min_val = -1.5 : f32, max_val = 2.0 : f32", "f32->f32"),
    ("tosa.clz", "", "i32->i32"),
    ("tosa.equal", "", "i32,i32->i1"),
    ("tosa.equal", "", "f32,f32->i1"),
    ("tosa.exp", "", "f32->f32"),
    ("tosa.floor", "", "f32->f32"),
    ("tosa.greater", "", "i32,i32->i1"),
    ("tosa.greater", "", "f32,f32->i1"),
    ("tosa.greater_equal", "", "i32,i32->i1"),
    ("tosa.greater_equal", "", "f32,f32->i1"),
    ("tosa.intdiv", "", "i32,i32->i32"),
    ("tosa.logical_and", "", "i1,i1->i1"),
    ("tosa.logical_left_shift", "", "i16,i16->i16"),
    ("tosa.logical_not", "", "i1->i1"),
    ("tosa.logical_or", "", "i1,i1->i1"),
    ("tosa.logical_right_shift", "", "i16,i16->i16"),
    ("tosa.logical_xor", "", "i1,i1->i1"),
    ("tosa.maximum", "", "i32,i32->i32"),
    ("tosa.maximum", "", "f32,f32->f32"),
    ("tosa.maximum", "nan_mode = #tosa.nan_mode<IGNORE>", "f32,f32->f32"),
    ("tosa.minimum", "", "i32,i32->i32"),
    ("tosa.minimum", "", "f32,f32->f32"),
    ("tosa.minimum", "nan_mode = #tosa.nan_mode<IGNORE>", "f32,f32->f32"),
    ("tosa.reciprocal", "", "f32->f32"),
    ("tosa.select", "", "i1,i32,i32->i32"),
    ("tosa.sub", "", "i32,i32->i32"),
    ("tosa.sub", "", "f32,f32->f32"),
    ("tosa.tanh", "", "f32->f32"),
];

/// A program of one operation on elements, whose second operand is repeated along an axis.
fn elementwise(name: &str, attributes: &str, types: &str) -> String {
    let (operands, result) = types.split_once("->").expect("an arrow");
    let tensor = |at: usize, ty: &str| format!("tensor<2x{}x{ty}>", if at == 1 { 1 } else { 3 });
    let operands: Vec<String> = operands.split(',').enumerate().map(|(at, ty)| tensor(at, ty)).collect();
    let parameters: Vec<String> =
        operands.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect();
    let names: Vec<String> = (0..operands.len()).map(|at| format!("%a{at}")).collect();
    let result = tensor(0, result);
    format!(
        "func.func @f({}) -> {result} {{\n  %r = \"{name}\"({}) {{{attributes}}} : ({}) -> {result}\n  return %r : {result}\n}}\n",
        parameters.join(", "),
        names.join(", "),
        operands.join(", ")
    )
}

/// A program of a body with the result `%r`.
fn program(parameters: &str, result: &str, body: &str) -> String {
    format!("func.func @f({parameters}) -> {result} {{\n{body}\n  return %r : {result}\n}}\n")
}

fn constant(name: &str, values: &str, ty: &str) -> String {
    format!("  {name} = \"tosa.const\"() <{{values = dense<{values}> : {ty}}}> : () -> {ty}\n")
}

fn shape(name: &str, values: &[i64]) -> String {
    let count = values.len();
    format!(
        "  {name} = tosa.const_shape {{values = dense<{values:?}> : tensor<{count}xindex>}} : () -> !tosa.shape<{count}>\n"
    )
}

fn others() -> Vec<String> {
    let mut all = Vec::new();
    for (ty, shift) in [("i32", 0), ("i32", 5), ("i16", 0), ("f32", 0)] {
        let to = if ty == "i16" { "i32" } else { ty };
        let body = constant("%s", &shift.to_string(), "tensor<1xi8>")
            + &format!(
                "  %r = tosa.mul %a, %b, %s : (tensor<2x3x{ty}>, tensor<2x1x{ty}>, tensor<1xi8>) -> tensor<2x3x{to}>"
            );
        all.push(program(
            &format!("%a: tensor<2x3x{ty}>, %b: tensor<2x1x{ty}>"),
            &format!("tensor<2x3x{to}>"),
            &body,
        ));
    }
    for (ty, input, output) in [("i8", 0, 0), ("i8", -7, 5), ("i32", 0, 0), ("f32", 0, 0)] {
        let zero = |number: i32| if ty == "f32" { "0.0".to_owned() } else { number.to_string() };
        let one = format!("tensor<1x{ty}>");
        let body = constant("%i", &zero(input), &one)
            + &constant("%o", &zero(output), &one)
            + &format!("  %r = tosa.negate %a, %i, %o : (tensor<5x{ty}>, {one}, {one}) -> tensor<5x{ty}>");
        all.push(program(&format!("%a: tensor<5x{ty}>"), &format!("tensor<5x{ty}>"), &body));
    }
    for (kind, ty) in [
        ("sum", "i32"),
        ("sum", "f32"),
        ("product", "i32"),
        ("product", "f32"),
        ("max", "i32"),
        ("max", "f32"),
        ("min", "i32"),
        ("min", "f32"),
        ("all", "i1"),
        ("any", "i1"),
    ] {
        for (axis, to) in [(0, "1x3"), (1, "2x1")] {
            let body = format!(
                "  %r = \"tosa.reduce_{kind}\"(%a) {{axis = {axis} : i32}} : (tensor<2x3x{ty}>) -> tensor<{to}x{ty}>"
            );
            all.push(program(&format!("%a: tensor<2x3x{ty}>"), &format!("tensor<{to}x{ty}>"), &body));
        }
    }
    for (ty, to, zero) in [("i8", "i32", "3"), ("f32", "f32", "0.0")] {
        let one = format!("tensor<1x{ty}>");
        let body = constant("%z", zero, &one)
            + &format!(
                "  %r = tosa.matmul %a, %b, %z, %z : (tensor<2x2x3x{ty}>, tensor<2x3x2x{ty}>, {one}, {one}) -> tensor<2x2x2x{to}>"
            );
        all.push(program(
            &format!("%a: tensor<2x2x3x{ty}>, %b: tensor<2x3x2x{ty}>"),
            &format!("tensor<2x2x2x{to}>"),
            &body,
        ));
    }
    all.extend(rescaled());
    all.extend(arranged());
    all
}

/// Scales with one and with two roundings.
fn rescaled() -> Vec<String> {
    let mut all = Vec::new();
    for mode in ["SINGLE_ROUND", "DOUBLE_ROUND"] {
        for (from, to, zero, shift) in [
            ("i32", "i8", 0, 31),
            ("i32", "i8", 0, 40),
            ("i8", "i32", 3, 20),
            ("i16", "i8", 0, 33),
            ("i8", "i8", -2, 38),
        ] {
            let (zero_out, input) = (if to == "i8" { 4 } else { 0 }, if from == "i8" { zero } else { 0 });
            let body = constant("%m", "1395864371", "tensor<1xi32>")
                + &constant("%s", &shift.to_string(), "tensor<1xi8>")
                + &constant("%i", &input.to_string(), &format!("tensor<1x{from}>"))
                + &constant("%o", &zero_out.to_string(), &format!("tensor<1x{to}>"))
                + &format!(
                    "  %r = \"tosa.rescale\"(%a, %m, %s, %i, %o) {{scale32 = true, rounding_mode = #tosa.rounding_mode<{mode}>, per_channel = false, input_unsigned = false, output_unsigned = false}} : (tensor<4x{from}>, tensor<1xi32>, tensor<1xi8>, tensor<1x{from}>, tensor<1x{to}>) -> tensor<4x{to}>"
                );
            all.push(program(&format!("%a: tensor<4x{from}>"), &format!("tensor<4x{to}>"), &body));
        }
    }
    all
}

/// Operations that move elements.
fn arranged() -> Vec<String> {
    let source = "%a: tensor<2x3xi32>";
    let of = |result: &str, body: String| program(source, result, &body);
    vec![
        of("tensor<2xi32>", "  %r = \"tosa.argmax\"(%a) {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2xi32>".into()),
        of("tensor<3x2xi32>", "  %r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xi32>) -> tensor<3x2xi32>".into()),
        of("tensor<2x3xi32>", "  %r = tosa.reverse %a {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x3xi32>".into()),
        of("tensor<4x3xi32>", "  %r = tosa.concat %a, %a {axis = 0 : i32} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>".into()),
        of("tensor<3x2xi32>", shape("%s", &[3, 2]) + "  %r = tosa.reshape %a, %s : (tensor<2x3xi32>, !tosa.shape<2>) -> tensor<3x2xi32>"),
        of("tensor<6xi32>", shape("%s", &[-1]) + "  %r = tosa.reshape %a, %s : (tensor<2x3xi32>, !tosa.shape<1>) -> tensor<6xi32>"),
        of("tensor<2x2xi32>", shape("%s", &[0, 1]) + &shape("%z", &[2, 2]) + "  %r = tosa.slice %a, %s, %z : (tensor<2x3xi32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xi32>"),
        of("tensor<4x6xi32>", shape("%s", &[2, 2]) + "  %r = tosa.tile %a, %s : (tensor<2x3xi32>, !tosa.shape<2>) -> tensor<4x6xi32>"),
        of("tensor<3x6xi32>", shape("%s", &[0, 1, 1, 2]) + &constant("%c", "5", "tensor<1xi32>") + "  %r = tosa.pad %a, %s, %c : (tensor<2x3xi32>, !tosa.shape<4>, tensor<1xi32>) -> tensor<3x6xi32>"),
        program(
            "%a: tensor<1x4x2xf32>, %b: tensor<1x3xi32>",
            "tensor<1x3x2xf32>",
            "  %i = \"tosa.clamp\"(%b) {min_val = 0 : i32, max_val = 3 : i32} : (tensor<1x3xi32>) -> tensor<1x3xi32>
  %r = tosa.gather %a, %i : (tensor<1x4x2xf32>, tensor<1x3xi32>) -> tensor<1x3x2xf32>",
        ),
    ]
}

/// Holds a program against its lowering; the number of inputs on which both came to values.
fn agree(text: &str, lowered: &str) -> usize {
    let (before, after) = (read(text), read(lowered));
    let [first, second] = [&before, &after].map(|program| find_function(program, "f").expect("it has @f"));
    let options = Options::default();
    let mut values = 0;
    let inputs = Inputs::for_function(&before, first, IndexWidth::W64, 3).expect("its types have values");
    for arguments in inputs.take(40) {
        let [one, two] = [(&before, first), (&after, second)].map(|(program, function)| {
            Interpreter.run(program, function, &arguments, &options).expect("they fit").outcome
        });
        if matches!(one, Outcome::Unsupported { .. }) {
            panic!("{one:?}\n{text}");
        }
        let same = one.allows(&two) || matches!(two, Outcome::Ub { .. });
        // Poison of the operation is poison of its lowering, but for the integer of a NaN, which only some widths define.
        let converse = text.contains("tosa.cast") || two.allows(&one) || matches!(one, Outcome::Ub { .. });
        assert!(same && converse, "{one:?}\n{two:?}\n{text}\n{lowered}");
        values += usize::from(matches!(one, Outcome::Values(_)));
    }
    values
}

fn tosa_computes_what_it_lowers_to() -> Checked {
    let programs: Vec<String> = ELEMENTWISE
        .iter()
        .map(|(name, attributes, types)| elementwise(name, attributes, types))
        .chain(others())
        .collect();
    let separator = "\n// -----\n";
    let lowered = tool("mlir-opt-22", &["--split-input-file", LOWER], &programs.join(separator))?;
    let lowered: Vec<&str> = lowered.split("// -----").collect();
    assert_eq!(lowered.len(), programs.len(), "each program is lowered");
    for (text, lowered) in programs.iter().zip(lowered) {
        assert!(agree(text, lowered) > 0, "{text}");
    }
    assay_testing::note!("{} programs", programs.len());
    Ok(())
}

assay_testing::tests!(tosa_computes_what_it_lowers_to,);
