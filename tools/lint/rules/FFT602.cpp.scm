; SPDX-License-Identifier: Apache-2.0
; A call that runs a transform, and plans from half spectra.
((call_expression) @site (#fftw? @site "execute" "execute_dft_c2r"))
((call_expression) @site (#fftw? @site "plan_dft_c2r_2d" "plan_dft_c2r_3d" "plan_dft_c2r" "plan_many_dft_c2r"))
