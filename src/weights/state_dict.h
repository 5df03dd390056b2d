#pragma once
#include <string>
#include <utility>
#include <vector>

#include <ATen/core/Tensor.h>

#include "weights/pt_file.h"

namespace trainer {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// The bytes of a `.pt` file with these tensors as a state_dict.
std::string write_state_dict(const NamedTensors& tensors, const PtOptions& options = {});

/// Copies `source` into `targets` after all names, shapes and dtypes were found to agree; nothing
/// is touched otherwise. A `module.` in front of every name of the file is dropped. Throws
/// CheckpointError that lists missing, unexpected and mismatched names together.
void load_state_dict(const NamedTensors& targets,
                     const HostTensors& source,
                     const std::string& file);
/// The same from a `.pt` file that holds a state_dict.
void load_state_dict(const NamedTensors& targets, const PtFile& file);

}  // namespace trainer
