// Names that public pattern libraries share, those of xdsl-smt and xdsl-pdl first. `README.md` describes the form.
!w = i8
!v = i16

// The integer is 0.
func.func @is_zero(%value: !w) -> i1
    attributes {assay.native = "constraint"} {
  %known = arith.constant 0 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// The integer is not 0.
func.func @is_not_zero(%value: !w) -> i1
    attributes {assay.native = "constraint"} {
  %known = arith.constant 0 : !w
  %answer = arith.cmpi ne, %value, %known : !w
  return %answer : i1
}

// The integer is 1.
func.func @is_one(%value: !w) -> i1
    attributes {assay.native = "constraint"} {
  %known = arith.constant 1 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// Every bit of the integer is set.
func.func @is_minus_one(%value: !w) -> i1
    attributes {assay.native = "constraint"} {
  %known = arith.constant -1 : !w
  %answer = arith.cmpi eq, %value, %known : !w
  return %answer : i1
}

// Both integers are the same.
func.func @is_attr_equal(%left: !w, %right: !w) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi eq, %left, %right : !w
  return %answer : i1
}

// The first type has more bits than the second one.
func.func @is_greater_integer_type(%left: i64 {assay.type = !w}, %right: i64 {assay.type = !v}) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi ugt, %left, %right : i64
  return %answer : i1
}

// The integer is the number of bits of the type, modulo its own width.
func.func @is_equal_to_width_of_type(%value: !v, %bits: !v {assay.type = !w}) -> i1
    attributes {assay.native = "constraint"} {
  %answer = arith.cmpi eq, %value, %bits : !v
  return %answer : i1
}

// The integer is a predicate of `arith.cmpi`.
func.func @is_arith_cmpi_predicate(%predicate: i64) -> i1
    attributes {assay.native = "constraint"} {
  %end = arith.constant 10 : i64
  %answer = arith.cmpi ult, %predicate, %end : i64
  return %answer : i1
}

// The integer is a predicate of `comb.icmp`.
func.func @is_comb_icmp_predicate(%predicate: i64) -> i1
    attributes {assay.native = "constraint"} {
  %end = arith.constant 10 : i64
  %answer = arith.cmpi ult, %predicate, %end : i64
  return %answer : i1
}

// The integer 0 of a type.
func.func @get_zero_attr(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite"} {
  %known = arith.constant 0 : !w
  return %known : !w
}

// The integer 0 of a type.
func.func @get_zero(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite"} {
  %known = arith.constant 0 : !w
  return %known : !w
}

// The integer 1 of a type.
func.func @get_one_attr(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite"} {
  %known = arith.constant 1 : !w
  return %known : !w
}

// The integer of a type with every bit set.
func.func @get_minus_one_attr(%bits: !w {assay.type = !w}) -> !w
    attributes {assay.native = "rewrite"} {
  %known = arith.constant -1 : !w
  return %known : !w
}

// The number of bits of the first type as an integer of the second one, modulo its width.
func.func @get_width(%bits: !v {assay.type = !w}, %of: !v {assay.type = !v}) -> !v
    attributes {assay.native = "rewrite"} {
  return %bits : !v
}

// The sum, modulo the width.
func.func @addi(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.addi %left, %right : !w
  return %made : !w
}

// The difference, modulo the width.
func.func @subi(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.subi %left, %right : !w
  return %made : !w
}

// The product, modulo the width.
func.func @muli(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.muli %left, %right : !w
  return %made : !w
}

// Bit by bit: and.
func.func @andi(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.andi %left, %right : !w
  return %made : !w
}

// Bit by bit: or.
func.func @ori(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.ori %left, %right : !w
  return %made : !w
}

// Bit by bit: exclusive or.
func.func @xori(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.xori %left, %right : !w
  return %made : !w
}

// Shifted to the left; by the width or more, nothing is known.
func.func @shl(%left: !w, %right: !w) -> !w
    attributes {assay.native = "rewrite"} {
  %made = arith.shli %left, %right : !w
  return %made : !w
}

// The predicate of `arith.cmpi` that holds where this one does not.
func.func @invert_arith_cmpi_predicate(%predicate: i64) -> i64
    attributes {assay.native = "rewrite"} {
  // eq 0, ne 1, slt 2, sle 3, sgt 4, sge 5, ult 6, ule 7, ugt 8, uge 9
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %six = arith.constant 6 : i64
  %seven = arith.constant 7 : i64
  %fifteen = arith.constant 15 : i64
  %equality = arith.xori %predicate, %one : i64
  %signed = arith.subi %seven, %predicate : i64
  %unsigned = arith.subi %fifteen, %predicate : i64
  %is_equality = arith.cmpi ult, %predicate, %two : i64
  %is_signed = arith.cmpi ult, %predicate, %six : i64
  %order = arith.select %is_signed, %signed, %unsigned : i64
  %made = arith.select %is_equality, %equality, %order : i64
  return %made : i64
}

// The predicate of `comb.icmp` that holds where this one does not.
func.func @invert_comb_icmp_predicate(%predicate: i64) -> i64
    attributes {assay.native = "rewrite"} {
  // eq 0, ne 1, slt 2, sle 3, sgt 4, sge 5, ult 6, ule 7, ugt 8, uge 9
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %six = arith.constant 6 : i64
  %seven = arith.constant 7 : i64
  %fifteen = arith.constant 15 : i64
  %equality = arith.xori %predicate, %one : i64
  %signed = arith.subi %seven, %predicate : i64
  %unsigned = arith.subi %fifteen, %predicate : i64
  %is_equality = arith.cmpi ult, %predicate, %two : i64
  %is_signed = arith.cmpi ult, %predicate, %six : i64
  %order = arith.select %is_signed, %signed, %unsigned : i64
  %made = arith.select %is_equality, %equality, %order : i64
  return %made : i64
}
