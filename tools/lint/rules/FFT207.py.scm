; SPDX-License-Identifier: Apache-2.0
; A shift of what a transform gave, and a transform of what was shifted.
((call) @site (#transform? @site "fftshift" "ifftshift"))
((call) @site (#transform? @site "fft" "ifft" "fft2" "ifft2" "fftn" "ifftn" "rfft" "irfft" "rfft2" "irfft2" "rfftn" "irfftn"))
; The same of a project's own, of an array whose last axis is real and imaginary part.
((call) @site (#called? @site "fftshift" "ifftshift"))
