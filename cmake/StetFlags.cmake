# Flags that the bits depend on, and warnings. Everything of ours is built with them.
add_library(stet_flags INTERFACE)
target_compile_options(stet_flags INTERFACE
  -ffp-contract=off   # every fma is explicit: the compiler never decides
  -fno-math-errno     # sqrt is the instruction, not a call of libm; no bit depends on it
  -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  -Wdouble-promotion -Wcast-qual -Wvla -Wno-unknown-pragmas)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # gcc 12 contracts complex products in spite of -ffp-contract=off, and drops a
  # rounding to float, both in its vectoriser.
  target_compile_options(stet_flags INTERFACE -fno-tree-vectorize)
endif()
if(STET_SOFT_FMA)
  target_compile_definitions(stet_flags INTERFACE STET_SOFT_FMA)
endif()
if(STET_SANITIZE)
  target_compile_options(stet_flags INTERFACE -fsanitize=${STET_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(stet_flags INTERFACE -fsanitize=${STET_SANITIZE})
endif()
if(STET_BUILD_FUZZERS)
  # Without its coverage counters libFuzzer does not see into the library.
  target_compile_options(stet_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
