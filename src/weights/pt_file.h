#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "weights/value.h"

namespace trainer {

struct PtOptions {
  /// Root folder inside the zip; Python uses the file's stem.
  std::string name = "archive";
  /// Further records beside Python's (`trainer.json`), which `torch.load` ignores.
  std::map<std::string, std::string> extra = {};
};

/// The bytes of a `.pt` file that `torch.load(weights_only=True)` reads, mapped or not. The same
/// value gives the same bytes. Tensors that share their memory are stored once.
std::string write_pt(const Value& root, const PtOptions& options = {});

struct PtFile {
  Value root;  ///< its tensors share the memory of the file
  std::map<std::string, std::string> extra;
  std::string file;  ///< for messages
};

/// Reads a `.pt` file that `write_pt` made. Every size, offset and check sum is verified; anything
/// that `write_pt` does not write is refused. Throws CheckpointError naming the file and what is
/// wrong, FileError where it cannot be read.
PtFile read_pt(const std::string& path);
PtFile parse_pt(const FileBytes& bytes, const std::string& file);

using HostTensors = std::vector<std::pair<std::string, HostTensor>>;

/// A state_dict as Python has it: an OrderedDict with `_metadata`, where every module path of the
/// names has version 1, and batch norms (they own `num_batches_tracked`) version 2.
Value state_dict_value(const HostTensors& tensors);
/// Names and tensors of a state_dict, in order. Throws CheckpointError when `value` is none, naming
/// `file`.
HostTensors state_dict_tensors(const Value& value, const std::string& file);

}  // namespace trainer
