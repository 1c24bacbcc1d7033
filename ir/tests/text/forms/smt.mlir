func.func @f(%x: i32) -> i32 {
  %r = smt.solver(%x) {foo} : (i32) -> i32 {
  ^bb0(%a: i32):
    smt.set_logic "QF_BV"
    %c = smt.declare_fun "c" : !smt.bool
    %d = smt.declare_fun : !smt.bv<32>
    %e = smt.declare_fun {bar} : !smt.int
    %fn = smt.declare_fun "fn" : !smt.func<(!smt.int, !smt.bool) !smt.bv<8>>
    %arr = smt.declare_fun "arr" : !smt.array<[!smt.int -> !smt.bool]>
    %sort = smt.declare_fun "s" : !smt.sort<"uninterpreted">
    %sort2 = smt.declare_fun "s" : !smt.sort<"uninterpreted"[!smt.bool, !smt.int]>
    %t = smt.constant true
    %t2 = smt.constant false {foo}
    %bv = smt.bv.constant #smt.bv<5> : !smt.bv<32>
    %bv2 = smt.bv.constant #smt.bv<5> : !smt.bv<4> {foo}
    %bvn = smt.bv.constant #smt.bv<-1> : !smt.bv<8>
    %0 = smt.bv.add %d, %bv : !smt.bv<32>
    %1 = smt.bv.not %d : !smt.bv<32>
    %2 = smt.bv.neg %d {x} : !smt.bv<32>
    %3 = smt.bv.cmp slt %d, %bv : !smt.bv<32>
    %5 = smt.bv.extract %d from 3 : (!smt.bv<32>) -> !smt.bv<4>
    %7 = smt.bv2int %d signed : !smt.bv<32>
    %8 = smt.bv2int %d : !smt.bv<32>
    %9 = smt.int2bv %e : !smt.bv<7>
    %10 = smt.int.add %e, %e, %e
    %11 = smt.int.mul %e, %e
    %12 = smt.int.sub %e, %e {foo}
    %13 = smt.int.div %e, %e
    %14 = smt.int.mod %e, %e
    %15 = smt.int.abs %e
    %16 = smt.int.cmp le %e, %e
    %19 = smt.ite %c, %d, %bv : !smt.bv<32>
    %20 = smt.not %c
    %21 = smt.and %c, %t, %t2
    %22 = smt.or %c, %t
    %23 = smt.xor %c, %t {foo}
    %24 = smt.implies %c, %t
    %26 = smt.array.store %arr[%e], %c : !smt.array<[!smt.int -> !smt.bool]>
    %27 = smt.array.select %arr[%e] : !smt.array<[!smt.int -> !smt.bool]>
    %28 = smt.array.broadcast %c : !smt.array<[!smt.int -> !smt.bool]>
    %b0 = smt.bv.and %d, %bv : !smt.bv<32>
    %b1 = smt.bv.or %d, %bv : !smt.bv<32>
    %b2 = smt.bv.xor %d, %bv : !smt.bv<32>
    %b3 = smt.bv.mul %d, %bv : !smt.bv<32>
    %b4 = smt.bv.udiv %d, %bv : !smt.bv<32>
    %b5 = smt.bv.sdiv %d, %bv : !smt.bv<32>
    %b6 = smt.bv.urem %d, %bv : !smt.bv<32>
    %b7 = smt.bv.srem %d, %bv : !smt.bv<32>
    %b8 = smt.bv.smod %d, %bv : !smt.bv<32>
    %b9 = smt.bv.shl %d, %bv : !smt.bv<32>
    %b10 = smt.bv.lshr %d, %bv : !smt.bv<32>
    %b11 = smt.bv.ashr %d, %bv : !smt.bv<32>
    %c9 = smt.int.constant 9
    %c-4 = smt.int.constant -4
    %c0 = smt.int.constant 0 {foo}
    %q0 = smt.eq %e, %c9 : !smt.int
    %q1 = smt.eq %e, %c9, %c-4 {foo} : !smt.int
    %q2 = smt.distinct %d, %bv : !smt.bv<32>
    %q3 = smt.apply_func %fn(%e, %c) : !smt.func<(!smt.int, !smt.bool) !smt.bv<8>>
    %q4 = smt.bv.concat %d, %bv2 : !smt.bv<32>, !smt.bv<4>
    %q5 = smt.bv.repeat 3 times %bv2 : !smt.bv<4>
    %q6 = smt.forall no_pattern {
    ^bb0(%z: !smt.int):
      %z0 = smt.eq %z, %e : !smt.int
      smt.yield %z0 : !smt.bool
    }
    %q7 = smt.exists ["n"] weight 2 attributes {foo} {
    ^bb0(%z: !smt.int):
      %z0 = smt.eq %z, %e : !smt.int
      smt.yield %z0 : !smt.bool
    } patterns {
    ^bb0(%z: !smt.int):
      %z0 = smt.eq %z, %e : !smt.int
      smt.yield %z0 : !smt.bool
    }, {
    ^bb0(%z: !smt.int):
      %z0 = smt.eq %z, %e : !smt.int
      smt.yield %z0 : !smt.bool
    }
    smt.assert %c
    smt.push 1
    smt.pop 1
    smt.reset
    smt.check {foo} sat {
    } unknown {
      smt.yield
    } unsat {
    }
    %32 = smt.check sat {
      smt.yield %a : i32
    } unknown {
      smt.yield %a : i32
    } unsat {
      smt.yield %a : i32
    } -> i32
    smt.yield %32 : i32
  }
  smt.solver() : () -> () {
  }
  return %r : i32
}
