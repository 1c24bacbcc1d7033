#!/usr/bin/env bash
# Generated patterns and programs, printed in every form and read back.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" print --mode valid --oracle print --count "${COUNT:-10000}" --seed 1 "$@"
