#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py "PROGRAMS [FIRST LAST]" NVCC ARCHITECTURE KERNELS_DIR OUTPUT FILE...: compiles the programs that PROGRAMS lists to PTX and writes it as C."""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OPTIONS = ["-ptx", "-fmad=false", "-ftz=false", "-std=c++17", "-w"]


def main(programs, nvcc, architecture, folder, output, files):
    lines = subprocess.run(programs.split(), capture_output=True, text=True, check=True).stdout.splitlines()
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "kernels.cu")
        source.write_text("".join(Path(folder, f).read_text() for f in files))

        def compile_one(i):
            target = Path(place, f"{i}.ptx")
            definitions = lines[i].split()[1:]
            subprocess.run([nvcc, f"-arch=compute_{architecture}", *OPTIONS, *definitions, str(source), "-o", str(target)], check=True)
            kept = [line.strip() for line in target.read_text().splitlines() if line.strip() and not line.lstrip().startswith("//")]
            return "// stet: " + " ".join(definitions) + "\n" + "\n".join(kept) + "\n"

        with ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1)) as pool:
            texts = list(pool.map(compile_one, range(len(lines))))
    with open(output + ".new", "w") as out:
        out.write('/* Made by doors/gpu/ptx/embed.py. */\n#include "host/ptx.h"\n\n')
        for i, text in enumerate(texts):
            data = ",".join(str(b) for b in text.encode() + b"\0")
            out.write(f"static const char text_{i}[] = {{{data}}};\n")
        out.write("const stet_gpu_ptx stet_gpu_ptx_table[] = {\n")
        for i, line in enumerate(lines):
            out.write(f'    {{" {" ".join(line.split()[1:])}", text_{i}, sizeof text_{i}}},\n')
        out.write("};\nconst int stet_gpu_ptx_count = sizeof stet_gpu_ptx_table / sizeof *stet_gpu_ptx_table;\n")
    os.replace(output + ".new", output)
    print(f"{len(lines)} programs, {sum(map(len, texts))} bytes of PTX")


if __name__ == "__main__":
    main(*sys.argv[1:6], sys.argv[6:])
