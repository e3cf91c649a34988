#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# header.sh INCLUDE_DIR: every header there compiles alone, twice in one file, without a
# warning, in C99, C11, C++11 and C++17, with gcc and with clang.
set -eu
include=$1
failed=0

# What stet_mpi.h includes, of any MPI that is here.
mpi=
for wrapper in mpicc.openmpi mpicc.mpich; do
    command -v $wrapper >/dev/null || continue
    mpi=$($wrapper -show | tr ' ' '\n' | sed -n 's/^-I/-isystem /p')
done
[ -n "$mpi" ] || echo "skipped: no MPI: stet_mpi.h"

try() { # try COMPILER LANGUAGE STANDARD
    for header in "$include"/*.h; do
        case $mpi${header##*/} in stet_mpi.h) ;; *) try_one "$@" "${header##*/}" ;; esac
    done
}

try_one() { # try_one COMPILER LANGUAGE STANDARD HEADER
    # shellcheck disable=SC2086 # a list of words
    if printf '#include "%s"\n#include "%s"\nint stet_header_test;\n' "$4" "$4" |
        "$1" -x "$2" -std="$3" -I "$include" $mpi -Wall -Wextra -Wpedantic -Wshadow -Werror \
            -fsyntax-only -; then
        echo "ok     $1 -std=$3 $4"
    else
        echo "FAILED $1 -std=$3 $4"
        failed=1
    fi
}

for standard in c99 c11; do
    try gcc c $standard
    try clang-19 c $standard
done
for standard in c++11 c++17; do
    try g++ c++ $standard
    try clang-19 c++ $standard
done
exit $failed
