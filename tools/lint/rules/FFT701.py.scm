; SPDX-License-Identifier: Apache-2.0
; A comparison, or a call that makes one.
((comparison_operator) @site)
((call) @site (#called? @site "array_equal" "equal" "assert_array_equal" "assertEqual" "assert_equal"))
