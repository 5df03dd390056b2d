#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "weights/pt_file.h"

namespace trainer::test {

template <class T>
HostTensor tensor_of(DType dtype, std::vector<std::int64_t> shape, const std::vector<T>& values) {
  return make_host_tensor(dtype, std::move(shape), std::as_bytes(std::span(values)));
}

/// A small network's state_dict, with a batch norm.
inline HostTensors small_state() {
  return {
      {"conv.weight", tensor_of<float>(DType::float32, {2, 1, 1, 2}, {1, 2, 3, 4})},
      {"bn.weight", tensor_of<float>(DType::float32, {2}, {1, 1})},
      {"bn.bias", tensor_of<float>(DType::float32, {2}, {0, -0.5F})},
      {"bn.running_mean", tensor_of<float>(DType::float32, {2}, {0.25F, 0.5F})},
      {"bn.running_var", tensor_of<float>(DType::float32, {2}, {1, 2})},
      {"bn.num_batches_tracked", tensor_of<std::int64_t>(DType::int64, {}, {7})},
      {"fc.weight", tensor_of<float>(DType::float32, {3, 2}, {1, 2, 3, 4, 5, 6})},
      {"fc.bias", tensor_of<float>(DType::float32, {3}, {7, 8, 9})},
  };
}

/// Python's shape of an AdamW state, with every kind of value.
inline Value optimizer_state() {
  const auto moment = tensor_of<float>(DType::float32, {2}, {0.5F, -1});
  return Dict{
      {"state",
       Dict{{0,
             Dict{{"step", tensor_of<float>(DType::float32, {}, {3})},
                  {"exp_avg", moment},
                  {"exp_avg_sq", moment}}}}},
      {"param_groups",
       List{Dict{{"lr", 0.1},
                 {"betas", Tuple{{0.9, 0.999}}},
                 {"eps", 1e-8},
                 {"amsgrad", false},
                 {"foreach", None{}},
                 {"fused", true},
                 {"params", List{0}}}}},
      {"param_names", List{"conv.weight"}},
      {"numbers",
       List{0,
            255,
            256,
            65535,
            65536,
            -1,
            2147483647,
            -2147483648LL,
            2147483648LL,
            -9007199254740993LL}},
      {"tuples", List{Tuple{}, Tuple{{1}}, Tuple{{1, 2}}, Tuple{{1, 2, 3}}, Tuple{{1, 2, 3, 4}}}},
      {"empty", List{List{}, Dict{}, ""}},
      {"text", "été שלום"},
  };
}

inline std::string small_file() {
  return write_pt(state_dict_value(small_state()));
}

inline PtFile parse_text(const std::string& bytes) {
  return parse_pt(copy_bytes(bytes), "x.pt");
}

}  // namespace trainer::test
