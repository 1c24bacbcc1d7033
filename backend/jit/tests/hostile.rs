//! Programs that would kill or stall a process that runs them as they are: every engine says what becomes of them, and
//! lives. Expects outcomes; knows nothing of how engines find them.

use crate::programs::read;
use assay_backend::engine::{Engine, Limit, Options, Outcome, Run, Undefined};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::{Shaped, Value};
use assay_jit::{Batch, Effort, Jit, Settings};

/// What all engines say about a call of `@f`.
#[track_caller]
fn everywhere(text: &str, arguments: &[Value], options: &Options) -> Outcome {
    let program = read(text);
    let function = find_function(&program, "f").expect("the program has @f");
    let optimised = Settings { effort: Effort::Run, ..Settings::default() };
    let batch = Batch::compile(&[(&program, function)], optimised);
    let runs = [
        Interpreter.run(&program, function, arguments, options),
        Jit.run(&program, function, arguments, options),
        batch.functions()[0].run(arguments, options),
    ];
    let [reference, jit, optimised] = runs.map(|run: Result<Run, _>| run.expect("the arguments fit").outcome);
    // Compiled code does not see that a state comes back.
    let reference = match reference {
        Outcome::OutOfFuel(Limit::Endless) => Outcome::OutOfFuel(Limit::Fuel),
        other => other,
    };
    assert_eq!(jit, reference, "{text}");
    assert_eq!(optimised, reference, "{text}");
    reference
}

#[track_caller]
fn undefined(text: &str, arguments: &[Value], expected: Undefined) {
    match everywhere(text, arguments, &Options::default()) {
        Outcome::Ub { why, .. } => assert_eq!(why, expected, "{text}"),
        other => panic!("{other:?}:\n{text}"),
    }
}

#[track_caller]
fn given_up(text: &str, arguments: &[Value], options: &Options, expected: Limit) {
    assert_eq!(everywhere(text, arguments, options), Outcome::OutOfFuel(expected), "{text}");
}

fn binary(operation: &str, width: u32) -> String {
    format!(
        "func.func @f(%a: i{width}, %b: i{width}) -> i{width} {{\n  %r = {operation} %a, %b : i{width}\n  return %r : i{width}\n}}"
    )
}

const DIVISIONS: [&str; 7] = [
    "arith.divui",
    "arith.divsi",
    "arith.remui",
    "arith.remsi",
    "arith.ceildivui",
    "arith.ceildivsi",
    "arith.floordivsi",
];

const WIDTHS: [u32; 12] = [1, 2, 7, 8, 16, 31, 32, 33, 63, 64, 65, 128];

fn divisions_by_zero_and_by_poison_are_reported_at_every_width() {
    for (operation, width) in DIVISIONS.iter().flat_map(|op| WIDTHS.map(|width| (op, width))) {
        let text = binary(operation, width);
        for dividend in
            [Value::int(width, 0), Value::int(width, 1), Value::int(width, u128::MAX), Value::Poison]
        {
            undefined(&text, &[dividend.clone(), Value::int(width, 0)], Undefined::DivisionByZero);
            undefined(&text, &[dividend, Value::Poison], Undefined::DivisionByPoison);
        }
    }
}

fn signed_divisions_that_overflow_are_reported_at_every_width() {
    let signed = DIVISIONS.iter().filter(|op| op.ends_with("si"));
    for (operation, width) in signed.flat_map(|op| WIDTHS.map(|width| (op, width))) {
        let (least, minus_one) = (Value::int(width, 1 << (width - 1)), Value::int(width, u128::MAX));
        undefined(&binary(operation, width), &[least, minus_one], Undefined::DivisionOverflow);
    }
}

