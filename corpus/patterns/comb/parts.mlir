// Bit vectors of CIRCT's comb dialect: two states, no poison, no promise. Laws of concatenation, extraction and
// replication. The first operand of comb.concat is the highest part.
pdl.pattern @extract_whole : benefit(1) {
  %t = pdl.type
  %l = pdl.attribute = 0 : i32
  %x = pdl.operand : %t
  %root = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @extract_low_twice : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %l = pdl.attribute = 0 : i32
  %x = pdl.operand : %t
  %i = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.extract"(%i_value : !pdl.value) {"lowBit" = %l} -> (%r : !pdl.type)
  pdl.rewrite %root {
    %extract = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%r : !pdl.type)
    pdl.replace %root with %extract
  }
}
pdl.pattern @extract_twice : benefit(1) {
  %t = pdl.type : i16
  %s = pdl.type : i8
  %r = pdl.type : i4
  %l = pdl.attribute = 4 : i32
  %m = pdl.attribute = 2 : i32
  %n = pdl.attribute = 6 : i32
  %x = pdl.operand : %t
  %i = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.extract"(%i_value : !pdl.value) {"lowBit" = %m} -> (%r : !pdl.type)
  pdl.rewrite %root {
    %extract = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %n} -> (%r : !pdl.type)
    pdl.replace %root with %extract
  }
}
pdl.pattern @extract_twice_from_inner : benefit(1) {
  %t = pdl.type : i16
  %s = pdl.type : i8
  %r = pdl.type : i4
  %l = pdl.attribute = 4 : i32
  %m = pdl.attribute = 2 : i32
  %x = pdl.operand : %t
  %i = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.extract"(%i_value : !pdl.value) {"lowBit" = %m} -> (%r : !pdl.type)
  pdl.rewrite %root {
    %extract = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %m} -> (%r : !pdl.type)
    pdl.replace %root with %extract
  }
}
pdl.pattern @extract_low_of_concat : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %w = pdl.type
  %l = pdl.attribute = 0 : i32
  %a = pdl.operand : %t
  %d = pdl.operand : %s
  %k = pdl.operation "comb.concat"(%a, %d : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.extract"(%k_value : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%d : !pdl.value)
  }
}
pdl.pattern @extract_low_of_concat_first : benefit(1) {
  %t = pdl.type
  %w = pdl.type
  %l = pdl.attribute = 0 : i32
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %k = pdl.operation "comb.concat"(%a, %d : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.extract"(%k_value : !pdl.value) {"lowBit" = %l} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%a : !pdl.value)
  }
}
pdl.pattern @extract_high_of_concat : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %l = pdl.attribute = 8 : i32
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %k = pdl.operation "comb.concat"(%a, %d : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.extract"(%k_value : !pdl.value) {"lowBit" = %l} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%a : !pdl.value)
  }
}
pdl.pattern @concat_of_neighbours : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %l = pdl.attribute = 0 : i32
  %m = pdl.attribute = 8 : i32
  %x = pdl.operand : %w
  %h = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %m} -> (%t : !pdl.type)
  %o = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%t : !pdl.type)
  %h_value = pdl.result 0 of %h
  %o_value = pdl.result 0 of %o
  %root = pdl.operation "comb.concat"(%h_value, %o_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @concat_of_swapped : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %l = pdl.attribute = 0 : i32
  %m = pdl.attribute = 8 : i32
  %x = pdl.operand : %w
  %h = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %m} -> (%t : !pdl.type)
  %o = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%t : !pdl.type)
  %o_value = pdl.result 0 of %o
  %h_value = pdl.result 0 of %h
  %root = pdl.operation "comb.concat"(%o_value, %h_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @concat_flatten : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %v = pdl.type
  %w = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %s
  %e = pdl.operand : %r
  %i = pdl.operation "comb.concat"(%a, %d : !pdl.value, !pdl.value) -> (%v : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.concat"(%i_value, %e : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %concat = pdl.operation "comb.concat"(%a, %d, %e : !pdl.value, !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %concat
  }
}
pdl.pattern @concat_single : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "comb.concat"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @concat_of_same : benefit(1) {
  %t = pdl.type
  %w = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "comb.concat"(%x, %x : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %replicate = pdl.operation "comb.replicate"(%x : !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %replicate
  }
}
pdl.pattern @replicate_once : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "comb.replicate"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @replicate_twice : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %w = pdl.type
  %x = pdl.operand : %t
  %i = pdl.operation "comb.replicate"(%x : !pdl.value) -> (%s : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.replicate"(%i_value : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %replicate = pdl.operation "comb.replicate"(%x : !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %replicate
  }
}
pdl.pattern @extract_of_replicate : benefit(1) {
  %t = pdl.type : i4
  %w = pdl.type : i16
  %l = pdl.attribute = 8 : i32
  %x = pdl.operand : %t
  %i = pdl.operation "comb.replicate"(%x : !pdl.value) -> (%w : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.extract"(%i_value : !pdl.value) {"lowBit" = %l} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @extract_across_replicate : benefit(1) {
  %t = pdl.type : i4
  %w = pdl.type : i16
  %l = pdl.attribute = 2 : i32
  %x = pdl.operand : %t
  %i = pdl.operation "comb.replicate"(%x : !pdl.value) -> (%w : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.extract"(%i_value : !pdl.value) {"lowBit" = %l} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @low_bits_of_sum : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %l = pdl.attribute = 0 : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "comb.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "comb.extract"(%a_value : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
    %q = pdl.operation "comb.extract"(%y : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
    %p_value = pdl.result 0 of %p
    %q_value = pdl.result 0 of %q
    %add = pdl.operation "comb.add"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
    pdl.replace %root with %add
  }
}
pdl.pattern @high_bits_of_sum : benefit(1) {
  %t = pdl.type : i8
  %s = pdl.type : i4
  %l = pdl.attribute = 4 : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "comb.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "comb.extract"(%a_value : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
    %q = pdl.operation "comb.extract"(%y : !pdl.value) {"lowBit" = %l} -> (%s : !pdl.type)
    %p_value = pdl.result 0 of %p
    %q_value = pdl.result 0 of %q
    %add = pdl.operation "comb.add"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
    pdl.replace %root with %add
  }
}
pdl.pattern @reverse_twice : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %i = pdl.operation "comb.reverse"(%x : !pdl.value) -> (%t : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.reverse"(%i_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @parity_of_concat : benefit(1) {
  %t = pdl.type : i4
  %s = pdl.type : i3
  %w = pdl.type : i7
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %s
  %i = pdl.operation "comb.concat"(%x, %y : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  %i_value = pdl.result 0 of %i
  %root = pdl.operation "comb.parity"(%i_value : !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.operation "comb.parity"(%x : !pdl.value) -> (%b : !pdl.type)
    %q = pdl.operation "comb.parity"(%y : !pdl.value) -> (%b : !pdl.type)
    %p_value = pdl.result 0 of %p
    %q_value = pdl.result 0 of %q
    %xor = pdl.operation "comb.xor"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %xor
  }
}
pdl.pattern @parity_of_bit : benefit(1) {
  %b = pdl.type : i1
  %x = pdl.operand : %b
  %root = pdl.operation "comb.parity"(%x : !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
