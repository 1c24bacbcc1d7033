func.func @f(%a: index, %i: i32) {
  %0 = index.cmp slt(%a, %a)
  %1 = index.add %a, %a
  %2 = index.constant 3
  %3 = index.bool.constant true
  %4 = index.casts %a : index to i32
  %5 = index.sizeof
  %6 = math.absi %i : i32
  %7 = builtin.unrealized_conversion_cast %a : index to i64
  return
}
