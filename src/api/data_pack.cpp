#include "api/data_pack.h"

#include <trainer/error.h>

#include "api/data_set_up.h"
#include "config/load.h"
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

}  // namespace

PackReport pack_data(const Config& config, const DataPackOptions& options) {
  try {
    const RunOptions run = read_run_options(config);
    return pack(*open_split(run, options.split, {}), run, options);
  } catch (const ConfigError& error) {
    throw explained(config, error);
  }
}

PackReport pack_data(const std::string& folder, const DataPackOptions& options) {
  DatasetRequest request;
  request.path = folder;
  request.split = options.split;
  return pack(*open_dataset({"image_folder", Node::map(), {}}, request), RunOptions(), options);
}

}  // namespace trainer
