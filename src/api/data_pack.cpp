#include "api/data_pack.h"

#include <trainer/error.h>

#include "api/call_scopes.h"
#include "api/data_set_up.h"
#include "base/text.h"
#include "config/load.h"
#include "data/check/split_folders.h"
#include "data/sources/catalog.h"

namespace trainer {
namespace {

PackReport pack(const Dataset& dataset, const RunOptions& run, const DataPackOptions& options) {
  PackOptions pack;
  pack.output = options.output;
  pack.images = options.images;
  pack.images.channels = run.data.channels;
  pack.images.exif = run.data.exif == "apply";
  pack.skip_bad = options.on_bad.empty() ? run.data.on_bad_image != "fail"  //
                                         : options.on_bad == "skip";
  pack.threads = options.workers > 0 ? options.workers : decode_workers(run);
  return pack_dataset(dataset, pack);
}

/// A folder that holds splits is not one class a split.
std::string folder_of_split(const std::string& folder, const std::string& split) {
  std::vector<std::string> there;
  for (const SplitFolder& found : find_split_folders(folder)) {
    if (found.split == split || found.split == "all") return found.path;
    there.push_back(found.split);
  }
  throw UsageError(concat(printable(folder),
                          " has no ",
                          split,
                          " images; it has ",
                          join(there, ", "),
                          ": choose with --split"));
}

}  // namespace

PackReport pack_data(const Config& config, const DataPackOptions& options) {
  const StopScope stop;
  try {
    const RunOptions run = read_run_options(config);
    return pack(*open_split(run, options.split, {}), run, options);
  } catch (const ConfigError& error) {
    throw explained(config, error);
  }
}

PackReport pack_data(const std::string& folder, const DataPackOptions& options) {
  const StopScope stop;
  DatasetRequest request;
  request.path = folder_of_split(folder, options.split);
  request.split = options.split;
  return pack(*open_dataset({"image_folder", Node::map(), {}}, request), RunOptions(), options);
}

}  // namespace trainer
