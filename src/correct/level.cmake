# SPDX-License-Identifier: Apache-2.0
# The level itself; CMakeLists.txt has the exact modules.
set(here ${CMAKE_CURRENT_SOURCE_DIR})
target_sources(stet_objects PRIVATE ${here}/blocks.c ${here}/bound.c ${here}/correct.c ${here}/dd_fft.c
  ${here}/dd_level.c ${here}/direct_sum.c ${here}/dispatch.c ${here}/fused.c ${here}/gather.c ${here}/level1.c ${here}/resolve.c
  ${here}/kernels_soft.c)

# An instance that needs more than the baseline, if src/fft has it too. The flags are those of its
# own file alone.
function(stet_add_correct_instance isa)
  string(TOUPPER ${isa} name)
  if(NOT STET_${name})
    return()
  endif()
  set(files ${here}/kernels_${isa}.c)
  if(isa MATCHES "avx")
    list(APPEND files ${here}/fused_${isa}.c)
  endif()
  target_sources(stet_objects PRIVATE ${files})
  set_source_files_properties(${files} TARGET_DIRECTORY stet_objects
    PROPERTIES COMPILE_OPTIONS "${ARGN};-falign-functions=64")
  set_property(SOURCE ${here}/dispatch.c ${here}/fused.c TARGET_DIRECTORY stet_objects
    APPEND PROPERTY COMPILE_DEFINITIONS STET_HAVE_${name})
endfunction()

if(NOT STET_SOFT_FMA)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    stet_add_correct_instance(sse2)
    stet_add_correct_instance(scalar -mfma)
    stet_add_correct_instance(fma128 -mfma)
    stet_add_correct_instance(avx2 -mavx2 -mfma)
    stet_add_correct_instance(avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    stet_add_correct_instance(scalar)
    stet_add_correct_instance(neon)
  endif()
endif()
