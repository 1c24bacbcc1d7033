func.func @f(%a: memref<4xi8>, %i: index) -> i8 {
  %z = arith.constant 0 : index
  %j = "arith.addi"(%i, %z) : (index, index) -> index
  %r = memref.load %a[%j] : memref<4xi8>
  return %r : i8
}
