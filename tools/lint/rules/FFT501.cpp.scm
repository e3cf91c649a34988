; SPDX-License-Identifier: Apache-2.0
; A product that a loop repeats.
((assignment_expression) @site)
; An element that is appended to a table.
((call_expression) @site (#called? @site "push_back" "emplace_back"))
