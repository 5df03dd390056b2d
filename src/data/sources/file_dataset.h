#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <trainer/dataset.h>

#include "data/sources/folder_scan.h"

namespace trainer {

/// Images in files of their own, each with a label. Paths lie in one block of memory: a million of
/// them take little more than their characters.
class FileDataset : public Dataset {
 public:
  /// Relative paths are below `folder`.
  FileDataset(std::string folder, std::vector<std::string> class_names);
  void add(std::string_view path, std::int64_t label);
  void set_dead_links(std::vector<DeadLink> links) { dead_links_ = std::move(links); }

  std::int64_t size() const override { return static_cast<std::int64_t>(labels_.size()); }
  std::int64_t label(std::int64_t index) const override;
  std::string name(std::int64_t index) const override;
  const std::vector<std::string>& class_names() const override { return class_names_; }
  void read(std::int64_t index, SourceImage& image) const override;
  /// What would have been images, for a check of the data; with full paths.
  const std::vector<DeadLink>& dead_links() const { return dead_links_; }

 private:
  std::string_view path(std::int64_t index) const;  ///< as it was added

  std::string folder_;
  std::vector<std::string> class_names_;
  std::string paths_;
  std::vector<std::size_t> ends_;
  std::vector<std::int32_t> labels_;
  std::vector<DeadLink> dead_links_;
};

/// `folder/path`, or `path` itself where it is absolute or the folder is empty.
std::string join_path(std::string_view folder, std::string_view path);
/// The same into a string whose memory is used again.
void join_path(std::string_view folder, std::string_view path, std::string& joined);

/// Whether a file's name makes it a candidate for an image, whatever the case of its letters. What
/// it is, the content decides.
bool has_image_extension(std::string_view name);

/// ".jpg, .jpeg, …", for messages.
std::string accepted_extensions();

/// The extension in lower case with its point; "no extension" where there is none.
std::string extension_of(std::string_view name);

}  // namespace trainer
