#!/usr/bin/env bash
# Installs what the other scripts need and this machine lacks: z3, and with --mlir also MLIR 22.
# Debian and Ubuntu only; uses sudo when not root. Prints a line for each package that it installs.
set -euo pipefail

wanted=()
command -v z3 >/dev/null || wanted+=(z3)
if [ "${1:-}" = "--mlir" ]; then
  command -v mlir-opt-22 >/dev/null || wanted+=(mlir-22-tools)
fi
command -v cc >/dev/null || wanted+=(gcc libc6-dev)
[ ${#wanted[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup: please install ${wanted[*]} (no apt-get here to do it)" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
for package in "${wanted[@]}"; do echo "setup: installing $package" >&2; done
"${as_root[@]}" apt-get update -q >/dev/null
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${wanted[@]}" >/dev/null
