; SPDX-License-Identifier: Apache-2.0
; 1 / n
((binary_expression left: (number_literal) @one) @site (#any-of? @one "1"))
