#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mpi4py-fft on stet: the result of the same program does not depend on the number of ranks.

    mpirun -n 4 stet run python3 mpi4py_fft_on_stet.py
    mpirun -n 2 stet run python3 mpi4py_fft_on_stet.py        # the same line

mpi4py-fft plans lines with FFTW's guru interface, which `stet run` serves, and moves them by MPI_Alltoallw. stet gives
each line the same bits on every rank. The program names the order of the axes, so that the grid of ranks does not choose
it. On FFTW itself the hash may change with the ranks and the CPU, because the plans do.
"""
import hashlib

import numpy as np
from mpi4py import MPI
from mpi4py_fft import PFFT, newDistArray

SHAPE = (24, 20, 18)
comm = MPI.COMM_WORLD
fft = PFFT(comm, SHAPE, axes=(0, 1, 2), dtype="D")

# Every number is a function of its index, so the whole array is the same for any number of ranks.
u = newDistArray(fft, False)
i, j, k = np.meshgrid(*[np.arange(s.start, s.stop) for s in u.local_slice()], indexing="ij")
u[:] = ((i * 7 + j * 13 + k * 29) % 101) / 101 + 1j * (((i * 3 + j * 5 + k * 11) % 97) / 97)

# mpi4py-fft multiplies by the norm's factor at the end, in its own code; without it stet computes every bit.
spectrum = fft.forward(u, normalize=False)

whole = np.zeros(SHAPE, "D") if comm.rank == 0 else None
for part in comm.gather((fft.local_slice(True), np.array(spectrum))) or []:
    whole[part[0]] = part[1]
if comm.rank == 0:
    print("sha256 of the spectrum", hashlib.sha256(whole.tobytes()).hexdigest())
