# ccache and lld where they are there; neither is required.

# A precompiled header is shared only by targets compiled with the same flags. CMAKE_POSITION_INDEPENDENT_CODE would give
# programs -fPIE and libraries -fPIC, so the project's own folders all get -fPIC.
add_compile_options(-fPIC)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Without this g++ passes over a header that it cannot use, and only the clock tells.
  add_compile_options(-Winvalid-pch -Werror=invalid-pch)
endif()

if(PROJECT_IS_TOP_LEVEL)
  find_program(TRAINER_CCACHE ccache)
  if(TRAINER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Precompiled headers are cached only with these allowances.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${TRAINER_CCACHE}")
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
  find_program(TRAINER_LLD ld.lld)
  if(TRAINER_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()
