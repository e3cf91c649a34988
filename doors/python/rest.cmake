# SPDX-License-Identifier: Apache-2.0
# What the extension has beside transforms: verdicts, which are the command's own (tools/cli/pieces.cmake), sums,
# convolution, drift. To be included where the target _stet is.
find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
if(NOT TARGET stet_flags)
  include(${CMAKE_CURRENT_LIST_DIR}/../../scripts/cmake/StetFlags.cmake)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/../../tools/cli/pieces.cmake)

set(cli ${CMAKE_CURRENT_LIST_DIR}/../../tools/cli)
add_library(stet_pieces STATIC EXCLUDE_FROM_ALL ${STET_CLI_PIECES} ${cli}/progress_none.c)
set_target_properties(stet_pieces PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
  C_STANDARD 11 C_EXTENSIONS OFF)
target_include_directories(stet_pieces PUBLIC ${cli} ${cli}/..)
target_compile_definitions(stet_pieces PUBLIC _XOPEN_SOURCE=700 _FILE_OFFSET_BITS=64)
target_link_libraries(stet_pieces PUBLIC stet_static PkgConfig::JANSSON m PRIVATE stet_flags)

foreach(file rest judge sums conv drift)
  target_sources(_stet PRIVATE ${CMAKE_CURRENT_LIST_DIR}/src/_stet/${file}.c)
endforeach()
target_link_libraries(_stet PRIVATE stet_pieces)
