; SPDX-License-Identifier: Apache-2.0
; Any transform.
((call) @site
 (#transform? @site "fft" "ifft" "fft2" "ifft2" "fftn" "ifftn" "rfft" "irfft" "rfft2" "irfft2" "rfftn" "irfftn" "hfft" "ihfft"))
