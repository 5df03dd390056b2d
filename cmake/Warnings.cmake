# Warnings for the project's own targets; errors only where a preset asks for it (CMAKE_COMPILE_WARNING_AS_ERROR).
add_library(trainer_warnings INTERFACE)
target_compile_options(trainer_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual)
