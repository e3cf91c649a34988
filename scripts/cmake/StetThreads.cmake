# SPDX-License-Identifier: Apache-2.0
# The library runs threads of its own (src/base/pool.h), and whoever links needs the system's. Its
# libraries go by their names, where libc is not enough, and not as CMake's target: projects that
# use the static library need not look for threads themselves.
find_package(Threads REQUIRED)
set(STET_PC_PRIVATE "")
if(CMAKE_THREAD_LIBS_INIT)
  target_link_libraries(stet_shared PRIVATE ${CMAKE_THREAD_LIBS_INIT})
  target_link_libraries(stet_static PRIVATE ${CMAKE_THREAD_LIBS_INIT})
  set(STET_PC_PRIVATE " ${CMAKE_THREAD_LIBS_INIT}")
endif()
