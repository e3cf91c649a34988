; SPDX-License-Identifier: Apache-2.0
; What makes a whole number of a logarithm.
((call) @site (#called? @site "int" "ceil" "floor" "round" "is_integer" "around" "rint"))
