; SPDX-License-Identifier: Apache-2.0
; A loop that counts.
((for_statement) @site)
