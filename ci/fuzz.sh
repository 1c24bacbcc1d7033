#!/usr/bin/env bash
# Runs every fuzz target, or those that are named, on stable Rust: for 60 seconds each (FUZZ_SECONDS), or for a number of
# executions (FUZZ_RUNS), on inputs of at most 4096 bytes (FUZZ_LENGTH). The corpus in fuzz/corpus is kept and grows from
# run to run; inputs that fail are left in fuzz/artifacts. FUZZ_SHARDS processes run at once, each with a corpus of its own, and
# FUZZ_MERGE names folders of corpora of other machines (FOLDER/fuzz-TARGET): what of these is new is merged into fuzz/corpus.
# Needs a C++ compiler; installs cargo-fuzz when it is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --version 0.13.2 --locked
[ $# -gt 0 ] ||
  set -- reader program odd-program pattern undo journal execution engine-mlir wellformed-mlir cpp rise script

status=0
bound=(-max_total_time="${FUZZ_SECONDS:-60}")
[ -z "${FUZZ_RUNS:-}" ] || bound=(-runs="$FUZZ_RUNS")
limits=(-max_len="${FUZZ_LENGTH:-4096}" -timeout=10 -rss_limit_mb=1024)
shards=${FUZZ_SHARDS:-1}

# The seeds of a target, as fuzz/src/targets.rs has them.
seeds() {
  case "$1" in
    cpp) echo corpus/cpp ;;
    *) [ ! -d "fuzz/seeds/$1" ] || echo "fuzz/seeds/$1" ;;
  esac
}

fuzz() {
  local target=$1
  shift
  cargo fuzz run -s none "fuzz-$target" "$@"
}

for target in "$@"; do
  corpus="fuzz/corpus/fuzz-$target"
  mkdir -p "$corpus" "fuzz/artifacts/fuzz-$target"
  mapfile -t given < <(seeds "$target")
  echo "== $target" >&2
  if [ "$shards" -eq 1 ]; then
    fuzz "$target" "$corpus" "${given[@]}" -- "${bound[@]}" "${limits[@]}" -print_final_stats=1 || status=1
    parts=()
  else
    cargo fuzz build -s none "fuzz-$target"
    parts=() running=()
    for shard in $(seq "$shards"); do
      part="fuzz/corpus/shards/$shard/fuzz-$target"
      mkdir -p "$part"
      parts+=("$part")
      fuzz "$target" "$part" "$corpus" "${given[@]}" -- "${bound[@]}" "${limits[@]}" -seed="$shard" &
      running+=($!)
    done
    for process in "${running[@]}"; do
      wait "$process" || status=1
    done
  fi
  for folder in ${FUZZ_MERGE:-}; do
    [ ! -d "$folder/fuzz-$target" ] || parts+=("$folder/fuzz-$target")
  done
  if [ ${#parts[@]} -gt 0 ]; then
    fuzz "$target" "$corpus" "${parts[@]}" -- -merge=1 "${limits[@]}" || status=1
  fi
done
exit "$status"
