// Matchers of MLIR for constants, asked of a value: they also ask that a constant makes it. `README.md` describes the form.
!w = i8

// Each number is 0.
func.func @value_is_zero(%value: !w {assay.value}) -> i1
    attributes {assay.native = "constraint", assay.cpp = ["matchPattern($0, m_Zero())"]} {
  %known = arith.constant 0 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// Each number is 1.
func.func @value_is_one(%value: !w {assay.value}) -> i1
    attributes {assay.native = "constraint", assay.cpp = ["matchPattern($0, m_One())"]} {
  %known = arith.constant 1 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// Each number has all bits set.
func.func @value_is_all_ones(%value: !w {assay.value}) -> i1
    attributes {assay.native = "constraint", assay.cpp = ["matchPattern($0, m_AllOnes())"]} {
  %known = arith.constant -1 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// No number is 0.
func.func @value_is_not_zero(%value: !w {assay.value}) -> i1
    attributes {assay.native = "constraint", assay.cpp = "matchPattern($0, m_NonZero())"} {
  %known = arith.constant 0 : !w
  %answer = arith.cmpi ne, %value, %known : !w
  return %answer : i1
}
