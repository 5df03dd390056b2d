#pragma once
#include <string>
#include <vector>

#include <trainer/model.h>

namespace trainer {

/// What the registry knows of one model.
struct ModelEntry {
  std::string name;
  const OptionTable* table = nullptr;  ///< null: no options
  std::string help;
  ModelFactory build;
};

/// Every model that comes with the library, in the order of `trainer list models`.
std::vector<ModelEntry> builtin_models();

// Each is defined in the model's own file.
void add_simple_cnn(std::vector<ModelEntry>& models);
void add_resnets(std::vector<ModelEntry>& models);
void add_vggs(std::vector<ModelEntry>& models);
void add_densenets(std::vector<ModelEntry>& models);
void add_mobilenets(std::vector<ModelEntry>& models);
void add_efficientnets(std::vector<ModelEntry>& models);
void add_convnexts(std::vector<ModelEntry>& models);
void add_vits(std::vector<ModelEntry>& models);
void add_cnn_lstm_attention(std::vector<ModelEntry>& models);
void add_sequential(std::vector<ModelEntry>& models);

}  // namespace trainer
