#include <iostream>

#include <trainer/error.h>

#include "base/file_system.h"
#include "unit/weights/samples.h"

/// Writes sample files into the folder given, for python_reads_it.py.
int main(int argc, char** argv) {
  using namespace trainer;
  if (argc != 2) return 2;
  const std::string folder = std::string(argv[1]) + "/";
  try {
    const HostTensors state = test::small_state();
    write_file_atomic(folder + "model.pt",
                      write_pt(state_dict_value(state),
                               {.name = "model", .extra = {{"trainer.json", "{\"classes\":[]}"}}}));
    write_file_atomic(folder + "optimizer.pt",
                      write_pt(test::optimizer_state(), {.name = "optimizer"}));
    const HostTensor tied = state.back().second;
    write_file_atomic(folder + "tied.pt", write_pt(state_dict_value({{"a", tied}, {"b", tied}})));
    HostTensors types;
    for (const DType type : {DType::float32,
                             DType::float64,
                             DType::float16,
                             DType::bfloat16,
                             DType::int64,
                             DType::int32,
                             DType::int16,
                             DType::int8,
                             DType::uint8,
                             DType::boolean}) {
      const std::vector<std::byte> zeros(item_size(type) * 6);
      types.emplace_back(dtype_name(type), make_host_tensor(type, {2, 3}, zeros));
      types.emplace_back(std::string(dtype_name(type)) + ".empty",
                         make_host_tensor(type, {0, 3}, {}));
    }
    write_file_atomic(folder + "types.pt", write_pt(state_dict_value(types)));
    return 0;
  } catch (const Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
