; SPDX-License-Identifier: Apache-2.0
; An arctangent of one quotient.
((call) @site (#called? @site "arctan" "atan" "arctan2" "atan2"))
