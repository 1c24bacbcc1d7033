func.func @f(%a: memref<4xi8>, %i: index, %x: i8) -> i8 {
  %j = arith.constant 3 : index
  %k = arith.remui %i, %j : index
  memref.store %x, %a[%k] : memref<4xi8>
  %r = "memref.load"(%a, %k) {assay.once} : (memref<4xi8>, index) -> i8
  return %r : i8
}
