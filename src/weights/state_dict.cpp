#include "weights/state_dict.h"

#include <algorithm>
#include <map>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/tensor_io.h"

namespace trainer {
namespace {

constexpr std::size_t kShown = 10;

std::string listed(std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string text = concat("\n  ", title, " (", lines.size(), "):");
  for (std::size_t i = 0; i < std::min(lines.size(), kShown); ++i) text += "\n    " + lines[i];
  if (lines.size() > kShown) text += concat("\n    … and ", lines.size() - kShown, " more");
  return text;
}

/// DataParallel and DistributedDataParallel put their own name in front of every key.
bool all_wrapped(const NamedTensors& targets, const HostTensors& source) {
  constexpr std::string_view kPrefix = "module.";
  const auto wrapped = [&](const auto& entry) { return entry.first.starts_with(kPrefix); };
  return !source.empty() && std::ranges::all_of(source, wrapped) &&
         std::ranges::none_of(targets, wrapped);
}

}  // namespace

std::string write_state_dict(const NamedTensors& tensors, const PtOptions& options) {
  HostTensors host;
  for (const auto& [name, tensor] : tensors) host.emplace_back(name, to_host(tensor));
  return write_pt(state_dict_value(host), options);
}

void load_state_dict(const NamedTensors& targets,
                     const HostTensors& source,
                     const std::string& file) {
  const std::size_t skipped = all_wrapped(targets, source) ? std::string_view("module.").size() : 0;
  std::map<std::string_view, const HostTensor*> found;
  for (const auto& [name, tensor] : source) {
    found.emplace(std::string_view(name).substr(skipped), &tensor);
  }
  std::vector<std::string> missing;
  std::vector<std::string> mismatched;
  std::vector<std::pair<at::Tensor, const HostTensor*>> copies;
  for (const auto& [name, target] : targets) {
    const auto entry = found.find(name);
    if (entry == found.end()) {
      missing.push_back(printable(name));
      continue;
    }
    const HostTensor& saved = *entry->second;
    found.erase(entry);
    const std::string wanted = tensor_text(host_dtype(target.scalar_type()), target.sizes());
    if (tensor_text(saved) != wanted) {
      mismatched.push_back(concat(
          printable(name), ": the model has ", wanted, ", the file has ", tensor_text(saved)));
    }
    copies.emplace_back(target, &saved);
  }
  std::vector<std::string> unexpected;
  for (const auto& [name, tensor] : source) {
    const std::string_view key = std::string_view(name).substr(skipped);
    if (found.count(key) > 0) unexpected.push_back(printable(key));
  }
  if (!missing.empty() || !unexpected.empty() || !mismatched.empty()) {
    throw CheckpointError(
        concat(printable(file),
               ": the weights do not fit the model",
               listed("missing in the file", missing),
               listed("not in the model", unexpected),
               listed("of another shape or type", mismatched),
               "\n  use the model and the number of classes that the file was saved with"),
        file);
  }
  const torch::NoGradGuard no_grad;
  for (auto& [target, saved] : copies) target.detach().copy_(from_host(*saved));
}

void load_state_dict(const NamedTensors& targets, const PtFile& file) {
  load_state_dict(targets, state_dict_tensors(file.root, file.file), file.file);
}

}  // namespace trainer
