// Widths of integer types. `README.md` describes the form.
!w = i8
!v = i16

// The number of bits of a type, as an integer attribute.
func.func @type_width(%bits: i64 {assay.type = !w}) -> i64
    attributes {assay.native = "rewrite"} {
  return %bits : i64
}

// The first type has fewer bits than the second one.
func.func @type_narrower(%left: i64 {assay.type = !w}, %right: i64 {assay.type = !v}) -> i1
    attributes {assay.native = "constraint", assay.cpp = "getScalarOrElementWidth($0) > getScalarOrElementWidth($1) && getScalarOrElementWidth($1) > 0 => type($1), type($0)"} {
  %answer = arith.cmpi ult, %left, %right : i64
  return %answer : i1
}

// Both types have the same number of bits.
func.func @type_same_width(%left: i64 {assay.type = !w}, %right: i64 {assay.type = !v}) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi eq, %left, %right : i64
  return %answer : i1
}

// The second type has twice as many bits as the first one.
func.func @type_twice_as_wide(%left: i64 {assay.type = !w}, %right: i64 {assay.type = !v}) -> i1
    attributes {assay.native = "constraint"} {
  %double = arith.addi %left, %left : i64
  %answer = arith.cmpi eq, %double, %right : i64
  return %answer : i1
}

// The integer is the number of bits by which the first type is wider than the second one.
func.func @attr_is_width_difference(%wide: !w {assay.type = !w}, %narrow: !w {assay.type = !v}, %value: !w) -> i1
    attributes {assay.native = "constraint", assay.cpp = "succeeded(getIntOrSplatIntValue($2)) && (getScalarOrElementWidth($0) - getScalarOrElementWidth($1)) == *getIntOrSplatIntValue($2) => type($0), type($1), $2"} {
  %difference = arith.subi %wide, %narrow : !w
  %answer = arith.cmpi eq, %difference, %value : !w
  return %answer : i1
}

// The type is an integer of any width.
func.func @type_is_integer(%bits: i64 {assay.type = !w}) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.constant true
  return %answer : i1
}
