// A result of an operation is read after the operation was replaced. The verifier accepts the pattern; at run
// time freed memory is read. Expected: an error of the verifier, since the order is plain in the text.
//
// run: mlir-opt-22 -allow-unregistered-dialect -test-pdl-bytecode-pass read_after_replacement.mlir
// outcome: crash
// assay: S104
module @patterns {
  pdl.pattern @late_read : benefit(1) {
    %t = pdl.type : i32
    %x = pdl.operand : %t
    %root = pdl.operation "t.root"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %new = pdl.operation "t.new"(%x : !pdl.value) -> (%t : !pdl.type)
      pdl.replace %root with %new
      %old = pdl.result 0 of %root
      %note = pdl.operation "t.note"(%old : !pdl.value)
    }
  }
}
module @ir {
  func.func @f(%a: i32) -> i32 {
    %0 = "t.root"(%a) : (i32) -> i32
    return %0 : i32
  }
}
