// Groups of operands: as many values, or any number of them under one name.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"
include "mlir/Dialect/MemRef/IR/MemRefOps.td"

def Absent : Constraint<CPred<"$0 == nullptr">>;

// A sum of indices commutes.
def IndexSumCommutes : Pat<
  (LoadOp $m, (variadic (Arith_AddIOp $i, $k, $f), $j), $n, $a),
  (LoadOp $m, (variadic (Arith_AddIOp $k, $i, $f), $j), $n, $a),
  [(Absent $n), (Absent $a)]>;

// Rows for columns.
def IndicesSwapped : Pat<
  (LoadOp $m, (variadic (Arith_AddIOp:$s $i, $k, $f), $j), $n, $a),
  (LoadOp $m, (variadic $j, $s), $n, $a), [(Absent $n), (Absent $a)]>;

// The value that is stored is stored, whatever the indices.
def StoredOnce : Pat<
  (MemRef_StoreOp (Arith_AndIOp $x, $x), $m, $is, $n, $a), (MemRef_StoreOp $x, $m, $is, $n, $a),
  [(Absent $n), (Absent $a)]>;

// Another value is stored.
def StoredOther : Pat<
  (MemRef_StoreOp (Arith_AndIOp $x, $y), $m, $is, $n, $a), (MemRef_StoreOp $x, $m, $is, $n, $a),
  [(Absent $n), (Absent $a)]>;
