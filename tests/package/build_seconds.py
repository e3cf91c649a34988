# SPDX-License-Identifier: Apache-2.0
"""build_seconds.py BUILD LIMIT: compiling the library takes at most LIMIT times the seconds of the native kernels in it.

Seconds of one machine say nothing on another one. The kernels of f32 and f64 are a third of the library, they are
compiled in the same run beside the rest of it, and so they are the yardstick. On a busy machine the ratio differs by 5 %
between builds, and LIMIT leaves room for that. Growth of the yardstick itself shows in the size of libstet.so, which
one-library.sh limits. The test is skipped (77) where the log of ninja does not have all objects from one run.
"""
import re
import subprocess
import sys

build, limit = sys.argv[1], float(sys.argv[2])
OBJECT = re.compile(r"src/CMakeFiles/stet_objects\.dir/(\S+\.c)\.o|CMakeFiles/stet_objects\.dir/src/(\S+\.c)\.o")
targets = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], capture_output=True, text=True, check=True).stdout
objects = {line.split(":")[0] for line in targets.splitlines() if OBJECT.match(line)}
seconds, begins = {}, {}
with open(f"{build}/.ninja_log") as log:
    for line in log:
        fields = line.rstrip("\n").split("\t")
        if len(fields) == 5 and fields[3] in objects:
            start, end, when = map(int, fields[:3])
            seconds[fields[3]] = (end - start) / 1000
            begins[fields[3]] = when / 1e9 - start / 1000  # when ninja was started, as exact as the time of a file
native = sum(time for name, time in seconds.items() if re.search(r"isa/[a-z0-9]+_f(32|64)\.c", name))
whole = sum(seconds.values())
if not objects:
    sys.exit(f"build_seconds: {build} has no objects of the library")
if len(seconds) < len(objects) or max(begins.values()) - min(begins.values()) > 120:
    print("build_seconds: skipped: the library was not built in one run")
    sys.exit(77)
print(f"build_seconds: {whole:.0f} s for {len(objects)} objects, {native:.0f} s of them for native kernels: {whole / native:.2f}, "
      f"limit {limit:.2f}")
sys.exit(whole > limit * native)
