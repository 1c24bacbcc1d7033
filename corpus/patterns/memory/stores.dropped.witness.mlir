func.func @f(%a: memref<4xi8>, %x: i8) {
  %i = arith.constant 0 : index
  "memref.store"(%x, %a, %i) {assay.once} : (i8, memref<4xi8>, index) -> ()
  return
}
