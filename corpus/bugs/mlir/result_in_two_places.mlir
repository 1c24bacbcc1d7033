// A pdl.result that is used in two operand places is compared in one of them only. The pattern below matches
// `t.sub(%v, %v)` with both operands the result of one `t.p`; the payload has another value as second operand,
// and it is rewritten all the same, without a word. Two separate `pdl.result 0 of %p` are compared. Expected: no
// match.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass result_in_two_places.mlir
// outcome: silent
// assay: M501
module @patterns {
  pdl.pattern @self_difference : benefit(1) {
    %t = pdl.type : i32
    %x = pdl.operand : %t
    %p = pdl.operation "t.p"(%x : !pdl.value) -> (%t : !pdl.type)
    %v = pdl.result 0 of %p
    %root = pdl.operation "t.sub"(%v, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %new = pdl.operation "t.zero" -> (%t : !pdl.type)
      pdl.replace %root with %new
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32) -> i32 {
    %0 = "t.p"(%a) : (i32) -> i32
    %1 = "t.sub"(%0, %b) : (i32, i32) -> i32
    return %1 : i32
  }
}
