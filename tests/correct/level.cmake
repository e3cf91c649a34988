# SPDX-License-Identifier: Apache-2.0
# The level itself; CMakeLists.txt has the exact modules.
stet_add_test(correct SOURCES test_correct.c cases.c LIBRARIES stet_exact_oracles stet_testlib)
add_test(NAME correct_long COMMAND test_correct --long)
set_tests_properties(correct_long PROPERTIES LABELS long TIMEOUT 3600)
stet_add_test(correct_bound SOURCES test_bound.c LIBRARIES stet_oracle stet_exact_oracles stet_testlib)
stet_add_test(correct_level SOURCES test_level.c LIBRARIES stet_exact_oracles stet_testlib)
target_link_options(test_correct_level PRIVATE -Wl,--wrap=aligned_alloc)
stet_add_fuzzer(correct SOURCES fuzz_correct.c)
