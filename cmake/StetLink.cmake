# SPDX-License-Identifier: Apache-2.0
# How the shared library is linked where the linker is GNU's or LLVM's: symbols carry the
# version STET_0, and an undefined one (say, from libm, which the library may not use) is an
# error at link time. Sanitizers leave their runtime undefined on purpose.
include(CheckLinkerFlag)
set(map ${PROJECT_SOURCE_DIR}/cmake/stet.map)
check_linker_flag(C "LINKER:--version-script=${map}" STET_HAVE_VERSION_SCRIPT)
if(STET_HAVE_VERSION_SCRIPT)
  target_link_options(stet_shared PRIVATE "LINKER:--version-script=${map}")
  set_target_properties(stet_shared PROPERTIES LINK_DEPENDS ${map})
  if(NOT STET_SANITIZE)
    target_link_options(stet_shared PRIVATE "LINKER:--no-undefined")
  endif()
endif()
