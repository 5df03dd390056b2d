# Every third-party library, found once. Two INTERFACE targets carry their flags: with and without LibTorch, whose
# include folder holds an fmt of its own that shadows the system's.
find_package(Threads REQUIRED)
find_package(LibTorch 2.13 REQUIRED)
find_package(ImageLibraries REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(spdlog REQUIRED)
if(TRAINER_PROGRAM)
  find_package(CLI11 REQUIRED)
endif()
find_path(PROTOZERO_INCLUDE_DIR protozero/pbf_writer.hpp REQUIRED)

# yaml-cpp before 0.8 exports no namespaced target, and an unknown plain name would silently become -lyaml-cpp.
if(TARGET yaml-cpp::yaml-cpp)
  set(TRAINER_YAML_CPP yaml-cpp::yaml-cpp)
elseif(TARGET yaml-cpp)
  set(TRAINER_YAML_CPP yaml-cpp)
else()
  message(FATAL_ERROR "yaml-cpp was found but exports no target")
endif()

add_library(trainer_third_party INTERFACE)
target_include_directories(trainer_third_party SYSTEM INTERFACE "${PROTOZERO_INCLUDE_DIR}")
target_link_libraries(trainer_third_party INTERFACE
  ${TRAINER_YAML_CPP} nlohmann_json::nlohmann_json spdlog::spdlog ZLIB::ZLIB OpenSSL::Crypto Threads::Threads)

add_library(trainer_image_libraries INTERFACE)
target_link_libraries(trainer_image_libraries INTERFACE ImageLibraries::ImageLibraries)

add_library(trainer_torch INTERFACE)
target_link_libraries(trainer_torch INTERFACE LibTorch::cpu nlohmann_json::nlohmann_json Threads::Threads ${CMAKE_DL_LIBS})
