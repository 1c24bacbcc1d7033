func.func @forms(%arg0: i8, %arg1: i8, %arg2: i1, %arg3: vector<2xi8>) -> (i8, i1, vector<2xi8>) {
  %0 = lane.avg %arg0, %arg1 : i8
  %1 = lane.sat_add %0, %arg1 : i8
  %2 = lane.sat_sub %1, %arg1 : i8
  %3 = lane.absdiff %2, %arg1 {note = "kept"} : i8
  %4 = lane.mulhi %3, %arg1 : i8
  %5 = lane.rotl %4, %arg1 : i8
  %6 = lane.clamp %5 to -3, 7 : i8
  %7 = lane.shift arithmetic %6 by 3 : i8
  %8 = lane.parity %7 : i8
  %9 = lane.mux %8 ? %7 : %arg0 : i8
  %10 = lane.widen %9 : i8 to i16
  %11 = lane.narrow %10 : i16 to i8
  %12 = lane.repeat %11 times 3 {
  ^bb0(%arg4: i8):
    %15 = lane.shift left %arg4 by 1 : i8
    lane.yield %15 : i8
  } : i8
  %13 = lane.repeat %12 times 0 {
  ^bb0(%arg4: i8):
  } : i8
  %14 = lane.avg %arg3, %arg3 : vector<2xi8>
  return %13, %arg2, %14 : i8, i1, vector<2xi8>
}
