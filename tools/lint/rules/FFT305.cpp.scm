; SPDX-License-Identifier: Apache-2.0
; What makes a whole number of a logarithm.
((call_expression) @site (#called? @site "ceil" "floor" "round" "ceilf" "floorf" "roundf" "rint" "lrint" "lround" "static_cast" "int"))
((cast_expression) @site)
((init_declarator) @site)
((assignment_expression) @site)
