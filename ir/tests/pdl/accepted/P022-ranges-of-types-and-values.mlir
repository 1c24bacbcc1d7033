pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %vs = pdl.range %x : !pdl.value
    %us = pdl.range %t : !pdl.type
    pdl.erase %root
  }
}
