//! Nests that become calls of the library: in any order of loops, with transposed operands, with a start that is stored first, as parts of larger
//! matrices; and nests that look so and are not.

use std::process::Command;

use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{Context, Source};
use assay_ir::text;

/// The program behind a script, or why it fails.
pub(crate) fn transformed(payload: &str, script: &str, options: &[&str]) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let [payload_file, script_file, out] = ["payload", "script", "out"].map(|name| folder.path().join(name));
    std::fs::write(&payload_file, payload).expect("writable");
    std::fs::write(&script_file, script).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(["transform", "--validate", "none"]).arg(&script_file).arg("--to").arg(payload_file);
    let run = command.arg("-o").arg(&out).args(options).output().expect("the command runs");
    match run.status.code() {
        Some(0) => Ok(std::fs::read_to_string(out).expect("a program is written")),
        Some(1) => Err(String::from_utf8_lossy(&run.stdout).split_whitespace().collect::<Vec<_>>().join(" ")),
        code => panic!("{code:?}: {}", String::from_utf8_lossy(&run.stderr)),
    }
}

/// Puts a call for the loop with the mark `nest`.
fn to_library(payload: &str, alias: bool) -> Result<String, String> {
    let script = "module attributes {transform.with_named_sequence} {
  transform.named_sequence private @assay.to_library(%loop: !transform.any_op {transform.consumed}, %library: !transform.any_param {transform.readonly}) -> !transform.any_op
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %nest = transform.structured.match attributes{nest} in %root : (!transform.any_op) -> !transform.any_op
    %name = transform.param.constant \"gemm\" -> !transform.any_param
    %call = transform.include @assay.to_library failures(propagate) (%nest, %name) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}
";
    transformed(payload, script, if alias { &["--alias"] } else { &[] })
}

/// The memory behind a run of `@f` on numbers that are exact in floats.
pub(crate) fn run(payload: &str) -> Vec<Value> {
    let program = text::parse(&Context::new(), &Source::new("f.mlir", payload)).program;
    let function = find_function(&program, "f").expect("there is @f");
    let entry = program.region(program.op_regions(function)[0]).blocks[0];
    let mut arguments = Vec::new();
    for parameter in program.block(entry).arguments.clone() {
        let ty = text::type_text(program.ctx(), program.value_type(parameter));
        let dims = ty.trim_start_matches("memref<").trim_end_matches("xf32>");
        let shape: Vec<u64> = dims.split('x').map(|size| size.parse().expect("a size")).collect();
        let count: u64 = shape.iter().product();
        let first = arguments.len() as u64;
        let elements = (0..count).map(|at| Value::f32(((at * 7 + first) % 13) as f32 - 6.0));
        arguments.push(Value::Shaped(Shaped::new(shape, elements.collect::<Vec<_>>())));
    }
    let run =
        Interpreter.run(&program, function, &arguments, &Options::default()).expect("the arguments fit");
    assert_eq!(run.outcome, Outcome::Values(Vec::new()), "{payload}");
    run.memory
}

/// A nest over three loops in an order.
struct Case {
    order: [char; 3],
    transposed: [bool; 2],
    /// A number is stored to each element of the result before it is summed up.
    zeroed: bool,
    /// The matrices are the second of two, and larger.
    parts: bool,
}

