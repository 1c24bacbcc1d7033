#map = affine_map<(d0)[s0] -> (d0 + s0, d0 - 1)>
func.func @f(%n: index, %k: index, %m: memref<?x?xf32>, %v: vector<8xf32>, %x: f32) -> f32 {
  %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)[%k]
  %a1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%k] {foo}
  %b = affine.min #map(%n)[%k]
  %c = affine.max #map(%n)[%k] {foo}
  affine.for %i = 0 to 10 { }
  affine.for %i = %n to %k step 2 { } {foo}
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%n) to min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%k] step 1 { affine.yield }
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%k] to affine_map<(d0) -> (d0 floordiv 2)>(%k) step 2 { }
  %s:2 = affine.for %i = 0 to %n iter_args(%p = %x, %q = %x) -> (f32, f32) { affine.yield %q, %p : f32, f32 }
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%i)[%k] { affine.for %j = 0 to 4 {} } else { affine.for %j = 0 to 5 {} }
    affine.if affine_set<() : (0 == 0)>() { } {foo}
    %y = affine.load %m[%i + 1, %k * 2 + %i] : memref<?x?xf32>
    %y1 = affine.load %m[%i + symbol(%k), symbol(%n) floordiv 3] {foo} : memref<?x?xf32>
    affine.store %y, %m[%i, 0] : memref<?x?xf32>
    affine.store %y, %m[%i mod 3, -1] {foo} : memref<?x?xf32>
    %vv = affine.vector_load %m[%i, %i] : memref<?x?xf32>, vector<8xf32>
    affine.vector_store %vv, %m[%i ceildiv 2, %i - %k] : memref<?x?xf32>, vector<8xf32>
    affine.prefetch %m[%i, %i + 5], write, locality<3>, data : memref<?x?xf32>
    affine.prefetch %m[%i, %i + 5], read, locality<0>, instr {foo}: memref<?x?xf32>
  }
  %z = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 { affine.yield %x : f32 } else { affine.yield %x : f32 }
  affine.parallel (%i, %j) = (0, max(%n, 5)) to (10, min(%k, 20)) { }
  affine.parallel (%i, %j) = (%n, 0) to (symbol(%k) + 1, %n * 2) step (2, 3) { affine.store %x, %m[%i, %j] : memref<?x?xf32> } {foo}
  %w = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 { affine.yield %x : f32 }
  %w2:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) { affine.yield %x, %x : f32, f32 }
  affine.parallel () = () to () { }
  %d:3 = affine.delinearize_index %n into (2, %k, 5) : index, index, index
  %d2:3 = affine.delinearize_index %n into (%k, 5) : index, index, index
  %l = affine.linearize_index [%n, %k] by (3, %k) : index
  %l2 = affine.linearize_index disjoint [%n, %k] by (4) {foo} : index
  return %w : f32
}
