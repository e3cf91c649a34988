# SPDX-License-Identifier: Apache-2.0
# A kernel is written once for each family, in a template <room>/isa/<family>.c.in, and compiled once for each
# instruction set that has the family (src/CMakeLists.txt says which).
#
# stet_kernel_source(FILE ISA FAMILY FOLDER...): sets FILE to the source that defines stet_<ISA>_<FAMILY>, or to nothing
# if no FOLDER has the family. A file <isa>_<family>.c of a FOLDER is taken as it is; else
# ${PROJECT_BINARY_DIR}/isa/<isa>_<family>.c is made from the template. The template says @isa@ and @vec@ (the header of
# vec/ that has the vectors), and @options@ stands for the definitions below.
function(stet_kernel_source result isa family)
  set(template "")
  foreach(folder IN LISTS ARGN)
    if(EXISTS ${folder}/${isa}_${family}.c)
      set(${result} ${folder}/${isa}_${family}.c PARENT_SCOPE)
      return()
    elseif(EXISTS ${folder}/${family}.c.in)
      set(template ${folder}/${family}.c.in)
    endif()
  endforeach()
  if(NOT template)
    set(${result} "" PARENT_SCOPE)
    return()
  endif()
  set(vec ${isa})
  set(options "")
  if(isa STREQUAL "soft")
    set(vec scalar)
    string(APPEND options "#define STET_SOFT_FMA_KERNELS\n")
  elseif(isa STREQUAL "relaxed")
    set(vec simd128)
  endif()
  # Instances without the method for long lines, which takes the compiler longest: fma is no instruction there, or the
  # mode is rare (lines/kernel.h).
  if("${isa}_${family}" MATCHES "^(sse2_f32|sse2_f64|simd128_f32|simd128_f64|relaxed_f64|avx2_f16|avx512_f16)$")
    string(APPEND options "#define STET_NO_WIDE\n")
  endif()
  # The instance that serves lines beside vectors has straight code for short lengths.
  if("${isa}_${family}" MATCHES "^scalar_f(32|64)$")
    string(APPEND options "#define STET_HAS_CODELETS\n")
  endif()
  set(file ${PROJECT_BINARY_DIR}/isa/${isa}_${family}.c)
  configure_file(${template} ${file} @ONLY)
  set(${result} ${file} PARENT_SCOPE)
endfunction()

# stet_add_kernels(TARGET HEADER TYPE FOLDER FAMILY...): the kernels of a library beside libstet. The sources of the
# templates in FOLDER, for the instruction sets of libstet that have the families, become sources of the target; each
# defines the TYPE stet_<isa>_<family>. HEADER, a file of ${PROJECT_BINARY_DIR}/isa_rows, defines ROWS: for each set
# {"<isa>", &its kernels of each family}. A family that a set does not have is that of the set below. The kernels of a
# family of pairs (dd, ff) keep the order of their instructions. The global property STET_<TARGET>_KERNELS has the names
# of the kernels, for tests.
function(stet_add_kernels target header type folder)
  set(rows "")
  set(declarations "")
  get_property(isas GLOBAL PROPERTY STET_ISAS)
  foreach(isa IN LISTS isas)
    get_property(has GLOBAL PROPERTY STET_${isa}_HAS)
    set(row "{\"${isa}\"")
    foreach(family IN LISTS ARGN)
      if(family IN_LIST has)
        stet_kernel_source(file ${isa} ${family} ${folder})
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
