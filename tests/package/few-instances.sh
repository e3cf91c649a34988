#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# few-instances.sh CMAKE SOURCE FOLDER: a build with few instances of the kernels has `scalar` beside any vectors with fma, for what
# no vector does: the software fma takes 10 to 50 times as long. What is configured is looked at, and nothing is built; that each
# line is served as in a build with all instances is tests/fft/instances.c.
set -eu
cmake=$1 source=$2 folder=$3
failed=0

built() { # built OPTION...: the instances, lowest first
    rm -rf "$folder"
    mkdir -p "$folder"
    "$cmake" -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSTET_BUILD_CLI=OFF -DSTET_BUILD_TESTS=OFF \
        -DSTET_BUILD_FPSAN=OFF -DSTET_BUILD_FFTW3=OFF -DSTET_BUILD_MPI=OFF -DSTET_BUILD_GPU=OFF "$@" >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2 && exit 1; }
    sed -n 's/^#define STET_ROW_\([a-z0-9]*\) .built = 1.*/\1/p' "$folder/isa_rows/isa_rows.h" | tr '\n' ' '
}

expect() { # expect INSTANCES OPTION...
    expected=$1
    shift
    is=$(built "$@")
    [ "$is" = "$expected" ] && return
    echo "$*: the instances are $is, not $expected"
    failed=1
}

for option in "" -DSTET_NATIVE_ONLY=ON; do
    is=$(built -DSTET_ISAS=best ${option:+"$option"})
    case $is in
    "soft " | "soft sse2 " | "soft scalar "*) echo "STET_ISAS=best $option: $is" ;;
    *) echo "STET_ISAS=best $option: the instances are $is, without scalar" && failed=1 ;;
    esac
done
expect "soft " -DSTET_ISAS=soft
expect "soft scalar avx2 " -DSTET_ISAS=soft -DSTET_AVX2=ON
rm -rf "$folder"
exit $failed
