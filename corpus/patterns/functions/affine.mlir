// 4 x by 4 is x: a product that does not fit is poison.
pdl.pattern @times_four_by_four : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 * 4)>
  %a = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = affine_map<(d0) -> (d0 floordiv 4)>
  %r = pdl.operation "affine.apply"(%av : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
// What the quotient dropped does not come back: 1 by 4 times 4 is 0.
pdl.pattern @by_four_times_four : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 floordiv 4)>
  %a = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = affine_map<(d0) -> (d0 * 4)>
  %r = pdl.operation "affine.apply"(%av : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
// x + 1 + 2 is x + 3.
pdl.pattern @sum_of_sums : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 + 1)>
  %a = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = affine_map<(d0) -> (d0 + 2)>
  %r = pdl.operation "affine.apply"(%av : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k3 = pdl.attribute = affine_map<(d0) -> (d0 + 3)>
    %n = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k3} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// x + 1 + 2 is not x + 2.
pdl.pattern @sum_of_sums_off_by_one : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 + 1)>
  %a = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = affine_map<(d0) -> (d0 + 2)>
  %r = pdl.operation "affine.apply"(%av : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k3 = pdl.attribute = affine_map<(d0) -> (d0 + 2)>
    %n = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k3} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// What is left of 8 is left of 4 as what is left of 4 is.
pdl.pattern @remainder_of_remainder : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 mod 8)>
  %a = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = affine_map<(d0) -> (d0 mod 4)>
  %r = pdl.operation "affine.apply"(%av : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k3 = pdl.attribute = affine_map<(d0) -> (d0 mod 4)>
    %n = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k3} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// What is left of 6 says nothing of 4: 6 leaves 0 and 2.
pdl.pattern @remainder_of_other_remainder : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 mod 6)>
  %a = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  %av = pdl.result 0 of %a
  %k2 = pdl.attribute = affine_map<(d0) -> (d0 mod 4)>
  %r = pdl.operation "affine.apply"(%av : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k3 = pdl.attribute = affine_map<(d0) -> (d0 mod 4)>
    %n = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k3} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// x by 2 rounded down is not above x by 2 rounded up.
pdl.pattern @least_of_quotients : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 floordiv 2, d0 ceildiv 2)>
  %r = pdl.operation "affine.min"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = affine_map<(d0) -> (d0 floordiv 2)>
    %n = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// The greater one is the one rounded up: 1 by 2.
pdl.pattern @greatest_of_quotients : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0 floordiv 2, d0 ceildiv 2)>
  %r = pdl.operation "affine.max"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  pdl.rewrite %r {
    %k2 = pdl.attribute = affine_map<(d0) -> (d0 floordiv 2)>
    %n = pdl.operation "affine.apply"(%x : !pdl.value) {"map" = %k2} -> (%i : !pdl.type)
    pdl.replace %r with %n
  }
}
// The least of x and x + 1 is x: a number that does not fit is poison.
pdl.pattern @least_with_itself_and_more : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0, d0 + 1)>
  %r = pdl.operation "affine.min"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
// The greatest of x and x + 1 is not x.
pdl.pattern @greatest_with_itself_and_more : benefit(1) {
  %i = pdl.type : index
  %x = pdl.operand : %i
  %k1 = pdl.attribute = affine_map<(d0) -> (d0, d0 + 1)>
  %r = pdl.operation "affine.max"(%x : !pdl.value) {"map" = %k1} -> (%i : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%x : !pdl.value)
  }
}
