pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %all = "pdl.range"(%x, %t) : (!pdl.value, !pdl.type) -> !pdl.range<value>
    pdl.erase %root
  }
}
