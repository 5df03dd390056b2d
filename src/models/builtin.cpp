#include "models/builtin.h"

namespace trainer {

std::vector<ModelEntry> builtin_models() {
  std::vector<ModelEntry> models;
  add_simple_cnn(models);
  add_resnets(models);
  add_vggs(models);
  add_densenets(models);
  add_mobilenets(models);
  add_efficientnets(models);
  add_convnexts(models);
  add_vits(models);
  add_cnn_lstm_attention(models);
  add_sequential(models);
  return models;
}

}  // namespace trainer
