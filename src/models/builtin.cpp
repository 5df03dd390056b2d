#include "models/builtin.h"

namespace trainer {

std::vector<ModelEntry> builtin_models() {
  std::vector<ModelEntry> models;
  add_simple_cnn(models);
  add_resnets(models);
  add_sequential(models);
  return models;
}

}  // namespace trainer
