#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fast-math.sh CMAKE SOURCE FOLDER [--build]: with -ffast-math and its like in CFLAGS the build says that it leaves them out,
# and gives each object the flags that take them back. A build that is not ours is stopped. --build: it does leave them out: the
# golden bits hold, and loading the library does not flush the process's subnormals. All objects get the flags in one way, so
# that the instance soft is enough.
set -eu
cmake=$1 source=$2 folder=$3
rm -rf "$folder" && mkdir -p "$folder"

for flag in -ffast-math -Ofast -ffinite-math-only; do
    if cc -std=c11 $flag -I"$source/src" -I"$source/include" -o "$folder/o" -c "$source/src/arith/sum.c" 2>"$folder/err" ||
        ! grep -q 'change bits' "$folder/err"; then
        echo "src/arith/sum.c compiles with $flag, or for another reason does not:"
        cat "$folder/err"
        exit 1
    fi
done

"$cmake" -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS="-O1 -ffast-math -funsafe-math-optimizations" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DSTET_BUILD_CLI=OFF -DSTET_BUILD_TESTS=ON -DSTET_BUILD_FPSAN=OFF -DSTET_ISAS=soft >"$folder/log" 2>&1
grep -q 'C flags contain -ffast-math -funsafe-math-optimizations' "$folder/log" || {
    echo "configuring says nothing of it:"
    cat "$folder/log"
    exit 1
}
commands=$folder/compile_commands.json
grep -c '"command".*stet_objects' "$commands" >"$folder/count"
if grep '"command".*stet_objects' "$commands" | grep -v -e '-ffast-math.* -fno-fast-math -fno-unsafe-math-optimizations '; then
    echo "an object is compiled with -ffast-math"
    exit 1
fi
if [ "${4:-}" != --build ]; then
    echo "$(cat "$folder/count") objects"
    rm -rf "$folder"
    exit
fi
"$cmake" --build "$folder" --target golden stet_shared >"$folder/log" 2>&1 || {
    tail -n 20 "$folder/log"
    exit 1
}
if readelf -Ws "$folder/libstet.so" | grep -i fast_math; then
    echo "libstet.so flushes the subnormals of whoever loads it"
    exit 1
fi
"$folder/tests/golden" --quick "$source/tests/golden/native.txt" | tail -n 1
rm -rf "$folder"
