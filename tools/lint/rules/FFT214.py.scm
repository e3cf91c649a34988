; SPDX-License-Identifier: Apache-2.0
; An element of an array.
((subscript) @site)
