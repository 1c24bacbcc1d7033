#!/usr/bin/env bash
# Runs every fuzz target, or those that are named, on stable Rust: for 60 seconds each (FUZZ_SECONDS), or for a number of
# executions (FUZZ_RUNS), on inputs of at most 4096 bytes (FUZZ_LENGTH). The corpus in fuzz/corpus is kept and grows from
# run to run; inputs that fail are left in fuzz/artifacts.
# Needs a C++ compiler; installs cargo-fuzz when it is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --version 0.13.2 --locked
[ $# -gt 0 ] || set -- reader program odd-program pattern undo journal execution engine-mlir wellformed-mlir

status=0
bound=(-max_total_time="${FUZZ_SECONDS:-60}")
[ -z "${FUZZ_RUNS:-}" ] || bound=(-runs="$FUZZ_RUNS")
for target in "$@"; do
  corpus="fuzz/corpus/fuzz-$target"
  mkdir -p "$corpus" "fuzz/artifacts/fuzz-$target"
  folders=("$corpus")
  [ ! -d "fuzz/seeds/$target" ] || folders+=("fuzz/seeds/$target")
  echo "== $target" >&2
  cargo fuzz run -s none "fuzz-$target" "${folders[@]}" -- \
    "${bound[@]}" -max_len="${FUZZ_LENGTH:-4096}" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 ||
    status=1
done
exit "$status"
