//! The interpreter and the JIT on every integer operation of `arith`, `index` and `comb`: all operands, poison among them,
//! at small widths; samples at large ones, `ASSAY_ENGINE_SAMPLES` of each operation at each width (default 8). Expects
//! nothing but that they agree.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::programs::{Random, read};
use assay_backend::engine::{Engine, IndexWidth, Options, Outcome};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_jit::{Batch, Jit, Settings};

/// One operation on integers.
struct Case {
    /// Full name.
    operation: String,
    properties: String,
    operands: Vec<u32>,
    results: Vec<u32>,
}

const BINARY: &[&str] = &[
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
    "remsi",
    "remui",
    "ceildivsi",
    "ceildivui",
    "floordivsi",
];
const FLAGGED: &[&str] = &["addi", "subi", "muli", "shli"];
const EXACT: &[&str] = &["divsi", "divui", "shrsi", "shrui"];
const FLAGS: [&str; 4] = ["none", "nsw", "nuw", "nsw, nuw"];

fn overflow(flags: &str) -> String {
    format!("overflowFlags = #arith.overflow<{flags}>")
}

/// Every integer operation at a width, with every flag and predicate; casts to `other`, which is wider.
fn cases(width: u32, other: u32) -> Vec<Case> {
    let mut all = Vec::new();
    let mut case = |operation: &str, properties: String, operands: &[u32], results: &[u32]| {
        let operation = format!("arith.{operation}");
        all.push(Case { operation, properties, operands: operands.to_vec(), results: results.to_vec() });
    };
    let two = [width, width];
    for operation in BINARY {
        case(operation, String::new(), &two, &[width]);
    }
    for (operation, flags) in FLAGGED.iter().flat_map(|op| FLAGS.map(|flags| (op, flags))) {
        case(operation, overflow(flags), &two, &[width]);
    }
    for operation in EXACT {
        case(operation, String::new(), &two, &[width]);
        case(operation, "isExact".to_owned(), &two, &[width]);
    }
    for predicate in 0..10 {
        case("cmpi", format!("predicate = {predicate} : i64"), &two, &[1]);
    }
    case("select", String::new(), &[1, width, width], &[width]);
    case("addui_extended", String::new(), &two, &[width, 1]);
    case("mulsi_extended", String::new(), &two, &two);
    case("mului_extended", String::new(), &two, &two);
    case("bitcast", String::new(), &[width], &[width]);
    if other > width {
        case("extsi", String::new(), &[width], &[other]);
        case("extui", String::new(), &[width], &[other]);
        for flags in FLAGS {
            case("trunci", overflow(flags), &[other], &[width]);
        }
    }
    all
}

const COMB: &[&str] =
    &["add", "sub", "mul", "and", "or", "xor", "divu", "divs", "modu", "mods", "shl", "shru", "shrs"];

/// Every operation of `comb` at a width.
fn logic(width: u32) -> Vec<Case> {
    let mut all = Vec::new();
    let mut case = |operation: &str, properties: String, operands: &[u32], results: &[u32]| {
        let operation = format!("comb.{operation}");
        all.push(Case { operation, properties, operands: operands.to_vec(), results: results.to_vec() });
    };
    for operation in COMB {
        case(operation, String::new(), &[width, width], &[width]);
    }
    for operation in ["add", "mul", "and", "or", "xor"] {
        case(operation, String::new(), &[width], &[width]);
        case(operation, String::new(), &[width; 3], &[width]);
    }
    for predicate in 0..14 {
        case("icmp", format!("predicate = {predicate} : i64"), &[width, width], &[1]);
    }
    case("parity", String::new(), &[width], &[1]);
    case("reverse", String::new(), &[width], &[width]);
    case("mux", String::new(), &[1, width, width], &[width]);
    for low in [0, width / 2, width - 1] {
        case("extract", format!("lowBit = {low} : i32"), &[width], &[width - low]);
        case("extract", format!("lowBit = {low} : i32"), &[width], &[1]);
    }
    if width <= 126 {
        case("concat", String::new(), &[width, 2], &[width + 2]);
        case("concat", String::new(), &[1, width, 1], &[width + 2]);
    }
    for times in [1, 2, 3, 5] {
        if width * times <= 128 {
            case("replicate", String::new(), &[width], &[width * times]);
        }
    }
    let table = "lookupTable = array<i1: false, true, true, false, true, true, false, false>";
    case("truth_table", table.to_owned(), &[1, 1, 1], &[1]);
    all
}

