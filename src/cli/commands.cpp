#include <algorithm>

#include "base/text.h"
#include "cli/command.h"

namespace trainer::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      fit_command(),
      evaluate_command(),
      predict_command(),
      config_show_command(),
      config_schema_command(),
      config_reference_command(),
      config_diff_command(),
      data_check_command(),
      data_pack_command(),
      data_preview_command(),
      benchmark_command(),
      list_command(),
      completion_command(),
      version_command(),
  };
  return all;
}

const Command* find_command(const std::string& name) {
  const auto found = std::find_if(commands().begin(),
                                  commands().end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == commands().end() ? nullptr : &*found;
}

std::vector<std::string> first_words() {
  std::vector<std::string> firsts;
  for (const Command& command : commands()) {
    const std::string first = split(command.name, ' ').front();
    if (std::find(firsts.begin(), firsts.end(), first) == firsts.end()) firsts.push_back(first);
  }
  return firsts;
}

std::vector<std::string> second_words(const std::string& first) {
  std::vector<std::string> seconds;
  for (const Command& command : commands()) {
    const std::vector<std::string> parts = split(command.name, ' ');
    if (parts.size() > 1 && parts.front() == first) seconds.push_back(parts[1]);
  }
  return seconds;
}

}  // namespace trainer::cli
