; SPDX-License-Identifier: Apache-2.0
; Strings of setup.py that may be options of a compiler.
((string) @site)
