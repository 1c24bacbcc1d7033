// The elementwise operations of StableHLO on booleans and integers, written from its specification (`docs/spec.md` of
// openxla/stablehlo, version 1.0; each function names the section "Ops / NAME"). Load it with `--meanings`.
//
// Where StableHLO differs from `arith`:
// - It knows no poison and no undefined behaviour. Section "Execution / Errors": integer overflow and the like "result in
//   implementation-defined behavior" unless a section says otherwise. What follows gives them the results that XLA gives
//   ("Operation Semantics" of XLA), and a verdict about them holds for implementations that do the same:
//   sums, differences, products and negations wrap; a quotient by zero is -1 and a remainder by zero the dividend; the quotient of
//   the smallest number by -1 is that number, its remainder 0; a shift by the width or more, read as unsigned, gives 0,
//   an arithmetic one copies of the sign. With other results in mind, copy the file and change them.
// - `i1` is the type of booleans ("Types"): add, maximum and or are logical OR there, multiply, minimum and and are logical
//   AND. The functions for `i1` stand first. Operations that no boolean may enter are described at `i1` as numbers of one bit.
// - `iN` is signed ("Types": `si8`, as MLIR writes it, is `i8`). The unsigned types `uiN` are not described.
!w = i8

// Ops / add: "For booleans: logical OR. For integers: integer addition."
func.func @add_booleans(%lhs: i1, %rhs: i1) -> i1
    attributes {assay.meaning = "stablehlo.add", assay.elementwise, assay.never_poison} {
  %made = arith.ori %lhs, %rhs : i1
  return %made : i1
}
func.func @add(%lhs: !w, %rhs: !w) -> !w attributes {assay.meaning = "stablehlo.add", assay.elementwise} {
  %made = arith.addi %lhs, %rhs : !w
  return %made : !w
}

// Ops / subtract: "For integers: integer subtraction."
func.func @subtract(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.subtract", assay.elementwise, assay.never_poison} {
  %made = arith.subi %lhs, %rhs : !w
  return %made : !w
}

// Ops / multiply: "For booleans: logical AND. For integers: integer multiplication."
func.func @multiply_booleans(%lhs: i1, %rhs: i1) -> i1
    attributes {assay.meaning = "stablehlo.multiply", assay.elementwise, assay.never_poison} {
  %made = arith.andi %lhs, %rhs : i1
  return %made : i1
}
func.func @multiply(%lhs: !w, %rhs: !w) -> !w attributes {assay.meaning = "stablehlo.multiply", assay.elementwise} {
  %made = arith.muli %lhs, %rhs : !w
  return %made : !w
}

// Ops / divide: "For integers: integer division which produces the algebraic quotient with any fractional part discarded."
// By zero, and where the quotient does not fit: see above.
func.func @divide(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.divide", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %one = arith.constant 1 : !w
  %minus_one = arith.constant -1 : !w
  %by_zero = arith.cmpi eq, %rhs, %zero : !w
  %by_minus_one = arith.cmpi eq, %rhs, %minus_one : !w
  %special = arith.ori %by_zero, %by_minus_one : i1
  %divisor = arith.select %special, %one, %rhs : !w
  %quotient = arith.divsi %lhs, %divisor : !w
  %negated = arith.subi %zero, %lhs : !w
  %defined = arith.select %by_minus_one, %negated, %quotient : !w
  %made = arith.select %by_zero, %minus_one, %defined : !w
  return %made : !w
}

// Ops / remainder: "the sign of the result is taken from the dividend, and the absolute value of the result is always less
// than the divisor's absolute value". By zero: see above.
func.func @remainder(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.remainder", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %one = arith.constant 1 : !w
  %minus_one = arith.constant -1 : !w
  %by_zero = arith.cmpi eq, %rhs, %zero : !w
  %by_minus_one = arith.cmpi eq, %rhs, %minus_one : !w
  %special = arith.ori %by_zero, %by_minus_one : i1
  %divisor = arith.select %special, %one, %rhs : !w
  %rest = arith.remsi %lhs, %divisor : !w
  %made = arith.select %by_zero, %lhs, %rest : !w
  return %made : !w
}

// Ops / and: "For booleans: logical AND. For integers: bitwise AND."
func.func @and(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.and", assay.elementwise, assay.never_poison} {
  %made = arith.andi %lhs, %rhs : !w
  return %made : !w
}

// Ops / or: "For booleans: logical OR. For integers: bitwise OR."
func.func @or(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.or", assay.elementwise, assay.never_poison} {
  %made = arith.ori %lhs, %rhs : !w
  return %made : !w
}

// Ops / xor: "For booleans: logical XOR. For integers: bitwise XOR."
func.func @xor(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.xor", assay.elementwise, assay.never_poison} {
  %made = arith.xori %lhs, %rhs : !w
  return %made : !w
}

