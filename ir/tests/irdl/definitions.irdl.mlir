// One operation for each thing that IRDL can say.
irdl.dialect @d {
  irdl.type @box {
    %e = irdl.any
    irdl.parameters(elem: %e)
  }
  irdl.type @narrow {
    %p = irdl.is i8
    %q = irdl.is i16
    %e = irdl.any_of(%p, %q)
    irdl.parameters(elem: %e)
  }
  irdl.type @bare
  irdl.attribute @mark {
    %e = irdl.any
    irdl.parameters(elem: %e)
  }
  irdl.operation @is {
    %a = irdl.is i32
    %b = irdl.is "on"
    irdl.operands(x: %a)
    irdl.attributes {"k" = %b}
  }
  irdl.operation @base {
    %a = irdl.base "!builtin.integer"
    %b = irdl.base @d::@box
    %c = irdl.base "#builtin.string"
    irdl.operands(x: %a, y: %b)
    irdl.attributes {"k" = %c}
  }
  irdl.operation @same {
    %a = irdl.any
    irdl.operands(x: %a, y: %a)
    irdl.results(r: %a)
  }
  irdl.operation @unbox {
    %e = irdl.any
    %b = irdl.parametric @d::@box<%e>
    irdl.operands(x: %b)
    irdl.results(r: %e)
  }
  irdl.operation @choice {
    %p = irdl.is i8
    %q = irdl.is i16
    %t = irdl.any_of(%p, %q)
    irdl.operands(x: %t, y: %t)
  }
  irdl.operation @both {
    %p = irdl.base "!builtin.integer"
    %q = irdl.is i8
    %r = irdl.is f32
    %s = irdl.any_of(%q, %r)
    %t = irdl.all_of(%p, %s)
    irdl.operands(x: %t)
  }
  irdl.operation @maybe {
    %a = irdl.is i32
    irdl.operands(x: optional %a)
    irdl.results(r: optional %a)
  }
  irdl.operation @many {
    %a = irdl.any
    irdl.operands(x: variadic %a)
  }
  irdl.operation @mixed {
    %a = irdl.is i32
    %b = irdl.is i64
    irdl.operands(x: variadic %a, y: %b, z: optional %a)
    irdl.results(r: variadic %a, s: optional %b)
  }
  irdl.operation @keys {
    %a = irdl.any
    irdl.attributes {"k" = %a, "other_key" = %a}
  }
  irdl.operation @regions {
    %a = irdl.is i32
    %r0 = irdl.region
    %r1 = irdl.region()
    %r2 = irdl.region(%a) with size 1
    irdl.regions(any: %r0, none: %r1, one: %r2)
  }
  irdl.operation @shared_region {
    %a = irdl.any
    %r = irdl.region(%a)
    irdl.operands(x: %a)
    irdl.regions(body: %r)
  }
  irdl.operation @greedy {
    %a = irdl.base "!builtin.integer"
    %b = irdl.is i16
    %p = irdl.all_of(%a, %b)
    %q = irdl.is i8
    %t = irdl.any_of(%p, %q)
    irdl.operands(x: %t, y: %a)
  }
  irdl.operation @nothing {
  }
}