impl Case {
    fn text(&self) -> String {
        let pick = |pair: [&str; 2], other_way: bool| {
            if other_way {
                format!("%{}, %{}", pair[1], pair[0])
            } else {
                format!("%{}, %{}", pair[0], pair[1])
            }
        };
        let (a, b) = (pick(["i", "k"], self.transposed[0]), pick(["k", "j"], self.transposed[1]));
        let shape = |rows: u32, columns: u32, other_way: bool| {
            let [rows, columns] = if other_way { [columns, rows] } else { [rows, columns] };
            match self.parts {
                true => format!("memref<2x{}x{}xf32>", rows + 1, columns + 2),
                false => format!("memref<{rows}x{columns}xf32>"),
            }
        };
        let (ta, tb, tc) =
            (shape(3, 5, self.transposed[0]), shape(5, 4, self.transposed[1]), shape(3, 4, false));
        let batch = if self.parts { "%c1, " } else { "" };
        let bound = |letter: char| match (letter, self.parts) {
            ('i', false) => "%c0 to %c3",
            ('i', true) => "%c1 to %c4",
            ('j', _) => "%c0 to %c4",
            ('k', false) => "%c0 to %c5",
            (_, true) => "%c1 to %c6",
            (other, false) => unreachable!("{other}"),
        };
        let open = |letter: char| format!("scf.for %{letter} = {} step %c1 {{\n", bound(letter));
        let product = format!(
            "%x = memref.load %A[{batch}{a}] : {ta}
%y = memref.load %B[{batch}{b}] : {tb}
%z = memref.load %C[{batch}%i, %j] : {tc}
%p = arith.mulf %x, %y : f32
%s = arith.addf %z, %p : f32
memref.store %s, %C[{batch}%i, %j] : {tc}
"
        );
        let start = format!("memref.store %zero, %C[{batch}%i, %j] : {tc}\n");
        let mut nest = String::new();
        for (depth, letter) in self.order.into_iter().enumerate() {
            // Where all loops of the result are around, their element gets its start; else a loop gives all of them theirs.
            if self.zeroed && letter == 'k' {
                let left: Vec<char> =
                    ['i', 'j'].into_iter().filter(|one| !self.order[..depth].contains(one)).collect();
                left.iter().for_each(|letter| nest.push_str(&open(*letter)));
                nest.push_str(&start);
                left.iter().for_each(|_| nest.push_str("}\n"));
            }
            nest.push_str(&open(letter));
        }
        nest.push_str(&product);
        nest.push_str("}\n}\n} {nest}\n");
        let constants: String = [0, 1, 3, 4, 5, 6]
            .map(|number| format!("%c{number} = arith.constant {number} : index\n"))
            .concat();
        format!(
            "func.func @f(%A: {ta}, %B: {tb}, %C: {tc}) {{\n{constants}%zero = arith.constant 0.0 : f32\n{nest}return\n}}\n"
        )
    }
}

const ORDERS: [[char; 3]; 6] =
    [['i', 'j', 'k'], ['i', 'k', 'j'], ['j', 'i', 'k'], ['j', 'k', 'i'], ['k', 'i', 'j'], ['k', 'j', 'i']];

fn nests_become_calls_that_compute_the_same() {
    for order in ORDERS {
        for number in 0..16 {
            let [first, second, zeroed, parts] = [1, 2, 4, 8].map(|bit| number & bit != 0);
            let case = Case { order, transposed: [first, second], zeroed, parts };
            let text = case.text();
            let after = match zeroed && order[0] == 'k' {
                // The start is in front of the whole nest, and no part of it.
                true => continue,
                false => to_library(&text, false).unwrap_or_else(|why| panic!("{why}\n{text}")),
            };
            assert!(after.contains("call @gemm_"), "{after}");
            assert_eq!(after.contains("memref.subview"), parts, "{after}");
            assert_eq!(run(&after), run(&text), "{text}\n{after}");
        }
    }
}

