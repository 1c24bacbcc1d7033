#!/usr/bin/env bash
# Rewrites of generated programs on copies; the originals stay as they are.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" undo --mode valid --oracle undo --count "${COUNT:-10000}" --seed 1 "$@"
