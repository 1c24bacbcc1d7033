func.func @f(%a: memref<4xi8>, %x: i8, %y: i8) -> i8 {
  %i = arith.constant 0 : index
  memref.store %x, %a[%i] : memref<4xi8>
  %r = memref.load %a[%i] : memref<4xi8>
  "memref.store"(%y, %a, %i) {assay.once} : (i8, memref<4xi8>, index) -> ()
  return %r : i8
}
