; SPDX-License-Identifier: Apache-2.0
; A comparison whose tolerance has a default.
((call) @site (#called? @site "allclose" "assert_allclose" "isclose"))
