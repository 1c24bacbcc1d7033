// The func dialect of MLIR 22.1.8: functions, calls and returns.
irdl.dialect @func attributes {assay.variadic = "each"} {
  irdl.operation @func attributes {
    assay.optional_attributes = ["sym_visibility", "arg_attrs", "res_attrs", "no_inline"],
    assay.relations = ["arguments(body) == inputs(function_type)", "yields(body) == outputs(function_type)"],
    assay.traits = ["isolated", "symbol", "scoped_allocation"]
  } {
    %name = irdl.c_pred "(::llvm::isa<::mlir::StringAttr>($_self))"
    %type = irdl.c_pred "(::llvm::isa<::mlir::FunctionType>(::llvm::cast<::mlir::TypeAttr>($_self).getValue()))"
    %visibility = irdl.c_pred "(::llvm::isa<::mlir::StringAttr>($_self))"
    %dicts = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::ArrayAttr>($_self), [&](::mlir::Attribute attr) { return attr && ((::llvm::isa<::mlir::DictionaryAttr>(attr))); })"
    %more = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::ArrayAttr>($_self), [&](::mlir::Attribute attr) { return attr && ((::llvm::isa<::mlir::DictionaryAttr>(attr))); })"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %body = irdl.region
    irdl.attributes {"sym_name" = %name, "function_type" = %type, "sym_visibility" = %visibility, "arg_attrs" = %dicts, "res_attrs" = %more, "no_inline" = %unit}
    irdl.regions(body: %body)
  }

  irdl.operation @return attributes {
    assay.traits = ["pure", "terminator", "return_like", "parents=func.func"]
  } {
    %t = irdl.any
    irdl.operands(operands: variadic %t)
  }

  irdl.operation @call attributes {
    assay.optional_attributes = ["arg_attrs", "res_attrs", "no_inline"],
    assay.relations = ["types(operands) == inputs(callee)", "types(results) == outputs(callee)"],
    assay.traits = ["symbol_user", "opaque"]
  } {
    %t = irdl.any
    %u = irdl.any
    %symbol = irdl.c_pred "(::llvm::isa<::mlir::FlatSymbolRefAttr>($_self))"
    %dicts = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::ArrayAttr>($_self), [&](::mlir::Attribute attr) { return attr && ((::llvm::isa<::mlir::DictionaryAttr>(attr))); })"
    %more = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::ArrayAttr>($_self), [&](::mlir::Attribute attr) { return attr && ((::llvm::isa<::mlir::DictionaryAttr>(attr))); })"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(operands: variadic %t)
    irdl.results(results: variadic %u)
    irdl.attributes {"callee" = %symbol, "arg_attrs" = %dicts, "res_attrs" = %more, "no_inline" = %unit}
  }

  irdl.operation @call_indirect attributes {
    assay.optional_attributes = ["arg_attrs", "res_attrs"],
    assay.relations = ["types(callee_operands) == inputs(callee)", "types(results) == outputs(callee)"],
    assay.traits = ["opaque"]
  } {
    %f = irdl.c_pred "(::llvm::isa<::mlir::FunctionType>($_self))"
    %t = irdl.any
    %u = irdl.any
    %dicts = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::ArrayAttr>($_self), [&](::mlir::Attribute attr) { return attr && ((::llvm::isa<::mlir::DictionaryAttr>(attr))); })"
    %more = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::ArrayAttr>($_self), [&](::mlir::Attribute attr) { return attr && ((::llvm::isa<::mlir::DictionaryAttr>(attr))); })"
    irdl.operands(callee: %f, callee_operands: variadic %t)
    irdl.results(results: variadic %u)
    irdl.attributes {"arg_attrs" = %dicts, "res_attrs" = %more}
  }

  irdl.operation @constant attributes {
    assay.relations = ["inputs(result) == inputs(value)", "outputs(result) == outputs(value)"],
    assay.traits = ["pure", "deterministic", "constant_like", "symbol_user"]
  } {
    %f = irdl.c_pred "(::llvm::isa<::mlir::FunctionType>($_self))"
    %symbol = irdl.c_pred "(::llvm::isa<::mlir::FlatSymbolRefAttr>($_self))"
    irdl.results(result: %f)
    irdl.attributes {"value" = %symbol}
  }
}
