# SPDX-License-Identifier: Apache-2.0
"""first_commands.py: the ways of docs/start.md from `git clone` to the transform of one's own file, in the shell, in C, in Python
and for an FFTW program. Each has at most five commands, which run here as they stand there, on the last commit. Installing as
root happens in a copy of /usr/local and /etc that nobody else sees. The clone builds one instance of the kernels, `soft`, and no
FPSan (CMAKE_ARGS), so that the test takes no more than a minute."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from blocks import ROOT, blocks
from run import compare

PAGE = "docs/start.md"
MOST, WAYS = 5, 4
ONE_INSTANCE = "-DSTET_ISAS=soft -DSTET_BUILD_FPSAN=OFF"
SKIPPED = 77
# An overlay cannot lie on another, which / may be: the upper layers are in memory.
PRIVATE = """set -e
mount -t tmpfs tmpfs "$1"
for folder in usr/local etc; do
    mkdir -p "$1/$folder/upper" "$1/$folder/work"
    mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$1/$folder/upper,workdir=$1/$folder/work" "/$folder"
done
shift
exec "$@"
"""


def examples():
    """[(file or None, its text, commands, what the last one prints)]"""
    found, program, commands = [], None, None
    for block in blocks(PAGE):
        if block.name == "by" and block.language == "c":
            program = block.text
        elif block.name == "by" and block.argument == "gate_first_commands":
            if block.language == "text":
                found.append((program, commands, block.text))
                program = commands = None
            else:
                commands = block.text.strip().split("\n")
    return found


def run_all(folder):
    tools = pathlib.Path(folder, "tools")
    tools.mkdir()
    (tools / "sudo").write_text('#!/bin/sh\nexec "$@"\n')  # root already, in this namespace
    (tools / "sudo").chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("STET_", "PYTHON"))}
    environment.update(URL=str(ROOT), PATH=f"{tools}:/usr/local/bin:{environment['PATH']}", NO_DEPS="1", LC_ALL="C.UTF-8",
                       CMAKE_ARGS=ONE_INSTANCE, PIP_DISABLE_PIP_VERSION_CHECK="1",
                       GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="safe.directory", GIT_CONFIG_VALUE_0="*")
    done, failed, found = set(), 0, examples()
    own_file = next(block.text for block in blocks(PAGE) if block.name == "run")
    subprocess.run(["sh", "-ec", own_file], cwd=folder, check=True)
    if len(found) != WAYS:
        print(f"{PAGE}: {len(found)} ways to a first transform instead of {WAYS}")
        return 1
    for program, commands, shown in found:
        if len(commands) > MOST:
            print(f"{PAGE}: {len(commands)} commands, {MOST} are allowed: {commands[0]} ...")
            failed += 1
        if program:
            pathlib.Path(folder, "numbers.c").write_text(program)
        for command in commands:
            if command in done:
                continue  # one reader, who has cloned and made it already
            done.add(command)
            answer = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                    capture_output=True, text=True, check=False)
            if answer.returncode:
                print(f"{PAGE}: exit status {answer.returncode}: {command}\n{(answer.stdout + answer.stderr)[-3000:]}")
                return 1
        difference = compare(shown, answer.stdout + answer.stderr, [])
        if difference:
            print(f"{PAGE}: {commands[-1]}\n{difference}")
            failed += 1
        else:
            print(f"{len(commands)} commands to: {commands[-1]}")
    return failed


def main():
    if len(sys.argv) == 2:
        return run_all(sys.argv[1])
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        print("skipped: no git here, or no clone of it")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        mounts = tempfile.mkdtemp(dir=folder)
        work = tempfile.mkdtemp(dir=folder)
        unshare = ["unshare", "--mount"] + ([] if os.getuid() == 0 else ["--user", "--map-root-user"])
        private = unshare + ["sh", "-c", PRIVATE, "sh", mounts]
        trial = subprocess.run(private + ["true"], capture_output=True, text=True, check=False)
        if trial.returncode:
            print(f"skipped: no namespace with mounts of its own here: {re.sub(chr(10), ' ', trial.stderr.strip())}")
            return SKIPPED
        return subprocess.run(private + [sys.executable, "-B", __file__, work], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
