// The scf dialect of MLIR 22.1.8: structured control flow.
//
// IRDL has no dots in names: `assay.name` gives the name of such an operation.
irdl.dialect @scf attributes {assay.variadic = "each"} {
  irdl.operation @condition attributes {
    assay.traits = ["pure", "terminator", "returns=args", "parents=scf.while"]
  } {
    %b = irdl.is i1
    %t = irdl.any
    irdl.operands(condition: %b, args: variadic %t)
  }

  irdl.operation @execute_region attributes {
    assay.optional_attributes = ["no_inline"],
    assay.relations = ["yields(region) == types(results)"],
    assay.traits = ["opaque", "nonempty=region"]
  } {
    %t = irdl.any
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %r = irdl.region()
    irdl.results(results: variadic %t)
    irdl.attributes {"no_inline" = %unit}
    irdl.regions(region: %r)
  }

  irdl.operation @for attributes {
    assay.optional_attributes = ["unsignedCmp"],
    assay.relations = ["arguments(region) == types(lower_bound) + types(init_args)", "types(results) == types(init_args)", "yields(region) == types(results)"],
    assay.traits = ["opaque", "single_block", "implicit_terminator=scf.yield", "scoped_allocation"]
  } {
    %t = irdl.c_pred "($_self.isSignlessIntOrIndex())"
    %a = irdl.any
    %u = irdl.any
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %r = irdl.region with size 1
    irdl.operands(lower_bound: %t, upper_bound: %t, step: %t, init_args: variadic %a)
    irdl.results(results: variadic %u)
    irdl.attributes {"unsignedCmp" = %unit}
    irdl.regions(region: %r)
  }

  irdl.operation @forall attributes {
    assay.optional_attributes = ["mapping"],
    assay.relations = ["arguments(region) == indices(staticLowerBound) + types(outputs)", "types(results) == types(outputs)", "count(staticLowerBound) == count(staticUpperBound)", "count(staticLowerBound) == count(staticStep)", "count(dynamic_lower_bound) == dynamic(staticLowerBound)", "count(dynamic_upper_bound) == dynamic(staticUpperBound)", "count(dynamic_step) == dynamic(staticStep)", "count(mapping) == count(staticLowerBound)"],
    assay.traits = ["operand_segments", "single_block", "implicit_terminator=scf.forall.in_parallel", "scoped_allocation"]
  } {
    %i = irdl.is index
    %t = irdl.c_pred "(::llvm::isa<::mlir::RankedTensorType>($_self))"
    %u = irdl.any
    %lower = irdl.c_pred "(::llvm::isa<::mlir::DenseI64ArrayAttr>($_self))"
    %upper = irdl.c_pred "(::llvm::isa<::mlir::DenseI64ArrayAttr>($_self))"
    %steps = irdl.c_pred "(::llvm::isa<::mlir::DenseI64ArrayAttr>($_self))"
    %mapping = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    %r = irdl.region with size 1
    irdl.operands(dynamic_lower_bound: variadic %i, dynamic_upper_bound: variadic %i, dynamic_step: variadic %i, outputs: variadic %t)
    irdl.results(results: variadic %u)
    irdl.attributes {"staticLowerBound" = %lower, "staticUpperBound" = %upper, "staticStep" = %steps, "mapping" = %mapping}
    irdl.regions(region: %r)
  }

  irdl.operation @forall_in_parallel attributes {
    assay.name = "forall.in_parallel",
    assay.traits = ["pure", "terminator", "graph", "single_block", "no_terminator", "parents=scf.forall", "children=tensor.parallel_insert_slice"]
  } {
    %r = irdl.region with size 1
    irdl.regions(region: %r)
  }

  irdl.operation @if attributes {
    assay.relations = ["count(results) == 0 or blocks(else_region) == 1", "yields(then_region) == types(results)", "yields(else_region) == types(results)"],
    assay.traits = ["opaque", "single_block", "implicit_terminator=scf.yield", "at_most_one_block=else_region"]
  } {
    %b = irdl.is i1
    %t = irdl.any
    %then = irdl.region() with size 1
    %else = irdl.region()
    irdl.operands(condition: %b)
    irdl.results(results: variadic %t)
    irdl.regions(then_region: %then, else_region: %else)
  }

  irdl.operation @index_switch attributes {
    assay.relations = ["count(cases) == count(case_regions)", "yields(default_region) == types(results)", "yields(case_regions) == types(results)"],
    assay.traits = ["opaque", "single_block", "implicit_terminator=scf.yield", "variadic_region=case_regions"]
  } {
    %i = irdl.is index
    %t = irdl.any
    %cases = irdl.c_pred "(::llvm::isa<::mlir::DenseI64ArrayAttr>($_self))"
    %default = irdl.region with size 1
    %case = irdl.region with size 1
    irdl.operands(arg: %i)
    irdl.results(results: variadic %t)
    irdl.attributes {"cases" = %cases}
    irdl.regions(default_region: %default, case_regions: %case)
  }

  irdl.operation @parallel attributes {
    assay.relations = ["0 < count(lower_bound)", "types(lower_bound) == types(upper_bound)", "types(lower_bound) == types(step)", "arguments(region) == types(lower_bound)", "types(results) == types(init_vals)", "yields(region) == types(results)"],
    assay.traits = ["operand_segments", "single_block", "implicit_terminator=scf.reduce", "scoped_allocation"]
  } {
    %i = irdl.is index
    %t = irdl.any
    %u = irdl.any
    %r = irdl.region with size 1
    irdl.operands(lower_bound: variadic %i, upper_bound: variadic %i, step: variadic %i, init_vals: variadic %t)
    irdl.results(results: variadic %u)
    irdl.regions(region: %r)
  }

  irdl.operation @reduce attributes {
    assay.relations = ["count(operands) == count(reductions)", "arguments(reductions) == each(operands) + each(operands)", "yields(reductions) == each(operands)"],
    assay.traits = ["terminator", "return_like", "parents=scf.parallel", "variadic_region=reductions", "ends=reductions:scf.reduce.return"]
  } {
    %t = irdl.any
    %r = irdl.region with size 1
    irdl.operands(operands: variadic %t)
    irdl.regions(reductions: %r)
  }

  irdl.operation @reduce_return attributes {
    assay.name = "reduce.return",
    assay.traits = ["pure", "terminator", "return_like", "parents=scf.reduce"]
  } {
    %t = irdl.any
    irdl.operands(result: %t)
  }

  irdl.operation @while attributes {
    assay.relations = ["arguments(before) == types(inits)", "yields(before) == arguments(after)", "yields(before) == types(results)", "yields(after) == arguments(before)"],
    assay.traits = ["opaque", "single_block", "ends=before:scf.condition", "ends=after:scf.yield"]
  } {
    %t = irdl.any
    %u = irdl.any
    %before = irdl.region with size 1
    %after = irdl.region with size 1
    irdl.operands(inits: variadic %t)
    irdl.results(results: variadic %u)
    irdl.regions(before: %before, after: %after)
  }

  irdl.operation @yield attributes {
    assay.traits = ["pure", "terminator", "return_like", "parents=scf.execute_region|scf.for|scf.if|scf.index_switch|scf.while"]
  } {
    %t = irdl.any
    irdl.operands(results: variadic %t)
  }
}
