# Warnings for the project's own targets; errors only where a preset asks for it (CMAKE_COMPILE_WARNING_AS_ERROR).
add_library(trainer_warnings INTERFACE)
target_compile_options(trainer_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  # g++ and some versions of clang also mean designated initializers, which leave members out on purpose.
  -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of g++ 12 about inlined std::string (GCC bug 105329 and its kind).
  target_compile_options(trainer_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
