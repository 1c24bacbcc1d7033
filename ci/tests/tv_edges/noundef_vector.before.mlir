// No lane is poison.
func.func @f(%x: vector<4xi8> {llvm.noundef}) -> i8 {
  %r = vector.extract %x[3] : i8 from vector<4xi8>
  %z = arith.constant 0 : i8
  return %z : i8
}
