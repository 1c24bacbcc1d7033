#!/usr/bin/env bash
# Holds passes of mlir-opt-22 that promise to keep the meaning against the engines: generated functions through each pass, and
# MLIR's own tests with the passes of their RUN lines. Prints the table pass x functions x changed x judged x tested x open.
# Each pass has functions of its own. Programs are run; proofs are asked for with --proofs. A report that an earlier call with the
# same seed and folder finished is not made again.
# usage: ci/campaigns/passes.sh SEED [--sources DIR] [--count N] [--out DIR] [--proofs] [-- OPTION ...]
#   --sources  a folder with `mlir/test` of release 22.1.8 (default: the source package of the distribution, by mlir_sources.sh)
#   --count    generated functions of each pass (default 600)
#   --out      the folder of the reports (default target/campaigns/passes-SEED)
#   OPTION     options of `assay tv`, such as --no-reduce, which leaves programs of findings as they were found
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seed=${1:?usage: passes.sh SEED [--sources DIR] [--count N] [--out DIR] [--proofs] [-- OPTION ...]}
shift
count=600 sources='' out=target/campaigns/passes-$seed proofs=--no-proof
while [ $# -gt 0 ]; do
  case $1 in
    --proofs) proofs=''; shift; continue ;;
    --) shift; break ;;
    --sources) sources=$2 ;;
    --count) count=$2 ;;
    --out) out=$2 ;;
    *) echo "unknown option $1" >&2; exit 2 ;;
  esac
  shift 2
done
options=("$@")
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
# Judges what the options say, with a seed, into the report of a name.
judge() {
  local name=$1 seed=$2 status=0
  shift 2
  [ -f "$out/$name.json" ] && return
  "$assay" tv "$@" --seed "$seed" ${proofs:+"$proofs"} "${options[@]}" --quiet --format "json=$out/$name.part" \
    --format "human=$out/$name.txt" 2> "$out/$name.err" || status=$?
  if [ "$status" -le 1 ]; then
    mv "$out/$name.part" "$out/$name.json"
  else
    failed+=("$name")
    echo "$name: exit code $status" >&2
    cat "$out/$name.err" >&2
  fi
}
failed=()
number=0
for pass in "${passes[@]}"; do
  name=${pass#func.func(}
  name=${name%%[\{)]*}
  number=$((number + 1))
  judge "generated-$name" $((seed * 1000 + number)) --generate "$count" --pass "$pass"
done
for folder in Dialect/{Affine,Arith,Complex,ControlFlow,Func,Index,Linalg,Math,MemRef,SCF,Tensor,UB,Vector} Transforms \
  Conversion/{AffineToStandard,ArithToLLVM,ComplexToStandard,IndexToLLVM,MathToFuncs,SCFToControlFlow,VectorToSCF}; do
  [ -d "$sources/mlir/test/$folder" ] || continue
  judge "tests-${folder//\//-}" "$seed" --tests "$sources/mlir/test/$folder"
done
python3 ci/campaigns/passes_table.py "$out"/generated-*.json "$out"/tests-*.json
[ ${#failed[@]} -eq 0 ] || { echo "not run: ${failed[*]}" >&2; exit 1; }
