// Attributes of the dialect arith. `README.md` describes the form.

// The overflow flags that both operations have.
func.func @overflow_flags_common(%left: i2 {assay.flags = "arith.overflow"},
                                 %right: i2 {assay.flags = "arith.overflow"})
    -> (i2 {assay.flags = "arith.overflow"})
    attributes {assay.native = "rewrite", assay.cpp = "mergeOverflowFlags($0, $1)"} {
  %made = arith.andi %left, %right : i2
  return %made : i2
}

// No overflow flag at all.
func.func @overflow_flags_none() -> (i2 {assay.flags = "arith.overflow"})
    attributes {assay.native = "rewrite"} {
  %made = arith.constant 0 : i2
  return %made : i2
}

// The predicate of `arith.cmpi` that holds where this one does not.
func.func @predicate_inverted(%predicate: i64) -> i64
    attributes {assay.native = "rewrite", assay.cpp = "invertPredicate($0)"} {
  // eq 0, ne 1, slt 2, sle 3, sgt 4, sge 5, ult 6, ule 7, ugt 8, uge 9
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %six = arith.constant 6 : i64
  %seven = arith.constant 7 : i64
  %fifteen = arith.constant 15 : i64
  %equality = arith.xori %predicate, %one : i64
  %signed = arith.subi %seven, %predicate : i64
  %unsigned = arith.subi %fifteen, %predicate : i64
  %is_equality = arith.cmpi ult, %predicate, %two : i64
  %is_signed = arith.cmpi ult, %predicate, %six : i64
  %order = arith.select %is_signed, %signed, %unsigned : i64
  %made = arith.select %is_equality, %equality, %order : i64
  return %made : i64
}

// The predicate of `arith.cmpi` that holds of the operands in the other order where this one does.
func.func @predicate_swapped(%predicate: i64) -> i64
    attributes {assay.native = "rewrite"} {
  // eq 0, ne 1, slt 2, sle 3, sgt 4, sge 5, ult 6, ule 7, ugt 8, uge 9
  %two = arith.constant 2 : i64
  %four = arith.constant 4 : i64
  %six = arith.constant 6 : i64
  %eight = arith.constant 8 : i64
  %down = arith.subi %predicate, %two : i64
  %up = arith.addi %predicate, %two : i64
  %low_signed = arith.cmpi ult, %predicate, %four : i64
  %is_signed = arith.cmpi ult, %predicate, %six : i64
  %low_unsigned = arith.cmpi ult, %predicate, %eight : i64
  %signed = arith.select %low_signed, %up, %down : i64
  %unsigned = arith.select %low_unsigned, %up, %down : i64
  %order = arith.select %is_signed, %signed, %unsigned : i64
  %is_equality = arith.cmpi ult, %predicate, %two : i64
  %made = arith.select %is_equality, %predicate, %order : i64
  return %made : i64
}
