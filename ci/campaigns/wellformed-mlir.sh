#!/usr/bin/env bash
# Generated programs, in order and damaged, to our checker and to the verifier of mlir-opt-22.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" wellformed-mlir --mode valid --oracle wellformed --count "${COUNT:-2000}" --seed 1 "$@"
