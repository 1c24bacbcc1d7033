pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %s = pdl.operation "lab.s"(%y : !pdl.value)
  pdl.apply_native_constraint "single_entity_constraint"(%s : !pdl.operation)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
