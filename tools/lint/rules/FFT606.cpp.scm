; SPDX-License-Identifier: Apache-2.0
; A plan.
((call_expression) @site (#fftw? @site "plan_dft_1d" "plan_dft_2d" "plan_dft_3d" "plan_dft" "plan_dft_r2c_1d" "plan_dft_r2c_2d" "plan_dft_r2c_3d"
 "plan_dft_r2c" "plan_dft_c2r_1d" "plan_dft_c2r_2d" "plan_dft_c2r_3d" "plan_dft_c2r" "plan_r2r_1d" "plan_r2r_2d"
 "plan_many_dft" "plan_many_dft_r2c" "plan_many_dft_c2r" "plan_guru_dft" "plan_guru_dft_r2c" "plan_guru_dft_c2r"))
; A call that returns how much to allocate.
((call_expression) @site (#fftw? @site "mpi_local_size" "mpi_local_size_2d" "mpi_local_size_3d" "mpi_local_size_many"
 "mpi_local_size_transposed" "mpi_local_size_2d_transposed" "mpi_local_size_3d_transposed" "mpi_local_size_many_transposed"
 "mpi_local_size_1d"))
