// A caller need not keep it.
func.func @f(%m: memref<2xi8>) -> i8 {
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<2xi8>
  return %r : i8
}
