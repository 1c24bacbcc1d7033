#file = #llvm.di_file<"a.c" in "dir">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "file = #llvm.di_file<x>", isOptimized = true, emissionKind = Full>
#sub = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "f", file = #file, subprogramFlags = Definition>
#var = #llvm.di_local_variable<scope = #sub, name = "x", file = #file>
#label = #llvm.di_label<scope = #sub, name = "l", file = #file>
llvm.func @f(%p: !llvm.ptr, %i: i32) {
  llvm.intr.dbg.declare #var = %p : !llvm.ptr
  llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_plus_uconst(4)]> = %i : i32
  llvm.intr.dbg.label #label
  llvm.return
}
