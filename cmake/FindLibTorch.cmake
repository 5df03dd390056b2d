# LibTorch from a PyTorch wheel or an unpacked libtorch archive, without PyTorch's own CMake files: no nvcc, no
# toolkit, no changed global flags (docs/decisions/libtorch.md says why).
#
# Looked for, in this order: LibTorch_ROOT or TORCH_ROOT (the folder that holds include/ and lib/), as a variable or in
# the environment; then the Python named by Python3_EXECUTABLE, else python3, when it has torch; then
# LibTorch_LAST_RESORT.
#   LIBTORCH_CUDA = AUTO | ON | OFF   link the CUDA half: where its libraries are there, always, never
#   CUDAToolkit_ROOT                  a CUDA toolkit, for what the wheels do not bring; else /usr/local/cuda
# Gives:
#   LibTorch::cpu        the CPU half; enough for a CPU program on a CPU build and on a CUDA build
#   LibTorch::torch      LibTorch::cpu and, where wanted, the CUDA half
#   LibTorch::cuda_dev   for files that include CUDA or NCCL headers; only where those were found
#   LibTorch_VERSION, LibTorch_PREFIX, LibTorch_CUDA_BUILD, LibTorch_CUDA, LibTorch_CUDA_HEADERS
include(FindPackageHandleStandardArgs)
set(LIBTORCH_CUDA AUTO CACHE STRING "Link the CUDA half of LibTorch: AUTO, ON or OFF")

