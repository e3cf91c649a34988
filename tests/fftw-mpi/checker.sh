#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checker.sh SOURCE OURS OUT BITS MPICC: compile FFTW's own checking program for MPI (mpi-bench of its source package, in
# the folder SOURCE) as OUT, against our libfftw3 and libfftw3_mpi in the folders OURS (a list with colons) if that is
# not empty, else against FFTW's. Its hook.c, which looks inside FFTW, is left out.
set -eu
source=$1 ours=$2 out=$3 bits=$4 mpicc=$5
case $bits in
32) define=-DBENCHFFT_SINGLE letter=f ;;
64) define=-DBENCHFFT_DOUBLE letter= ;;
esac
work=$out.build
mkdir -p "$work"
cat >"$work/config.h" <<'END_OF_CONFIG'
#define HAVE_STDDEF_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_UNISTD_H 1
#define HAVE_GETTIMEOFDAY 1
#define HAVE_SNPRINTF 1
#define SIZEOF_PTRDIFF_T __SIZEOF_POINTER__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define FFTW_CC "cc"
END_OF_CONFIG
printf 'extern void install_hook(void), uninstall_hook(void);\nvoid install_hook(void) {}\nvoid uninstall_hook(void) {}\n' \
    >"$work/hook.c"
# libbench2 has defaults of what mpi-bench.c defines: the first definition counts.
# shellcheck disable=SC2046,SC2086 # lists of words
"$mpicc" -O1 -w -Wl,-z,muldefs $define -I"$work" -I"$source" -I"$source/api" -I"$source/doors/mpi" -o "$out" "$work/hook.c" \
    "$source/mpi/mpi-bench.c" "$source/tests/fftw-bench.c" \
    $(find "$source/libbench2" -name '*.c' ! -name main.c ! -name useropt.c) "$source/libbench2/main.c" \
    $(echo "$ours" | sed 's/:/ -L/g; s/^\(.\)/-L\1/') "-lfftw3${letter}_mpi" "-lfftw3$letter" -lm
