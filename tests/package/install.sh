#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh CMAKE BUILD PREFIX: a fresh install into PREFIX has every file, the same tree
# comes out below DESTDIR, and the installed command runs without help from the build.
set -eu
cmake=$1 build=$2 prefix=$3

rm -rf "$prefix" "$prefix.staged"
"$cmake" --install "$build" --prefix "$prefix" >/dev/null
DESTDIR=$prefix.staged "$cmake" --install "$build" --prefix /opt/stet >/dev/null

for file in include/stet.h lib*/libstet.a lib*/libstet.so lib*/pkgconfig/stet.pc \
    lib*/cmake/stet/stet-config.cmake share/doc/stet/README.md share/doc/stet/LICENSE; do
    # shellcheck disable=SC2086 # lib* is a pattern: lib, lib64
    set -- "$prefix"/$file
    [ -f "$1" ] || { echo "not installed: $file" && exit 1; }
done

(cd "$prefix" && find . ! -type d | sort) >"$prefix.list"
(cd "$prefix.staged/opt/stet" && find . ! -type d | sort) >"$prefix.staged.list"
diff "$prefix.list" "$prefix.staged.list"
cat "$prefix.list"

# The libraries do not remember where they were built or which machine built them.
if grep -rlF "$build" "$prefix" | grep .; then
    echo "these files name the build folder"
    exit 1
fi
if [ -e "$build/stet" ]; then
    env -u LD_LIBRARY_PATH "$prefix/bin/stet" info
fi
