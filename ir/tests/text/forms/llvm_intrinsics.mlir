llvm.func @f(%arg0: !llvm.ptr, %arg1: i32, %arg2: f32, %arg3: vector<4xf32>, %arg4: i1) {
  llvm.intr.ubsantrap <{failureKind = 1 : i8}>
  llvm.intr.vacopy %arg0 to %arg0 : !llvm.ptr, !llvm.ptr
  %0 = llvm.intr.experimental.constrained.fptrunc %arg2 tonearest ignore : f32 to f16
  %1 = llvm.intr.experimental.constrained.fpext %arg2 strict : f32 to f64
  %2 = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
  llvm.blocktag <id = 1>
  llvm.intr.experimental.noalias.scope.decl <id = "a", domain = <id = "b">>
  llvm.indirectbr %arg0 : !llvm.ptr, [
  ^bb1(%arg1 : i32),
  ^bb2
  ]
^bb1(%3: i32):  // pred: ^bb0
  llvm.indirectbr %arg0 : !llvm.ptr, [] {a}
^bb2:  // pred: ^bb0
  llvm.return
}
llvm.mlir.ifunc external hidden local_unnamed_addr @g : !llvm.func<void ()>, !llvm.ptr @h {dso_local}
llvm.func @h() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @float_intrinsics(%f: f32, %i: i32, %v: vector<4xf32>) {
  %0 = llvm.intr.acos(%f) : (f32) -> f32
  %1 = llvm.intr.asin(%f) : (f32) -> f32
  %2 = llvm.intr.atan(%f) : (f32) -> f32
  %3 = llvm.intr.cosh(%f) : (f32) -> f32
  %4 = llvm.intr.exp10(%f) : (f32) -> f32
  %5 = llvm.intr.nearbyint(%f) : (f32) -> f32
  %6 = llvm.intr.rint(%f) : (f32) -> f32
  %7 = llvm.intr.sinh(%f) : (f32) -> f32
  %8 = llvm.intr.tan(%f) : (f32) -> f32
  %9 = llvm.intr.tanh(%f) : (f32) -> f32
  %10 = llvm.intr.vector.reduce.fmax(%v) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
  %11 = llvm.intr.vector.reduce.fmaximum(%v) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
  %12 = llvm.intr.vector.reduce.fmin(%v) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
  %13 = llvm.intr.vector.reduce.fminimum(%v) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
  %14 = llvm.intr.llrint(%f) : (f32) -> i64
  %15 = llvm.intr.llround(%f) : (f32) -> i64
  %16 = llvm.intr.lrint(%f) : (f32) -> i32
  %17 = llvm.intr.lround(%f) : (f32) -> i32
  %a2 = llvm.intr.atan2(%f, %f) : (f32, f32) -> f32
  %fr = llvm.intr.frexp(%f) : (f32) -> !llvm.struct<(f32, i32)>
  %ld = llvm.intr.ldexp(%f, %i) : (f32, i32) -> f32
  %pw = llvm.intr.powi(%f, %i) : (f32, i32) -> f32
  %sc = llvm.intr.sincos(%f) : (f32) -> !llvm.struct<(f32, f32)>
  %xp = llvm.intr.expect.with.probability %i, %i, 5.000000e-01 : i32
  %cc = llvm.intr.ssa.copy %f : f32
  %si = llvm.intr.experimental.constrained.sitofp %i towardzero strict : i32 to f32
  %ui = llvm.intr.experimental.constrained.uitofp %i dynamic maytrap : i32 to f32
  llvm.return
}
llvm.func @memory_intrinsics(%p: !llvm.ptr, %i: i32, %v: vector<4xf32>, %m: vector<4xi1>, %ps: vector<4x!llvm.ptr>, %l: i64, ...) {
  %0 = llvm.intr.invariant.start 4, %p : !llvm.ptr
  llvm.intr.invariant.end %0, 4, %p : !llvm.ptr
  %1 = llvm.intr.launder.invariant.group %p : !llvm.ptr
  %2 = llvm.intr.strip.invariant.group %p : !llvm.ptr
  %3 = llvm.intr.ptrmask %p, %l : (!llvm.ptr, i64) -> !llvm.ptr
  %4 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %4 : !llvm.ptr
  llvm.intr.vastart %p : !llvm.ptr
  llvm.intr.vaend %p : !llvm.ptr
  %5 = llvm.intr.get.active.lane.mask %i, %i : i32, i32 to vector<4xi1>
  %6 = llvm.intr.masked.load %p, %m {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  %7 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32, nontemporal} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %8 = llvm.intr.masked.gather %ps, %m {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
  llvm.intr.masked.scatter %v, %ps, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %9 = llvm.intr.matrix.column.major.load %p, <stride = %l> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
  llvm.intr.matrix.column.major.store %v, %p, <stride = %l> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
  %10 = llvm.intr.matrix.multiply %v, %v {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %11 = llvm.intr.matrix.transpose %v {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
  %12 = llvm.intr.stepvector : vector<4xi32>
  %13 = llvm.intr.vector.extract %v[0] : vector<2xf32> from vector<4xf32>
  %14 = llvm.intr.vector.insert %13, %v[2] : vector<2xf32> into vector<4xf32>
  llvm.return
}
llvm.func @coroutines(%p: !llvm.ptr, %i: i32, %c: i1) {
  %0 = llvm.intr.coro.align : i64
  %1 = llvm.intr.coro.id %i, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %2 = llvm.intr.coro.begin %1, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %3 = llvm.intr.coro.size : i64
  %4 = llvm.intr.coro.save %2 : (!llvm.ptr) -> !llvm.token
  %5 = llvm.intr.coro.suspend %4, %c : i8
  %6 = llvm.intr.coro.end %2, %c, %1 : (!llvm.ptr, i1, !llvm.token) -> i1
  %7 = llvm.intr.coro.free %1, %2 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.intr.coro.resume %2 : !llvm.ptr
  %8 = llvm.intr.coro.promise %2, %i, %c : (!llvm.ptr, i32, i1) -> !llvm.ptr
  %9 = llvm.intr.eh.typeid.for %p : (!llvm.ptr) -> i32
  llvm.intr.trap
  llvm.intr.debugtrap
  llvm.return
}
