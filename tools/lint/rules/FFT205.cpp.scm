; SPDX-License-Identifier: Apache-2.0
; A complex plan.
((call_expression) @site (#fftw? @site "plan_dft_1d" "plan_dft_2d" "plan_dft_3d" "plan_dft"))
