func.func @f(%a: memref<4xi8>) -> i8 {
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<4xi8>
  return %r : i8
}
