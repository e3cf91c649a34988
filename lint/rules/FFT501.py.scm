; SPDX-License-Identifier: Apache-2.0
; A product that a loop repeats.
((augmented_assignment) @site)
((assignment left: (identifier) right: (binary_operator)) @site)
