#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Dask arrays through the SciPy backend: a transform in pieces, by any number of workers, with the bits of one process.

    python3 dask_on_stet.py

Dask needs each transformed axis in one chunk and rechunks between the axes; a distributed transform does the same
exchange. stet gives each line fixed bits, and the axes have the order of stet.fft.fftn, the last one first. So the
chunks do not change the result.
"""
import hashlib

import dask.array as da
import numpy as np
import scipy.fft

import stet

# Sets the backend for the whole process: Dask's workers are threads, and a `with` block here would not affect them.
scipy.fft.set_global_backend(stet.scipy_backend)
line = da.fft.fft_wrap(scipy.fft.fft, kind="fft", dtype=np.complex128)

SHAPE = (24, 20, 18)
i, j, k = np.indices(SHAPE)
whole = ((i * 7 + j * 13 + k * 29) % 101) / 101 + 1j * (((i * 3 + j * 5 + k * 11) % 97) / 97)
one = stet.fft.fftn(whole)
print("stet.fft.fftn:", hashlib.sha256(one.tobytes()).hexdigest())
for pieces in (1, 2, 5, 20):
    x = da.from_array(whole, chunks=(-(-24 // pieces), -(-20 // pieces), 18))
    for axis in (2, 1, 0):
        chunks = {a: -1 if a == axis else -(-n // pieces) for a, n in enumerate(SHAPE)}
        x = line(x.rechunk(chunks), axis=axis)
    result = x.compute(scheduler="threads")
    print(f"{pieces:2} pieces:     ", hashlib.sha256(result.tobytes()).hexdigest())
    assert result.tobytes() == one.tobytes()
print("served by stet:", stet.fft.counts().served)