fn a_division_of_hardware_by_zero_and_one_that_overflows_give_a_value() {
    for width in WIDTHS {
        for operation in ["comb.divu", "comb.divs", "comb.modu", "comb.mods"] {
            let (least, zero) = (Value::int(width, 1 << (width - 1)), Value::int(width, 0));
            for divisor in [zero, Value::int(width, u128::MAX)] {
                let text = binary(operation, width);
                let outcome = everywhere(&text, &[least.clone(), divisor], &Options::default());
                assert!(matches!(outcome, Outcome::Values(_)), "{outcome:?}: {text}");
            }
        }
    }
}

fn an_exponent_that_divides_by_zero_is_no_trap() {
    let program =
        read("func.func @f(%a: i32, %b: i32) -> i32 {\n  %r = math.ipowi %a, %b : i32\n  return %r : i32\n}");
    let function = find_function(&program, "f").expect("the program has @f");
    let arguments = [Value::int(32, 0), Value::int(32, u128::MAX)];
    let run = Interpreter.run(&program, function, &arguments, &Options::default()).expect("they fit");
    assert!(matches!(run.outcome, Outcome::Ub { why: Undefined::DivisionByZero, .. }), "{run:?}");
}

const ENDLESS: [&str; 6] = [
    "func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}",
    "func.func @f() {\n  %true = arith.constant true\n  scf.while : () -> () {\n    scf.condition(%true)\n  } do {\n    scf.yield\n  }\n  return\n}",
    "func.func @f() {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %most = arith.constant 9223372036854775807 : i64
  scf.for %i = %zero to %most step %one : i64 {
    scf.for %j = %zero to %most step %one : i64 {
    }
  }
  return
}",
    "func.func @f() {
  %true = arith.constant true
  cf.br ^a
^a:
  cf.cond_br %true, ^b, ^c
^b:
  cf.br ^a
^c:
  return
}",
    "func.func @g() {
  return
}
func.func @f() {
  %true = arith.constant true
  scf.while : () -> () {
    func.call @g() : () -> ()
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}",
    "func.func @f() {
  %true = arith.constant true
  scf.while : () -> () {
    %m = memref.alloc() : memref<64xi64>
    memref.dealloc %m : memref<64xi64>
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}",
];

fn loops_without_end_run_out_of_fuel() {
    for text in ENDLESS {
        for fuel in [0, 1, 1_000, 100_000] {
            given_up(text, &[], &Options { fuel, ..Options::default() }, Limit::Fuel);
        }
    }
}

fn recursion_without_end_is_stopped_by_its_depth_and_by_fuel() {
    let itself = "func.func @f(%a: i64) -> i64 {
  %r = func.call @f(%a) : (i64) -> i64
  return %r : i64
}";
    let each_other = "func.func @f(%a: i64) -> i64 {
  %r = func.call @g(%a) : (i64) -> i64
  return %r : i64
}
func.func @g(%a: i64) -> i64 {
  %m = memref.alloca() : memref<512xi64>
  %r = func.call @f(%a) : (i64) -> i64
  return %r : i64
}";
    let twice = "func.func @f(%a: i64) -> i64 {
  %r = func.call @f(%a) : (i64) -> i64
  %s = func.call @f(%r) : (i64) -> i64
  return %s : i64
}";
    for text in [itself, each_other, twice] {
        let argument = [Value::int(64, 1)];
        for depth in [0, 1, 2, 1_000, 10_000] {
            given_up(text, &argument, &Options { depth, ..Options::default() }, Limit::Depth);
        }
        let options = Options { depth: u32::MAX, fuel: 10_000, ..Options::default() };
        given_up(text, &argument, &options, Limit::Fuel);
    }
}

