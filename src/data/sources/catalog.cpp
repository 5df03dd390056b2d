#include "data/sources/catalog.h"

#include <map>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "data/packed/packed.h"
#include "data/sources/cifar.h"
#include "data/sources/csv.h"
#include "data/sources/idx.h"
#include "data/sources/image_folder.h"
#include "data/sources/synthetic.h"
#include "data/tar/tar_source.h"

namespace trainer {
namespace {

struct Registry {
  Catalog catalog{"data format"};
  std::map<std::string, DatasetFactory, std::less<>> factories;

  void add(const std::string& name,
           const OptionTable* table,
           const std::string& help,
           DatasetFactory factory) {
    catalog.add(name, table, help);
    factories[name] = std::move(factory);
  }

  Registry() {
    add("image_folder",
        nullptr,
        "a folder of class folders with images",
        [](const DatasetRequest& request, const Node&) { return open_image_folder(request); });
    add("csv",
        nullptr,
        "a file with the columns path, label and perhaps split",
        [](const DatasetRequest& request, const Node&) { return open_csv(request); });
    add("idx",
        nullptr,
        "a folder with the four files of the MNIST family, plain or .gz",
        [](const DatasetRequest& request, const Node&) { return open_idx(request); });
    add("cifar",
        &CifarOptions::options(),
        "a folder with CIFAR-10 or CIFAR-100, binary version",
        [](const DatasetRequest& request, const Node& options) {
          return open_cifar(request, read_options<CifarOptions>(options));
        });
    add("packed",
        &PackedOptions::options(),
        "one file that `trainer data pack` has made",
        [](const DatasetRequest& request, const Node& options) {
          return open_packed(request, read_options<PackedOptions>(options));
        });
    add("tar",
        nullptr,
        "archives as of WebDataset: a file, a folder or a pattern such as train-{000..009}.tar",
        [](const DatasetRequest& request, const Node&) { return open_tar(request); });
    add("synthetic",
        &SyntheticOptions::options(),
        "patterns made on the fly, to try things out",
        [](const DatasetRequest& request, const Node& options) {
          return open_synthetic(request, read_options<SyntheticOptions>(options));
        });
  }
};

Registry& registry() {
  static Registry instance;
  return instance;
}

/// A source of the user's own is checked here, once, and not at every use.
void check_dataset(const std::string& format, const Dataset& dataset) {
  if (dataset.size() <= 0) {
    throw DataError(concat("data.format ", format, ": the data set is empty"));
  }
  const auto classes = static_cast<std::int64_t>(dataset.class_names().size());
  for (std::int64_t i = 0; i < dataset.size(); ++i) {
    const std::int64_t label = dataset.label(i);
    if (label >= 0 && label < classes) continue;
    throw DataError(concat("data.format ",
                           format,
                           ": ",
                           printable(dataset.name(i)),
                           " has the label ",
                           static_cast<long long>(label),
                           ", expected 0 to ",
                           static_cast<long long>(classes - 1)));
  }
}

}  // namespace

const Catalog& dataset_catalog() {
  return registry().catalog;
}

void register_dataset(const std::string& name,
                      const OptionTable* table,
                      const std::string& help,
                      DatasetFactory factory) {
  registry().add(name, table, help, std::move(factory));
}

std::shared_ptr<Dataset> open_dataset(const Component& format, const DatasetRequest& request) {
  const auto factory = registry().factories.find(format.name);
  if (factory == registry().factories.end()) {
    throw UsageError(concat("data.format: expected one of ",
                            join(registry().catalog.names(), ", "),
                            ", found \"",
                            printable(format.name),
                            "\""));
  }
  std::shared_ptr<Dataset> dataset = factory->second(request, format.options);
  if (!dataset) throw UsageError(concat("data.format ", format.name, ": its factory gave null"));
  check_dataset(format.name, *dataset);
  return dataset;
}

bool holds_split(const Component& format, const DatasetRequest& request) {
  if (request.split == "train" || format.name == "synthetic") return true;
  if (format.name == "csv") return csv_has_split(request.path, request.split);
  return request.split == "test" && (format.name == "idx" || format.name == "cifar");
}

}  // namespace trainer
