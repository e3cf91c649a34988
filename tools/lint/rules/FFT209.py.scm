; SPDX-License-Identifier: Apache-2.0
; A grid of two axes.
((call) @site (#called? @site "meshgrid"))
