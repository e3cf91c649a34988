; SPDX-License-Identifier: Apache-2.0
; An inverse; the predicate goes back to its forward transforms.
((call) @site (#transform? @site "ifft" "ifft2" "ifftn" "irfft" "irfft2" "irfftn"))
