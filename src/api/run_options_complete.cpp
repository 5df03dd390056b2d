#include <filesystem>
#include <optional>

#include "api/run_options.h"
#include "api/run_options_check.h"
#include "base/text.h"
#include "config/yaml/yaml_writer.h"

namespace trainer {
namespace {

std::string name_from_file(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\' || byte < 0x20 || byte == 0x7F) c = '_';
  }
  while (!name.empty() && (name[0] == '.' || name[0] == '-')) name.erase(0, 1);
  return run_name_problem(name).empty() && file != "<text>" ? name : "run";
}

void set_default(Node& resolved,
                 const std::string& section,
                 const std::string& key,
                 const std::string& value) {
  Node* map = section.empty() ? &resolved : resolved.find(section);
  Node* node = map ? map->find(key) : nullptr;
  if (!node) return;
  const Position at = node->position;
  *node = Node::scalar(value, needs_quotes(value) && value != "none");
  node->position = at;
}

}  // namespace

std::string run_name_problem(const std::string& name) {
  constexpr std::size_t kLongest = 200;
  if (name.empty()) return "expected a name";
  if (name.size() > kLongest) return concat("expected at most ", kLongest, " bytes");
  if (name.find_first_of("/\\") != std::string::npos) return "a name has no slashes";
  if (name[0] == '.' || name[0] == '-') return "a name starts with neither . nor -";
  if (printable(name) != name) return "a name has no control characters";
  return {};
}

void complete_run_options(Node& resolved, const std::string& file) {
  const RunOptions run = read_options<RunOptions>(resolved);
  if (run.name == "auto") set_default(resolved, "", "name", name_from_file(file));
  const Node* train = resolved.find("train");
  const Node* epochs = train ? train->find("epochs") : nullptr;
  if (epochs && epochs->position.file == "default" && run.train.max_steps) {
    set_default(resolved, "train", "epochs", "none");
  }
  const std::optional<bool> validates = run.data.has_validation();
  if (!validates) return;
  if (run.checkpoint.monitor == "auto") {
    set_default(
        resolved, "checkpoint", "monitor", default_checkpoint_monitor(run.evaluate, *validates));
  }
  if (run.early_stop && run.early_stop->monitor == "auto") {
    set_default(resolved, "early_stop", "monitor", default_early_stop_monitor(*validates));
  }
}

}  // namespace trainer
