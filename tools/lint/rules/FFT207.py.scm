; SPDX-License-Identifier: Apache-2.0
; A shift of the output of a transform, and a transform of shifted data.
((call) @site (#transform? @site "fftshift" "ifftshift"))
((call) @site (#transform? @site "fft" "ifft" "fft2" "ifft2" "fftn" "ifftn" "rfft" "irfft" "rfft2" "irfft2" "rfftn" "irfftn"))
; A project's own shift of an array whose last axis holds real and imaginary part.
((call) @site (#called? @site "fftshift" "ifftshift"))
