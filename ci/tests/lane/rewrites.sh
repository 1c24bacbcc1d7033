#!/usr/bin/env bash
# Builds FOLDER/rewrites-old and FOLDER/rewrites-new, which differ in twelve rewrites, and FOLDER/rewrites-faults and
# FOLDER/rewrites-twins, with six patterns that no driver can live with, and the same ones repaired.
#
# usage: ci/tests/lane/rewrites.sh FOLDER        (needs libmlir-22-dev, llvm-22-dev and g++; LLVM names another place)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
llvm=${LLVM:-/usr/lib/llvm-22}
mkdir -p "${1:?a folder}"
for variant in old new faults twins; do
  g++ -std=c++17 -fno-rtti -O0 -I "$llvm/include" "-D${variant^^}" -o "$1/rewrites-$variant" "$here/rewrites.cpp" \
    -L "$llvm/lib" -Wl,-rpath,"$llvm/lib" -l:libMLIROptLib.a -lMLIR -lLLVM
done
