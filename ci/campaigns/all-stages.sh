#!/usr/bin/env bash
# All stages of the verdict on generated patterns of every mode: `all-stages.sh SEED [ARGUMENTS]`. Options that change a
# verdict are drawn for each pattern, programs run before and after each rewrite, interpreted and compiled; a table per mode
# says what each stage decided and why it did not. The last lines are the shares over all modes together, and the control:
# a zero of contradictions counts only where executions of the same run show what is refuted.
# COUNT=N patterns in all (default 10,000); other arguments are those of `assay fuzz`. Exit code 1 when a fact did not
# hold or a control shows nothing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$here/../../target/campaigns
seed=${1:-1}
shift || true
count=${COUNT:-10000}
status=0
records=()

campaign() { # MODE PERCENT ARGUMENTS
  local mode=$1 share=$2
  shift 2
  local name=all-stages-$mode-$seed number=$((count * share / 100))
  echo "== $mode: $number patterns"
  "$here/run.sh" "$name" --mode "$mode" --all-stages --count "$number" --seed "$seed" "$@" || status=1
  records+=("$folder/$name/records.jsonl")
}

campaign sound 46 "$@"
campaign dialect 18 "$@"
campaign valid 14 "$@"
campaign adversarial 10 "$@"
campaign safe 6 "$@"
campaign prototype 6 "$@"

python3 "$here/stages_table.py" "${records[@]}" || status=1
exit "$status"
