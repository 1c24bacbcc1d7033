irdl.dialect @arith {
  irdl.operation @addi attributes {assay.traits = ["pure", "infer=type(lhs)"]} {
    %t = irdl.any
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }
  irdl.operation @extsi attributes {assay.traits = ["pure"]} {
    %s = irdl.any
    %t = irdl.any
    irdl.operands(in: %s)
    irdl.results(out: %t)
  }
}
irdl.dialect @cf {
  irdl.operation @assert {
    %i1 = irdl.is i1
    irdl.operands(arg: %i1)
  }
}