// Ops / not: "For booleans: logical NOT. For integers: bitwise NOT."
func.func @not(%operand: !w) -> !w
    attributes {assay.meaning = "stablehlo.not", assay.elementwise, assay.never_poison} {
  %ones = arith.constant -1 : !w
  %made = arith.xori %operand, %ones : !w
  return %made : !w
}

// Ops / negate: "For signed integers: integer negation."
func.func @negate(%operand: !w) -> !w
    attributes {assay.meaning = "stablehlo.negate", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %made = arith.subi %zero, %operand : !w
  return %made : !w
}

// Ops / maximum: "For booleans: logical OR. For integers: integer maximum."
func.func @maximum_booleans(%lhs: i1, %rhs: i1) -> i1
    attributes {assay.meaning = "stablehlo.maximum", assay.elementwise, assay.never_poison} {
  %made = arith.ori %lhs, %rhs : i1
  return %made : i1
}
func.func @maximum(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.maximum", assay.elementwise} {
  %made = arith.maxsi %lhs, %rhs : !w
  return %made : !w
}

// Ops / minimum: "For booleans: logical AND. For integers: integer minimum."
func.func @minimum_booleans(%lhs: i1, %rhs: i1) -> i1
    attributes {assay.meaning = "stablehlo.minimum", assay.elementwise, assay.never_poison} {
  %made = arith.andi %lhs, %rhs : i1
  return %made : i1
}
func.func @minimum(%lhs: !w, %rhs: !w) -> !w
    attributes {assay.meaning = "stablehlo.minimum", assay.elementwise} {
  %made = arith.minsi %lhs, %rhs : !w
  return %made : !w
}

// Ops / abs: "For signed integers: integer modulus."
func.func @abs(%operand: !w) -> !w
    attributes {assay.meaning = "stablehlo.abs", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %negative = arith.cmpi slt, %operand, %zero : !w
  %negated = arith.subi %zero, %operand : !w
  %made = arith.select %negative, %negated, %operand : !w
  return %made : !w
}

// Ops / sign: -1 where the operand is negative, 0 where it is 0, else 1.
func.func @sign(%operand: !w) -> !w
    attributes {assay.meaning = "stablehlo.sign", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %one = arith.constant 1 : !w
  %minus_one = arith.constant -1 : !w
  %negative = arith.cmpi slt, %operand, %zero : !w
  %is_zero = arith.cmpi eq, %operand, %zero : !w
  %other = arith.select %is_zero, %zero, %one : !w
  %made = arith.select %negative, %minus_one, %other : !w
  return %made : !w
}

// Ops / clamp: "minimum(maximum(operand, min), max)"; min and max may be tensors of rank 0.
func.func @clamp_booleans(%min: i1 {assay.scalar}, %operand: i1, %max: i1 {assay.scalar}) -> i1
    attributes {assay.meaning = "stablehlo.clamp", assay.elementwise, assay.never_poison} {
  %above = arith.ori %operand, %min : i1
  %made = arith.andi %above, %max : i1
  return %made : i1
}
func.func @clamp(%min: !w {assay.scalar}, %operand: !w, %max: !w {assay.scalar}) -> !w
    attributes {assay.meaning = "stablehlo.clamp", assay.elementwise} {
  %above = arith.maxsi %operand, %min : !w
  %made = arith.minsi %above, %max : !w
  return %made : !w
}

// Ops / select: "pred_element ? on_true[result_index] : on_false[result_index]"; pred may be a tensor of rank 0.
func.func @select(%pred: i1 {assay.scalar}, %on_true: !w, %on_false: !w) -> !w
    attributes {assay.meaning = "stablehlo.select", assay.elementwise, assay.never_poison} {
  %made = arith.select %pred, %on_true, %on_false : !w
  return %made : !w
}

