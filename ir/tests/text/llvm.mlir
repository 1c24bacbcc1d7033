llvm.func @ext(i32, ...) -> i32 attributes {sym_visibility = "private"}
llvm.func @f(%a: i32, %b: i1, %p: !llvm.ptr {llvm.noalias}, %f: f32) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.add %a, %0 : i32
  %2 = llvm.add %a, %0 overflow<nsw> : i32
  %3 = llvm.icmp "slt" %a, %0 : i32
  %4 = llvm.fadd %f, %f {fastmathFlags = #llvm.fastmath<fast>} : f32
  %5 = llvm.fcmp "olt" %f, %f : f32
  %6 = llvm.load %p : !llvm.ptr -> i32
  %x6a = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %6, %p : i32, !llvm.ptr
  %9 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr
  %10 = llvm.call @f(%a, %b, %p, %f) : (i32, i1, !llvm.ptr, f32) -> i32
  %11 = llvm.select %b, %a, %0 : i1, i32
  %12 = llvm.zext %b : i1 to i32
  %13 = llvm.sext %b : i1 to i32
  %14 = llvm.trunc %a : i32 to i8
  %15 = llvm.udiv %a, %a : i32
  %16 = llvm.lshr exact %a, %a : i32
  %x16b = llvm.lshr %a, %a : i32
  %17 = llvm.or disjoint %a, %a : i32
  %18 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
  %19 = llvm.insertvalue %a, %18[0] : !llvm.struct<(i32, i32)>
  %20 = llvm.extractvalue %19[1] : !llvm.struct<(i32, i32)>
  %21 = llvm.mlir.zero : !llvm.ptr
  %22 = llvm.mlir.poison : i32
  %24 = llvm.bitcast %f : f32 to i32
  %25 = llvm.ptrtoint %p : !llvm.ptr to i64
  %26 = llvm.inttoptr %25 : i64 to !llvm.ptr
  %27 = llvm.intr.smax(%a, %a) : (i32, i32) -> i32
  %28 = llvm.freeze %a : i32
  %29 = llvm.sitofp %a : i32 to f32
  %30 = llvm.fneg %f : f32
  %31 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  %32 = llvm.zext nneg %a : i32 to i64
  %33 = llvm.call @ext(%a) vararg(!llvm.func<i32 (i32, ...)>) : (i32) -> i32
  llvm.cond_br %b, ^bb1(%a : i32), ^bb2
^bb1(%q: i32):
  llvm.br ^bb2
^bb2:
 llvm.br ^bb3
^bb3:
  llvm.return %a : i32
^bb4:
  llvm.unreachable
}
llvm.func @v() { llvm.return }
llvm.func internal @w() attributes {foo} { llvm.return }
"test.types"() {a = !llvm.ptr<-1>, b = !llvm.array<-0 x i8>, c = !llvm.array<true x i8>, d = !llvm.array<0x10 x i8>} : () -> ()
"test.types"() {a = distinct[0x0]<>, b = array<i32: -1>} : () -> ()
