; SPDX-License-Identifier: Apache-2.0
; A call that only one thread may run at a time.
((call_expression) @site (#fftw? @site "plan_dft_1d" "plan_dft_2d" "plan_dft_3d" "plan_dft" "plan_dft_r2c_1d" "plan_dft_r2c_2d" "plan_dft_r2c_3d"
 "plan_dft_r2c" "plan_dft_c2r_1d" "plan_dft_c2r_2d" "plan_dft_c2r_3d" "plan_dft_c2r" "plan_r2r_1d" "plan_r2r_2d"
 "plan_many_dft" "plan_many_dft_r2c" "plan_many_dft_c2r" "plan_guru_dft" "plan_guru_dft_r2c" "plan_guru_dft_c2r"
 "destroy_plan" "import_wisdom_from_filename" "export_wisdom_to_filename" "forget_wisdom" "cleanup"))
; A function, to note which functions it calls.
((function_definition) @site)
