#pragma once
#include <memory>

#include <trainer/dataset.h>

namespace trainer {

/// `data.format: idx`: a folder with the MNIST family's four files, plain or .gz
/// (`train-images-idx3-ubyte`, `train-labels-idx1-ubyte`, `t10k-…`). The train split is the train
/// files, val and test the t10k files. Labels are called "0", "1", … unless classes are given.
/// Format: http://yann.lecun.com/exdb/mnist. Throws DataError on any wrong header or size.
std::shared_ptr<Dataset> open_idx(const DatasetRequest& request);

}  // namespace trainer
