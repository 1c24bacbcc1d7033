#!/usr/bin/env bash
# The distribution of the published prototype, in the form in which its figures were published.
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" prototype --mode prototype --oracle verdict --count "${COUNT:-10000}" --seed 1 "$@"
