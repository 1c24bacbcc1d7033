func.func @f(%i: index, %n: index) -> (index, index) {
  %c3 = arith.constant 3 : index
  %a = arith.shli %i, %c3 : index
  %b = arith.addi %n, %a : index
  %r = "acme.at"(%b) : (index) -> index
  return %r, %b : index, index
}
