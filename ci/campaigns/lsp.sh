#!/usr/bin/env bash
# The language server under a real client library (pygls, from PyPI): times of edits, memory, and the same findings as
# `assay check` in the end.
#
# usage: ci/campaigns/lsp.sh [SEED [EDITS]]        (needs target/release/assay and python3-venv)
#        ci/campaigns/lsp.sh --record              (writes the conversation that a test plays again)
set -euo pipefail
cd "$(dirname "$0")/../.."
env=target/campaigns/lsp-env
if [ ! -x "$env/bin/python" ]; then
  python3 -m venv "$env"
fi
"$env/bin/python" -c 'import pygls' 2>/dev/null || "$env/bin/pip" install --quiet pygls
if [ "${1:-}" = --record ]; then
  exec "$env/bin/python" ci/campaigns/lsp_record.py
fi
exec "$env/bin/python" ci/campaigns/lsp.py "$@"