fn a_long_chain_of_calls_needs_no_more_stack_than_there_is() {
    let count = 1_000;
    let mut text = String::new();
    for number in 0..count {
        let name = if number == 0 { "f".to_owned() } else { format!("f{number}") };
        text += &match number + 1 < count {
            true => format!(
                "func.func @{name}(%a: i64) -> i64 {{\n  %r = func.call @f{}(%a) : (i64) -> i64\n  return %r : i64\n}}\n",
                number + 1
            ),
            false => format!("func.func @{name}(%a: i64) -> i64 {{\n  return %a : i64\n}}\n"),
        };
    }
    let outcome = everywhere(&text, &[Value::int(64, 5)], &Options::default());
    assert_eq!(outcome, Outcome::Values(vec![Value::int(64, 5)]));
    given_up(&text, &[Value::int(64, 5)], &Options { depth: 100, ..Options::default() }, Limit::Depth);
}

fn accesses_out_of_bounds_are_reported() {
    let fixed = "func.func @f(%m: memref<4xi32>, %i: index) -> i32 {
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}";
    let written = "func.func @f(%m: memref<4xi32>, %i: index) {
  %k = arith.constant 7 : i32
  memref.store %k, %m[%i] : memref<4xi32>
  return
}";
    let dynamic = "func.func @f(%x: memref<4xi32>, %i: index) -> i32 {
  %four = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %m = memref.alloc(%four) : memref<?xi32>
  memref.store %zero, %m[%i] : memref<?xi32>
  %r = memref.load %m[%i] : memref<?xi32>
  return %r : i32
}";
    let square = "func.func @f(%x: memref<4xi32>, %i: index) -> i32 {
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<4x4xi32>
  memref.store %zero, %m[%one, %i] : memref<4x4xi32>
  %r = memref.load %m[%one, %i] : memref<4x4xi32>
  return %r : i32
}";
    let memory: Value = Shaped::new([4], (0..4).map(|i| Value::int(32, i)).collect::<Vec<_>>()).into();
    for text in [fixed, written, dynamic, square] {
        for inside in [0, 3] {
            let arguments = [memory.clone(), Value::int(64, inside)];
            let outcome = everywhere(text, &arguments, &Options::default());
            assert!(matches!(outcome, Outcome::Values(_)), "{outcome:?}:\n{text}");
        }
        // The last one would be inside, were the offset in bytes taken modulo two to the 64.
        for outside in [4, 5, 1 << 40, u128::from(u64::MAX), 1 << 63, (1 << 62) + 1] {
            let arguments = [memory.clone(), Value::int(64, outside)];
            undefined(text, &arguments, Undefined::OutOfBounds);
        }
        undefined(text, &[memory.clone(), Value::Poison], Undefined::AddressByPoison);
    }
}

fn a_view_outside_of_its_source_is_reported() {
    let text = "func.func @f(%m: memref<8xi32>, %offset: index, %size: index, %stride: index) -> i32 {
  %v = memref.subview %m[%offset] [%size] [%stride] : memref<8xi32> to memref<?xi32, strided<[?], offset: ?>>
  %zero = arith.constant 0 : index
  %r = memref.load %v[%zero] : memref<?xi32, strided<[?], offset: ?>>
  return %r : i32
}";
    let memory: Value = Shaped::new([8], (0..8).map(|i| Value::int(32, i)).collect::<Vec<_>>()).into();
    let call = |numbers: [i64; 3]| {
        let numbers = numbers.map(|number| Value::int(64, u128::from(number as u64)));
        everywhere(text, &[&[memory.clone()][..], &numbers].concat(), &Options::default())
    };
    assert_eq!(call([3, 2, 2]), Outcome::Values(vec![Value::int(32, 3)]));
    for numbers in
        [[8, 1, 1], [0, 9, 1], [4, 3, 2], [-1, 2, 1], [0, i64::MAX, 1], [i64::MIN, 1, 1], [1, 2, i64::MAX]]
    {
        let outcome = call(numbers);
        assert!(matches!(outcome, Outcome::Ub { .. }), "{outcome:?}: {numbers:?}");
    }
}

