#include "engine/model_card.h"

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

using nlohmann::json;

json to_json(const ModelCard& card) {
  return {{"format", ModelCard::kFormat},
          {"config", card.config},
          {"classes", card.classes},
          {"class_counts", card.class_counts},
          {"input", {card.channels, card.height, card.width}},
          {"source", {card.source_height, card.source_width}},
          {"normalization", {{"mean", card.normalization.mean}, {"std", card.normalization.std}}},
          {"weights", card.weights},
          {"channels_last", card.channels_last}};
}

ModelCard model_card_from_json(const json& j, const std::string& where) {
  ModelCard card;
  try {
    const int format = j.at("format").get<int>();
    if (format > ModelCard::kFormat) {
      throw CheckpointError(concat(where,
                                   ": written by a newer trainer (model format ",
                                   format,
                                   ", this one reads up to ",
                                   ModelCard::kFormat,
                                   "); update trainer to read it"),
                            where);
    }
    j.at("config").get_to(card.config);
    j.at("classes").get_to(card.classes);
    j.at("class_counts").get_to(card.class_counts);
    j.at("input").at(0).get_to(card.channels);
    j.at("input").at(1).get_to(card.height);
    j.at("input").at(2).get_to(card.width);
    j.at("source").at(0).get_to(card.source_height);
    j.at("source").at(1).get_to(card.source_width);
    j.at("normalization").at("mean").get_to(card.normalization.mean);
    j.at("normalization").at("std").get_to(card.normalization.std);
    j.at("weights").get_to(card.weights);
    j.at("channels_last").get_to(card.channels_last);
  } catch (const json::exception& error) {
    throw CheckpointError(
        concat(where, ": the description of the model is incomplete: ", error.what()), where);
  }
  return card;
}

}  // namespace trainer
