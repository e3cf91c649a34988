; SPDX-License-Identifier: Apache-2.0
; A store into part of an array.
((assignment left: (subscript)) @site)
