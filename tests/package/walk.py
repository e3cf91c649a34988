# SPDX-License-Identifier: Apache-2.0
"""walk.py [-v] COMPILER SOURCE ARCHIVE WORK: how often a reader of a call of level correct has to turn to another file.

A program (walk.c) executes a plan of 1024 complex floats. It is linked with the sources that such a call goes through,
compiled with -finstrument-functions, and for everything else with ARCHIVE, libstet.a. The first 400 functions that are
entered, in that order, are the walk:

 * A call counts under the file that defines the function.
 * A function counts if an object in ARCHIVE defines it. Functions that the compiler has put into all of their callers, such
   as small static inline functions of headers, are part of these callers. (With hooks a compiler inlines less. So the
   build with hooks is -O0, and ARCHIVE tells what the library has.)
 * Kernels (isa/*.c) have no hooks, nor has widefft.c, which is a kernel in all but its folder, nor have other rooms than api,
   native and correct, but for base/alloc.c and base/fpenv.c.
 * A return is a turn to a file that was left before.

For each of four inputs, which take the call through different stages, a walk has at most MOST_FILES files and MOST_RETURNS
returns. With -v the walks are printed.
"""
import glob
import os
import re
import subprocess
import sys

MOST_CALLS, MOST_FILES, MOST_RETURNS = 400, 14, 30
INPUTS = ("noise", "wave", "ties", "tail")
LEFT_OUT = {"widefft.c"}
SOURCES = ("src/api/execute.c", "src/native/*.c", "src/correct/*.c", "src/base/alloc.c", "src/base/fpenv.c")


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"walk: {' '.join(command)[:200]}\n{done.stderr}")
    return done.stdout


def build(compiler, source, archive, work):
    os.makedirs(work, exist_ok=True)
    files = [f for pattern in SOURCES for f in sorted(glob.glob(f"{source}/{pattern}")) if os.path.basename(f) not in LEFT_OUT]
    common = [compiler, "-O0", "-ffp-contract=off", "-std=c11", f"-I{source}/include", f"-I{source}/src", "-fno-pie", "-g1"]
    objects = []
    for file in files:
        objects.append(f"{work}/{file[len(source) + 1:].replace('/', '-')}.o")
        run(*common, "-finstrument-functions", "-c", file, "-o", objects[-1])
    program = f"{work}/walk"
    run(*common, f"{source}/tests/package/walk.c", *objects, archive, "-no-pie", "-lpthread", "-lm", "-o", program)
    return program, {os.path.basename(f) for f in files}


def functions_of(archive, files):
    """The names that the objects of these files define, without the suffixes of clones."""
    names, member = set(), ""
    for line in run("nm", archive).splitlines():
        if line.endswith(":"):
            member = line[:-1].removesuffix(".o")
        fields = line.split()
        if member in files and len(fields) == 3 and fields[1] in "tT":
            names.add(fields[2].split(".")[0])
    return names


def walk(program, name, functions):
    """The (file, function) of the calls that count."""
    addresses = run(program, name)
    lines = run("addr2line", "-f", "-e", program, text=addresses).splitlines()
    calls = []
    for function, place in zip(lines[::2], lines[1::2]):
        if function in functions:
            calls.append((re.sub(r":.*", "", place).split("/src/")[-1], function))
    return calls[:MOST_CALLS]


def main():
    verbose = sys.argv[1] == "-v"
    source, archive = sys.argv[-3:-1]
    program, files = build(*sys.argv[-4:])
    functions = functions_of(archive, files)
    failed = False
    for name in INPUTS:
        calls = walk(program, name, functions)
        stays = []
        for file, function in calls:
            if not stays or stays[-1][0] != file:
                stays.append((file, []))
            stays[-1][1].append(function)
        count = len({file for file, _ in stays})
        print(f"{name}: {len(calls)} calls, {count} files, {len(stays) - count} returns")
        if verbose:
            for file, names in stays:
                print(f"    {file}: {' '.join(names)}")
        if count > MOST_FILES or len(stays) - count > MOST_RETURNS or len(calls) < 10:
            print(f"walk: more than {MOST_FILES} files or {MOST_RETURNS} returns, or no walk; walk.py -v shows it")
            failed = True
    sys.exit(failed)


main()