fn allocations_beyond_the_limit_are_given_up() {
    let fixed =
        |bytes: &str| format!("func.func @f() {{\n  %m = memref.alloc() : memref<{bytes}xi8>\n  return\n}}");
    let dynamic = "func.func @f(%n: index) {
  %m = memref.alloc(%n, %n) : memref<?x?xi64>
  %k = memref.alloca(%n) : memref<?xi128>
  return
}";
    let options = Options::default();
    for bytes in ["1152921504606846976", "9223372036854775807", "1048576x1048576x1048576x1048576"] {
        given_up(&fixed(bytes), &[], &options, Limit::Memory);
    }
    for extent in [1u128 << 30, 1 << 31, 1 << 32, 1 << 60, (1 << 63) - 1] {
        given_up(dynamic, &[Value::int(64, extent)], &options, Limit::Memory);
    }
    undefined(dynamic, &[Value::int(64, u128::from(u64::MAX))], Undefined::BadExtent);
    let repeated = "func.func @f() {
  %true = arith.constant true
  scf.while : () -> () {
    %m = memref.alloc() : memref<1048576xi8>
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}";
    given_up(repeated, &[], &options, Limit::Memory);
}

fn memory_that_was_freed_is_not_touched() {
    let after = "func.func @f() -> i32 {
  %zero = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  %r = memref.load %m[%zero] : memref<4xi32>
  return %r : i32
}";
    let twice = "func.func @f() {
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}";
    let scope = "func.func @g() -> memref<4xi32> {
  %m = memref.alloca() : memref<4xi32>
  return %m : memref<4xi32>
}
func.func @f() -> i32 {
  %zero = arith.constant 0 : index
  %m = func.call @g() : () -> memref<4xi32>
  %r = memref.load %m[%zero] : memref<4xi32>
  return %r : i32
}";
    let in_a_loop = "func.func @f() -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %none = arith.constant 0 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.store %none, %m[%zero] : memref<4xi32>
  %r = scf.for %i = %zero to %two step %one iter_args(%s = %none) -> (i32) {
    %x = memref.load %m[%i] : memref<4xi32>
    memref.dealloc %m : memref<4xi32>
    scf.yield %x : i32
  }
  return %r : i32
}";
    let by_a_call = "func.func @g(%m: memref<4xi32>) {
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @f() -> i32 {
  %zero = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  func.call @g(%m) : (memref<4xi32>) -> ()
  %r = memref.load %m[%zero] : memref<4xi32>
  return %r : i32
}";
    let by_itself = "func.func @f() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %no = arith.constant false
  %r = func.call @g(%m, %no) : (memref<4xi32>, i1) -> i32
  return %r : i32
}
func.func @g(%m: memref<4xi32>, %last: i1) -> i32 {
  %zero = arith.constant 0 : index
  %yes = arith.constant true
  %x = memref.load %m[%zero] : memref<4xi32>
  %r = scf.if %last -> (i32) {
    scf.yield %x : i32
  } else {
    memref.dealloc %m : memref<4xi32>
    %y = func.call @g(%m, %yes) : (memref<4xi32>, i1) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}";
    for text in [in_a_loop, by_a_call, by_itself] {
        undefined(text, &[], Undefined::UseAfterFree);
    }
    undefined(after, &[], Undefined::UseAfterFree);
    undefined(twice, &[], Undefined::BadFree);
    undefined(scope, &[], Undefined::UseAfterFree);
}

fn a_step_of_zero_and_a_branch_on_poison_are_reported() {
    let step = "func.func @f(%s: i32) {
  %zero = arith.constant 0 : i32
  %ten = arith.constant 10 : i32
  scf.for %i = %zero to %ten step %s : i32 {
  }
  return
}";
    undefined(step, &[Value::int(32, 0)], Undefined::StepNotPositive);
    undefined(step, &[Value::int(32, u128::MAX)], Undefined::StepNotPositive);
    undefined(step, &[Value::Poison], Undefined::ControlByPoison);
}

