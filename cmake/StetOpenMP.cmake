# SPDX-License-Identifier: Apache-2.0
# OpenMP runs the threads of plans, if it is there: one file is compiled for it, and whoever
# links needs its runtime. The libraries go by their names (gomp, pthread), not as CMake's
# OpenMP target: projects that use the static one need not speak C, nor find OpenMP, and
# -static finds the static runtime.
option(STET_OPENMP "Run the threads of plans by OpenMP, where it is found" ON)
set(STET_PC_PRIVATE "")
if(STET_OPENMP)
  find_package(OpenMP COMPONENTS C)
endif()
if(STET_OPENMP AND OpenMP_C_FOUND)
  separate_arguments(flags NATIVE_COMMAND "${OpenMP_C_FLAGS}")
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/base/executor.c TARGET_DIRECTORY stet_objects
    APPEND PROPERTY COMPILE_OPTIONS ${flags})
  foreach(lib IN LISTS OpenMP_C_LIB_NAMES)
    target_link_libraries(stet_shared PRIVATE ${lib})
    target_link_libraries(stet_static PRIVATE ${lib})
    string(APPEND STET_PC_PRIVATE " -l${lib}")
  endforeach()
else()
  message(STATUS "No OpenMP: plans run in one thread unless they are given a parallel-for")
endif()
