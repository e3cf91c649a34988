; SPDX-License-Identifier: Apache-2.0
; A product that a loop repeats.
((assignment_expression) @site)
