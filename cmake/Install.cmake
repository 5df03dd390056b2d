# The package that find_package(trainer CONFIG) finds: library, public headers, programs, FindLibTorch.cmake. Its targets
# are exported without their third-party libraries, whose targets are the build's own; trainerConfig.cmake finds them
# again, so that a package serves another machine with other paths.
include(CMakePackageConfigHelpers)

# trainer_install(<target> <component> [EXCLUDE_FROM_ALL]): makes `cmake --install <folder> --component <component>`
# install <target> as trainer::trainer, complete; with EXCLUDE_FROM_ALL only when the component is named.
function(trainer_install target component)
  set(cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/trainer")
  set(how COMPONENT ${component} ${ARGN})
  get_target_property(TRAINER_LIBRARY_TYPE ${target} TYPE)
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME trainer INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${target} EXPORT ${target}Targets
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" ${how}
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" ${how})
  install(EXPORT ${target}Targets FILE trainerTargets.cmake NAMESPACE trainer:: DESTINATION "${cmake_dir}" ${how})
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/trainer" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" ${how}
          FILES_MATCHING PATTERN "*.h")

  set(generated "${PROJECT_BINARY_DIR}/package/${target}")
  configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/trainerConfig.cmake.in" "${generated}/trainerConfig.cmake"
    INSTALL_DESTINATION "${cmake_dir}" NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file("${generated}/trainerConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${generated}/trainerConfig.cmake" "${generated}/trainerConfigVersion.cmake"
                "${PROJECT_SOURCE_DIR}/cmake/FindLibTorch.cmake" "${PROJECT_SOURCE_DIR}/cmake/FindImageLibraries.cmake"
          DESTINATION "${cmake_dir}" ${how})
endfunction()

trainer_install(trainer library)

foreach(program IN ITEMS trainer_cli trainer_run)
  if(TARGET ${program})
    # The rpath to LibTorch stays: its own libraries find each other only in their own folder.
    file(RELATIVE_PATH to_library "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(${program} PROPERTIES
      INSTALL_RPATH "$ORIGIN/${to_library}" INSTALL_RPATH_USE_LINK_PATH ON)
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT programs)
  endif()
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/NOTICE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT library)
