#!/usr/bin/env bash
# Is the structure verdict exact? More than 100,000 generated patterns, executed by our engine on the programs that are made
# for each; 10,000 of them by mlir-opt-22 too; 10,000 of the prototype's distribution; then the tables once more, from the
# records and MLIR alone. Records go to target/campaigns; a campaign that was stopped goes on. SHARE=N takes each N-th part.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
share=${SHARE:-1}
folder=target/campaigns
cargo build --release --locked --quiet -p assay-cli

campaign() { # NAME COUNT ARGUMENTS
  local name=$1 count=$(($2 / share))
  shift 2
  echo "== $name: $count patterns" >&2
  target/release/assay fuzz --out "$folder/$name" --count "$count" "$@" || echo "== $name: facts did not hold" >&2
}

campaign structure-valid 75000 --mode valid --oracle verdict --seed 11
campaign structure-adversarial 25000 --mode adversarial --oracle verdict --seed 12
campaign structure-regions 5000 --mode valid --oracle verdict --containment --seed 13
campaign structure-mlir 10000 --mode valid --oracle verdict --mlir 2 --crashes 1 --seed 14
campaign structure-prototype 10000 --mode prototype --oracle verdict --seed 15

connected=("$folder"/structure-{valid,adversarial,regions,mlir}/records.jsonl)
python3 ci/campaigns/structure_table.py "${connected[@]}" --population
python3 ci/campaigns/structure_table.py "$folder/structure-mlir/records.jsonl" --mlir mlir-opt-22
python3 ci/campaigns/structure_table.py "$folder/structure-prototype/records.jsonl" --published
