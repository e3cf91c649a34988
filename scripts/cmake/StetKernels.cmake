# SPDX-License-Identifier: Apache-2.0
# stet_add_kernels(TARGET HEADER TYPE FAMILY...): the kernels of a library beside libstet, by instruction set. The files
# isa/<isa>_<family>.c of the calling folder, for the sets that libstet has (src/CMakeLists.txt), become sources of the
# target; each defines the TYPE stet_<isa>_<family>. HEADER, a file of ${PROJECT_BINARY_DIR}/isa_rows, defines ROWS: for
# each set {"<isa>", &its kernels of each family}, where a family that the set has no file of is that of the set below.
# The kernels of a family of pairs (dd, ff) keep the order of their instructions. The global property
# STET_<TARGET>_KERNELS has the names of the kernels, for tests.
function(stet_add_kernels target header type)
  set(rows "")
  set(declarations "")
  get_property(isas GLOBAL PROPERTY STET_ISAS)
  foreach(isa IN LISTS isas)
    set(row "{\"${isa}\"")
    foreach(family IN LISTS ARGN)
      set(file ${CMAKE_CURRENT_SOURCE_DIR}/isa/${isa}_${family}.c)
      if(EXISTS ${file})
        set(own STET_${isa}_OWN)
        if(family MATCHES "(dd|ff)$")
          set(own STET_${isa}_OWN_PAIRS)
        endif()
        get_property(flags GLOBAL PROPERTY ${own})
        target_sources(${target} PRIVATE ${file})
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${flags}")
        set(below_${family} stet_${isa}_${family})
        string(APPEND declarations "extern const ${type} stet_${isa}_${family};\n")
        set_property(GLOBAL APPEND PROPERTY STET_${target}_KERNELS stet_${isa}_${family})
      endif()
      string(APPEND row ", &${below_${family}}")
    endforeach()
    string(APPEND rows "${row}}, ")
  endforeach()
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/isa_rows/${header}
    CONTENT "/* Made by scripts/cmake/StetKernels.cmake. */\n${declarations}#define ROWS ${rows}\n")
endfunction()
