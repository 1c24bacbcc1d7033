// A use that stands in one region and a definition of that name in a region that opens later.
func.func @f(%c: i1, %a: i32) {
  "t.first"() ({
    "t.use"(%k) : (i32) -> ()
    "t.use"(%k) : (i32) -> ()
  }) : () -> ()
  "t.second"() ({
    %k = "t.def"() : () -> i32
    "t.use"(%k) : (i32) -> ()
  }) : () -> ()
  // The definition in the region around both is seen.
  "t.third"() ({
    "t.use"(%later) : (i32) -> ()
  }) : () -> ()
  %later = "t.def"() : () -> i32
  return
}
