// What they compute: the mean of two unsigned numbers, rounded down, without overflow.
!w = i8
func.func @avg(%a: !w, %b: !w) -> !w attributes {assay.meaning = "acme.avg"} {
  %one = arith.constant 1 : !w
  %both = arith.andi %a, %b : !w
  %differ = arith.xori %a, %b : !w
  %half = arith.shrui %differ, %one : !w
  %mean = arith.addi %both, %half : !w
  return %mean : !w
}
