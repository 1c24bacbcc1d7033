pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %ys = pdl.operands
  %root = pdl.operation "lab.a"(%x, %ys : !pdl.value, !pdl.range<value>)
  pdl.rewrite %root {
    %all = pdl.range %x, %ys, %x : !pdl.value, !pdl.range<value>, !pdl.value
    pdl.erase %root
  }
}
