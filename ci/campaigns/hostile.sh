#!/usr/bin/env bash
# Mutated inputs of every kind through every command: `hostile.sh SEED [KIND ...]`. COUNT=N inputs in all (default 1,000,000),
# MINUTES=N to end earlier, JOBS=N kinds at a time; run again, it goes on. Prints a table; exit code 1 when a run crashed, did not end or took too much memory.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[ -n "${ASSAY:-}" ] || cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" -p assay-cli
exec python3 "$root/ci/campaigns/hostile.py" "$@"
