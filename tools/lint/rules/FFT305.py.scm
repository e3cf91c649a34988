; SPDX-License-Identifier: Apache-2.0
; A conversion of a logarithm to an integer.
((call) @site (#called? @site "int" "ceil" "floor" "round" "is_integer" "around" "rint"))
