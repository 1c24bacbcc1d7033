module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      %ts = pdl.types
      %n = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%ts : !pdl.range<type>)
      %v = pdl.result 0 of %n
      %m = pdl.operation "lab.m"(%v : !pdl.value) -> (%ts, %ts : !pdl.range<type>, !pdl.range<type>)
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %k = "arith.addi"(%a, %a) : (i32, i32) -> i32
    "lab.use"(%k) : (i32) -> ()
    "lab.a"(%a) {assay.once} : (i32) -> ()
    return
  }
}
