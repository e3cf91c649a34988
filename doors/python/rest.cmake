# SPDX-License-Identifier: Apache-2.0
# Adds the rest of the extension: verdicts of the judge (tools/verify), sums, convolution, drift. The target _stet must exist
# where this file is included.
set(root ${CMAKE_CURRENT_LIST_DIR}/../..)
if(NOT TARGET stet_flags)
  include(${root}/scripts/cmake/StetFlags.cmake)
endif()
set(STET_FILES_FOR module)
foreach(library files verify)
  add_subdirectory(${root}/tools/${library} ${library} EXCLUDE_FROM_ALL)
  set_target_properties(stet_${library} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
    C_STANDARD 11 C_EXTENSIONS OFF)
endforeach()
set_target_properties(stet_sha256 PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden C_STANDARD 11)
target_link_libraries(stet_files PUBLIC stet_static)

foreach(file rest judge sums conv drift)
  target_sources(_stet PRIVATE ${CMAKE_CURRENT_LIST_DIR}/src/_stet/${file}.c)
endforeach()
# Only stet.lab.drift needs this.
target_sources(_stet PRIVATE ${root}/lab/drift/compare.c ${root}/lab/drift/drift.c ${root}/lab/cli/drift_work.c)
target_include_directories(_stet PRIVATE ${root}/lab ${root}/src)
target_link_libraries(_stet PRIVATE stet_verify)
