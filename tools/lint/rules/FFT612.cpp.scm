; SPDX-License-Identifier: Apache-2.0
; A plan of many lines.
((call_expression) @site (#fftw? @site "plan_many_dft" "plan_many_dft_r2c" "plan_many_dft_c2r"))
((call_expression) @site (#called? @site "cufftPlanMany" "hipfftPlanMany"))
