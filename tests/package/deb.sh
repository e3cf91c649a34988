#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deb.sh: Debian packages of the last commit, with one instance of the kernels (STET_DEB_OPTIONS="" has them all):
# the packages are those of debian/control, share no file, and lintian finds nothing; unpacked into a folder they
# build a C program by pkg-config and by CMake, run one that was built for FFTW, and find a difference by FPSan.
set -eu
cd "$(dirname "$0")/../.."
source=$PWD
export STET_DEB_OPTIONS="${STET_DEB_OPTIONS--DSTET_ISAS=soft}"
# debhelper gives the build a home of its own, and ccache with it an empty cache.
if command -v ccache >/dev/null; then
    CCACHE_DIR="${CCACHE_DIR:-$(ccache -k cache_dir)}"
    export CCACHE_DIR
fi
scripts/deb
cd build/debian

fail() {
    echo "deb: $1" >&2
    exit 1
}

sed -n 's/^Package: //p' "$source/debian/control" | sort >wanted
for file in *.deb; do echo "${file%%_*}"; done | grep -v -e '-dbgsym$' | sort >made
diff wanted made || fail "other packages than debian/control has"

rm -rf root files work
mkdir work
while read -r package; do
    dpkg -x "$package"_*.deb root
    dpkg --fsys-tarfile "$package"_*.deb | tar -t | grep -v '/$' >>files
done <made
sort files | uniq -d | grep . && fail "a file in two packages"
for program in root/usr/bin/*; do
    [ -e "root/usr/share/man/man1/$(basename "$program").1.gz" ] || fail "no manual page of $program"
done
if command -v lintian >/dev/null; then
    # shellcheck disable=SC2046 # words
    lintian --fail-on error,warning $(sed 's/$/_*.deb/' made) || fail "lintian, see above"
else
    echo "deb: lintian: skipped: not installed"
fi

echo "-- pkg-config, CMake"
"$source/tests/package/pkg-config.sh" "$PWD/root/usr" "$source" "$PWD/work/pkg-config"
cmake -S "$source/tests/package/consumer" -B work/consumer -G Ninja -DCMAKE_PREFIX_PATH="$PWD/root/usr" >/dev/null
cmake --build work/consumer >/dev/null
(cd work/consumer && ctest --no-tests=error >/dev/null) || fail "the program that CMake builds"

echo "-- stet run"
cc -D_XOPEN_SOURCE=700 -o work/program "$source/tests/fftw/program.c" -lfftw3 -lfftw3f
work/program transform | head -1 | grep -q stet && fail "FFTW is stet without stet run"
root/usr/bin/stet run --level correct -- work/program transform >work/out 2>work/report
grep -q 'f64 c2c of level correct served' work/report || fail "stet run: $(cat work/report)"
head -1 work/out | grep stet

echo "-- fpsan"
cat >work/sum.c <<'END_OF_PROGRAM'
#include <fpsan.h>
int main(void)
{
    double x[3] = {0.3, 7, 11};
    fpsan_input_f64(x, 3);
    const double a = x[0], b = x[1], c = x[2], sum = ORDER;
    fpsan_output_f64(&sum, 1);
    return 0;
}
END_OF_PROGRAM
for order in '(a+b)+c' 'a+(b+c)' 'a+(b+b)'; do
    root/usr/bin/fpsan-cc -DORDER="$order" work/sum.c -o "work/sum-$order" 2>work/cc || fail "fpsan-cc: $(cat work/cc)"
done
root/usr/bin/fpsan check 'work/sum-(a+b)+c' 'work/sum-a+(b+c)' || fail "fpsan: the order of a sum"
root/usr/bin/fpsan check 'work/sum-(a+b)+c' 'work/sum-a+(b+b)' && fail "fpsan: another sum"
echo "deb: $(wc -l <made) packages"
