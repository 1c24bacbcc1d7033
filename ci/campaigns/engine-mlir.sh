#!/usr/bin/env bash
# More than 20,000 generated patterns and programs through our engine and through mlir-opt-22.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" engine-mlir --mode valid --oracle engine --count "${COUNT:-10000}" --seed 1 "$@"
