#file = #llvm.di_file<"a.c" in "dir">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "file = #llvm.di_file<x>", isOptimized = true, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #int, #int, #llvm.di_null_type>
#sub = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "f", file = #file, subprogramFlags = Definition, type = #type>
#var = #llvm.di_local_variable<scope = #sub, name = "x", file = #file>
#label = #llvm.di_label<scope = #sub, name = "l", file = #file>
llvm.func @f(%p: !llvm.ptr, %i: i32) {
  llvm.intr.dbg.declare #var = %p : !llvm.ptr
  llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_plus_uconst(4)]> = %i : i32
  llvm.intr.dbg.label #label
  llvm.return
}
