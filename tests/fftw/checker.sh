#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checker.sh SOURCE LIBRARIES OUT BITS: compile FFTW's own checking program (bench of its source package, in
# the folder SOURCE) against our libraries in the folder LIBRARIES, as OUT. Its hook.c, which looks inside FFTW,
# is left out.
set -eu
source=$1 libraries=$2 out=$3 bits=$4
case $bits in
32) define=-DBENCHFFT_SINGLE letter=f ;;
64) define=-DBENCHFFT_DOUBLE letter= ;;
80) define=-DBENCHFFT_LDOUBLE letter=l ;;
esac
work=$out.build
mkdir -p "$work"
cat >"$work/config.h" <<'END'
#define HAVE_STDDEF_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_UNISTD_H 1
#define HAVE_GETTIMEOFDAY 1
#define HAVE_THREADS 1
#define FFTW_CC "cc"
END
printf 'extern void install_hook(void), uninstall_hook(void);\nvoid install_hook(void) {}\nvoid uninstall_hook(void) {}\n' \
    >"$work/hook.c"
# shellcheck disable=SC2046,SC2086 # lists of words; CC may have options
${CC:-cc} -O1 -w $define -I"$work" -I"$source" -o "$out" "$work/hook.c" "$source/tests/bench.c" \
    "$source/tests/fftw-bench.c" $(find "$source/libbench2" -name '*.c' ! -name main.c ! -name useropt.c) "$source/libbench2/main.c" \
    -L"$libraries" "-lfftw3${letter}_threads" "-lfftw3$letter" -lm
