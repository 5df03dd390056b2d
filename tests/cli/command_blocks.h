#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace trainer::test {

/// A fenced block of a Markdown page that is meant to be used.
struct Block {
  std::string mark;  ///< `run` for commands, else a file's name
  std::string text;
  int line = 0;  ///< of the opening fence, from 1
};

/// The blocks that open with "```sh run" (commands) or "```yaml file=NAME" (any language: a file).
std::vector<Block> marked_blocks(const std::filesystem::path& page);

}  // namespace trainer::test
