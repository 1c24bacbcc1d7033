pdl.pattern @undefined_type : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %q
  %root = pdl.operation "a.b"(%x : !pdl.value -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
pdl.pattern @wrong_head : benfit(1) {
  %root = pdl.operation "a.b"
  pdl.rewrite %root {
    pdl.erase %root
  }
}
pdl.pattern @missing_brace : benefit(1) {
  %root = pdl.operation "a.b"
  pdl.rewrite %root {
    pdl.erase %root

}
pdl.pattern @several : benefit(1) {
  %root = pdl.operation "a.b"
  %root = pdl.operation "a.c"
  foo.bar %root
  pdl.rewrite %root {
    pdl.erase %roo
    pdl.replace %root with
  }
}
}
pdl.pattern @open_string : benefit(1) {
  %root = pdl.operation "a.b
  %x = pdl.operand : %y
  pdl.rewrite %root {
    pdl.erase %root
  }
}
pdl.pattern @fine : benefit(1) {
  %root = pdl.operation "a.b"
  pdl.rewrite %root {
    pdl.erase %root
  }
}
