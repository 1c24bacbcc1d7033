hw.module @alu(in %a : i8, in %b : i8, in %c : i1, out sum : i8, out "odd name" : i1) {
  %c5 = hw.constant 5 : i8
  %cm = hw.constant -1 : i8 {foo}
  %t = hw.constant true
  %0 = comb.add %a, %b, %c5 : i8
  %1 = comb.add bin %a, %b {foo} : i8
  %2 = comb.mul bin %a, %b : i8
  %3 = comb.and %a, %b : i8
  %4 = comb.or bin %a, %b, %a : i8
  %5 = comb.xor %a, %cm : i8
  %6 = comb.sub bin %a, %b : i8
  %7 = comb.divu %a, %b : i8
  %8 = comb.divs %a, %b : i8
  %9 = comb.modu %a, %b : i8
  %10 = comb.mods bin %a, %b : i8
  %11 = comb.shl %a, %b : i8
  %12 = comb.shru bin %a, %b : i8
  %13 = comb.shrs %a, %b : i8
  %14 = comb.icmp eq %a, %b : i8
  %15 = comb.icmp bin ult %a, %b {foo} : i8
  %16 = comb.icmp ceq %a, %b : i8
  %17 = comb.parity %a : i8
  %18 = comb.parity bin %a : i8
  %19 = comb.extract %a from 3 : (i8) -> i4
  %20 = comb.concat %a, %19, %c : i8, i4, i1
  %21 = comb.replicate %19 : (i4) -> i8
  %22 = comb.mux %c, %a, %b : i8
  %23 = comb.mux bin %c, %a, %b {foo} : i8
  %24 = comb.truth_table %c, %t -> [true, false, false, true]
  %25 = hw.bitcast %a : (i8) -> !hw.array<2xi4>
  %26 = comb.xor %20, %20 : i13
  hw.output %0, %24 : i8, i1
}
hw.module private @empty() attributes {foo} {
}
hw.module @named(in %x "not x" : i8, in %y z : i4) {
  hw.output
}
