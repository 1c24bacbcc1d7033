irdl.dialect @forms {
  irdl.type @t {
    %0 = irdl.any
    irdl.parameters(p: %0)
  }
  irdl.attribute @a {
    %0 = irdl.is i32
    irdl.parameters(p: %0)
  }
  irdl.operation @o {
    %0 = irdl.is i32
    %1 = irdl.base "!builtin.integer"
    %2 = irdl.any_of(%0, %1)
    %3 = irdl.all_of(%1, %2)
    %4 = irdl.parametric @forms::@t<%0>
    %5 = irdl.base @forms::@t
    %6 = irdl.c_pred "true"
    irdl.operands(x: %2, y: variadic %3, z: %6)
    irdl.results(r: %4, s: optional %5)
  }
}
pdl.pattern @p : benefit(2) {
  %0 = type : i32
  %1 = operand : %0
  %2 = operands
  %3 = operation "a.b"(%1, %2 : !pdl.value, !pdl.range<value>)
  %4 = results of %3
  %5 = result 0 of %3
  %6 = operation "a.c"(%4 : !pdl.range<value>)
  rewrite %6 {
    replace %6 with %3
  }
}
func.func @unreachable() {
  ub.unreachable
}
