# TRAINER_SANITIZE=address,undefined or thread, for the project's own targets. LibTorch itself is not instrumented.
add_library(trainer_sanitizers INTERFACE)
if(TRAINER_SANITIZE)
  target_compile_options(trainer_sanitizers INTERFACE
    -fsanitize=${TRAINER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(trainer_sanitizers INTERFACE -fsanitize=${TRAINER_SANITIZE})
endif()
