module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %xs = pdl.operands
    %y = pdl.operand
    %ts = pdl.types
    %root = pdl.operation "memref.alloca"(%xs, %y : !pdl.range<value>, !pdl.value) {"assay.once" = %u} -> (%ts : !pdl.range<type>)
    pdl.rewrite %root {
      %m = pdl.operation "lab.m"(%xs : !pdl.range<value>)
      %n = pdl.operation "lab.n"(%y : !pdl.value) -> (%ts : !pdl.range<type>)
      pdl.replace %root with %n
    }
  }
}
module @ir {
  func.func @f(%a: index, %b: index) {
    %m = "memref.alloca"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> {assay.once} : (index, index) -> memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
    %n = "memref.alloca"(%a, %b) <{operandSegmentSizes = array<i32: 2, 0>}> {assay.once} : (index, index) -> memref<?x?xf32>
    "lab.use"(%m, %n) : (memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>, memref<?x?xf32>) -> ()
    return
  }
}