fn all_of_it_in_one_process_that_still_computes() {
    for (text, arguments) in [
        (binary("arith.divsi", 32), vec![Value::int(32, 1), Value::int(32, 0)]),
        (binary("arith.divsi", 32), vec![Value::int(32, 1 << 31), Value::int(32, u128::MAX)]),
        (ENDLESS[0].to_owned(), vec![]),
        (ENDLESS[1].to_owned(), vec![]),
    ] {
        let outcome = everywhere(&text, &arguments, &Options { fuel: 10_000, ..Options::default() });
        assert!(!matches!(outcome, Outcome::Values(_)), "{outcome:?}");
    }
    let sum =
        everywhere(&binary("arith.addi", 32), &[Value::int(32, 40), Value::int(32, 2)], &Options::default());
    assert_eq!(sum, Outcome::Values(vec![Value::int(32, 42)]));
}

/// Runs a program that MLIR would refuse: no engine may panic, whatever it answers.
#[track_caller]
fn survives(text: &str, arguments: &[Value]) {
    let program = read(text);
    let function = find_function(&program, "f").expect("the program has @f");
    let options = Options { fuel: 10_000, memory: 1 << 16, ..Options::default() };
    let reference = Interpreter.run(&program, function, arguments, &options).expect("they fit");
    let compiled = Jit.run(&program, function, arguments, &options).expect("they fit");
    if let (Outcome::Values(a), Outcome::Values(b)) = (&reference.outcome, &compiled.outcome) {
        assert_eq!(a.len(), b.len(), "{text}");
    }
}