/// Every intrinsic of `llvm` on integers at a width.
fn intrinsics(width: u32) -> Vec<Case> {
    let mut all = Vec::new();
    let mut case = |operation: &str, properties: &str, operands: &[u32], result: u32| {
        let operation = format!("llvm.intr.{operation}");
        let (properties, operands) = (properties.to_owned(), operands.to_vec());
        all.push(Case { operation, properties, operands, results: vec![result] });
    };
    for set in ["false", "true"] {
        case("abs", &format!("is_int_min_poison = {set}"), &[width], width);
        case("ctlz", &format!("is_zero_poison = {set}"), &[width], width);
        case("cttz", &format!("is_zero_poison = {set}"), &[width], width);
    }
    for operation in ["bitreverse", "ctpop"] {
        case(operation, "", &[width], width);
    }
    if width.is_multiple_of(16) {
        case("bswap", "", &[width], width);
    }
    for operation in [
        "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "sshl.sat", "ushl.sat", "smax", "smin", "umax",
        "umin",
    ] {
        case(operation, "", &[width, width], width);
    }
    for operation in ["scmp", "ucmp"] {
        case(operation, "", &[width, width], 2);
        case(operation, "", &[width, width], 8);
    }
    // Compiled code has no remainder of more than 64 bits here.
    if width <= 64 || width.is_power_of_two() {
        case("fshl", "", &[width; 3], width);
        case("fshr", "", &[width; 3], width);
    }
    all
}

const INDEX: &[&str] = &[
    "add",
    "sub",
    "mul",
    "divs",
    "divu",
    "ceildivs",
    "ceildivu",
    "floordivs",
    "rems",
    "remu",
    "maxs",
    "maxu",
    "mins",
    "minu",
    "and",
    "or",
    "xor",
    "shl",
    "shrs",
    "shru",
];

fn types(widths: &[u32]) -> String {
    widths.iter().map(|width| format!("i{width}")).collect::<Vec<_>>().join(", ")
}

/// One function for each case, which does the one operation.
fn program_of(cases: &[Case]) -> String {
    let mut text = String::new();
    for (number, case) in cases.iter().enumerate() {
        let parameters: Vec<String> =
            case.operands.iter().enumerate().map(|(at, width)| format!("%a{at}: i{width}")).collect();
        let operands: Vec<String> = (0..case.operands.len()).map(|at| format!("%a{at}")).collect();
        let results: Vec<String> = (0..case.results.len()).map(|at| format!("%r#{at}")).collect();
        let (from, to) = (types(&case.operands), types(&case.results));
        let properties =
            if case.properties.is_empty() { String::new() } else { format!(" <{{{}}}>", case.properties) };
        writeln!(
            text,
            "func.func @f{number}({}) -> ({to}) {{\n  %r:{} = \"{}\"({}){properties} : ({from}) -> ({to})\n  \
             return {} : {to}\n}}",
            parameters.join(", "),
            case.results.len(),
            case.operation,
            operands.join(", "),
            results.join(", "),
        )
        .expect("writing to a string does not fail");
    }
    text
}

/// Runs each case on its tuples of arguments with both engines; how many runs there were.
fn check(cases: &[Case], mut tuples: impl FnMut(&Case) -> Vec<Vec<Value>>) -> usize {
    let program = read(&program_of(cases));
    let functions: Vec<_> = (0..cases.len())
        .map(|number| find_function(&program, &format!("f{number}")).expect("the program has it"))
        .collect();
    let asked: Vec<_> = functions.iter().map(|function| (&program, *function)).collect();
    let batch = Batch::compile(&asked, Settings::default());
    let options = Options::default();
    let mut count = 0;
    for ((case, function), compiled) in cases.iter().zip(&functions).zip(batch.functions()) {
        for arguments in tuples(case) {
            let expected = Interpreter.run(&program, *function, &arguments, &options);
            let got = compiled.run(&arguments, &options);
            let (expected, got) = (expected.map(|run| run.outcome), got.map(|run| run.outcome));
            let Case { operation, properties, operands, .. } = case;
            assert_eq!(got, expected, "{operation} {properties} {operands:?} on {arguments:?}");
            assert!(got.is_ok_and(|outcome| outcome.is_decided()), "{operation} is run");
            count += 1;
        }
    }
    count
}

