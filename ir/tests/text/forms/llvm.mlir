llvm.mlir.global external @g(42 : i32) : i32
llvm.mlir.global internal constant @s("abc") {addr_space = 0 : i32} : !llvm.array<3 x i8>
llvm.mlir.global constant @t("abc")
llvm.mlir.global private local_unnamed_addr constant @u() {alignment = 8 : i64} : !llvm.ptr {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global external hidden thread_local @tl() : i64
llvm.comdat @cd {
  llvm.comdat_selector @any any
}
llvm.mlir.global internal constant @has_any_comdat(1 : i64) comdat(@cd::@any) : i64
llvm.func @ext(i32) -> i32
llvm.func @printf(!llvm.ptr, ...) -> i32 attributes {sym_visibility = "private"}
llvm.func @personality(...) -> i32
llvm.func internal fastcc @intern(%a: i32 {llvm.noundef}, %p: !llvm.ptr<1>) -> (i32 {llvm.zeroext}) attributes {passthrough = ["noinline", ["k", "v"]], no_inline, dso_local} {
  llvm.return %a : i32
}
llvm.func hidden local_unnamed_addr @hid() vscale_range(1, 2) comdat(@cd::@any) attributes {frame_pointer = #llvm.framePointerKind<all>} {
  llvm.return
}
llvm.func @f(%a: i32, %b: i32, %p: !llvm.ptr, %l : i64, %c: i1, %v: vector<4xi32>, %f: f32) -> i32 attributes {personality = @personality} {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.add %a, %b overflow<nsw, nuw> : i32
  %2 = llvm.sub %a, %b overflow<nuw> {x} : i32
  %3 = llvm.mul %a, %b : i32
  %4 = llvm.udiv exact %a, %b : i32
  %5 = llvm.sdiv %a, %b : i32
  %6 = llvm.urem %a, %b : i32
  %7 = llvm.or disjoint %a, %b : i32
  %8 = llvm.xor %a, %b : i32
  %9 = llvm.shl %a, %b overflow<nsw> : i32
  %10 = llvm.lshr exact %a, %b : i32
  %11 = llvm.icmp "eq" %a, %b : i32
  %12 = llvm.icmp "ult" %p, %p {foo} : !llvm.ptr
  %13 = llvm.icmp "sge" %v, %v : vector<4xi32>
  %14 = llvm.fcmp "oeq" %f, %f : f32
  %15 = llvm.fcmp "une" %f, %f {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %16 = llvm.fadd %f, %f {fastmathFlags = #llvm.fastmath<fast>} : f32
  %17 = llvm.fneg %f : f32
  %18 = llvm.mlir.constant(42 : i32) : i32
  %19 = llvm.mlir.constant(42) : i64
  %20 = llvm.mlir.constant(1.0 : f32) : f32
  %21 = llvm.mlir.constant(true) : i1
  %22 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xi32>
  %23 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %24 = llvm.mlir.constant([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
  %25 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  %26 = llvm.mlir.poison : i32
  %27 = llvm.mlir.zero : !llvm.ptr
  %28 = llvm.sext %a : i32 to i64
  %29 = llvm.zext nneg %a : i32 to i64
  %30 = llvm.trunc %l overflow<nsw> : i64 to i32
  %31 = llvm.ptrtoint %p : !llvm.ptr to i64
  %32 = llvm.inttoptr %l : i64 to !llvm.ptr
  %33 = llvm.inttoptr %l dereferenceable<bytes = 4, mayBeNull = true> : i64 to !llvm.ptr
  %34 = llvm.bitcast %f : f32 to i32
  %35 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %36 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr
  %37 = llvm.alloca inalloca %a x !llvm.struct<(i32, ptr)> {alignment = 8 : i64} : (i32) -> !llvm.ptr<5>
  %38 = llvm.load %p : !llvm.ptr -> i32
  %39 = llvm.load volatile %p {alignment = 4 : i64} : !llvm.ptr -> i32
  %40 = llvm.load %p atomic syncscope("x") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %41 = llvm.load %p invariant invariant_group dereferenceable<bytes = 8> : !llvm.ptr -> !llvm.ptr
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.store volatile %a, %p invariant_group {nontemporal} : i32, !llvm.ptr
  llvm.store %a, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  %42 = llvm.getelementptr %p[%a] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %43 = llvm.getelementptr inbounds %p[3] : (!llvm.ptr) -> !llvm.ptr, f32
  %44 = llvm.getelementptr nusw|nuw %p[0, 1, %l] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<4 x f32>)>
  %45 = llvm.extractvalue %25[0] : !llvm.struct<(i32, f32)>
  %46 = llvm.insertvalue %a, %25[0] : !llvm.struct<(i32, f32)>
  %47 = llvm.extractelement %v[%a : i32] : vector<4xi32>
  %48 = llvm.insertelement %a, %v[%a : i32] : vector<4xi32>
  %49 = llvm.shufflevector %v, %v [0, 1, 6, -1, 3] : vector<4xi32>
  %50 = llvm.select %c, %a, %b : i1, i32
  %51 = llvm.select %c, %f, %f {fastmathFlags = #llvm.fastmath<nnan>} : i1, f32
  %52 = llvm.freeze %a : i32
  %53 = llvm.call @ext(%a) : (i32) -> i32
  llvm.call fastcc @intern(%a, %35) : (i32, !llvm.ptr<1>) -> i32
  %54 = llvm.call @printf(%p, %a) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  %55 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  %56 = llvm.call tail @ext(%a) {fastmathFlags = #llvm.fastmath<nnan>} : (i32 {llvm.noundef}) -> (i32 {llvm.zeroext})
  llvm.call @ext(%a) ["tag"(%a, %b : i32, i32), "e"()] {no_unwind, convergent} : (i32) -> i32
  %57 = llvm.mlir.addressof @g : !llvm.ptr
  %58 = llvm.atomicrmw add %p, %a monotonic : !llvm.ptr, i32
  %59 = llvm.atomicrmw volatile umax %p, %a syncscope("s") seq_cst {alignment = 4 : i64} : !llvm.ptr, i32
  %60 = llvm.cmpxchg %p, %a, %b acq_rel monotonic : !llvm.ptr, i32
  %61 = llvm.cmpxchg weak volatile %p, %a, %b syncscope("s") acq_rel monotonic : !llvm.ptr, i32
  llvm.fence acquire
  llvm.fence syncscope("a") seq_cst {y}
  %62 = llvm.intr.umin(%a, %b) : (i32, i32) -> i32
  %63 = llvm.intr.ctpop(%a) : (i32) -> i32
  %64 = llvm.call_intrinsic "llvm.umin"(%a, %b) : (i32, i32) -> i32
  %65 = llvm.inline_asm "nop", "=r,r" %a : (i32) -> i32
  %66 = llvm.va_arg %p : (!llvm.ptr) -> i32
  %67 = llvm.mlir.none : !llvm.token
  %fa = llvm.mlir.undef : !llvm.array<1 x ptr>
  llvm.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  llvm.switch %a : i32, ^bb2 [
    -1: ^bb3,
    42: ^bb4(%a, %b : i32, i32)
  ]
^bb2:
  llvm.switch %l : i64, ^bb4(%a, %b : i32, i32) [
  ] {branch_weights = array<i32: 1>}
^bb3:
  llvm.cond_br %c weights([5, 10]), ^bb1(%a : i32), ^bb5
^bb4(%y: i32, %z: i32):
  %i = llvm.invoke @ext(%a) to ^bb6 unwind ^bb7 : (i32) -> i32
^bb5:
  llvm.br ^bb3
^bb6:
  llvm.return %a : i32
^bb7:
  %lp = llvm.landingpad cleanup (catch %27 : !llvm.ptr) (filter %fa : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
  %lp2 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %lp : !llvm.struct<(ptr, i32)>
^bb8:
  llvm.unreachable
^bb9:
  %iv = llvm.invoke fastcc %p(%a) to ^bb11 unwind ^bb7 vararg(!llvm.func<i32 (i32, ...)>) ["t"(%a : i32)] {foo} : !llvm.ptr, (i32) -> i32
^bb11:
  %iw = llvm.invoke fastcc @ext(%a) to ^bb10(%b : i32) unwind ^bb7 : (i32) -> i32
^bb10(%bb: i32):
  llvm.return %bb : i32
}
llvm.func @types(!llvm.ptr, !llvm.struct<"named", (i32, struct<packed (i8, i32)>)>, !llvm.struct<"op", opaque>, !llvm.struct<()>, !llvm.array<2 x array<4 x i8>>, !llvm.array<3 x !llvm.ptr<2>>, !llvm.struct<"rec", (ptr, array<2 x struct<"rec2", (i8)>>)>, !llvm.ppc_fp128, !llvm.x86_amx, !llvm.target<"spirv.Image", i32, 0>, !llvm.struct<packed ()>, !llvm.array<4 x vector<2xf32>>)
llvm.mlir.alias external @al : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global_ctors ctors = [@hid], priorities = [0 : i32], data = [#llvm.zero]
llvm.func @intrinsics(%a: i32, %f: f32, %p: !llvm.ptr, %c: i1) {
  %0 = llvm.intr.bitreverse(%a) : (i32) -> i32
  %1 = llvm.intr.bswap(%a) : (i32) -> i32
  %2 = llvm.intr.ctpop(%a) : (i32) -> i32
  %3 = llvm.intr.fshl(%a, %a, %a) : (i32, i32, i32) -> i32
  %4 = llvm.intr.fshr(%a, %a, %a) {x} : (i32, i32, i32) -> i32
  %5 = llvm.intr.scmp(%a, %a) : (i32, i32) -> i8
  %6 = llvm.intr.ucmp(%a, %a) : (i32, i32) -> i8
  %7 = llvm.intr.sadd.sat(%a, %a) : (i32, i32) -> i32
  %8 = llvm.intr.ssub.sat(%a, %a) : (i32, i32) -> i32
  %9 = llvm.intr.sshl.sat(%a, %a) : (i32, i32) -> i32
  %10 = llvm.intr.uadd.sat(%a, %a) : (i32, i32) -> i32
  %11 = llvm.intr.usub.sat(%a, %a) : (i32, i32) -> i32
  %12 = llvm.intr.ushl.sat(%a, %a) : (i32, i32) -> i32
  %13 = llvm.intr.smax(%a, %a) : (i32, i32) -> i32
  %14 = llvm.intr.smin(%a, %a) : (i32, i32) -> i32
  %15 = llvm.intr.umax(%a, %a) : (i32, i32) -> i32
  %16 = llvm.intr.umin(%a, %a) : (i32, i32) -> i32
  %17 = llvm.intr.ceil(%f) : (f32) -> f32
  %18 = llvm.intr.cos(%f) : (f32) -> f32
  %19 = llvm.intr.exp(%f) : (f32) -> f32
  %20 = llvm.intr.exp2(%f) : (f32) -> f32
  %21 = llvm.intr.fabs(%f) : (f32) -> f32
  %22 = llvm.intr.floor(%f) : (f32) -> f32
  %23 = llvm.intr.log(%f) : (f32) -> f32
  %24 = llvm.intr.log2(%f) : (f32) -> f32
  %25 = llvm.intr.log10(%f) : (f32) -> f32
  %26 = llvm.intr.round(%f) : (f32) -> f32
  %27 = llvm.intr.roundeven(%f) : (f32) -> f32
  %28 = llvm.intr.sin(%f) : (f32) -> f32
  %29 = llvm.intr.sqrt(%f) : (f32) -> f32
  %30 = llvm.intr.trunc(%f) : (f32) -> f32
  %31 = llvm.intr.copysign(%f, %f) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %32 = llvm.intr.maximum(%f, %f) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %33 = llvm.intr.maxnum(%f, %f) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %34 = llvm.intr.minimum(%f, %f) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %35 = llvm.intr.minnum(%f, %f) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %36 = llvm.intr.pow(%f, %f) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %37 = llvm.intr.fma(%f, %f, %f) : (f32, f32, f32) -> f32
  %38 = llvm.intr.fmuladd(%f, %f, %f) : (f32, f32, f32) -> f32
  llvm.intr.assume %c : i1
  llvm.intr.assume %c ["align"(%p, %a : !llvm.ptr, i32)] : i1
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.intr.lifetime.end %p : !llvm.ptr
  %39 = llvm.intr.expect %a, %a : i32
  %40 = llvm.fsub %f, %f : f32
  %41 = llvm.fmul %f, %f : f32
  %42 = llvm.fdiv %f, %f : f32
  %43 = llvm.frem %f, %f : f32
  %44 = llvm.and %a, %a : i32
  %45 = llvm.srem %a, %a : i32
  %46 = llvm.ashr exact %a, %a : i32
  %47 = llvm.sitofp %a : i32 to f32
  %48 = llvm.uitofp nneg %a : i32 to f32
  %49 = llvm.fptosi %f : f32 to i32
  %50 = llvm.fptoui %f : f32 to i32
  %51 = llvm.fpext %f : f32 to f64
  %52 = llvm.fptrunc %51 : f64 to f32
  %53 = llvm.dso_local_equivalent @ext : !llvm.ptr
  llvm.return
}
llvm.mlir.global_dtors dtors = [@hid], priorities = [0 : i32], data = [#llvm.zero]
llvm.linker_options ["-l", "m"]
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
"test.types"() {a = !llvm.func<void (i32, ...)>, b = !llvm.struct<packed(i8, !llvm.ptr<0>)>, c = !llvm.ptr<0>, d = !llvm.array<2 x !llvm.struct<"x", (i8)>>, e = !llvm.array<2 x vector<2x!llvm.ptr>>, f = !llvm.func<!llvm.void (!llvm.ptr)>} : () -> ()
