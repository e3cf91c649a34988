# SPDX-License-Identifier: Apache-2.0
"""make_corpus.py FOLDER: the seeds of the fuzzers: every hostile file of the tests, and good
files of every type, order and version."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from support import DTYPES, indices, npy, wav  # noqa: E402
from test_certify import CERTIFICATE  # noqa: E402
from test_hostile import NPY, WAV  # noqa: E402


def seeds():
    yield from (data[:4096] for data in (*NPY.values(), *WAV.values()))
    for dtype, (_, _, parts, _) in DTYPES.items():
        for shape in ((), (5,), (2, 3), (2, 1, 3)):
            values = {i: 1j + 2 if parts == 2 else 2 for i in indices(shape)}
            yield npy(dtype, shape, values, ">", True, 2)
            yield npy(dtype, shape, values, "<", False, 1)
    yield wav(2, 16, 1, bytes(64))
    yield json.dumps(CERTIFICATE).encode()
    axes = {k: v for k, v in CERTIFICATE["transform"].items() if k not in ("axis", "length")}
    yield json.dumps({**CERTIFICATE, "format": "stet certificate 2",
                      "transform": {**axes, "axes": [1, 0], "lengths": [2, 4]}}).encode()


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for number, data in enumerate(seeds()):
    (folder / f"{number:03}").write_bytes(data)
