#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# llvm.sh CMAKE SOURCE FOLDER OLD NEW: a build folder made when the machine had only version OLD of LLVM takes NEW
# once it is there, and says so; one that was told which to take keeps it. Exit 77 (skipped) where one of them is missing.
set -eu
cmake=$1 source=$2 folder=$3 old=$4 new=$5
for version in "$old" "$new"; do
    for tool in llvm-config-"$version" clang-"$version"; do
        command -v "$tool" >/dev/null || { echo "skipped: no $tool: scripts/deps llvm" && exit 77; }
    done
    [ -f "$("llvm-config-$version" --includedir)/llvm-c/Core.h" ] ||
        { echo "skipped: no headers of LLVM $version: scripts/deps llvm" && exit 77; }
done
rm -rf "$folder" && mkdir -p "$folder"

configured() { # configured VERSION OPTION...: configure again, and that version is taken
    expected=$1
    shift
    if ! "$cmake" -S "$source" -B "$folder/build" -G Ninja -DSTET_BUILD_TESTS=OFF "$@" >"$folder/log" 2>&1 ||
        ! grep -q "FPSan is built with LLVM $expected\." "$folder/log"; then
        echo "not LLVM $expected:"
        cat "$folder/log"
        exit 1
    fi
    grep -q "clang-$expected" "$folder/build/build.ninja" || { echo "not clang-$expected" && exit 1; }
    echo "$* -> LLVM $expected"
}

# The machine as it was before NEW came.
"$(dirname "$0")/only-llvm.sh" "$old" "$folder/path"
(PATH=$folder/path configured "$old")
configured "$new"
configured "$old" -DSTET_LLVM="$old"
configured "$old"
rm -rf "$folder"
