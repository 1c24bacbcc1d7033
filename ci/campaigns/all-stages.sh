#!/usr/bin/env bash
# The whole loop over real dialects: every stage of the verdict, rewriting, MLIR, and what is computed before and after.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" all-stages --mode dialect --all-stages --mlir 1 --count "${COUNT:-2000}" --seed 1 "$@"
