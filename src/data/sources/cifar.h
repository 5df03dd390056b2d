#pragma once
#include <memory>
#include <string>

#include <trainer/dataset.h>
#include <trainer/options.h>

namespace trainer {

struct CifarOptions {
  std::string cifar_labels = "fine";
  static const OptionTable& options();
};

/// `data.format: cifar`: a folder with the binary version of CIFAR-10 (`data_batch_1.bin` …,
/// `test_batch.bin`) or CIFAR-100 (`train.bin`, `test.bin`), told apart by the files. Val and test
/// are the test file. Class names come from the folder's own lists, else "0", "1", …. Format:
/// https://www.cs.toronto.edu/~kriz/cifar.html. Throws DataError on a missing file or wrong size.
std::shared_ptr<Dataset> open_cifar(const DatasetRequest& request, const CifarOptions& options);

}  // namespace trainer
