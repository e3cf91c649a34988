; SPDX-License-Identifier: Apache-2.0
; A grid that is given by its ends.
((call) @site (#called? @site "linspace"))
