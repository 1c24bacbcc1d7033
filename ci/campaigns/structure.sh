#!/usr/bin/env bash
# The static verdict of the structure rules against execution.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" structure --mode valid --oracle verdict --count "${COUNT:-100000}" --seed 1 "$@"
