#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_fpsan.sh PROGRAM: the kernels for devices, as C, are the DFT, over two primes each; then every planted bug must be found.
set -eu
program=$1 failed=0

# Powers of two, odd radices, direct steps, mixtures; with a prime above 127 Rader's method (131, 257) and Bluestein's (263), with
# factors after it.
for prime in 1 0; do
    for n in 1 2 3 4 5 6 7 8 9 11 12 13 15 16 17 22 26 30 31 32 34 47 59 60 64 91 94 96 100 101 128 131 141 143 160 256 257 262 263 289; do
        FPSAN_PRIME=$prime "$program" "$n" >"$program.log" 2>&1 || failed=1
        if grep -E 'stayed native|: remark: ' "$program.log"; then failed=1; fi
        grep -E 'EQUAL|DIFFERENT' "$program.log" || { cat "$program.log" && failed=1; }
    done
done
found() { # found BUG N...
    bug=$1
    shift
    for n in "$@"; do
        "$program" "$n" "$bug" >/dev/null 2>&1 || { echo "NOT FOUND: $bug, n $n" && failed=1; }
    done
}
found level 16 64 256
found odd 5 30
found direct 17 34 127
found filter 131 257 263
found order 131 262
rm -f "$program.log"
exit $failed
