#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# llvm.sh SOURCE BUILD VERSION: FPSan built with that version of LLVM in BUILD/llvm-VERSION, and all of the
# claims run through it, but for what its clang lacks; STET_CLAIMS names one class of them. Exit 77 (skipped) where it is not installed.
set -eu
source=$1 build=$2/llvm-$3 version=$3
for tool in llvm-config-"$version" clang-"$version"; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed: scripts/deps llvm" && exit 77; }
done
[ -f "$("llvm-config-$version" --includedir)/llvm-c/Core.h" ] ||
    { echo "llvm-$version-dev is not installed: scripts/deps llvm" && exit 77; }
cmake -G Ninja -S "$source" -B "$build" -DSTET_LLVM="$version" -DSTET_BUILD_TESTS=OFF \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >"$2/llvm-$version.log"
cmake --build "$build" --target fpsan-cc fpsan-instr fpsan-command libfpsan.a >>"$2/llvm-$version.log" || {
    tail -n 30 "$2/llvm-$version.log"
    exit 1
}
# shellcheck disable=SC2086 # no class or one
exec python3 -B "$(dirname "$0")/test_claims.py" "$build" ${STET_CLAIMS:-}
