func.func @f(%i: index, %n: index) -> (index, index) {
  %c8 = arith.constant 8 : index
  %a = arith.addi %i, %n : index
  %b = arith.muli %a, %c8 : index
  %r = "acme.at"(%b) : (index) -> index
  return %r, %b : index, index
}
