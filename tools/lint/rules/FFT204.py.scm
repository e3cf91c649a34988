; SPDX-License-Identifier: Apache-2.0
; A forward transform of real numbers.
((call) @site (#transform? @site "rfft" "rfft2" "rfftn" "ihfft"))
