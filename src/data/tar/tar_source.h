#pragma once
#include <memory>

#include <trainer/dataset.h>

namespace trainer {

/// `data.format: tar`: archives in the layout of WebDataset, named by a file, a folder or a pattern
/// (find_shards), with samples in the order of shards and of the archive. The index of a shard is
/// kept beside it as `<shard>.index` where that can be written. Images are lent from the mapped
/// file. Throws DataError on a damaged archive and on samples that cannot be used.
std::shared_ptr<Dataset> open_tar(const DatasetRequest& request);

}  // namespace trainer
