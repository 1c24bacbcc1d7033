#!/usr/bin/env bash
# The whole loop over real dialects: every stage of the verdict, rewriting, and what is computed before and after it, by the
# interpreter and by compiled code. With `--mlir 1` MLIR rewrites a program of each pattern too.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" all-stages --mode dialect --all-stages --count "${COUNT:-10000}" --seed 1 "$@"
