; SPDX-License-Identifier: Apache-2.0
; An inverse that makes real numbers.
((call) @site (#transform? @site "irfft" "irfft2" "irfftn" "hfft"))
