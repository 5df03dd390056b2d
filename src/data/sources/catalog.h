#pragma once
#include <memory>

#include <trainer/dataset.h>
#include <trainer/options.h>

namespace trainer {

/// Everything that `data.format` may be: the built-in sources and those of register_dataset.
const Catalog& dataset_catalog();

/// Opens one split. Throws DataError when the data is missing, unusable or empty.
std::shared_ptr<Dataset> open_dataset(const Component& format, const DatasetRequest& request);

/// Whether `request.path`, the path of the training data, also holds `request.split`: a csv file
/// with such rows, the test files of idx and cifar, any split of synthetic. Where it does, that
/// split needs no path of its own and is opened with the training data's.
bool holds_split(const Component& format, const DatasetRequest& request);

}  // namespace trainer
