#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# removed-isa.sh CMAKE SOURCE FOLDER INSTANCE...: build the library without each instance, without
# all of them, and with the highest alone; the golden bits must hold on what is left. Minutes: each
# is a build of its own (at -O1, which is quicker to compile).
set -eu
cmake=$1 source=$2 folder=$3
shift 3
failed=0

options() { # options ON|OFF INSTANCE...: CMake options
    value=$1
    shift
    for isa in "$@"; do
        printf ' -DSTET_%s=%s' "$(echo "$isa" | tr '[:lower:]' '[:upper:]')" "$value"
    done
}

check() { # check WHAT OPTIONS
    rm -rf "$folder"
    mkdir -p "$folder"
    # shellcheck disable=SC2086 # words
    if ! { "$cmake" -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 \
        -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DSTET_BUILD_CLI=OFF -DSTET_BUILD_TESTS=ON $2 &&
        "$cmake" --build "$folder" --target golden; } >"$folder/log" 2>&1; then
        tail -n 20 "$folder/log"
        failed=1
    elif "$folder/tests/golden" --quick "$source/tests/golden/native.txt" >"$folder/out"; then
        echo "$1: $(tail -n 2 "$folder/out" | tr '\n' ' ')"
    else
        cat "$folder/out"
        failed=1
    fi
}

all=$(options OFF "$@")
check "none but soft" "$all"
if grep -q 'instruction set: soft' "$folder/out"; then :; else
    echo "with all instances removed another than soft runs"
    failed=1
fi
for isa in "$@"; do
    check "without $isa" "$(options OFF "$isa")"
    if grep -q "instruction set: $isa\$" "$folder/out"; then
        echo "without $isa it still runs"
        failed=1
    fi
    highest=$isa
done
check "$highest alone" "$all $(options ON "$highest")"
rm -rf "$folder"
exit $failed