/// All numbers of a width, and poison.
fn every(width: u32) -> Vec<Value> {
    (0..1u128 << width).map(|bits| Value::int(width, bits)).chain([Value::Poison]).collect()
}

fn all_tuples(case: &Case) -> Vec<Vec<Value>> {
    case.operands.iter().fold(vec![Vec::new()], |tuples, width| {
        let longer = |tuple: Vec<Value>| {
            every(*width).into_iter().map(move |last| [tuple.clone(), vec![last]].concat())
        };
        tuples.into_iter().flat_map(longer).collect()
    })
}

fn both_engines_agree_on_all_operands_at_widths_up_to_four() {
    for width in 1..=4 {
        for other in width..=5 {
            let cases: Vec<Case> = cases(width, other);
            // Only the casts depend on the other width.
            let cases: Vec<Case> =
                cases.into_iter().filter(|case| other == width || case.operands != case.results).collect();
            assert!(check(&cases, all_tuples) > 0);
        }
        assert!(check(&logic(width), all_tuples) > 0);
        assert!(check(&intrinsics(width), all_tuples) > 0);
    }
}

fn both_engines_agree_on_samples_at_widths_up_to_128() {
    let samples_each = crate::programs::number("ASSAY_ENGINE_SAMPLES", 8);
    let mut random = Random::new(7);
    let mut count = 0;
    for width in 5..=128 {
        let other =
            if width == 128 { width } else { width + 1 + random.below(u64::from(128 - width)) as u32 };
        let mut samples = |case: &Case| {
            (0..samples_each)
                .map(|_| case.operands.iter().map(|width| random.value(*width)).collect())
                .collect()
        };
        count += check(&cases(width, other), &mut samples);
        count += check(&logic(width), &mut samples);
        count += check(&intrinsics(width), &mut samples);
    }
    println!("{count} runs of both engines");
    assert!(count > 80_000, "{count}");
}

/// The text of a function on `index` that does one operation.
fn on_index(operation: &str, properties: &str, results: &str) -> String {
    format!(
        "func.func @f(%a: index, %b: index) -> {results} {{\n  %r = \"{operation}\"(%a, %b){properties} : (index, index) \
         -> {results}\n  return %r : {results}\n}}\n"
    )
}

fn both_engines_agree_on_index_at_both_of_its_widths() {
    let mut texts: Vec<String> =
        INDEX.iter().map(|op| on_index(&format!("index.{op}"), "", "index")).collect();
    for predicate in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
        let properties = format!(" <{{pred = #index<cmp_predicate {predicate}>}}>");
        texts.push(on_index("index.cmp", &properties, "i1"));
    }
    let mut random = Random::new(3);
    for (text, index) in texts.iter().flat_map(|text| [IndexWidth::W32, IndexWidth::W64].map(|w| (text, w))) {
        let program = read(text);
        let function = find_function(&program, "f").expect("the program has @f");
        let batch = Batch::compile(&[(&program, function)], Settings { index, ..Settings::default() });
        let options = Options { index, ..Options::default() };
        for _ in 0..400 {
            let arguments = [random.value(index.bits()), random.value(index.bits())];
            let expected = Interpreter.run(&program, function, &arguments, &options).map(|run| run.outcome);
            let got = batch.functions()[0].run(&arguments, &options).map(|run| run.outcome);
            assert_eq!(got, expected, "{text} on {arguments:?}");
        }
    }
}

