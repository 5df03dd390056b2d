#pragma once
#include <memory>

#include <trainer/dataset.h>

namespace trainer {

/// `data.format: image_folder`: a folder of class folders. Samples are in order of class, then of
/// path, byte by byte. Throws DataError when the layout is not that, or a class is empty.
std::shared_ptr<Dataset> open_image_folder(const DatasetRequest& request);

}  // namespace trainer
