#pragma once
#include <string>
#include <vector>

namespace trainer::cli {

/// One image to classify, or an input that gives none.
struct Input {
  std::string path;
  std::string error;  ///< why there is nothing to classify; empty for an image
};

/// Files as they are; folders searched to the bottom, in the order of names, hidden ones left out.
/// What is missing, or a folder without images, stands in its place with an error.
std::vector<Input> find_inputs(const std::vector<std::string>& paths);

}  // namespace trainer::cli