/// Casts between `index` and a width, at one width of `index`.
fn check_index_casts(width: u32, index: IndexWidth, samples: impl Fn(u32) -> Vec<Value>) {
    let ty = format!("i{width}");
    let mut text = String::new();
    let mut operations = Vec::new();
    for (signed, unsigned) in [("arith.index_cast", "arith.index_castui"), ("index.casts", "index.castu")] {
        for operation in [signed, unsigned] {
            operations.push((operation, ty.clone(), "index".to_owned(), width));
            operations.push((operation, "index".to_owned(), ty.clone(), index.bits()));
        }
    }
    for (number, (operation, from, to, _)) in operations.iter().enumerate() {
        writeln!(
            text,
            "func.func @f{number}(%a: {from}) -> {to} {{\n  %r = \"{operation}\"(%a) : ({from}) -> {to}\n  return %r : {to}\n}}"
        )
        .expect("writing to a string does not fail");
    }
    let program = read(&text);
    let functions: Vec<_> = (0..operations.len())
        .map(|number| (&program, find_function(&program, &format!("f{number}")).expect("it is there")))
        .collect();
    let batch = Batch::compile(&functions, Settings { index, ..Settings::default() });
    let options = Options { index, ..Options::default() };
    for (compiled, (operation, from, to, bits)) in batch.functions().iter().zip(&operations) {
        for argument in samples(*bits) {
            let expected =
                Interpreter.run(&program, compiled.function(), std::slice::from_ref(&argument), &options);
            let got = compiled.run(std::slice::from_ref(&argument), &options).map(|run| run.outcome);
            assert_eq!(got, expected.map(|run| run.outcome), "{operation} {from} to {to} of {argument:?}");
            assert!(got.is_ok_and(|outcome| matches!(outcome, Outcome::Values(_))));
        }
    }
}

fn both_engines_agree_on_casts_of_index() {
    for index in [IndexWidth::W32, IndexWidth::W64] {
        for width in 1..=128 {
            check_index_casts(width, index, |bits| match bits {
                1..=4 => every(bits),
                _ => {
                    let mut random = Random::new(u64::from(width));
                    (0..24).map(|_| random.value(bits)).collect()
                }
            });
        }
    }
}

fn every_operation_on_integers_is_compared_here() {
    // Without operands there is nothing to enumerate.
    let constants =
        ["arith.constant", "index.constant", "index.sizeof", "index.bool.constant", "hw.constant"];
    let casts = ["arith.index_cast", "arith.index_castui", "index.casts", "index.castu", "index.cmp"];
    let mut compared: BTreeSet<String> = casts.iter().map(ToString::to_string).collect();
    compared.extend(cases(4, 5).into_iter().chain(logic(4)).map(|case| case.operation));
    compared.extend(intrinsics(16).into_iter().map(|case| case.operation));
    compared.extend(INDEX.iter().map(|name| format!("index.{name}")));
    let missing: Vec<&str> = assay_backend::interp::operations()
        .filter(|name| ["arith.", "comb.", "index."].iter().any(|dialect| name.starts_with(dialect)))
        .filter(|name| !is_on_floats(name) && !constants.contains(name) && !compared.contains(*name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Operations of `arith` with an operand or result of a float type.
fn is_on_floats(name: &str) -> bool {
    let name = name.trim_start_matches("arith.");
    name.ends_with('f') || matches!(name, "sitofp" | "uitofp" | "fptosi" | "fptoui")
}

fn the_jit_knows_every_operation_of_arith_comb_and_index_but_the_scaling_ones() {
    let integer = ["arith.", "comb.", "index."];
    let missing: Vec<&str> = assay_backend::interp::operations()
        .filter(|name| integer.iter().any(|dialect| name.starts_with(dialect)))
        .filter(|name| !name.starts_with("arith.scaling_") && !Jit.has_semantics(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

assay_testing::tests!(
    both_engines_agree_on_all_operands_at_widths_up_to_four,
    both_engines_agree_on_samples_at_widths_up_to_128,
    both_engines_agree_on_index_at_both_of_its_widths,
    both_engines_agree_on_casts_of_index,
    every_operation_on_integers_is_compared_here,
    the_jit_knows_every_operation_of_arith_comb_and_index_but_the_scaling_ones,
);
