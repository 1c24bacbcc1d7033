//! Programs that no checker took, handed to the JIT as they are: it refuses them or runs them inside of their memory. The
//! interpreter takes no part. `ASSAY_ILL_FORMED=N` draws N programs, `ASSAY_SEED=S` others.

use crate::programs::generate::{Random, whole};
use crate::programs::{number, read};
use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::inputs::Inputs;
use assay_backend::interp::find_function;
use assay_backend::value::Value;
use assay_ir::data::{OpId, Program, TypeId, ValueId};
use assay_jit::Jit;

/// The outcome of `@f` in the JIT.
fn alone(text: &str, arguments: &[Value]) -> Outcome {
    let program = read(text);
    let function = find_function(&program, "f").expect("the program has @f");
    Jit.run(&program, function, arguments, &Options::default()).expect("the arguments fit").outcome
}

/// Texts that type-check use by use and break a rule of an operation.
const ILL_FORMED: &[(&str, &str)] = &[
    (
        "a number that is returned as a memref",
        "func.func @g(%a: i64) -> memref<4xi64> { return %a : i64 }
func.func @f(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 1311768467463790320 : i64
  %m = func.call @g(%k) : (i64) -> memref<4xi64>
  memref.store %x, %m[%c0] : memref<4xi64>
  return %x : i64
}",
    ),
    (
        "a call that claims another result",
        "func.func @g(%a: i64) -> i64 { return %a : i64 }
func.func @f(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %m = func.call @g(%x) : (i64) -> memref<4xi64>
  memref.store %x, %m[%c0] : memref<4xi64>
  return %x : i64
}",
    ),
    (
        "a narrow number that is returned as a wide tensor",
        "func.func @f(%x: i64) -> tensor<9xi64> { return %x : i64 }",
    ),
    (
        "a loop that yields nothing",
        "func.func @f(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%u = %x) -> (i64) { scf.yield }
  return %r : i64
}",
    ),
    (
        "a branch that yields a small memref as a large one",
        "func.func @f(%x: i64) -> i64 {
  %c = arith.constant true
  %c9 = arith.constant 900000 : index
  %a = memref.alloc() : memref<1xi8>
  %r = scf.if %c -> (memref<1000000xi64>) { scf.yield %a : memref<1xi8> } else { scf.yield %a : memref<1xi8> }
  memref.store %x, %r[%c9] : memref<1000000xi64>
  return %x : i64
}",
    ),
    (
        "a jump that passes a small memref as a large one",
        "func.func @f(%x: i64) -> i64 {
  %c9 = arith.constant 900000 : index
  %a = memref.alloc() : memref<1xi64>
  \"cf.br\"(%a)[^bb1] : (memref<1xi64>) -> ()
^bb1(%r: memref<1000000xi64>):
  memref.store %x, %r[%c9] : memref<1000000xi64>
  return %x : i64
}",
    ),
    (
        "a value of a block that need not run",
        "func.func @f(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %no = arith.constant false
  cf.cond_br %no, ^bb1, ^bb2
^bb1:
  %a = memref.alloc() : memref<4xi64>
  cf.br ^bb2
^bb2:
  memref.store %x, %a[%c0] : memref<4xi64>
  return %x : i64
}",
    ),
];

fn what_breaks_a_rule_is_refused() {
    for (what, text) in ILL_FORMED {
        let arguments = [Value::int(64, 7)];
        let outcome = alone(text, &arguments);
        assert!(matches!(outcome, Outcome::Unsupported { .. }), "{what}: {outcome:?}");
    }
}

/// Changes some operands, types and places of operations; the program may mean nothing afterwards.
fn damage(program: &mut Program, random: &mut Random) {
    let top = program.top();
    for _ in 0..=random.below(3) {
        let ops: Vec<OpId> = program.walk(top).filter(|op| program.operand_count(*op) > 0).collect();
        let all: Vec<OpId> = program.walk(top).collect();
        let values: Vec<ValueId> = all.iter().flat_map(|op| program.results(*op)).collect();
        let arguments = all.iter().flat_map(|op| program.op_regions(*op).to_vec());
        let blocks: Vec<_> = arguments.flat_map(|region| program.region(region).blocks.clone()).collect();
        let values: Vec<ValueId> = values
            .into_iter()
            .chain(blocks.iter().flat_map(|block| program.block(*block).arguments.clone()))
            .collect();
        let types: Vec<TypeId> = values.iter().map(|value| program.value_type(*value)).collect();
        match random.below(5) {
            0 | 1 => {
                let op = random.choose(&ops);
                let slots: Vec<_> = program.operand_ids(op).collect();
                program.set_operand(random.choose(&slots), random.choose(&values));
            }
            2 => program.set_value_type(random.choose(&values), random.choose(&types)),
            3 => {
                let op = random.choose(&ops);
                let mut operands: Vec<ValueId> = program.operands(op).collect();
                match random.once_in(2) {
                    true => operands.push(random.choose(&values)),
                    false => drop(operands.pop()),
                }
                program.set_operands(op, &operands);
            }
            _ => {
                let op = random.choose(&ops);
                let successors: Vec<_> =
                    program.successors(op).iter().map(|_| random.choose(&blocks)).collect();
                program.set_successors(op, &successors);
            }
        }
    }
}

fn damaged_programs_are_refused_or_stay_inside_of_their_memory() {
    let options = Options { fuel: 20_000, memory: 1 << 16, depth: 100, ..Options::default() };
    let (mut refused, mut ran) = (0, 0);
    for index in 0..number("ASSAY_ILL_FORMED", 400) {
        let mut random = Random::new(number("ASSAY_SEED", 1).wrapping_mul(1 << 32) ^ index);
        let mut program = read(&whole(&mut random).text);
        damage(&mut program, &mut random);
        let Some(function) = find_function(&program, "f") else { continue };
        let Some(inputs) = Inputs::for_function(&program, function, options.index, index) else { continue };
        for arguments in inputs.take(2) {
            match Jit.run(&program, function, &arguments, &options) {
                Ok(run) if !matches!(run.outcome, Outcome::Unsupported { .. }) => ran += 1,
                _ => refused += 1,
            }
        }
    }
    assert!(refused > 0 && ran > 0, "{refused} refused, {ran} ran");
}

assay_testing::tests!(
    what_breaks_a_rule_is_refused,
    damaged_programs_are_refused_or_stay_inside_of_their_memory,
);
