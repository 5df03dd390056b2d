#pragma once
#include <memory>

#include <trainer/dataset.h>

namespace trainer {

/// `data.format: csv`: a file with the header `path,label[,split]`. Paths are relative to the file.
/// With a split column, only the rows of the request's split count. Samples are in the file's
/// order. Throws DataError with the line on a malformed row or a missing image.
std::shared_ptr<Dataset> open_csv(const DatasetRequest& request);

/// Whether the file has a split column with rows of `split`.
bool csv_has_split(const std::string& path, const std::string& split);

}  // namespace trainer
