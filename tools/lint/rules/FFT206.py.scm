; SPDX-License-Identifier: Apache-2.0
; The frequencies of a transform.
((call) @site (#transform? @site "fftfreq" "rfftfreq"))
