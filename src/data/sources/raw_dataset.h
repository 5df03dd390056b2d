#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/dataset.h>

namespace trainer {

/// Small images of one size, all in memory.
struct RawImages {
  RawSize size;
  std::vector<std::uint8_t> pixels;  ///< [count, height, width, channels]
  std::vector<std::uint8_t> labels;  ///< [count], by the files' own numbering
  std::string file;                  ///< what samples are named after: `file#17`

  std::size_t image_bytes() const {
    return static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width) *
           static_cast<std::size_t>(size.channels);
  }
};

class RawDataset : public Dataset {
 public:
  /// `class_of` turns the files' numbering into an index in `class_names`.
  RawDataset(RawImages images,
             std::vector<std::string> class_names,
             std::vector<std::int64_t> class_of);

  std::int64_t size() const override { return static_cast<std::int64_t>(images_.labels.size()); }
  std::int64_t label(std::int64_t index) const override;
  std::string name(std::int64_t index) const override;
  const std::vector<std::string>& class_names() const override { return class_names_; }
  void read(std::int64_t index, SourceImage& image) const override;
  RawSize raw_size() const override { return images_.size; }

 private:
  RawImages images_;
  std::vector<std::string> class_names_;
  std::vector<std::int64_t> class_of_;
};

/// A data set of `images`, whose labels are called `names`, under the request's classes. Logs a
/// summary.
std::shared_ptr<Dataset> make_raw_dataset(RawImages images,
                                          const std::vector<std::string>& names,
                                          const DatasetRequest& request);

}  // namespace trainer