# --- where it is ---------------------------------------------------------------------------------------------------
set(_libtorch_roots ${LibTorch_ROOT} ${TORCH_ROOT} $ENV{LibTorch_ROOT} $ENV{TORCH_ROOT})
if(NOT _libtorch_roots)
  if(NOT Python3_EXECUTABLE)
    find_program(Python3_EXECUTABLE NAMES python3 python)
  endif()
  if(Python3_EXECUTABLE)
    # find_spec does not run torch's own code, which on a CUDA build wants every CUDA library.
    execute_process(
      COMMAND "${Python3_EXECUTABLE}" -c
              "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
      OUTPUT_VARIABLE _libtorch_roots OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
if(NOT _libtorch_roots)
  set(_libtorch_roots "${LibTorch_LAST_RESORT}")
endif()
find_path(LibTorch_PREFIX NAMES include/ATen/ATen.h PATHS ${_libtorch_roots} NO_DEFAULT_PATH NO_CACHE)
string(REGEX REPLACE "/$" "" LibTorch_PREFIX "${LibTorch_PREFIX}")

set(LibTorch_VERSION "")
foreach(_header IN ITEMS include/torch/headeronly/version.h include/torch/csrc/api/include/torch/version.h)
  if(LibTorch_PREFIX AND NOT LibTorch_VERSION AND EXISTS "${LibTorch_PREFIX}/${_header}")
    file(STRINGS "${LibTorch_PREFIX}/${_header}" _lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
    string(REGEX REPLACE "[^0-9;]" "" _numbers "${_lines}")
    string(REPLACE ";" "." LibTorch_VERSION "${_numbers}")
  endif()
endforeach()
find_library(LibTorch_CPU_LIBRARY torch_cpu PATHS "${LibTorch_PREFIX}/lib" NO_DEFAULT_PATH NO_CACHE)
find_package_handle_standard_args(
  LibTorch
  REQUIRED_VARS LibTorch_CPU_LIBRARY LibTorch_PREFIX
  VERSION_VAR LibTorch_VERSION
  REASON_FAILURE_MESSAGE
    "Set TORCH_ROOT to a folder with include/ and lib/ (the torch/ folder of a wheel, or an unpacked libtorch archive), or run tools/setup.sh.")
if(NOT LibTorch_FOUND OR TARGET LibTorch::cpu)
  return()
endif()

function(_libtorch_import name file)
  add_library(LibTorch::${name} SHARED IMPORTED)
  set_target_properties(LibTorch::${name} PROPERTIES IMPORTED_LOCATION "${file}")
endfunction()

# --- what a CUDA build needs even on the CPU -----------------------------------------------------------------------
get_filename_component(_nvidia "${LibTorch_PREFIX}/../nvidia" ABSOLUTE)
# CUDA 13 wheels share one folder (cu13); CUDA 12 wheels have one a component.
file(GLOB _cuda_dirs LIST_DIRECTORIES TRUE "${_nvidia}/cu[0-9]*" "${_nvidia}/cuda_*")
set(_toolkit /usr/local/cuda)
foreach(_root IN ITEMS "$ENV{CUDA_HOME}" "$ENV{CUDAToolkit_ROOT}" "${CUDAToolkit_ROOT}")
  if(_root)
    set(_toolkit "${_root}")
  endif()
endforeach()
list(APPEND _cuda_dirs "${_toolkit}" "${_toolkit}/extras/CUPTI")
file(GLOB _cuda_bundled "${LibTorch_PREFIX}/lib/libcudart*.so*")  # the zip carries its CUDA libraries itself

set(LibTorch_CUDA_BUILD FALSE)
if(EXISTS "${LibTorch_PREFIX}/lib/libtorch_cuda.so")
  set(LibTorch_CUDA_BUILD TRUE)
  foreach(_library IN ITEMS cudart cupti)
    find_library(LibTorch_${_library} NAMES lib${_library}.so.13 lib${_library}.so.12 ${_library}
                 PATHS ${_cuda_dirs} PATH_SUFFIXES lib lib64 NO_DEFAULT_PATH NO_CACHE)
  endforeach()
  if(NOT _cuda_bundled AND (NOT LibTorch_cudart OR NOT LibTorch_cupti))
    message(FATAL_ERROR
      "LibTorch ${LibTorch_VERSION} in ${LibTorch_PREFIX} is a CUDA build; its libtorch_cpu.so needs libcudart and "
      "libcupti even on the CPU.\nInstall them beside it (pip install --no-deps nvidia-cuda-runtime nvidia-cuda-cupti, "
      "in the versions that torch's METADATA names), run tools/setup.sh, or use a CPU build.")
  endif()
endif()

# --- targets -------------------------------------------------------------------------------------------------------
_libtorch_import(c10 "${LibTorch_PREFIX}/lib/libc10.so")
_libtorch_import(torch_cpu "${LibTorch_PREFIX}/lib/libtorch_cpu.so")
add_library(LibTorch::cpu INTERFACE IMPORTED)
target_include_directories(LibTorch::cpu SYSTEM INTERFACE
  "${LibTorch_PREFIX}/include" "${LibTorch_PREFIX}/include/torch/csrc/api/include")
target_compile_features(LibTorch::cpu INTERFACE cxx_std_20)
# As in torch's Caffe2Targets.cmake: headers change with them.
target_compile_definitions(LibTorch::cpu INTERFACE USE_DISTRIBUTED USE_C10D_GLOO USE_RPC USE_TENSORPIPE)
target_link_libraries(LibTorch::cpu INTERFACE LibTorch::torch_cpu LibTorch::c10)

set(LibTorch_CUDA FALSE)
if(LibTorch_CUDA_BUILD AND NOT LIBTORCH_CUDA STREQUAL "OFF")
  # These two stand for "the big CUDA wheels are there".
  find_library(LibTorch_cudnn NAMES libcudnn.so.9 PATHS "${_nvidia}/cudnn/lib" NO_CACHE)
  find_library(LibTorch_nccl NAMES libnccl.so.2 PATHS "${_nvidia}/nccl/lib" NO_CACHE)
  if((LibTorch_cudnn AND LibTorch_nccl) OR _cuda_bundled)
    set(LibTorch_CUDA TRUE)
  endif()
endif()
if(LIBTORCH_CUDA STREQUAL "ON" AND NOT LibTorch_CUDA)
  message(FATAL_ERROR
    "LIBTORCH_CUDA=ON, but ${LibTorch_PREFIX} has no libtorch_cuda.so or its CUDA libraries are missing. "
    "Install torch with its dependencies (pip install torch), or set LIBTORCH_CUDA=OFF.")
endif()

add_library(LibTorch::torch INTERFACE IMPORTED)
target_link_libraries(LibTorch::torch INTERFACE LibTorch::cpu)
set(LibTorch_CUDA_HEADERS FALSE)
if(LibTorch_CUDA)
  _libtorch_import(torch_cuda "${LibTorch_PREFIX}/lib/libtorch_cuda.so")
  _libtorch_import(c10_cuda "${LibTorch_PREFIX}/lib/libc10_cuda.so")
  # libtorch_cuda registers its kernels from static constructors; nothing refers to it, so --as-needed would drop it.
  target_link_libraries(LibTorch::torch INTERFACE
    "-Wl,--push-state,--no-as-needed,${LibTorch_PREFIX}/lib/libtorch_cuda.so,--pop-state"
    LibTorch::torch_cuda LibTorch::c10_cuda)
  set(_cuda_includes "")
  set(LibTorch_CUDA_HEADERS TRUE)
  foreach(_header IN ITEMS cuda_runtime_api.h cublas_v2.h crt/host_defines.h nv/target)
    unset(_dir)
    find_path(_dir NAMES ${_header} PATHS ${_cuda_dirs} PATH_SUFFIXES include include/cccl NO_DEFAULT_PATH NO_CACHE)
    if(_dir)
      list(APPEND _cuda_includes "${_dir}")
    else()
      set(LibTorch_CUDA_HEADERS FALSE)
    endif()
  endforeach()
  # Never the toolkit's nccl.h: ncclConfig_t is held by value and must match the library.
  find_path(LibTorch_nccl_include NAMES nccl.h PATHS "${_nvidia}/nccl/include" NO_DEFAULT_PATH NO_CACHE)
  if(NOT LibTorch_nccl_include OR NOT LibTorch_cudart)
    set(LibTorch_CUDA_HEADERS FALSE)
  endif()
endif()
if(LibTorch_CUDA_HEADERS)
  list(REMOVE_DUPLICATES _cuda_includes)
  _libtorch_import(cudart "${LibTorch_cudart}")
  add_library(LibTorch::cuda_dev INTERFACE IMPORTED)
  target_include_directories(LibTorch::cuda_dev SYSTEM INTERFACE ${_cuda_includes} "${LibTorch_nccl_include}")
  target_compile_definitions(LibTorch::cuda_dev INTERFACE USE_C10D_NCCL)
  target_link_libraries(LibTorch::cuda_dev INTERFACE LibTorch::torch LibTorch::cudart)
endif()
if(NOT LibTorch_FIND_QUIETLY)
  message(STATUS "LibTorch ${LibTorch_VERSION} in ${LibTorch_PREFIX}: CUDA build ${LibTorch_CUDA_BUILD}, "
                 "CUDA linked ${LibTorch_CUDA}, CUDA headers ${LibTorch_CUDA_HEADERS}")
endif()
