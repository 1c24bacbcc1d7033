func.func private @e(i32, f32 {a.x = 1}) -> (i32 {b.x}, f32) attributes {foo.a = 1}
func.func @f(%a: i32 {x.y = 2}, %b: i1) -> f64 {
  %c1 = arith.constant 1 : i32
  %c1b = arith.constant 1 : i64
  %t = arith.constant true
  %c = arith.constant 1 : index
  %cst = arith.constant 0.1 : f64
  %cst1 = arith.constant 3.14159274 : f32
  %cst2 = arith.constant 1.0e30 : f32
  %cst3 = arith.constant 1.23456789123456789e300 : f64
  %cst3b = arith.constant 1.23456789123456789 : f80
  %cst4 = arith.constant dense<[1.0,2.0]> : tensor<2xf32>
  %x = arith.addi %a, %c1 overflow<nsw, nuw> {foo} : i32
  %y = arith.cmpi slt, %x, %a : i32
  %r:2 = func.call @g() : () -> (i32, i32)
  cf.cond_br %y, ^bb1(%x : i32), ^bb2
^bb1(%q: i32):
  cf.br ^bb1(%q : i32)
^bb2:
  %z = scf.if %b -> i32 {  scf.yield %a : i32 } else { scf.yield %r#1 : i32 }
  scf.if %b { "a.b"() : () -> () }
  scf.if %b { "a.b"() : () -> () } else { "a.c"() : () -> () }
  %s = scf.for %i = %c to %c step %c iter_args(%k = %a) -> i32 { scf.yield %k : i32 }
  scf.for %i = %c1 to %c1 step %c1 : i32 {  }
  %w = scf.while (%k = %a) : (i32) -> i32 { scf.condition(%b) %k : i32 } do { ^bb0(%m : i32): scf.yield %m : i32 }
  scf.while : () -> () { scf.condition(%b) } do { scf.yield }
  %e = scf.execute_region -> i32 { scf.yield %a : i32 }
  %is = scf.index_switch %c -> i32 case 2 { scf.yield %a : i32 } case 5 { scf.yield %a : i32 } default { scf.yield %a : i32 }
  scf.parallel (%i, %j) = (%c, %c) to (%c, %c) step (%c, %c) { scf.reduce }
  %red = scf.parallel (%i) = (%c) to (%c) step (%c) init (%a) -> i32 { scf.reduce(%a : i32) { ^bb0(%l : i32, %rr : i32): scf.reduce.return %l : i32 } }

  cf.switch %a : i32, [ default: ^bb1(%a : i32), 42: ^bb3, 43 : ^bb3]
^bb3:
  cf.assert %b, "hi"
  cf.cond_br %b weights([1, 2]), ^bb1(%x : i32), ^bb2
^bb4:
  return %cst : f64
}
func.func @g() -> (i32, i32) { %0 = ub.poison : i32 return %0, %0 : i32, i32 }
func.func @ar(%a: i32, %f: f32, %v: vector<4xi32>, %i1: i1, %v1: vector<4xi1>, %d : f64, %ix: index, %h : f16) {
  %0 = arith.addf %f, %f fastmath<fast> : f32
  %1 = arith.negf %f fastmath<nnan,ninf> : f32
  %2 = arith.cmpf ogt, %f, %f : f32
  %3 = arith.cmpf ogt, %f, %f fastmath<nnan> : f32
  %4 = arith.extsi %a : i32 to i64
  %5 = arith.extui %a {foo} : i32 to i64
  %6 = arith.trunci %a : i32 to i8
  %x6b = arith.trunci %a overflow<nsw> : i32 to i8
  %7 = arith.extf %f : f32 to f64
  %x7b = arith.truncf %d : f64 to f32
  %x7c = arith.truncf %d to_nearest_even : f64 to f32
  %x7d = arith.truncf %d to_nearest_even fastmath<fast> : f64 to f32
  %8 = arith.select %i1, %a, %a : i32
  %9 = arith.select %v1, %v, %v : vector<4xi1>, vector<4xi32>
  %10:2 = arith.addui_extended %a, %a : i32, i1
  %11:2 = arith.mulsi_extended %a, %a : i32
  %12:2 = arith.mului_extended %v, %v : vector<4xi32>
  %13 = arith.index_cast %ix : index to i32
  %14 = arith.index_castui %ix : index to i32
  %15 = arith.bitcast %f : f32 to i32
  %16 = arith.sitofp %a : i32 to f32
  %17 = arith.fptosi %f : f32 to i32
  %18 = arith.shrui %a, %a exact : i32
  %x18b = arith.divui %a, %a exact : i32
  %x18c = arith.divsi %a, %a exact : i32
  %19 = arith.shli %a, %a overflow<nsw> : i32
  %20 = arith.ceildivsi %a, %a : i32
  %21 = arith.maxnumf %f, %f : f32
  %22 = arith.minimumf %f, %f fastmath<fast> : f32
  %23 = arith.remf %f, %f : f32
  %24 = arith.scaling_extf %h, %f : f16, f32 to f64
  %26 = arith.constant dense<1> : vector<4xi32>
  %27 = arith.constant {foo} 3 : i8
  %28 = arith.cmpi eq, %v, %v : vector<4xi32>
  %29 = arith.ceildivui %a, %a : i32
  %30 = arith.floordivsi %a, %a : i32
  return
}
func.func @wide_cases(%a: i32) {
  cf.switch %a : i32, [default: ^bb1, 4294967297: ^bb1, true: ^bb1]
^bb1:
  return
} loc("f":11)
