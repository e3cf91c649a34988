; SPDX-License-Identifier: Apache-2.0
; What forgets all that FFTW keeps.
((call_expression) @site (#fftw? @site "cleanup" "cleanup_threads" "forget_wisdom"))
