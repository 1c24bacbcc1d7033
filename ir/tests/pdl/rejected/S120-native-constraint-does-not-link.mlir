pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %s = pdl.operation "lab.s"(%y : !pdl.value)
  pdl.apply_native_constraint "multi_entity_constraint"(%root, %s : !pdl.operation, !pdl.operation)
  pdl.rewrite %root {
    pdl.erase %s
    pdl.erase %root
  }
}
