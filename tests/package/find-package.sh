#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# find-package.sh CMAKE PREFIX SOURCE WORK: a C and a C++ project find the installed stet with
# find_package, build against the shared and the static library, and their tests pass;
# examples/ does too; a project that contains the source of stet builds; other minor versions
# are refused.
set -eu
cmake=$1 prefix=$2 source=$3 work=$4

rm -rf "$work"
for project in tests/package/consumer tests/package/consumer-cxx examples; do
    name=$(basename "$project")
    echo "-- $project"
    "$cmake" -S "$source/$project" -B "$work/$name" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_BUILD_TYPE=Release >"$work-$name.log" || { cat "$work-$name.log" && exit 1; }
    "$cmake" --build "$work/$name" || exit 1
    (cd "$work/$name" && ctest --output-on-failure --no-tests=error)
done

echo "-- as part of another project: the same names by add_subdirectory"
mkdir -p "$work/sub"
cat >"$work/sub/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(outer LANGUAGES C)
add_subdirectory($source stet)
add_executable(outer $source/tests/package/consumer/main.c)
target_link_libraries(outer PRIVATE stet::stet)
END
# One instance and one level will do: the others are compiled by the build this gate belongs to.
"$cmake" -S "$work/sub" -B "$work/sub/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DSTET_ISAS=soft -DSTET_NATIVE_ONLY=ON \
    >/dev/null
"$cmake" --build "$work/sub/build" --target outer
"$work/sub/build/outer"

echo "-- other minor versions are refused"
for version in 0.0 0.99; do
    mkdir -p "$work/$version"
    cat >"$work/$version/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(wrong LANGUAGES NONE)
find_package(stet $version CONFIG QUIET)
if(stet_FOUND OR NOT stet_CONSIDERED_VERSIONS)
  message(FATAL_ERROR "$version was asked for: found '\${stet_VERSION}'")
endif()
END
    "$cmake" -S "$work/$version" -B "$work/$version/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
done
