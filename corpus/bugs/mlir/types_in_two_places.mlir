// A pdl.types that is used in two places is compared in none: neither the number nor the types of the results of
// `t.r` are those of its operands, and it matches. Two results are then replaced by one value; the second use is
// left with a null operand, and folding of its user, `arith.extui`, reads it. Expected: no match.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass types_in_two_places.mlir
// outcome: crash
// assay: M501
module @patterns {
  pdl.pattern @forward : benefit(1) {
    %ts = pdl.types
    %xs = pdl.operands : %ts
    %root = pdl.operation "t.r"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
    pdl.rewrite %root {
      pdl.replace %root with (%xs : !pdl.range<value>)
    }
  }
}
module @ir {
  func.func @f(%a: i32) -> i64 {
    %0:2 = "t.r"(%a) : (i32) -> (i32, i32)
    %1 = arith.extui %0#1 : i32 to i64
    return %1 : i64
  }
}
