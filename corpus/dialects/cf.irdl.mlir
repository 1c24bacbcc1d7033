// The cf dialect of MLIR 22.1.8: branches between blocks.
irdl.dialect @cf attributes {assay.variadic = "each"} {
  irdl.operation @assert {
    %b = irdl.is i1
    %name = irdl.c_pred "(::llvm::isa<::mlir::StringAttr>($_self))"
    irdl.operands(arg: %b)
    irdl.attributes {"msg" = %name}
  }

  irdl.operation @br attributes {
    assay.relations = ["types(dest_operands) == successor(0)"],
    assay.traits = ["pure", "terminator", "successors=1"]
  } {
    %t = irdl.any
    irdl.operands(dest_operands: variadic %t)
  }

  irdl.operation @cond_br attributes {
    assay.optional_attributes = ["branch_weights"],
    assay.relations = ["types(true_dest_operands) == successor(0)", "types(false_dest_operands) == successor(1)", "count(branch_weights) == 2"],
    assay.traits = ["pure", "terminator", "successors=2", "operand_segments"]
  } {
    %b = irdl.is i1
    %t = irdl.any
    %u = irdl.any
    %weights = irdl.c_pred "(::llvm::isa<::mlir::DenseI32ArrayAttr>($_self))"
    irdl.operands(condition: %b, true_dest_operands: variadic %t, false_dest_operands: variadic %u)
    irdl.attributes {"branch_weights" = %weights}
  }

  irdl.operation @switch attributes {
    assay.optional_attributes = ["case_values"],
    assay.relations = ["types(default_operands) == successor(0)", "types(case_operands) == successors(1)", "element(case_values) == type(flag)", "count(case_values) == count(later_successors)", "count(case_operand_segments) == count(later_successors)", "0 < count(successors)"],
    assay.traits = ["pure", "terminator", "any_successors", "operand_segments"]
  } {
    %f = irdl.base "!builtin.integer"
    %t = irdl.any
    %u = irdl.any
    %values = irdl.c_pred "(::llvm::isa<::mlir::DenseIntElementsAttr>($_self))"
    %sizes = irdl.c_pred "(::llvm::isa<::mlir::DenseI32ArrayAttr>($_self))"
    irdl.operands(flag: %f, default_operands: variadic %t, case_operands: variadic %u)
    irdl.attributes {"case_values" = %values, "case_operand_segments" = %sizes}
  }
}
