# SPDX-License-Identifier: Apache-2.0
# Decides which instances of the kernels are built. No choice changes a bit.
#   all   every instance
#   best  for a quick look at the library: the best instance that runs on this machine, and the kernels below
#   one   the best instance and soft: for tests of the bits, which need no speed
#   soft  the software fma alone
# `best` also has `scalar`. Without it lines with strides, and work that is not for vectors, would run on the software
# fma, 10 to 50 times slower. Of the instances between these two it has the kernels of lines of f32 and f64, which take
# the lines that do not fill the widest vectors: on one lane these are up to 5 times slower. STET_NATIVE_ONLY, which
# should build within a minute, has no kernels of instances between.
set(STET_ISAS all CACHE STRING
  "Instances to build: all, or best (what this machine runs by default, with scalar, soft, and lines between), one (the best and soft), or soft")
option(STET_HALF_VECTORS "Build the vector instances of half precision" ON)

set(best_isas "")  # instances that are built by default
set(lines_isas "") # those of which only the lines of f32 and f64 are built
if(STET_ISAS MATCHES "^(best|one)$")
  set(folder ${PROJECT_BINARY_DIR}/best_isa)
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/base/isa.c rows REGEX "^ +ROW\\(")
  list(TRANSFORM rows REPLACE "^ +ROW\\(([a-z0-9]+),.*" "#define STET_ROW_\\1\n")
  file(WRITE ${folder}/isa_rows.h ${rows})
  try_run(ran compiled ${folder} ${CMAKE_CURRENT_LIST_DIR}/best_isa.c CMAKE_FLAGS
    "-DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/src;${PROJECT_SOURCE_DIR}/include;${folder}"
    RUN_OUTPUT_VARIABLE can_run)
  if(NOT compiled OR NOT ran EQUAL 0)
    message(FATAL_ERROR "STET_ISAS=${STET_ISAS}: scripts/cmake/best_isa.c does not compile and run here; "
      "use -DSTET_ISAS=all")
  endif()
  # These instances have transforms of their own, from `scalar` on if there is fma.
  foreach(isa IN LISTS can_run)
    if(isa STREQUAL scalar)
      set(best_isas "")
    endif()
    if(NOT isa MATCHES "fp16$|^(simd128|relaxed)$")
      list(APPEND best_isas ${isa})
    endif()
  endforeach()
  list(POP_BACK best_isas best_isa)
  if(STET_ISAS STREQUAL "one")
    set(best_isas "")
  endif()
  set(lines_isas ${best_isas})
  list(REMOVE_ITEM lines_isas scalar soft)
  if(STET_NATIVE_ONLY)
    list(REMOVE_ITEM best_isas ${lines_isas})
  endif()
  list(APPEND best_isas ${best_isa})
  list(JOIN best_isas ", " names)
  message(STATUS "Instances that are built: soft, ${names}")
elseif(NOT STET_ISAS MATCHES "^(all|soft)$")
  message(FATAL_ERROR "STET_ISAS=${STET_ISAS}: it is all, best, one or soft")
endif()

# If the choice differs from the last one in this folder, its consequences are forgotten: options of
# single instances have to be given again.
set(isas_changed OFF)
if(DEFINED STET_LAST_ISAS AND NOT STET_LAST_ISAS STREQUAL STET_ISAS)
  set(isas_changed ON)
endif()
set(STET_LAST_ISAS ${STET_ISAS} CACHE INTERNAL "STET_ISAS when this folder was last configured")
foreach(vectors FMA128 AVX2 AVX512 NEON RELAXED)
  if(STET_${vectors} AND NOT isas_changed)
    list(APPEND best_isas scalar)
  endif()
endforeach()

# Defines the option STET_<ISA>, which is on if the choices above include the instance.
function(stet_isa_option isa what)
  set(default OFF)
  if(STET_ISAS STREQUAL "all" OR isa IN_LIST best_isas)
    set(default ON)
  endif()
  string(TOUPPER ${isa} name)
  if(isas_changed)
    unset(STET_${name} CACHE)
  endif()
  option(STET_${name} "Build the instance ${isa}: ${what}" ${default})
endfunction()
