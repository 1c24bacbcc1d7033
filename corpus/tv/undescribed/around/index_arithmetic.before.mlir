func.func @f(%i: index, %n: index) -> (index, index) {
  %c8 = arith.constant 8 : index
  %a = arith.muli %i, %c8 : index
  %b = arith.addi %a, %n : index
  %r = "acme.at"(%b) : (index) -> index
  return %r, %b : index, index
}
