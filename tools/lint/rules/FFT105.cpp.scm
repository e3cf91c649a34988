; SPDX-License-Identifier: Apache-2.0
; A call that runs an inverse transform.
((call_expression) @site (#fftw? @site "execute" "execute_dft" "execute_dft_c2r"))
((call_expression) @site
 (#called? @site "cufftExecC2C" "cufftExecZ2Z" "cufftExecC2R" "cufftExecZ2D" "hipfftExecC2C" "hipfftExecZ2Z"
  "hipfftExecC2R" "hipfftExecZ2D" "DftiComputeBackward" "kiss_fftri"))
