# These flags decide bits, and set warnings. All targets of this project are built with them.
add_library(stet_flags INTERFACE)

# Flags from outside, for example the CFLAGS of a cluster, could change bits. The flags below come after
# them on the command line and undo them: the options that they imply, and at the link the object that
# flushes subnormals to zero for the whole process (gcc's crtfastmath.o, which -Ofast also links).
set(fast_math "-ffast-math|-Ofast|-funsafe-math-optimizations|-ffinite-math-only|-fassociative-math|\
-freciprocal-math|-fno-signed-zeros|-frounding-math|-fsingle-precision-constant")
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(REGEX MATCHALL "(^| )(${fast_math})( |$)" found " ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}} ")
if(found)
  list(REMOVE_DUPLICATES found)
  string(REPLACE ";" "" found "${found}")
  message(WARNING "stet: the C flags contain${found}which would change bits; stet is built without")
endif()
set(no_fast_math -fno-fast-math -fno-unsafe-math-optimizations)
target_compile_options(stet_flags INTERFACE ${no_fast_math} -fno-finite-math-only
  -fno-associative-math -fno-reciprocal-math -fsigned-zeros -fno-rounding-math)
target_link_options(stet_flags INTERFACE ${no_fast_math})
if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}}" MATCHES "-Ofast")
  target_link_options(stet_flags INTERFACE -O3)
endif()

target_compile_options(stet_flags INTERFACE
  -ffp-contract=off   # every fma is explicit: the compiler never decides
  -fno-math-errno     # sqrt is the instruction, not a call of libm; no bit depends on it
  -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  -Wdouble-promotion -Wcast-qual -Wvla -Wno-unknown-pragmas)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # The vectoriser of gcc 12 contracts complex products in spite of -ffp-contract=off, and drops a
  # rounding to float.
  target_compile_options(stet_flags INTERFACE -fno-tree-vectorize -fno-single-precision-constant)
endif()
if(STET_SOFT_FMA)
  target_compile_definitions(stet_flags INTERFACE STET_SOFT_FMA)
endif()
if(STET_SANITIZE)
  target_compile_options(stet_flags INTERFACE -fsanitize=${STET_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(stet_flags INTERFACE -fsanitize=${STET_SANITIZE})
endif()
if(STET_BUILD_FUZZERS)
  # libFuzzer needs coverage counters to see into the library.
  target_compile_options(stet_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
