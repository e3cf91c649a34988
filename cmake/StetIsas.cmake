# SPDX-License-Identifier: Apache-2.0
# Which instances of the kernels are built: all, or for a quick look at the library those that run on
# this machine, the best one and the software fma, or this one alone. What is left out changes no bit.
set(STET_ISAS all CACHE STRING "Instances to build: all, or best (what this machine runs by default, and soft), or soft")
option(STET_HALF_VECTORS "Build the vector instances of half precision" ON)

set(best_isa "")
if(STET_ISAS STREQUAL "best")
  set(folder ${PROJECT_BINARY_DIR}/best_isa)
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/base/isa.c rows REGEX "^ +ROW\\(")
  list(TRANSFORM rows REPLACE "^ +ROW\\(([a-z0-9]+),.*" "#define STET_ROW_\\1\n")
  file(WRITE ${folder}/isa_rows.h ${rows})
  try_run(ran compiled ${folder} ${CMAKE_CURRENT_LIST_DIR}/best_isa.c CMAKE_FLAGS
    "-DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/src;${PROJECT_SOURCE_DIR}/include;${folder}"
    RUN_OUTPUT_VARIABLE can_run)
  if(NOT compiled OR NOT ran EQUAL 0)
    message(FATAL_ERROR "STET_ISAS=best: cmake/best_isa.c does not compile and run here; "
      "use -DSTET_ISAS=all")
  endif()
  # The highest with transforms of its own.
  foreach(isa IN LISTS can_run)
    if(EXISTS ${PROJECT_SOURCE_DIR}/src/fft/isa/${isa}_f32.c)
      set(best_isa ${isa})
    endif()
  endforeach()
  message(STATUS "Instances that are built: soft, ${best_isa}")
elseif(NOT STET_ISAS MATCHES "^(all|soft)$")
  message(FATAL_ERROR "STET_ISAS=${STET_ISAS}: it is all, best or soft")
endif()

# Another choice than the last one in this folder: what followed from that one is forgotten,
# and options of single instances are to be given again.
set(isas_changed OFF)
if(DEFINED STET_LAST_ISAS AND NOT STET_LAST_ISAS STREQUAL STET_ISAS)
  set(isas_changed ON)
endif()
set(STET_LAST_ISAS ${STET_ISAS} CACHE INTERNAL "STET_ISAS when this folder was last configured")

# The option STET_<ISA>, on if the choice above has it.
function(stet_isa_option isa what)
  set(default OFF)
  if(STET_ISAS STREQUAL "all" OR isa STREQUAL best_isa)
    set(default ON)
  endif()
  string(TOUPPER ${isa} name)
  if(isas_changed)
    unset(STET_${name} CACHE)
  endif()
  option(STET_${name} "Build the instance ${isa}: ${what}" ${default})
endfunction()
