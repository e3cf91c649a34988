# SPDX-License-Identifier: Apache-2.0
# The library runs threads of its own (src/base/pool.h), so a program that links it needs the system's
# thread library. If libc is not enough, the library is named here, not given as CMake's target: projects
# that use the static library then need not look for threads themselves.
find_package(Threads REQUIRED)
set(STET_PC_PRIVATE "")
if(CMAKE_THREAD_LIBS_INIT)
  target_link_libraries(stet_shared PRIVATE ${CMAKE_THREAD_LIBS_INIT})
  target_link_libraries(stet_static PRIVATE ${CMAKE_THREAD_LIBS_INIT})
  set(STET_PC_PRIVATE " ${CMAKE_THREAD_LIBS_INIT}")
endif()
