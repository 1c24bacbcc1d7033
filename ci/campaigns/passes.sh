#!/usr/bin/env bash
# Holds passes of mlir-opt-22 that promise to keep the meaning against the engines: generated functions through each pass, and
# MLIR's own tests with the passes of their RUN lines. Prints the table pass x functions x changed x judged x tested x open.
# usage: ci/campaigns/passes.sh SEED [--sources DIR] [--count N] [--out DIR]
#   --sources  a folder with `mlir/test` of release 22.1.8 (default: the source package of the distribution, by mlir_sources.sh)
#   --count    generated functions of each pass (default 600)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seed=${1:?usage: passes.sh SEED [--sources DIR] [--count N] [--out DIR]}
shift
count=600 sources= out=target/campaigns/passes
while [ $# -gt 0 ]; do
  case $1 in
    --sources) sources=$2 ;;
    --count) count=$2 ;;
    --out) out=$2 ;;
    *) echo "unknown option $1" >&2; exit 2 ;;
  esac
  shift 2
done
assay=${ASSAY:-target/release/assay}
[ -n "${ASSAY:-}" ] || cargo build --release --locked --quiet -p assay-cli
mkdir -p "$out"
if [ -z "$sources" ]; then
  sources=target/campaigns/mlir-$(mlir-opt-22 --version | sed -n 's/.*LLVM version //p')
  ci/campaigns/mlir_sources.sh "$sources"
fi
passes=(
  canonicalize cse sccp loop-invariant-code-motion control-flow-sink int-range-optimizations arith-expand
  arith-unsigned-when-equivalent 'arith-int-range-narrowing{int-bitwidths-supported=8,16,32}' math-expand-ops
  test-math-algebraic-simplification test-single-fold mem2reg sroa remove-dead-values
  convert-scf-to-cf scf-for-loop-canonicalization scf-for-loop-peeling scf-for-loop-range-folding
  scf-for-loop-specialization 'test-loop-unrolling{unroll-factor=2}' affine-loop-fusion 'func.func(affine-loop-unroll{unroll-factor=3})'
  'func.func(affine-loop-unroll-jam)' 'affine-loop-tile{tile-size=2}' affine-loop-coalescing affine-scalrep affine-simplify-structures
  affine-loop-invariant-code-motion affine-loop-normalize 'affine-super-vectorize{virtual-vector-size=4}' affine-parallelize
  affine-raise-from-memref lower-affine affine-expand-index-ops fold-memref-alias-ops expand-strided-metadata memref-expand
  lower-vector-multi-reduction convert-vector-to-scf lift-cf-to-scf
)
for pass in "${passes[@]}"; do
  name=${pass#func.func(}
  name=${name%%[\{)]*}
  status=0
  "$assay" tv --generate "$count" --seed "$seed" --pass "$pass" --format "json=$out/generated-$name.json" \
    --format "human=$out/generated-$name.txt" --quiet 2> "$out/generated-$name.err" || status=$?
  [ "$status" -le 1 ] || { echo "$pass: exit code $status" >&2; cat "$out/generated-$name.err" >&2; }
done
for folder in Dialect/{Affine,Arith,Complex,ControlFlow,Func,Index,Linalg,Math,MemRef,SCF,Tensor,UB,Vector} Transforms \
  Conversion/{AffineToStandard,ArithToLLVM,ComplexToStandard,IndexToLLVM,MathToFuncs,SCFToControlFlow,TensorToLinalg,VectorToSCF}; do
  name=tests-${folder//\//-}
  [ -d "$sources/mlir/test/$folder" ] || continue
  status=0
  "$assay" tv --tests "$sources/mlir/test/$folder" --seed "$seed" --format "json=$out/$name.json" \
    --format "human=$out/$name.txt" --quiet 2> "$out/$name.err" || status=$?
  [ "$status" -le 1 ] || { echo "$folder: exit code $status" >&2; cat "$out/$name.err" >&2; }
done
exec python3 ci/campaigns/passes_table.py "$out"/generated-*.json "$out"/tests-*.json
