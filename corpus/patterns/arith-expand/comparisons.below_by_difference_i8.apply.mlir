func.func @f(%a0: i8, %a1: i8) -> i1 {
  %r = "arith.cmpi"(%a0, %a1) <{predicate = 2 : i64}> {assay.once} : (i8, i8) -> i1
  return %r : i1
}
