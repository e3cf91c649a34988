# SPDX-License-Identifier: Apache-2.0
"""make_corpus.py FOLDER: the sections of all cases, one file each, in FOLDER/py, c, cu, build; settings in FOLDER/toml."""
import pathlib
import sys

from test_cases import MARK, paths, read_cases

KINDS = {"py": "py", "c": "c", "h": "c", "cpp": "c", "cu": "cu", "cl": "cu", "metal": "cu"}
TOML = ['select = ["FFT1"]\nignore = [\n  "FFT201", # x\n]\n[per-file-ignores]\n"a/**" = ["ALL"]\n[severity]\nFFT201 = "info"\n',
        '[tool.stet.lint]\nexclude = [\'a\', """b""", "\\u00e9"]\nnumpy-minimum = "1.26"\nbuild-files = false\n',
        'a = {b = [1, {c = 2}], d = 1979-05-27T07:32:00Z}\n[[x.y]]\n"q.r".s = +inf\n']

folder = pathlib.Path(sys.argv[1])
for kind in ("py", "c", "cu", "build", "toml"):
    (folder / kind).mkdir(parents=True, exist_ok=True)
for path in paths():
    for number, (_, name, lines) in enumerate(read_cases(path)):
        kind = KINDS.get(name.rsplit(".")[-1], "build")
        (folder / kind / f"{path.stem}-{number}").write_text("\n".join(MARK.sub("", line) for line in lines))
for number, text in enumerate(TOML):
    (folder / "toml" / str(number)).write_text(text)
(folder / "made").write_text("")
