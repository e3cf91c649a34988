# SPDX-License-Identifier: Apache-2.0
# Links shared libraries. With the linkers of GNU and LLVM symbols have versions, and an undefined symbol
# (for example of libm, which the library must not use) is an error at link time. Sanitizers leave
# their runtime undefined on purpose.
include(CheckLinkerFlag)
file(WRITE ${PROJECT_BINARY_DIR}/none.map "{ local: *; };\n")
check_linker_flag(C "LINKER:--version-script=${PROJECT_BINARY_DIR}/none.map" STET_HAVE_VERSION_SCRIPT)

# stet_version_script(target NODE PATTERN PRIVATE_NODE HEADER...): the target exports the symbols that the pattern
# matches in NODE, and those that the headers mark STET_PRIVATE in PRIVATE_NODE: stet_map.cmake. The target's calls of
# its own functions do not leave it.
function(stet_version_script target node pattern private)
  if(NOT STET_HAVE_VERSION_SCRIPT)
    return()
  endif()
  set(map ${PROJECT_BINARY_DIR}/${target}.map)
  set(script ${PROJECT_SOURCE_DIR}/scripts/cmake/stet_map.cmake)
  add_custom_command(OUTPUT ${map} COMMAND ${CMAKE_COMMAND} "-DHEADERS=${ARGN}" "-DPUBLIC=${node}:${pattern}"
    -DPRIVATE=${private}_${PROJECT_VERSION} -DOUTPUT=${map} -P ${script}
    DEPENDS ${ARGN} ${script} VERBATIM)
  target_sources(${target} PRIVATE ${map})
  target_link_options(${target} PRIVATE "LINKER:--version-script=${map}" LINKER:-Bsymbolic)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
  if(NOT STET_SANITIZE)
    target_link_options(${target} PRIVATE "LINKER:--no-undefined")
  endif()
endfunction()
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.h ${PROJECT_SOURCE_DIR}/include/*.h)
stet_version_script(stet_shared STET_0 "stet_*" STET_PRIVATE ${headers})
