module @patterns {
  pdl.pattern @p : benefit(1) {
    %t = pdl.type
    %x = pdl.operand : %t
    %root = pdl.operation "lab.a"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %n = pdl.operation "lab.b"(%x : !pdl.value) -> (%t : !pdl.type)
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
  pdl.pattern @next : benefit(1) {
    %t = pdl.type
    %x = pdl.operand : %t
    %root = pdl.operation "lab.b"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %n = pdl.operation "lab.c"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      pdl.replace %root with %n
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.a"(%a) : (i32) -> i32
    %q = "lab.a"(%p) : (i32) -> i32
    "lab.use"(%q) : (i32) -> ()
    return
  }
}
