#include "cli/command_blocks.h"

#include <sstream>
#include <stdexcept>

#include "cli/program.h"

namespace trainer::test {
namespace {

/// The mark of an opening fence; empty for one that is not marked.
std::string mark_of(const std::string& fence) {
  if (fence == "```sh run") return "run";
  const std::size_t at = fence.find(" file=");
  return at == std::string::npos ? std::string() : fence.substr(at + 6);
}

}  // namespace

std::vector<Block> marked_blocks(const std::filesystem::path& page) {
  std::vector<Block> blocks;
  std::istringstream stream(read_text(page));
  bool inside = false;
  Block block;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!line.starts_with("```")) {
      if (inside) block.text += line + "\n";
      continue;
    }
    if (inside && !block.mark.empty()) blocks.push_back(block);
    inside = !inside;
    if (inside) block = {mark_of(line), "", number};
  }
  if (inside) throw std::runtime_error(page.string() + ": a fence is not closed");
  return blocks;
}

}  // namespace trainer::test
