#!/usr/bin/env bash
# The loops of matmul.mlir by the JIT and by mlir-runner -O2 (MLIR 22): the checksum, which has to be the same, and the
# processor time of one run, the best of twenty.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The runner's clock is that of the C library, in microseconds of processor time.
cat matmul.mlir - > "$work/timed.mlir" <<'END'
func.func private @clock() -> i64
func.func @timed() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %runs = arith.constant 20 : index
  %most = arith.constant 9223372036854775807 : i64
  %nothing = arith.constant 0.0 : f32
  %best, %sum = scf.for %i = %c0 to %runs step %c1 iter_args(%least = %most, %s = %nothing) -> (i64, f32) {
    %start = func.call @clock() : () -> i64
    %x = func.call @main() : () -> f32
    %end = func.call @clock() : () -> i64
    %t = arith.addf %s, %x : f32
    %took = arith.subi %end, %start : i64
    %less = arith.minsi %least, %took : i64
    scf.yield %less, %t : i64, f32
  }
  // The sums are used, so that none of the runs is left out.
  %positive = arith.cmpf ogt, %sum, %nothing : f32
  %result = arith.select %positive, %best, %most : i64
  return %result : i64
}
END
mlir-opt-22 --convert-scf-to-cf --expand-strided-metadata --finalize-memref-to-llvm --convert-cf-to-llvm \
  --convert-arith-to-llvm --convert-index-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
  "$work/timed.mlir" -o "$work/lowered.mlir"
checksum=$(mlir-runner-22 -O2 -e main -entry-point-result=f32 "$work/lowered.mlir")
micros=$(mlir-runner-22 -O2 -e timed -entry-point-result=i64 "$work/lowered.mlir")
read -r ours seconds < <(cargo bench -q -p assay-jit --bench jit -- matmul "$PWD/matmul.mlir")

awk -v theirs="$checksum" -v micros="$micros" -v ours="$ours" -v seconds="$seconds" 'BEGIN {
  printf "mlir-runner -O2: %.2f ms, checksum %s\n", micros / 1000, theirs
  printf "JIT:             %.2f ms, checksum %s\n", seconds * 1000, ours
  printf "ratio:           %.2f\n", seconds * 1e6 / micros
  # The runner prints seven digits.
  exit (theirs - ours) ^ 2 > (theirs * 1e-6) ^ 2
}'
