; SPDX-License-Identifier: Apache-2.0
; A call that drops all that FFTW keeps.
((call_expression) @site (#fftw? @site "cleanup" "cleanup_threads" "forget_wisdom"))
