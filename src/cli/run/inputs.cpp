#include "cli/run/inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "data/sources/file_dataset.h"

namespace trainer::cli {
namespace {

namespace fs = std::filesystem;

/// Appends the images under `folder`. `above` holds the folders on the way down: a link back to one
/// of them is not followed. Pipes, sockets and devices are no images, and reading one may wait for
/// ever.
void search(const fs::path& folder, std::vector<fs::path>& above, std::vector<Input>& found) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (error || std::find(above.begin(), above.end(), real) != above.end()) return;
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().string().starts_with('.')) entries.push_back(at->path());
  }
  if (error) {
    found.push_back({folder.string(), concat("cannot read this folder: ", error.message())});
    return;
  }
  std::sort(entries.begin(), entries.end());
  above.push_back(real);
  for (const fs::path& entry : entries) {
    std::error_code ignored;
    const fs::file_status status = fs::status(entry, ignored);
    if (fs::is_directory(status)) {
      search(entry, above, found);
    } else if (has_image_extension(entry.filename().string()) && !fs::is_other(status)) {
      found.push_back({entry.string(), ""});
    }
  }
  above.pop_back();
}

}  // namespace

std::vector<Input> find_inputs(const std::vector<std::string>& paths) {
  std::vector<Input> inputs;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
      inputs.push_back({path,
                        error && status.type() != fs::file_type::not_found
                            ? concat("cannot be reached: ", error.message())
                            : std::string("there is no such file or folder")});
    } else if (fs::is_directory(status)) {
      const std::size_t before = inputs.size();
      std::vector<fs::path> above;
      search(path, above, inputs);
      if (inputs.size() == before) {
        inputs.push_back({path, concat("no images in this folder (", accepted_extensions(), ")")});
      }
    } else {
      inputs.push_back({path, ""});
    }
  }
  return inputs;
}

}  // namespace trainer::cli
