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
irdl.dialect @memref {
  irdl.operation @alloca attributes {assay.traits = ["operand_segments"]} {
    %n = irdl.is index
    %t = irdl.any
    irdl.operands(dynamicSizes: variadic %n, symbolOperands: variadic %n)
    irdl.results(memref: %t)
  }
}