// Ops / compare: "For boolean element types, false < true. For integer element types", the order of signed integers.
func.func @compare_booleans(%lhs: i1, %rhs: i1,
    %direction: i3 {assay.attribute = "comparison_direction", assay.scalar,
                    assay.cases = [#stablehlo<comparison_direction EQ>, #stablehlo<comparison_direction NE>,
                                   #stablehlo<comparison_direction GE>, #stablehlo<comparison_direction GT>,
                                   #stablehlo<comparison_direction LE>, #stablehlo<comparison_direction LT>]}) -> i1
    attributes {assay.meaning = "stablehlo.compare", assay.elementwise, assay.never_poison} {
  %is_eq = arith.constant 0 : i3
  %is_ne = arith.constant 1 : i3
  %is_ge = arith.constant 2 : i3
  %is_gt = arith.constant 3 : i3
  %is_le = arith.constant 4 : i3
  %eq = arith.cmpi eq, %lhs, %rhs : i1
  %ne = arith.cmpi ne, %lhs, %rhs : i1
  %ge = arith.cmpi uge, %lhs, %rhs : i1
  %gt = arith.cmpi ugt, %lhs, %rhs : i1
  %le = arith.cmpi ule, %lhs, %rhs : i1
  %lt = arith.cmpi ult, %lhs, %rhs : i1
  %by_eq = arith.cmpi eq, %direction, %is_eq : i3
  %by_ne = arith.cmpi eq, %direction, %is_ne : i3
  %by_ge = arith.cmpi eq, %direction, %is_ge : i3
  %by_gt = arith.cmpi eq, %direction, %is_gt : i3
  %by_le = arith.cmpi eq, %direction, %is_le : i3
  %a = arith.select %by_le, %le, %lt : i1
  %b = arith.select %by_gt, %gt, %a : i1
  %c = arith.select %by_ge, %ge, %b : i1
  %d = arith.select %by_ne, %ne, %c : i1
  %made = arith.select %by_eq, %eq, %d : i1
  return %made : i1
}
func.func @compare(%lhs: !w, %rhs: !w,
    %direction: i3 {assay.attribute = "comparison_direction", assay.scalar,
                    assay.cases = [#stablehlo<comparison_direction EQ>, #stablehlo<comparison_direction NE>,
                                   #stablehlo<comparison_direction GE>, #stablehlo<comparison_direction GT>,
                                   #stablehlo<comparison_direction LE>, #stablehlo<comparison_direction LT>]}) -> i1
    attributes {assay.meaning = "stablehlo.compare", assay.elementwise} {
  %is_eq = arith.constant 0 : i3
  %is_ne = arith.constant 1 : i3
  %is_ge = arith.constant 2 : i3
  %is_gt = arith.constant 3 : i3
  %is_le = arith.constant 4 : i3
  %eq = arith.cmpi eq, %lhs, %rhs : !w
  %ne = arith.cmpi ne, %lhs, %rhs : !w
  %ge = arith.cmpi sge, %lhs, %rhs : !w
  %gt = arith.cmpi sgt, %lhs, %rhs : !w
  %le = arith.cmpi sle, %lhs, %rhs : !w
  %lt = arith.cmpi slt, %lhs, %rhs : !w
  %by_eq = arith.cmpi eq, %direction, %is_eq : i3
  %by_ne = arith.cmpi eq, %direction, %is_ne : i3
  %by_ge = arith.cmpi eq, %direction, %is_ge : i3
  %by_gt = arith.cmpi eq, %direction, %is_gt : i3
  %by_le = arith.cmpi eq, %direction, %is_le : i3
  %a = arith.select %by_le, %le, %lt : i1
  %b = arith.select %by_gt, %gt, %a : i1
  %c = arith.select %by_ge, %ge, %b : i1
  %d = arith.select %by_ne, %ne, %c : i1
  %made = arith.select %by_eq, %eq, %d : i1
  return %made : i1
}

// Ops / shift_left: "left-shift operation on the lhs tensor by rhs number of bits". By the width or more: see
// above.
func.func @shift_left(%lhs: !w, %rhs: !w, %bits: !w {assay.width = !w}) -> !w
    attributes {assay.meaning = "stablehlo.shift_left", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %inside = arith.cmpi ult, %rhs, %bits : !w
  %amount = arith.select %inside, %rhs, %zero : !w
  %shifted = arith.shli %lhs, %amount : !w
  %made = arith.select %inside, %shifted, %zero : !w
  return %made : !w
}

// Ops / shift_right_logical: "logical right-shift operation on the lhs tensor by rhs number of bits".
func.func @shift_right_logical(%lhs: !w, %rhs: !w, %bits: !w {assay.width = !w}) -> !w
    attributes {assay.meaning = "stablehlo.shift_right_logical", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %inside = arith.cmpi ult, %rhs, %bits : !w
  %amount = arith.select %inside, %rhs, %zero : !w
  %shifted = arith.shrui %lhs, %amount : !w
  %made = arith.select %inside, %shifted, %zero : !w
  return %made : !w
}

// Ops / shift_right_arithmetic: "arithmetic right-shift operation on the lhs tensor by rhs number of bits".
func.func @shift_right_arithmetic(%lhs: !w, %rhs: !w, %bits: !w {assay.width = !w}) -> !w
    attributes {assay.meaning = "stablehlo.shift_right_arithmetic", assay.elementwise, assay.never_poison} {
  %zero = arith.constant 0 : !w
  %minus_one = arith.constant -1 : !w
  %inside = arith.cmpi ult, %rhs, %bits : !w
  %amount = arith.select %inside, %rhs, %zero : !w
  %shifted = arith.shrsi %lhs, %amount : !w
  %negative = arith.cmpi slt, %lhs, %zero : !w
  %sign = arith.select %negative, %minus_one, %zero : !w
  %made = arith.select %inside, %shifted, %sign : !w
  return %made : !w
}

// Ops / constant: "Produces an output tensor from a constant value."
func.func @constant(%value: !w {assay.attribute = "value"}) -> !w
    attributes {assay.meaning = "stablehlo.constant", assay.elementwise, assay.constant_like, assay.never_poison} {
  return %value : !w
}
