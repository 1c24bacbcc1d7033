// affine_prefetch
func.func @prefetch(%m: memref<64xf32>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.prefetch %m[%i], read, locality<3>, data : memref<64xf32>
  }
  affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 >= 0)>(%n)[%n] {
    %z = arith.constant 0.0 : f32
    memref.store %z, %m[%n] : memref<64xf32>
  }
  return
}
// -----
// affine_reduce
func.func @reduce(%m: memref<64xf32>) -> f32 {
  %r = affine.parallel (%i) = (0) to (64) reduce ("addf") -> (f32) {
    %x = affine.load %m[%i] : memref<64xf32>
    affine.yield %x : f32
  }
  return %r : f32
}
// -----
// memref_more
func.func @more(%m: memref<4x4xf32>, %u: memref<*xf32>, %s: memref<4xf32, 1>) -> (index, index) {
  %a = memref.alloc() : memref<4x4xf32>
  %r = memref.rank %u : memref<*xf32>
  %c = memref.memory_space_cast %s : memref<4xf32, 1> to memref<4xf32>
  memref.dealloc %a : memref<4x4xf32>
  return %r, %r : index, index
}
// -----
// branch_of_memref
func.func @branches(%c: i1, %m: memref<4xf32>, %n: memref<4xf32>) -> f32 {
  %i = arith.constant 0 : index
  %s = scf.if %c -> (memref<4xf32>) {
    scf.yield %m : memref<4xf32>
  } else {
    scf.yield %n : memref<4xf32>
  }
  %w = scf.while (%v = %s) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%c) %v : memref<4xf32>
  } do {
  ^bb0(%v: memref<4xf32>):
    scf.yield %v : memref<4xf32>
  }
  %x = memref.load %w[%i] : memref<4xf32>
  return %x : f32
}
// -----
// branch_of_index
func.func @indices(%c: i1, %i: index, %f: f32) -> index {
  cf.cond_br %c, ^a(%i : index), ^b(%i : index)
^a(%x: index):
  cf.br ^b(%x : index)
^b(%y: index):
  %v = ub.poison : index
  %z = arith.addi %y, %v : index
  return %z : index
}
// -----
// complex_parts
func.func @parts(%a: f32, %b: f32) -> f32 {
  %c = complex.create %a, %b : complex<f32>
  %d = complex.sub %c, %c : complex<f32>
  %r = complex.re %d : complex<f32>
  %i = complex.im %d : complex<f32>
  %s = arith.addf %r, %i : f32
  return %s : f32
}
// -----
// fill_alone
func.func @fill(%m: memref<4xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%m : memref<4xf32>)
  return
}
// -----
// tanh_alone
func.func @tanh(%x: f32) -> f32 {
  %y = math.tanh %x : f32
  return %y : f32
}
// -----
// load_alone
func.func @load(%m: memref<4x4xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i, %i] : memref<4x4xf32>
  return %x : f32
}
// -----
// parallel_alone
func.func @parallel(%m: memref<?xf32>, %v: f32, %l: index, %u: index, %s: index) {
  scf.parallel (%i) = (%l) to (%u) step (%s) {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
// -----
// affine_for_alone
func.func @copy(%m: memref<4xf32>, %n: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<4xf32>
    affine.store %x, %n[%i] : memref<4xf32>
  }
  return
}
// -----
// peeled
func.func @peeled(%m: memref<?xf32>, %v: f32, %n: index) {
  %z = arith.constant 0 : index
  %s = arith.constant 4 : index
  scf.for %i = %z to %n step %s {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
// -----
// math_expandable
func.func @math(%x: f32, %n: i32) -> (f32, f32, f32, f32, f32, f32) {
  %a = math.roundeven %x : f32
  %b = math.ceil %x : f32
  %c = math.floor %x : f32
  %d = math.fpowi %x, %n : f32, i32
  %e = math.exp2 %x : f32
  %f = math.tan %x : f32
  return %a, %b, %c, %d, %e, %f : f32, f32, f32, f32, f32, f32
}
// -----
// async_alone
func.func @async(%m: memref<4xf32>, %v: f32, %i: index) {
  %t = async.execute {
    memref.store %v, %m[%i] : memref<4xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
// realloc_alone
func.func @realloc(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %r = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %r : memref<?xf32>
}
// -----
// async_values
func.func @async_values(%a: f32) -> f32 {
  %t, %r = async.execute -> !async.value<f32> {
    async.yield %a : f32
  }
  %v = async.await %r : !async.value<f32>
  return %v : f32
}
// -----
// async_groups
func.func @async_groups(%m: memref<4xf32>, %v: f32, %i: index) {
  %g = async.create_group %i : !async.group
  %t = async.execute {
    memref.store %v, %m[%i] : memref<4xf32>
    async.yield
  }
  %n = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
