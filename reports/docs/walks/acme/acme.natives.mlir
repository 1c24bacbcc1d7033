// Summaries of the native code of the patterns.
!w = i8
func.func @is_power_of_two(%c: !w) -> i1 attributes {assay.native = "constraint"} {
  %one = arith.constant 1 : !w
  %ones = math.ctpop %c : !w
  %answer = arith.cmpi eq, %ones, %one : !w
  return %answer : i1
}
func.func @log2(%c: !w) -> !w attributes {assay.native = "rewrite"} {
  %zeros = math.cttz %c : !w
  return %zeros : !w
}
