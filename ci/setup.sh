#!/usr/bin/env bash
# Installs what the other scripts need and this machine lacks: z3, and with --mlir also MLIR 22 and its ODS files.
# Debian and Ubuntu only; uses sudo when not root. Prints a line for each package that it installs.
#
# Of libmlir-22-dev only the ODS files are wanted (`tblgen-to-irdl` reads them): they are 7 of the 546 MB that the
# package takes when it is installed, so they are unpacked into the target folder.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ods=${CARGO_TARGET_DIR:-$root/target}/mlir-22

wanted=()
want_ods=
command -v z3 >/dev/null || wanted+=(z3)
if [ "${1:-}" = "--mlir" ]; then
  command -v mlir-opt-22 >/dev/null || wanted+=(mlir-22-tools)
  [ -e /usr/lib/llvm-22/include/mlir/IR/OpBase.td ] || [ -e "$ods/include/mlir/IR/OpBase.td" ] || want_ods=yes
fi
command -v cc >/dev/null || wanted+=(gcc libc6-dev)
[ ${#wanted[@]} -gt 0 ] || [ "$want_ods" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup: please install ${wanted[*]} ${want_ods:+libmlir-22-dev} (no apt-get here to do it)" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -q >/dev/null
if [ ${#wanted[@]} -gt 0 ]; then
  for package in "${wanted[@]}"; do echo "setup: installing $package" >&2; done
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${wanted[@]}" >/dev/null
fi
if [ "$want_ods" ]; then
  echo "setup: unpacking the ODS files of libmlir-22-dev into $ods" >&2
  mkdir -p "$ods"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  version=$(dpkg-query -W -f='${Version}' mlir-22-tools 2>/dev/null || true)
  (cd "$work" && apt-get download -q -o APT::Sandbox::User=root "libmlir-22-dev${version:+=$version}" >/dev/null)
  dpkg-deb --fsys-tarfile "$work"/libmlir-22-dev_*.deb |
    tar x -C "$work" --strip-components=4 --wildcards './usr/lib/llvm-22/include/*.td'
  mv "$work/include" "$ods/"
fi
