; SPDX-License-Identifier: Apache-2.0
; A product that a loop repeats.
((augmented_assignment) @site)
((assignment left: (identifier) right: (binary_operator)) @site)
((assignment left: (identifier) right: (call)) @site)
((assignment left: (attribute) right: (binary_operator)) @site)
((assignment left: (subscript) right: (binary_operator)) @site)
; An element that is appended to a table.
((call) @site (#called? @site "append"))
