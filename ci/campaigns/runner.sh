#!/usr/bin/env bash
# Generated programs in arith and scf, and in affine, memref, vector and tensor, through the interpreter, the JIT and, lowered by
# mlir-opt-22, mlir-runner-22: `runner.sh SEED COUNT`, where COUNT is of programs of each kind. Prints what was run and decided;
# stops at the first difference with the program that shows it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seed=${1:-1}
count=${2:-2000}
shift $(($# < 2 ? $# : 2))
export ASSAY_RUNNER_SEED=$seed ASSAY_RUNNER_PROGRAMS=$count ASSAY_REQUIRE_MLIR=1
exec cargo test --locked -p assay-jit --test tests runner:: -- --nocapture "$@"
