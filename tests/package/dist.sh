#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# dist.sh SOURCE WORK: `make dist` gives the same bytes in another copy of the repository, for another user: another
# umask, settings of git, options of xz, language and time zone. The archive holds what the commit has, no more and no less.
# Skipped (77) where there is no git repository.
set -eu
source=$1 work=$2
cd "$source"
commit=$(git rev-parse -q --verify HEAD 2>/dev/null) || {
    echo "dist: skipped: no git repository"
    exit 77
}
rm -rf "$work"
mkdir -p "$work"

# copy NAME: the last commit in a repository of its own.
copy() {
    git clone --quiet --shared --no-checkout "$source" "$work/$1"
    git -C "$work/$1" -c advice.detachedHead=false checkout --quiet "$commit"
}

copy one
archive=$("$work/one/scripts/dist")
copy two
(
    cd "$work/two"
    umask 077
    git config tar.umask user
    git config core.autocrlf true
    XZ_OPT=-0 XZ_DEFAULTS=-e LC_ALL=C.UTF-8 TZ=Asia/Tokyo scripts/dist >../said
)
cmp "$work/one/$archive" "$work/two/$(cat "$work/said")" || {
    echo "dist: another copy of the same commit gives other bytes" >&2
    exit 1
}
git ls-tree -r --name-only "$commit" | sort >"$work/wanted"
tar -tf "$work/one/$archive" | grep -v '/$' | sed 's,^[^/]*/,,' | sort >"$work/made"
diff "$work/wanted" "$work/made" || {
    echo "dist: the archive has other files than the commit" >&2
    exit 1
}
echo "dist: $(sha256sum <"$work/one/$archive" | cut -d' ' -f1), $(wc -l <"$work/made") files"
