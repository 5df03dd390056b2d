#include "engine/run_state.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

using nlohmann::json;

json totals_to_json(const TrainTotals& t) {
  return {{"loss_sum", t.loss_sum},
          {"normaliser", t.normaliser},
          {"images", t.images},
          {"top1", t.top1},
          {"top5", t.top5},
          {"steps", t.steps},
          {"grad_norm_sum", t.grad_norm_sum}};
}

TrainTotals totals_from_json(const json& j) {
  TrainTotals t;
  j.at("loss_sum").get_to(t.loss_sum);
  j.at("normaliser").get_to(t.normaliser);
  j.at("images").get_to(t.images);
  j.at("top1").get_to(t.top1);
  j.at("top5").get_to(t.top5);
  j.at("steps").get_to(t.steps);
  j.at("grad_norm_sum").get_to(t.grad_norm_sum);
  return t;
}

/// A validation loss may be NaN or infinite, and the run must be able to go on from there.
json number_to_json(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

double number_from_json(const json& j) {
  if (!j.is_string()) return j.get<double>();
  const auto& text = j.get_ref<const std::string&>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw json::type_error::create(302, concat("expected a number, found ", printable(text)), &j);
}

json metrics_to_json(const std::map<std::string, double>& metrics) {
  json j = json::object();
  for (const auto& [name, value] : metrics) j[name] = number_to_json(value);
  return j;
}

std::map<std::string, double> metrics_from_json(const json& j) {
  std::map<std::string, double> metrics;
  for (const auto& [name, value] : j.items()) metrics[name] = number_from_json(value);
  return metrics;
}

json best_to_json(const std::vector<BestCheckpoint>& best) {
  json j = json::array();
  for (const BestCheckpoint& b : best) {
    j.push_back({{"step", b.step}, {"epoch", b.epoch}, {"value", b.value}});
  }
  return j;
}

std::vector<BestCheckpoint> best_from_json(const json& j) {
  std::vector<BestCheckpoint> best;
  for (const json& item : j) {
    best.push_back({item.at("step").get<std::int64_t>(),
                    item.at("epoch").get<std::int64_t>(),
                    item.at("value").get<double>()});
  }
  return best;
}

}  // namespace

void TrainTotals::add(const TrainTotals& other) {
  loss_sum += other.loss_sum;
  normaliser += other.normaliser;
  images += other.images;
  top1 += other.top1;
  top5 += other.top5;
  grad_norm_sum += other.grad_norm_sum;
  steps += other.steps;
}

std::map<std::string, double> TrainTotals::means() const {
  if (images == 0 || steps == 0) return {};
  const auto count = static_cast<double>(images);
  return {{"loss", loss_sum / normaliser},
          {"top1", static_cast<double>(top1) / count},
          {"top5", static_cast<double>(top5) / count},
          {"grad_norm", grad_norm_sum / static_cast<double>(steps)}};
}

json to_json(const RunState& s) {
  return {{"epoch", s.epoch},
          {"batch", s.batch},
          {"step", s.step},
          {"evaluated_step", s.evaluated_step},
          {"finished", s.finished},
          {"finish_reason", s.finish_reason},
          {"since_record", totals_to_json(s.since_record)},
          {"of_epoch", totals_to_json(s.of_epoch)},
          {"last_train", metrics_to_json(s.last_train)},
          {"last_val", metrics_to_json(s.last_val)},
          {"best", best_to_json(s.best)},
          {"monitor", s.monitor},
          {"early_stop", s.early_stop},
          {"schedule", s.schedule},
          {"ema_updates", s.ema_updates},
          {"elapsed_seconds", s.elapsed_seconds},
          {"last_lr", s.last_lr}};
}

RunState run_state_from_json(const json& j, const std::string& where) {
  RunState s;
  try {
    j.at("epoch").get_to(s.epoch);
    j.at("batch").get_to(s.batch);
    j.at("step").get_to(s.step);
    j.at("evaluated_step").get_to(s.evaluated_step);
    j.at("finished").get_to(s.finished);
    j.at("finish_reason").get_to(s.finish_reason);
    s.since_record = totals_from_json(j.at("since_record"));
    s.of_epoch = totals_from_json(j.at("of_epoch"));
    s.last_train = metrics_from_json(j.at("last_train"));
    s.last_val = metrics_from_json(j.at("last_val"));
    s.best = best_from_json(j.at("best"));
    j.at("monitor").get_to(s.monitor);
    j.at("early_stop").get_to(s.early_stop);
    j.at("schedule").get_to(s.schedule);
    j.at("ema_updates").get_to(s.ema_updates);
    j.at("elapsed_seconds").get_to(s.elapsed_seconds);
    j.at("last_lr").get_to(s.last_lr);
  } catch (const json::exception& error) {
    throw CheckpointError(concat(where, ": the state of the run is incomplete: ", error.what()),
                          where);
  }
  return s;
}

}  // namespace trainer
