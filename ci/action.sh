#!/usr/bin/env bash
# What ci/action.yml runs: `assay check` with annotations on standard output, a job summary and SARIF; its exit code is
# that of the step. ASSAY names a binary to use instead of building one.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
assay=(${ASSAY:-"$here/assay.sh"})

summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
formats=(--format github --format "markdown=$summary")
[ -z "${INPUT_SARIF:-}" ] || formats+=(--format "sarif=$INPUT_SARIF")

status=0
# Paths and arguments are lists of words.
# shellcheck disable=SC2086
"${assay[@]}" check ${INPUT_PATHS:-} --fail-on "${INPUT_FAIL_ON:-error}" --today "$(date +%F)" "${formats[@]}" ${INPUT_ARGS:-} ||
  status=$?

[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$summary" >>"$GITHUB_STEP_SUMMARY"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  echo "exit-code=$status" >>"$GITHUB_OUTPUT"
  if [ -n "${INPUT_SARIF:-}" ] && [ -e "$INPUT_SARIF" ]; then echo "sarif=$INPUT_SARIF" >>"$GITHUB_OUTPUT"; fi
fi
exit "$status"
