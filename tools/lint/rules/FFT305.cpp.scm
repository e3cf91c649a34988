; SPDX-License-Identifier: Apache-2.0
; A conversion of a logarithm to an integer.
((call_expression) @site (#called? @site "ceil" "floor" "round" "ceilf" "floorf" "roundf" "rint" "lrint" "lround" "static_cast" "int"))
((cast_expression) @site)
((init_declarator) @site)
((assignment_expression) @site)