fn ill_formed_uses_of_maps_regions_and_shapes_are_answered() {
    let index = |number: i64| Value::int(64, number as u64 as u128);
    let of = |body: &str| format!("func.func @f(%a: index) -> index {{\n{body}\n  return %a : index\n}}");
    let bodies = [
        "  %r = \"affine.apply\"(%a) <{map = affine_map<(d0, d1) -> (d0 + d1)>}> : (index) -> index",
        "  %r = \"affine.apply\"(%a) <{map = affine_map<(d0) -> ()>}> : (index) -> index",
        "  %r = \"affine.min\"(%a) <{map = affine_map<(d0) -> ()>}> : (index) -> index",
        "  %r = \"affine.apply\"(%a) : (index) -> index",
        "  %r = \"affine.delinearize_index\"(%a) <{static_basis = array<i64>}> : (index) -> index",
        "  %r:3 = \"affine.delinearize_index\"(%a) <{static_basis = array<i64: -9223372036854775808>}> : (index) -> (index, index, index)",
        "  %r = \"affine.linearize_index\"(%a) <{operandSegmentSizes = array<i32: 7, 1>, static_basis = array<i64: 2, 3>}> : (index) -> index",
        "  \"affine.for\"(%a) <{lowerBoundMap = affine_map<() -> ()>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 0 : index, upperBoundMap = affine_map<() -> (3)>}> ({\n  ^bb0(%i: index):\n    \"affine.yield\"() : () -> ()\n  }) : (index) -> ()",
        "  \"affine.if\"(%a) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({\n  }, {\n  }) : (index) -> ()",
        "  %r = \"affine.parallel\"(%a) <{lowerBoundsGroups = dense<9> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [99], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<(d0) -> (d0)>}> ({\n  ^bb0(%i: index):\n    \"affine.yield\"() : () -> ()\n  }) : (index) -> i32",
        "  %r = \"vector.mask\"(%a) ({\n  }) : (index) -> i32",
        "  %r = \"llvm.mlir.zero\"() : () -> vector<9000000000x9000000000xi8>",
        "  %r = \"tosa.reshape\"(%a, %a) : (index, index) -> tensor<2xi32>",
        "  %r = \"builtin.unrealized_conversion_cast\"() : () -> i64",
        "  %c = arith.constant dense<1> : tensor<2xi32>\n  %r = \"tosa.reduce_sum\"(%c) <{axis = 7 : i32}> : (tensor<2xi32>) -> tensor<1xi32>",
        "  %c = arith.constant dense<1> : tensor<2xi32>\n  %r = \"tosa.transpose\"(%c) <{perms = array<i32: 5>}> : (tensor<2xi32>) -> tensor<2xi32>",
        "  %c = arith.constant dense<1> : tensor<2xi32>\n  %r = \"tensor.extract_slice\"(%c) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 9223372036854775807>, static_sizes = array<i64: 9223372036854775807>, static_strides = array<i64: 9223372036854775807>}> : (tensor<2xi32>) -> tensor<9223372036854775807xi32>",
        "  %c = arith.constant dense<1> : vector<2xi32>\n  %r = \"vector.transpose\"(%c) <{permutation = array<i64: 9>}> : (vector<2xi32>) -> vector<2xi32>",
        "  %c = arith.constant dense<1> : vector<2xi32>\n  %r = \"vector.shuffle\"(%c, %c) <{mask = array<i64: 9, 9>}> : (vector<2xi32>, vector<2xi32>) -> vector<2xi32>",
        "  %c = arith.constant dense<1> : vector<2xi32>\n  %r = \"vector.outerproduct\"(%c, %c) <{kind = #vector.kind<add>}> : (vector<2xi32>, vector<2xi32>) -> vector<2x3xi32>",
        "  %c = arith.constant dense<1> : vector<2xi32>\n  %r = \"vector.outerproduct\"(%c, %c) <{kind = #vector.kind<add>}> : (vector<2xi32>, vector<2xi32>) -> vector<i32>",
        "  %m = memref.alloc() : memref<4xi32>\n  %v = \"memref.reinterpret_cast\"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -5>, static_sizes = array<i64: 9223372036854775807>, static_strides = array<i64: 9223372036854775807>}> : (memref<4xi32>) -> memref<9223372036854775807xi32, strided<[9223372036854775807], offset: -5>>\n  %x = memref.load %v[%a] : memref<9223372036854775807xi32, strided<[9223372036854775807], offset: -5>>",
        "  %m = memref.alloc() : memref<4xi32>\n  %v = \"memref.transpose\"(%m) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<4xi32>) -> memref<4xi32>",
        "  %m = memref.alloc() : memref<4x4xi32>\n  %v = \"memref.collapse_shape\"(%m) <{reassociation = [[0, 5]]}> : (memref<4x4xi32>) -> memref<16xi32>",
        "  %m = memref.alloc() : memref<4xi32>\n  %v = \"memref.expand_shape\"(%m) <{reassociation = [[0, 0]], static_output_shape = array<i64: 2, 2>}> : (memref<4xi32>) -> memref<2x2xi32>\n  %x = memref.load %v[%a, %a] : memref<2x2xi32>",
    ];
    for body in bodies {
        for number in [0, 1, -1, 3, i64::MAX, i64::MIN] {
            survives(&of(body), &[index(number)]);
        }
        survives(&of(body), &[Value::Poison]);
    }
}

assay_testing::tests!(
    divisions_by_zero_and_by_poison_are_reported_at_every_width,
    signed_divisions_that_overflow_are_reported_at_every_width,
    a_division_of_hardware_by_zero_and_one_that_overflows_give_a_value,
    an_exponent_that_divides_by_zero_is_no_trap,
    loops_without_end_run_out_of_fuel,
    recursion_without_end_is_stopped_by_its_depth_and_by_fuel,
    a_long_chain_of_calls_needs_no_more_stack_than_there_is,
    accesses_out_of_bounds_are_reported,
    a_view_outside_of_its_source_is_reported,
    allocations_beyond_the_limit_are_given_up,
    memory_that_was_freed_is_not_touched,
    a_step_of_zero_and_a_branch_on_poison_are_reported,
    all_of_it_in_one_process_that_still_computes,
    ill_formed_uses_of_maps_regions_and_shapes_are_answered,
);