fn nests_that_look_alike_are_refused() {
    let right = Case { order: ['i', 'j', 'k'], transposed: [false; 2], zeroed: false, parts: false }.text();
    let started = Case { order: ['i', 'j', 'k'], transposed: [false; 2], zeroed: true, parts: false }.text();
    let rows = Case { order: ['i', 'k', 'j'], transposed: [false; 2], zeroed: true, parts: false }.text();
    let parts = Case { order: ['i', 'j', 'k'], transposed: [false; 2], zeroed: false, parts: true }.text();
    let edits: &[(&str, &str, &str)] = &[
        (&right, "arith.mulf %x, %y", "arith.mulf %x, %x"),
        (&right, "arith.mulf", "arith.addf"),
        (&right, "arith.addf %z, %p", "arith.subf %z, %p"),
        (&right, "arith.addf %z, %p", "arith.addf %p, %p"),
        (&right, "arith.mulf %x, %y : f32", "arith.mulf %x, %y fastmath<fast> : f32"),
        (&right, "arith.addf %z, %p : f32", "arith.addf %z, %p fastmath<contract> : f32"),
        (&right, "%z = memref.load %C[%i, %j]", "%z = memref.load %C[%i, %c0]"),
        (&right, "%z = memref.load %C[%i, %j]", "%z = memref.load %C[%c0, %j]"),
        (&right, "memref.store %s, %C[%i, %j]", "memref.store %s, %C[%i, %c1]"),
        (&right, "memref.load %A[%i, %k]", "memref.load %A[%i, %c1]"),
        (&right, "memref.load %A[%i, %k]", "memref.load %A[%i, %i]"),
        (&right, "memref.load %B[%k, %j]", "memref.load %B[%k, %k]"),
        (&right, "memref.load %B[%k, %j]", "memref.load %B[%i, %j]"),
        (&right, "%k = %c0 to %c5 step %c1", "%k = %c0 to %c5 step %c3"),
        (&right, "%k = %c0 to %c5 step %c1", "%k = %c0 to %i step %c1"),
        (&right, "%k = %c0 to %c5 step %c1", "%k = %j to %c5 step %c1"),
        (&right, "%k = %c0 to %c5 step %c1", "%k = %c5 to %c0 step %c1"),
        (&right, "memref.store %s", "memref.store %z, %C[%i, %j] : memref<3x4xf32>\nmemref.store %s"),
        (&right, "%p = arith.mulf", "memref.store %y, %A[%i, %k] : memref<3x5xf32>\n%p = arith.mulf"),
        (&right, "memref.store %s, %C", "memref.store %p, %C"),
        (&right, "memref.store %s, %C[%i, %j] : memref<3x4xf32>\n", ""),
        (&right, "scf.for %k", "memref.store %zero, %B[%i, %j] : memref<5x4xf32>\nscf.for %k"),
        // Stores in front of the products that are no start of their elements.
        (&started, "memref.store %zero, %C[%i, %j]", "memref.store %zero, %C[%j, %i]"),
        (&started, "memref.store %zero, %C[%i, %j]", "memref.store %zero, %C[%i, %c0]"),
        (&started, "memref.store %zero, %C[%i, %j]", "memref.store %zero, %C[%c1, %j]"),
        (
            &started,
            "memref.store %zero, %C[%i, %j] : memref<3x4xf32>",
            "memref.store %zero, %A[%i, %j] : memref<3x5xf32>",
        ),
        (
            &started,
            "memref.store %zero",
            "%old = memref.load %C[%i, %j] : memref<3x4xf32>\nmemref.store %old",
        ),
        (&rows, "memref.store %zero, %C[%i, %j]", "memref.store %zero, %C[%c1, %j]"),
        (&parts, "memref.load %A[%c1, %i, %k]", "memref.load %A[%i, %c1, %k]"),
        (&parts, "memref.load %A[%c1, %i, %k]", "memref.load %A[%i, %k, %c1]"),
        (&parts, "memref.load %A[%c1, %i, %k]", "memref.load %A[%j, %i, %k]"),
    ];
    let mut done = Vec::new();
    for (text, from, to) in edits {
        assert!(text.contains(from), "{from}\n{text}");
        if to_library(&text.replace(from, to), false).is_ok() {
            done.push(format!("{from} -> {to}"));
        }
    }
    // A part with rows in the first dimension and elements in the last is one of the library, too.
    assert_eq!(done, ["memref.load %A[%c1, %i, %k] -> memref.load %A[%i, %c1, %k]"]);
    assert!(to_library(&right, true).expect_err("they may overlap").contains("overlap"));
}

fn a_start_in_front_of_parts_stays() {
    let case = Case { order: ['i', 'j', 'k'], transposed: [true, false], zeroed: true, parts: true };
    let after = to_library(&case.text(), false).expect("it is a product");
    let (start, call) = (after.find("memref.store").expect("a start"), after.find("call @").expect("a call"));
    assert!(start < call, "{after}");
}

assay_testing::tests!(
    nests_become_calls_that_compute_the_same,
    nests_that_look_alike_are_refused,
    a_start_in_front_of_parts_stays,
);
