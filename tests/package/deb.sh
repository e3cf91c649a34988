#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deb.sh: Debian packages of the last commit, with one instance of the kernels (STET_DEB_OPTIONS="" has them all):
# the packages are those of packaging/debian/control, share no file, and lintian finds nothing; unpacked into a folder they
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

sed -n 's/^Package: //p' "$source/packaging/debian/control" | sort >wanted
for file in *.deb; do echo "${file%%_*}"; done | grep -v -e '-dbgsym$' | sort >made
diff wanted made || fail "other packages than packaging/debian/control has"

rm -rf unpacked files built
mkdir built
while read -r package; do
    dpkg -x "$package"_*.deb unpacked
    dpkg --fsys-tarfile "$package"_*.deb | tar -t | grep -v '/$' >>files
done <made
sort files | uniq -d | grep . && fail "a file in two packages"
for program in unpacked/usr/bin/*; do
    [ -e "unpacked/usr/share/man/man1/$(basename "$program").1.gz" ] || fail "no manual page of $program"
done
if command -v lintian >/dev/null; then
    # shellcheck disable=SC2046 # words
    lintian --fail-on error,warning $(sed 's/$/_*.deb/' made) || fail "lintian, see above"
else
    echo "deb: lintian: skipped: not installed"
fi

echo "-- pkg-config, CMake"
"$source/tests/package/pkg-config.sh" "$PWD/unpacked/usr" "$source" "$PWD/built/pkg-config"
cmake -S "$source/tests/package/consumer" -B built/consumer -G Ninja -DCMAKE_PREFIX_PATH="$PWD/unpacked/usr" >/dev/null
cmake --build built/consumer >/dev/null
(cd built/consumer && ctest --no-tests=error >/dev/null) || fail "the program that CMake builds"

echo "-- stet run"
cc -D_XOPEN_SOURCE=700 -o built/program "$source/tests/fftw/program.c" -lfftw3 -lfftw3f
built/program transform | head -1 | grep -q stet && fail "FFTW is stet without stet run"
unpacked/usr/bin/stet run --level correct -- built/program transform >built/out 2>built/report
grep -q 'f64 c2c of level correct served' built/report || fail "stet run: $(cat built/report)"
head -1 built/out | grep stet

echo "-- fpsan"
cat >built/sum.c <<'END_OF_PROGRAM'
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
    unpacked/usr/bin/fpsan-cc -DORDER="$order" built/sum.c -o "built/sum-$order" 2>built/cc || fail "fpsan-cc: $(cat built/cc)"
done
unpacked/usr/bin/fpsan check 'built/sum-(a+b)+c' 'built/sum-a+(b+c)' || fail "fpsan: the order of a sum"
unpacked/usr/bin/fpsan check 'built/sum-(a+b)+c' 'built/sum-a+(b+b)' && fail "fpsan: another sum"
echo "deb: $(wc -l <made) packages"
