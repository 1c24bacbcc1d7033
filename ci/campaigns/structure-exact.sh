#!/usr/bin/env bash
# Is the structure verdict exact? More than 100,000 generated patterns, executed by our engine on the programs that are made
# for each; 10,000 of them by mlir-opt-22 too; 10,000 of the prototype's distribution; then the tables once more, from the
# records and MLIR alone. Records go to target/campaigns; a campaign that was stopped goes on. SHARE=N takes each N-th part,
# other arguments are those of `assay fuzz`. All tables are printed; ends with exit code 1 when a fact did not hold.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$here/../../target/campaigns
share=${SHARE:-1}
status=0

campaign() { # NAME COUNT ARGUMENTS
  local name=structure-$1 count=$(($2 / share))
  shift 2
  echo "== $name: $count patterns"
  "$here/run.sh" "$name" --count "$count" --oracle verdict "$@" || status=1
}

table() { # TITLE ARGUMENTS
  echo "== from the records alone: $1"
  shift
  python3 "$here/structure_table.py" "$@" || status=1
}

campaign valid 85000 --mode valid --seed 11 "$@"
campaign adversarial 15000 --mode adversarial --seed 12 "$@"
campaign regions 5000 --mode valid --containment --seed 13 "$@"
campaign mlir 10000 --mode valid --mlir 2 --crashes 1 --seed 14 "$@"
campaign prototype 10000 --mode prototype --seed 15 "$@"

for name in valid adversarial regions; do
  table "$name" "$folder/structure-$name/records.jsonl"
done
connected=("$folder"/structure-{valid,adversarial,regions,mlir}/records.jsonl)
table "valid, adversarial, regions, mlir" "${connected[@]}" --population
table "mlir, with separate runs of mlir-opt" "$folder/structure-mlir/records.jsonl" --mlir mlir-opt-22 \
  --answers "$folder/structure-mlir/answers.jsonl"
table "prototype" "$folder/structure-prototype/records.jsonl" --published
exit "$status"
