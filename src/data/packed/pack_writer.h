#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/dataset.h>

#include "base/atomic_file.h"

namespace trainer {

/// Writes a packed file record by record; it appears under its name with `finish`. What it holds in
/// memory is the tables: some 100 bytes a record. Failures throw FileError.
class PackWriter {
 public:
  PackWriter(const std::string& path, const std::vector<std::string>& class_names);
  void add(const SourceImage& image, std::int64_t label, const std::string& name);
  /// `shrunk`: some images are smaller than their sources.
  void finish(bool shrunk);
  std::uint64_t bytes() const { return file_.size(); }

 private:
  void pad();

  AtomicFile file_;
  std::uint64_t count_ = 0;
  std::uint32_t class_count_;
  std::string records_, classes_, names_;
};

}  // namespace trainer
