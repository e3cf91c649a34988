; SPDX-License-Identifier: Apache-2.0
; A plan.
((call_expression) @site (#fftw? @site "plan_dft_1d" "plan_dft_2d" "plan_dft_3d" "plan_dft" "plan_dft_r2c_1d" "plan_dft_r2c_2d" "plan_dft_r2c_3d"
 "plan_dft_r2c" "plan_dft_c2r_1d" "plan_dft_c2r_2d" "plan_dft_c2r_3d" "plan_dft_c2r" "plan_r2r_1d" "plan_r2r_2d" "plan_many_dft"
 "plan_many_dft_r2c" "plan_many_dft_c2r"))
((call_expression) @site (#called? @site "cufftPlan1d" "cufftPlan2d" "cufftPlan3d" "cufftPlanMany" "hipfftPlan1d" "hipfftPlan2d" "hipfftPlan3d" "hipfftPlanMany"))
; A destructor.
((function_definition) @site)
