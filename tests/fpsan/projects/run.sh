#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: Debian's sources of KISS FFT and SpeexDSP, built without a change by CC=fpsan-cc, compute the
# DFT; natively they differ from it, and with a wrong twiddle FPSan says so. Exit 77 (skipped) where apt cannot
# fetch the sources. BUILD/projects keeps them.
set -eu
here=$(cd "$(dirname "$0")" && pwd) build=$(cd "$1" && pwd)
work=$build/projects failed=0
mkdir -p "$work"
cd "$work"
"$here/../../../scripts/debian-source" . kissfft speexdsp || exit 77

# unpack NAME INTO: a fresh copy.
unpack() {
    rm -rf "$2"
    cp -r "$1" "$2"
}
# build WHERE COMPILER: both projects by their own makefiles.
build_projects() {
    unpack kissfft "$1-kissfft"
    make -C "$1-kissfft" CC="$2" KISSFFT_STATIC=1 KISSFFT_TOOLS=0 KISSFFT_TEST=0 all
    unpack speexdsp "$1-speexdsp"
    (cd "$1-speexdsp" && ./configure CC="$2" --disable-shared --disable-examples) &&
        make -C "$1-speexdsp/libspeexdsp"
}
# programs WHERE COMPILER
programs() {
    set -- "$1" "$2" -O2 -I"$build/fpsan-include" -I"$1-kissfft" -I"$1-speexdsp/libspeexdsp"
    where=$1
    shift
    "$@" "$here/definition.c" -lm -o "$where-definition"
    "$@" -DREAL_ONLY "$here/definition.c" -lm -o "$where-definition-real"
    "$@" "$here/kissfft.c" "$where-kissfft/libkissfft-float.a" -lm -o "$where-run-kissfft"
    "$@" "$here/speexdsp.c" "$where-speexdsp/libspeexdsp/.libs/libspeexdsp.a" -lm -o "$where-run-speexdsp"
}
for pair in "native cc" "fpsan $build/fpsan-cc"; do
    # shellcheck disable=SC2086 # two words
    { build_projects $pair && programs $pair; } >"${pair%% *}.log" 2>&1 ||
        { tail -n 20 "${pair%% *}.log" && exit 1; }
done

# expect VERDICT WHAT COMMAND...
expect() {
    verdict=$1 what=$2
    shift 2
    found=$("$@" 2>&1 | head -n 1)
    echo "$what: $found"
    [ "$found" = "$verdict" ] || failed=1
}
# compare PROJECT DEFINITION N...
compare() {
    project=$1 definition=$2
    shift 2
    for n in "$@"; do
        expect EQUAL "$project, N = $n" "$build/fpsan" check --order "$n" "./fpsan-$definition" "./fpsan-run-$project" \
            -- "$n"
    done
    # Natively both print a digest, and rounding makes them different.
    [ "$("./native-$definition" 64 2>&1)" != "$("./native-run-$project" 64 2>&1)" ] ||
        { echo "$project: plain floats agree, so this shows nothing" && failed=1; }
    # The definition knows no bug: it ignores the word.
    expect DIFFERENT "$project, N = 64, a twiddle is its neighbour" "$build/fpsan" check --order 64 \
        "./fpsan-$definition" "./fpsan-run-$project" -- 64 bug
}
compare kissfft definition 64 120 154 288
compare speexdsp definition-real 64 120 154 288
exit $failed
