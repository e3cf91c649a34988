#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pkg-config.sh PREFIX SOURCE WORK: what pkg-config says about the installed stet builds a C and
# a C++ program, and one with libstet_nn and one with libstet_lab, shared and static, and they run.
set -eu
prefix=$1 source=$2 work=$3
libdir=$(dirname "$(dirname "$(find "$prefix" -name stet.pc)")")
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH

version=$(sed -n 's/^#define STET_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$source/include/stet.h" | paste -sd.)
found=$(pkg-config --modversion stet)
[ "$found" = "$version" ] || { echo "stet.pc says $found, stet.h $version" && exit 1; }

rm -rf "$work" && mkdir -p "$work"
c=$source/tests/package/consumer/main.c
cxx=$source/tests/package/consumer-cxx/main.cpp
nn=$source/tests/package/consumer/layers.c
lab=$source/tests/package/consumer/lab.c
flags="-Wall -Wextra -Werror"
# shellcheck disable=SC2046,SC2086 # flags are words
{
    gcc $flags -std=c99 $(pkg-config --cflags stet) "$c" -o "$work/c-shared" $(pkg-config --libs stet)
    g++ $flags -std=c++11 $(pkg-config --cflags stet) "$cxx" -o "$work/cxx-shared" $(pkg-config --libs stet)
    gcc $flags -std=c99 $(pkg-config --cflags stet) "$c" -o "$work/c-static" -static \
        $(pkg-config --static --libs stet)
    g++ $flags -std=c++11 $(pkg-config --cflags stet) "$cxx" -o "$work/cxx-static" -static \
        $(pkg-config --static --libs stet)
    gcc $flags -std=c99 $(pkg-config --cflags stet-nn) "$nn" -o "$work/nn-shared" $(pkg-config --libs stet-nn)
    gcc $flags -std=c99 $(pkg-config --cflags stet-nn) "$nn" -o "$work/nn-static" -static \
        $(pkg-config --static --libs stet-nn)
    gcc $flags -std=c99 $(pkg-config --cflags stet-lab) "$lab" -o "$work/lab-shared" $(pkg-config --libs stet-lab)
    gcc $flags -std=c99 $(pkg-config --cflags stet-lab) "$lab" -o "$work/lab-static" -static \
        $(pkg-config --static --libs stet-lab)
}
for program in c-shared cxx-shared c-static cxx-static nn-shared nn-static lab-shared lab-static; do
    echo "-- $program"
    LD_LIBRARY_PATH=$libdir "$work/$program"
done
