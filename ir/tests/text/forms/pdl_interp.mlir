module {
  func.func @matcher(%arg0: !pdl.operation) {
    pdl_interp.switch_operation_name of %arg0 to ["foo.bar", "foo.y"](^bb2, ^bb13) -> ^bb1
  ^bb1:
    pdl_interp.finalize
  ^bb2:
    %0 = pdl_interp.get_operand 0 of %arg0
    pdl_interp.is_not_null %0 : !pdl.value -> ^bb3, ^bb1
  ^bb3:
    pdl_interp.check_operand_count of %arg0 is at_least 1 -> ^bb4, ^bb1
  ^bb4:
    pdl_interp.check_result_count of %arg0 is at_least 1 -> ^bb5, ^bb1
  ^bb5:
    %1 = pdl_interp.get_operands 1 of %arg0 : !pdl.range<value>
    pdl_interp.is_not_null %1 : !pdl.range<value> -> ^bb6, ^bb1
  ^bb6:
    %2 = pdl_interp.get_attribute "x" of %arg0
    pdl_interp.is_not_null %2 : !pdl.attribute -> ^bb7, ^bb1
  ^bb7:
    pdl_interp.apply_constraint "c"(%2 : !pdl.attribute) -> ^bb8, ^bb1
  ^bb8:
    %3 = pdl_interp.get_result 0 of %arg0
    pdl_interp.is_not_null %3 : !pdl.value -> ^bb9, ^bb1
  ^bb9:
    %4 = pdl_interp.get_results 1 of %arg0 : !pdl.range<value>
    pdl_interp.is_not_null %4 : !pdl.range<value> -> ^bb10, ^bb1
  ^bb10:
    %5 = pdl_interp.get_value_type of %0 : !pdl.type
    pdl_interp.check_type %5 is i32 -> ^bb11, ^bb1
  ^bb11:
    %6 = pdl_interp.get_value_type of %3 : !pdl.type
    pdl_interp.are_equal %5, %6 : !pdl.type -> ^bb12, ^bb1
  ^bb12:
    pdl_interp.record_match @rewriters::@pdl_generated_rewriter(%1, %2, %arg0 : !pdl.range<value>, !pdl.attribute, !pdl.operation) : benefit(2), generatedOps(["foo.baz", "foo.z"]), loc([%arg0]), root("foo.bar") -> ^bb1
  ^bb13:
    %7 = pdl_interp.get_operand 0 of %arg0
    pdl_interp.is_not_null %7 : !pdl.value -> ^bb14, ^bb1
  ^bb14:
    %8 = pdl_interp.get_defining_op of %7 : !pdl.value
    pdl_interp.is_not_null %8 : !pdl.operation -> ^bb15, ^bb1
  ^bb15:
    pdl_interp.check_operand_count of %arg0 is 1 -> ^bb16, ^bb1
  ^bb16:
    pdl_interp.check_result_count of %arg0 is 0 -> ^bb17, ^bb1
  ^bb17:
    pdl_interp.check_operation_name of %8 is "foo.x" -> ^bb18, ^bb1
  ^bb18:
    pdl_interp.check_result_count of %8 is 0 -> ^bb19, ^bb1
  ^bb19:
    %9 = pdl_interp.get_result 0 of %8
    pdl_interp.are_equal %9, %7 : !pdl.value -> ^bb20, ^bb1
  ^bb20:
    pdl_interp.record_match @rewriters::@pdl_generated_rewriter_0(%arg0 : !pdl.operation) : benefit(1), loc([%8, %arg0]), root("foo.y") -> ^bb1
  }
  module @rewriters {
    func.func @pdl_generated_rewriter(%arg0: !pdl.range<value>, %arg1: !pdl.attribute, %arg2: !pdl.operation) {
      %0 = pdl_interp.create_type i32
      %2 = pdl_interp.get_result 0 of %arg2
      %3 = pdl_interp.apply_rewrite "nr"(%arg1 : !pdl.attribute) : !pdl.attribute
      pdl_interp.erase %arg2
      pdl_interp.finalize
    }
    func.func @pdl_generated_rewriter_0(%arg0: !pdl.operation) {
      pdl_interp.erase %arg0
      pdl_interp.finalize
    }
  }
}

func.func @matcher(%root: !pdl.operation) {
  %a = pdl_interp.get_attribute "x" of %root
  %ty0 = pdl_interp.get_attribute_type of %a
  pdl_interp.check_attribute %a is 10 : i32 -> ^bb2, ^bb1
^bb1:
  pdl_interp.finalize
^bb2:
  %v = pdl_interp.get_operands of %root : !pdl.range<value>
  %tys = pdl_interp.get_value_type of %v : !pdl.range<type>
  pdl_interp.check_types %tys are [i32, i64] -> ^bb3, ^bb1
^bb3:
  %u = pdl_interp.get_users of %v : !pdl.range<value>
  %x = pdl_interp.get_operand 0 of %root
  pdl_interp.branch ^bb4
^bb4:
  %e = pdl_interp.extract 1 of %v : !pdl.value
  pdl_interp.switch_attribute %a to [10, true](^bb5, ^bb6) -> ^bb1
^bb5:
  pdl_interp.switch_operand_count of %root to dense<[10, 2]> : vector<2xi32>(^bb6, ^bb7) -> ^bb1
^bb6:
  pdl_interp.switch_result_count of %root to dense<[0, 2]> : vector<2xi32>(^bb6, ^bb7) -> ^bb1
^bb7:
  pdl_interp.switch_type %ty0 to [i32, i64](^bb8, ^bb9) -> ^bb1
^bb8:
  pdl_interp.switch_types %tys to [[i32], [i64, i64]](^bb8, ^bb9) -> ^bb1
^bb9:
  %r = pdl_interp.apply_constraint "c2"(%a, %e : !pdl.attribute, !pdl.value) : !pdl.type {isNegated = true} -> ^bb10, ^bb1
^bb10:
  pdl_interp.branch ^bb11 {foo}
^bb11:
  %ct = pdl_interp.create_types [i32, i64]
  %ca = pdl_interp.create_attribute 10 : i64 attributes {foo}
  pdl_interp.replace %root with (%v, %e : !pdl.range<value>, !pdl.value)
  pdl_interp.replace %root with ()
  pdl_interp.apply_rewrite "rw"
  pdl_interp.record_match @rewriters::@x : benefit(1), loc([%root]) -> ^bb1
}
