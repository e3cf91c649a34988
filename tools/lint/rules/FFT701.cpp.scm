; SPDX-License-Identifier: Apache-2.0
; A comparison.
((binary_expression) @site)
((call_expression) @site (#called? @site "memcmp"))
