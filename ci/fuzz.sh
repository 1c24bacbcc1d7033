#!/usr/bin/env bash
# Runs every fuzz target, or those that are named, on stable Rust: for 60 seconds each, or for a number of
# executions (FUZZ_RUNS), on inputs of at most 4096 bytes (FUZZ_LENGTH). The corpus in fuzz/corpus is kept and grows from
# run to run; inputs that fail are left in fuzz/artifacts. FUZZ_SHARDS processes run at once, each with a corpus of its own, and
# FUZZ_MERGE names folders of corpora of other machines (FOLDER/fuzz-TARGET): what of these is new is merged into fuzz/corpus.
# FUZZ_PROFILE=dev builds without optimisation. Needs a C++ compiler; installs cargo-fuzz when it is missing.
#
# usage: ci/fuzz.sh [SECONDS] [TARGET ...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --version 0.13.2 --locked
seconds=60
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
[ $# -gt 0 ] ||
  set -- reader program odd-program pattern undo journal execution engine-mlir wellformed-mlir cpp rise script

status=0
bound=(-max_total_time="$seconds")
[ -z "${FUZZ_RUNS:-}" ] || bound=(-runs="$FUZZ_RUNS")
limits=(-max_len="${FUZZ_LENGTH:-4096}" -timeout=10 -rss_limit_mb=1024)
shards=${FUZZ_SHARDS:-1}
options=(-s none) profile=release
[ "${FUZZ_PROFILE:-release}" = release ] || options+=(--dev) profile=debug
host=$(rustc -vV | sed -n 's/^host: //p')
binaries=${CARGO_TARGET_DIR:-target}/$host/$profile

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
  "$binaries/fuzz-$target" -artifact_prefix="fuzz/artifacts/fuzz-$target/" "${limits[@]}" "$@"
}

cargo fuzz build "${options[@]}"
for target in "$@"; do
  corpus="fuzz/corpus/fuzz-$target"
  mkdir -p "$corpus" "fuzz/artifacts/fuzz-$target"
  mapfile -t given < <(seeds "$target")
  echo "== $target" >&2
  if [ "$shards" -eq 1 ]; then
    fuzz "$target" "${bound[@]}" -print_final_stats=1 "$corpus" "${given[@]}" || status=1
    parts=()
  else
    parts=() running=()
    for shard in $(seq "$shards"); do
      part="fuzz/corpus/shards/$shard/fuzz-$target"
      mkdir -p "$part"
      parts+=("$part")
      fuzz "$target" "${bound[@]}" -seed="$shard" "$part" "$corpus" "${given[@]}" &
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
    fuzz "$target" -merge=1 "$corpus" "${parts[@]}" || status=1
  fi
done
exit "$status"
