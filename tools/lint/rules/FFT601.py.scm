; SPDX-License-Identifier: Apache-2.0
; A plan of pyfftw.
((call) @site (#called? @site "FFTW"))
