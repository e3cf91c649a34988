; SPDX-License-Identifier: Apache-2.0
; An arctangent of one quotient.
((call_expression) @site (#called? @site "atan" "atanf" "atan2" "atan2f"))
