#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# overhead.sh BUILD: what FPSan costs, as a table of Markdown (docs/fpsan.md): the time of a program beside
# clang -O3's, and the time to compile a file of FFT kernels beside clang -O2's. A few minutes.
set -eu
cd "$(dirname "$0")/../.."
build=$(cd "$1" && pwd)
clang=${FPSAN_CLANG:-clang-19}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags='-O3 -mavx2 -mfma -ffp-contract=off'

best() { # best PROGRAM...: nanoseconds of each, in twelve turns
    turn=0
    while [ $turn -lt 12 ]; do
        for p in "$@"; do "$p" 2>/dev/null >>"$p.ns"; done
        turn=$((turn + 1))
    done
}
least() { sort -n "$work/$1.ns" | head -n 1; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / b }'; }

echo "| program | native, us | ring before | ring after | field before | field after |"
echo "|---|---|---|---|---|---|"
for kernel in 1 2 3; do
    # shellcheck disable=SC2086 # options
    "$clang" $flags -I"$build/fpsan-include" -DKERNEL=$kernel tests/fpsan/programs/overhead.c -lm -o "$work/native"
    for algebra in ring field; do
        for when in before after; do
            # shellcheck disable=SC2086
            FPSAN_ALGEBRA=$algebra FPSAN_WHEN=$when FPSAN_QUIET=1 "$build/fpsan-cc" $flags -DKERNEL=$kernel \
                tests/fpsan/programs/overhead.c -lm -o "$work/$algebra.$when"
        done
    done
    rm -f "$work"/*.ns
    best "$work/native" "$work/ring.before" "$work/ring.after" "$work/field.before" "$work/field.after"
    case $kernel in
    1) name='matrix product 256, AVX2 fma' ;;
    2) name='matrix product 256, three loops' ;;
    3) name='radix-2 FFT of 4096' ;;
    esac
    n=$(least native)
    row="| $name | $(ratio "$n" 1000) |"
    for p in ring.before ring.after field.before field.after; do row="$row $(ratio "$(least $p)" "$n") |"; done
    echo "$row"
done

# The FFT of the library, if make fpsan has built its instrumented kernels.
kernels=$build/tests/fpsan/kernels
if [ -f "$kernels/dispatch.o" ]; then
    set -- -O2 -Iinclude -Isrc -I"$build/fpsan-include" tests/fpsan/programs/stet_fft.c
    cc "$@" "$build/libstet.a" -pthread -lm -o "$work/library"
    FPSAN_QUIET=1 FPSAN_WHEN=after "$build/fpsan-cc" "$@" "$kernels"/*.o "$build/libstet.a" -pthread -lm \
        -o "$work/instrumented"
    echo
    echo "| stet's FFT, complex | 256 | 1024 | 4096 | 16384 |"
    echo "|---|---|---|---|---|"
    for isa in avx2 avx512; do
        for precision in '' f64; do
            row="| $isa, ${precision:-f32} |"
            for n in 256 1024 4096 16384; do
                rm -f "$work"/*.ns
                for _ in 1 2 3 4; do
                    for p in library instrumented; do
                        # shellcheck disable=SC2086 # nothing, or f64
                        STET_ISA=$isa "$work/$p" $n $precision 2>/dev/null >>"$work/$p.ns"
                    done
                done
                row="$row $(ratio "$(least instrumented)" "$(least library)") |"
            done
            echo "$row"
        done
    done
fi

seconds() { # seconds COMMAND...: processor time of it and its children
    sh -c '"$@" >/dev/null 2>&1; times' - "$@" | awk 'END {
        split($1, u, /[ms]/); split($2, s, /[ms]/); printf "%.1f", 60 * (u[1] + s[1]) + u[2] + s[2] }'
}

echo
echo "| compiled | native, s | before | after |"
echo "|---|---|---|---|"
for file in avx2_f32 avx512_f64; do
    case $file in
    avx2*) more='-mavx2 -mfma' ;;
    *) more='-mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma' ;;
    esac
    set -- -O2 -std=gnu11 -ffp-contract=off -fno-math-errno -Iinclude -Isrc
    # shellcheck disable=SC2086
    set -- "$@" $more -c "$build/isa/$file.c" -o "$work/o.o"
    export FPSAN_QUIET=1 FPSAN_COPY=0
    n=$(seconds "$clang" "$@")
    before=$(FPSAN_WHEN=before seconds "$build/fpsan-cc" "$@")
    after=$(FPSAN_WHEN=after seconds "$build/fpsan-cc" "$@")
    echo "| isa/$file.c | $n | $(ratio "$before" "$n") | $(ratio "$after" "$n") |"
done
