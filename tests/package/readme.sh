#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# readme.sh PREFIX README WORK: the README's C example, taken from the text, has at most 15
# lines, compiles without a warning by the command given there, and prints what it says, once what
# `make install` advises for such a PREFIX has been done.
set -eu
prefix=$1 readme=$2 work=$3
scripts=$(dirname "$readme")/scripts
libdir=$(dirname "$(dirname "$(find "$prefix" -name stet.pc)")")
rm -rf "$work" && mkdir -p "$work"

block() { # block LANGUAGE: the first block of the README fenced with that word
    awk -v fence='```'"$1" '$0 == fence && !seen { on = seen = 1; next }
        $0 == "```" { on = 0 } on' "$readme"
}
block c >"$work/spectrum.c"
block text >"$work/expected"
command=$(sed -n 's/^    \(cc .*spectrum\.c .*\)/\1/p' "$readme")

for part in spectrum.c expected; do
    [ -s "$work/$part" ] || { echo "README: no example found ($part)" && exit 1; }
done
[ -n "$command" ] || { echo "README: no compile command (cc ... spectrum.c ...) found" && exit 1; }
lines=$(wc -l <"$work/spectrum.c")
[ "$lines" -le 15 ] || { echo "README: the example has $lines lines, 15 are allowed" && exit 1; }

cd "$work"
PKG_CONFIG_PATH=$libdir/pkgconfig sh -euc "$command -std=c11 -Wall -Wextra -Wpedantic -Werror"
# PREFIX is none that the loader knows: the advice is an option of the compiler.
find "$prefix" -type f >manifest
find "$prefix" -name 'libstet.so.*.*' >>manifest
env -u LD_LIBRARY_PATH -u PKG_CONFIG_PATH "$scripts/installed" manifest >advice
rpath=$(sed -n 's/^ *cc \.\.\. \(-Wl,-rpath,[^ ]*\) .*/\1/p' advice)
pkgconfig=$(sed -n 's/^For pkg-config: *export //p' advice)
if [ -z "$rpath" ] || [ -z "$pkgconfig" ]; then
    echo "no advice after an installation into $prefix:"
    cat advice
    exit 1
fi
if env -u LD_LIBRARY_PATH ./spectrum >output 2>&1; then
    echo "the example runs without the advice: this test shows nothing"
    exit 1
fi
env "$pkgconfig" sh -euc "$command $rpath"
env -u LD_LIBRARY_PATH ./spectrum >output || { echo "the example exits with $?" && exit 1; }
diff expected output && echo "$lines lines, output as in the README"
