#include "cli/catalogs.h"

#include <trainer/error.h>

#include "base/text.h"
#include "data/sources/catalog.h"
#include "data/transforms/catalog.h"
#include "loss/loss_options.h"
#include "models/registry.h"
#include "optim/optimizer_options.h"
#include "optim/schedules/schedule.h"

namespace trainer::cli {

const std::vector<std::string>& catalog_kinds() {
  static const std::vector<std::string> kinds = {
      "models", "transforms", "optimizers", "schedules", "losses", "datasets"};
  return kinds;
}

const Catalog& catalog_of(const std::string& kind) {
  if (kind == "models") return model_catalog();
  if (kind == "transforms") return transform_catalog();
  if (kind == "optimizers") return optimizer_catalog();
  if (kind == "schedules") return schedule_catalog();
  if (kind == "losses") return loss_catalog();
  if (kind == "datasets") return dataset_catalog();
  throw InternalError(concat("there is no catalogue of ", kind));
}

}  // namespace trainer::cli
