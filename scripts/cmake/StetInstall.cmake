# SPDX-License-Identifier: Apache-2.0
# `make install` copies headers, libraries, commands and documents, and the two files by which another
# project finds them (CMake package, pkg-config).
include(CMakePackageConfigHelpers)

install(TARGETS stet_shared stet_static EXPORT stet-targets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/stet.h include/stet_conv.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png")
if(TARGET stet_lab)
  install(TARGETS stet_lab stet_lab_static EXPORT stet-targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES include/stet_lab.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY lab/profiles DESTINATION ${CMAKE_INSTALL_DATADIR}/stet FILES_MATCHING PATTERN "*.json")
  install(DIRECTORY lab/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}/lab FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png")
endif()
if(TARGET stet)
  install(TARGETS stet RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(TARGET stet-lab)
    install(TARGETS stet-lab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
  if(NOT CMAKE_CROSSCOMPILING) # the command, which has to run, writes its man page
    set(man_of stet)
    if(TARGET stet-lab)
      list(APPEND man_of stet-lab)
    endif()
    if(TARGET fpsan-instr)
      list(APPEND man_of fpsan-command fpsan-cc fpsan-instr)
    endif()
    foreach(mpi openmpi mpich)
      if(TARGET stet-mpi-${mpi} AND NOT STET_SANITIZE) # its help begins MPI, which leaks
        list(APPEND man_of stet-mpi-${mpi})
      endif()
    endforeach()
    list(TRANSFORM man_of REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE man_commands)
    add_custom_command(OUTPUT man/stet.1 COMMAND ${PROJECT_SOURCE_DIR}/scripts/man man ${man_commands}
      DEPENDS ${man_of} ${PROJECT_SOURCE_DIR}/scripts/man VERBATIM)
    add_custom_target(stet_man ALL DEPENDS man/stet.1)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endif()

# find_package(stet CONFIG) defines stet::stet (shared) and stet::stet_static.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stet)
install(EXPORT stet-targets NAMESPACE stet:: DESTINATION ${package_dir})
configure_package_config_file(scripts/cmake/stet-config.cmake.in stet-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# A minor release of 0.x may be incompatible. From 1.0 on this is SameMajorVersion.
write_basic_package_version_file(stet-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stet-config.cmake ${PROJECT_BINARY_DIR}/stet-config-version.cmake
  DESTINATION ${package_dir})

# stet.pc finds its prefix relative to its own path, so that `cmake --install --prefix` may name
# another prefix than the configuration.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(STET_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
  set(STET_PC_LIBDIR ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(STET_PC_PREFIX "\${pcfiledir}/${up}")
  set(STET_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(STET_PC_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(STET_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(scripts/cmake/stet.pc.in stet.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/stet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
foreach(mpi openmpi mpich)
  if(TARGET stet_mpi-${mpi})
    configure_file(scripts/cmake/stet-mpi.pc.in stet-mpi-${mpi}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/stet-mpi-${mpi}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    install(FILES include/stet_mpi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
endforeach()
if(TARGET stet_nn)
  configure_file(scripts/cmake/stet-nn.pc.in stet-nn.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/stet-nn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
if(TARGET stet_lab)
  configure_file(scripts/cmake/stet-lab.pc.in stet-lab.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/stet-lab.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
if(TARGET stet_gpu)
  configure_file(scripts/cmake/stet-gpu.pc.in stet-gpu.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/stet-gpu.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
