# The three libraries of OpenCV that are used, and libjpeg, as ImageLibraries::ImageLibraries. OpenCV's own CMake files
# come only with its full development package (1 GB with VTK, Qt and Java); the three have small packages of their own.
include(FindPackageHandleStandardArgs)
find_package(JPEG QUIET)
find_path(OPENCV_INCLUDE_DIR opencv2/imgcodecs.hpp PATH_SUFFIXES opencv4)
set(_opencv_libraries "")
foreach(_name IN ITEMS imgcodecs imgproc core)
  find_library(OPENCV_${_name}_LIBRARY opencv_${_name})
  mark_as_advanced(OPENCV_${_name}_LIBRARY)
  list(APPEND _opencv_libraries OPENCV_${_name}_LIBRARY)
endforeach()
mark_as_advanced(OPENCV_INCLUDE_DIR)
find_package_handle_standard_args(
  ImageLibraries
  REQUIRED_VARS ${_opencv_libraries} OPENCV_INCLUDE_DIR JPEG_FOUND
  REASON_FAILURE_MESSAGE
    "Install libjpeg-dev, libopencv-core-dev, libopencv-imgproc-dev and libopencv-imgcodecs-dev, or run tools/setup.sh.")
if(ImageLibraries_FOUND AND NOT TARGET ImageLibraries::ImageLibraries)
  add_library(ImageLibraries::ImageLibraries INTERFACE IMPORTED)
  target_include_directories(ImageLibraries::ImageLibraries SYSTEM INTERFACE "${OPENCV_INCLUDE_DIR}")
  foreach(_library IN LISTS _opencv_libraries)
    target_link_libraries(ImageLibraries::ImageLibraries INTERFACE "${${_library}}")
  endforeach()
  target_link_libraries(ImageLibraries::ImageLibraries INTERFACE JPEG::JPEG)
endif()
