// Integers of 8 bits that become vectors of two halves of 4. A shift by zero is no part of this: what the pass makes of it is poison
// (corpus/bugs/mlir/passes/emulated_shli_by_zero.mlir).
func.func @sum_of_products(%x: i8, %y: i8) -> i8 {
  %0 = arith.muli %x, %y : i8
  %1 = arith.addi %0, %y : i8
  %2 = arith.subi %1, %x : i8
  return %2 : i8
}

// -----

func.func @shifted(%x: i8, %y: i8) -> (i8, i8, i8) {
  %one = arith.constant 1 : i8
  %amount = arith.ori %y, %one : i8
  %0 = arith.shrsi %x, %y : i8
  %1 = arith.shli %x, %amount : i8
  %2 = arith.shrui %x, %amount : i8
  return %0, %1, %2 : i8, i8, i8
}

// -----

func.func @compared(%x: i8, %y: i8) -> (i1, i8) {
  %0 = arith.cmpi slt, %x, %y : i8
  %1 = arith.select %0, %x, %y : i8
  %2 = arith.maxui %1, %y : i8
  return %0, %2 : i1, i8
}

// -----

func.func @extended(%x: i4, %y: i8) -> (i8, i2) {
  %0 = arith.extsi %x : i4 to i8
  %1 = arith.xori %0, %y : i8
  %2 = arith.trunci %1 : i8 to i2
  return %1, %2 : i8, i2
}

// -----

func.func @vectors(%x: vector<3xi8>, %y: vector<3xi8>) -> vector<3xi8> {
  %0 = arith.addi %x, %y : vector<3xi8>
  %1 = arith.minsi %0, %x : vector<3xi8>
  return %1 : vector<3xi8>
}
