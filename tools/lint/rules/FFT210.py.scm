; SPDX-License-Identifier: Apache-2.0
; A grid by its ends.
((call) @site (#called? @site "linspace"))
