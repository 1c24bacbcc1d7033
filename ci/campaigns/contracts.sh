#!/usr/bin/env bash
# Contracts against what the passes of mlir-opt-22 do: conformance over the payloads and generated ones, what is learned beside
# the observed table, and mutants. Usage: contracts.sh SEED [ASSAY]
set -euo pipefail
seed=${1:?a seed}
assay=${2:-assay}
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../../corpus/contracts
status=0
"$assay" audit --conformance --format concise --generate 200 --seed "$seed" | tail -n 40 || status=1
"$assay" audit --learn "$data/payloads/upstream.mlir" > "${TMPDIR:-/tmp}/learned.toml"
python3 "$here/learned.py" "${TMPDIR:-/tmp}/learned.toml" "$data/observed.tsv" || status=1
python3 "$here/contract_mutants.py" "$seed" --assay "$assay" || status=1
exit $status
