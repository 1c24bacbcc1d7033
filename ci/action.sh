#!/usr/bin/env bash
# What ci/action.yml runs: `assay check` with annotations on standard output, a job summary and SARIF, or with an old binary
# `assay tv` on tests with annotations and a summary; its exit code is that of the step. ci/assay.sh says which `assay`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Empty inputs of the action are as if they were not there.
[ -n "${ASSAY:-}" ] || unset ASSAY
[ -n "${ASSAY_WHEEL:-}" ] || unset ASSAY_WHEEL

summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
options=(--fail-on "${INPUT_FAIL_ON:-error}" --today "$(date +%F)" --force-exclude)
options+=(--format github --format "markdown=$summary")
[ -z "${INPUT_SARIF:-}" ] || options+=(--format "sarif=$INPUT_SARIF")
[ -z "${INPUT_REQUIRE:-}" ] || options+=(--require "$INPUT_REQUIRE")
[ -z "${INPUT_BASELINE:-}" ] || [ ! -e "$INPUT_BASELINE" ] || options+=(--baseline "$INPUT_BASELINE")

paths=()
while IFS= read -r path; do
  path=${path%$'\r'}
  [ -z "${path//[[:space:]]/}" ] || paths+=("$path")
done <<<"${INPUT_PATHS:-}"

status=0
# Arguments are a list of words.
# shellcheck disable=SC2086
if [ -n "${INPUT_OLD_OPT:-}" ]; then
  pair=(--old-opt "$INPUT_OLD_OPT" --mlir-opt "${INPUT_MLIR_OPT:-mlir-opt-22}" --fail-on "${INPUT_FAIL_ON:-error}")
  [ -z "${INPUT_BASELINE:-}" ] || [ ! -e "$INPUT_BASELINE" ] || pair+=(--baseline "$INPUT_BASELINE")
  "$here/assay.sh" tv --tests "${INPUT_TESTS:?the folder of the tests}" "${pair[@]}" --format github --format "markdown=$summary" \
    ${INPUT_ARGS:-} || status=$?
else
  "$here/assay.sh" check "${options[@]}" ${INPUT_ARGS:-} -- ${paths[@]+"${paths[@]}"} || status=$?
fi

[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$summary" >>"$GITHUB_STEP_SUMMARY"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  echo "exit-code=$status" >>"$GITHUB_OUTPUT"
  if [ -n "${INPUT_SARIF:-}" ] && [ -e "$INPUT_SARIF" ]; then echo "sarif=$INPUT_SARIF" >>"$GITHUB_OUTPUT"; fi
fi
exit "$status"
