#!/usr/bin/env bash
# Runs `assay` with the given arguments. ASSAY names a program (a path, or a name on PATH) to use; ASSAY_WHEEL names a wheel, by
# its file or as pip knows it, that is installed once into a virtual environment of its own. Without either it is built from
# this checkout, and z3 is installed when it is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ -n "${ASSAY:-}" ]; then
  exec "$ASSAY" "$@"
fi

if [ -n "${ASSAY_WHEEL:-}" ]; then
  # A file that changes is another wheel.
  name=$ASSAY_WHEEL
  [ ! -f "$name" ] || name="$name $(sha256sum "$name" | cut -d' ' -f1)"
  folder=${ASSAY_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/assay}/$(printf '%s' "$name" | sha256sum | cut -c1-16)
  if [ ! -x "$folder/bin/assay" ]; then
    echo "assay: installing $ASSAY_WHEEL into $folder" >&2
    rm -rf "$folder"
    mkdir -p "$(dirname "$folder")"
    new=$(mktemp -d "$folder.XXXXXX")
    python3 -m venv "$new"
    "$new/bin/python" -m pip install --disable-pip-version-check --progress-bar off "$ASSAY_WHEEL" >&2
    # A run beside this one may have been faster; scripts of the environment name its folder, binaries do not.
    mv -T "$new" "$folder" 2>/dev/null || rm -rf "$new"
  fi
  exec "$folder/bin/assay" "$@"
fi

"$root/ci/setup.sh"
program=${CARGO_TARGET_DIR:-$root/target}/release/assay
if [ ! -x "$program" ]; then
  echo "assay: building it, the first time takes minutes (ASSAY or ASSAY_WHEEL name one that is built)" >&2
fi
cargo build --release --locked --manifest-path "$root/Cargo.toml" -p assay-cli >&2
exec "$program" "$@"
