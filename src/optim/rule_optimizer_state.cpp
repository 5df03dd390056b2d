#include <algorithm>
#include <map>

#include <c10/core/GradMode.h>

#include <trainer/error.h>

#include "base/text.h"
#include "optim/layout.h"
#include "optim/rule_optimizer.h"
#include "weights/tensor_io.h"

namespace trainer {
namespace {

constexpr const char* kWhere = "optimizer state";
/// Any momentum but none: names every slot that a rule may have.
constexpr double kSomeMomentum = 0.5;

Value python_value(const HyperValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* pair = std::get_if<std::pair<double, double>>(&value)) {
    return Tuple{{pair->first, pair->second}};
  }
  return None{};
}

std::string keys_text(const Value& dictionary) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : dictionary.as_dict(kWhere)) {
    if (const auto* text = std::get_if<std::string>(&key.data)) keys.push_back(printable(*text));
  }
  return keys.empty() ? "nothing" : join(keys, ", ");
}

double read_step(const Value& value, const std::string& where) {
  if (!value.is_tensor()) return value.as_double(where);
  const at::Tensor tensor = from_host(value.as_tensor(where));
  if (tensor.numel() != 1) {
    throw CheckpointError(concat(where, ": expected one number, found ", tensor.numel()));
  }
  return tensor.to(at::kDouble).item<double>();
}

}  // namespace

Value RuleOptimizer::group_value(std::size_t group, std::int64_t first_index) const {
  Dict values{{"lr", group_lr_[group]}, {"weight_decay", groups_[group].weight_decay}};
  for (const auto& [name, value] : rule_->hyperparameters(momentum_)) {
    values.emplace_back(name, python_value(value));
  }
  List names;
  List indices;
  for (const std::string& name : groups_[group].names) {
    names.emplace_back(name);
    indices.emplace_back(first_index++);
  }
  values.emplace_back("param_names", std::move(names));
  values.emplace_back("params", std::move(indices));
  return values;
}

Value RuleOptimizer::state() const {
  Dict entries;
  List groups;
  std::int64_t index = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    groups.push_back(group_value(g, index));
    for (const ParameterState& state : states_[g]) {
      Dict entry;
      if (state.step.defined()) entry.emplace_back("step", to_host(state.step));
      for (const auto& [slot, tensor] : state.slots) entry.emplace_back(slot, to_host(tensor));
      if (!state.empty()) entries.emplace_back(index, std::move(entry));
      ++index;
    }
  }
  return Dict{{"state", std::move(entries)}, {"param_groups", std::move(groups)}};
}

void RuleOptimizer::check_groups(const List& saved) const {
  if (saved.size() != groups_.size()) {
    throw CheckpointError(concat(kWhere,
                                 ": expected ",
                                 counted(static_cast<long long>(groups_.size()), "group"),
                                 " of parameters, found ",
                                 saved.size()));
  }
  for (std::size_t g = 0; g < saved.size(); ++g) check_group(g, saved[g]);
}

void RuleOptimizer::check_group(std::size_t group, const Value& saved) const {
  const std::vector<std::string>& names = groups_[group].names;
  const std::size_t found = saved.at("params", kWhere).as_list(kWhere).size();
  if (found != names.size()) {
    throw CheckpointError(concat(kWhere,
                                 ": expected ",
                                 counted(static_cast<long long>(names.size()), "parameter"),
                                 " in group ",
                                 group,
                                 ", found ",
                                 found));
  }
  if (const Value* saved_names = saved.find("param_names");
      saved_names && !saved_names->is_none()) {
    const List& list = saved_names->as_list(kWhere);
    for (std::size_t i = 0; i < std::min(list.size(), names.size()); ++i) {
      const std::string& name = list[i].as_string(kWhere);
      if (name == names[i]) continue;
      throw CheckpointError(concat(kWhere,
                                   ": expected parameter ",
                                   printable(names[i]),
                                   " at place ",
                                   i,
                                   " of group ",
                                   group,
                                   ", found ",
                                   printable(name)));
    }
  }
  for (const auto& [key, value] : rule_->hyperparameters({})) {
    const bool telling = std::holds_alternative<double>(value) ||
                         std::holds_alternative<std::pair<double, double>>(value);
    if (!telling || saved.find(key)) continue;
    throw CheckpointError(concat(kWhere,
                                 ": expected an optimizer with ",
                                 key,
                                 ", found one with ",
                                 keys_text(saved),
                                 "; it was written by another optimizer"));
  }
}

RuleOptimizer::ParameterState RuleOptimizer::read_entry(const Value& entry,
                                                        const std::string& name,
                                                        const at::Tensor& parameter) const {
  const std::string where = concat(kWhere, " of ", printable(name));
  const std::vector<std::string> known = rule_->slots(kSomeMomentum);
  ParameterState state;
  for (const auto& [key, value] : entry.as_dict(where)) {
    const std::string& slot = key.as_string(where);
    const std::string place = concat(where, ", ", printable(slot));
    if (slot == "step" && rule_->counts_steps()) {
      state.step = at::Tensor(parameter.new_zeros({}, at::kFloat)).fill_(read_step(value, place));
      continue;
    }
    if (std::find(known.begin(), known.end(), slot) == known.end()) {
      throw CheckpointError(concat(where,
                                   ": expected ",
                                   known.empty() ? std::string("nothing") : join(known, ", "),
                                   ", found ",
                                   printable(slot),
                                   "; it was written by another optimizer"));
    }
    if (value.is_none()) continue;
    const HostTensor& saved = value.as_tensor(place);
    const DType dtype = host_dtype(parameter.scalar_type());
    if (at::IntArrayRef(saved.shape) != parameter.sizes() || saved.dtype != dtype) {
      throw CheckpointError(concat(place,
                                   ": expected ",
                                   tensor_text(dtype, parameter.sizes()),
                                   ", found ",
                                   tensor_text(saved)));
    }
    state.slots.emplace_back(slot,
                             with_layout_of(from_host(saved).to(parameter.device()), parameter));
  }
  for (const std::string& slot : rule_->slots({})) {
    if (state.find(slot)) continue;
    throw CheckpointError(concat(where, ": expected ", slot, ", found ", keys_text(entry)));
  }
  if (rule_->counts_steps() && !state.step.defined()) {
    throw CheckpointError(concat(where, ": expected step, found ", keys_text(entry)));
  }
  return state;
}

void RuleOptimizer::load_state(const Value& saved) {
  const at::NoGradGuard no_grad;
  const List& groups = saved.at("param_groups", kWhere).as_list(kWhere);
  check_groups(groups);
  // The file numbers parameters as it likes; their places in the groups tell which is which.
  std::map<std::int64_t, std::pair<std::size_t, std::size_t>> places;
  States states;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const List& indices = groups[g].at("params", kWhere).as_list(kWhere);
    for (std::size_t i = 0; i < indices.size(); ++i) places[indices[i].as_int(kWhere)] = {g, i};
    states.emplace_back(indices.size());
  }
  for (const auto& [key, entry] : saved.at("state", kWhere).as_dict(kWhere)) {
    const auto place = places.find(key.as_int(kWhere));
    if (place == places.end()) {
      throw CheckpointError(
          concat(kWhere, ": parameter number ", key.as_int(kWhere), " is in no group"));
    }
    const auto [g, i] = place->second;
    states[g][i] = read_entry(entry, groups_[g].names[i], groups_[g].parameters[i]);
  }
  states_ = std::move(states);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    group_lr_[g] = groups[g].at("lr", kWhere).as_double(kWhere);
  }
  if (groups.empty()) return;
  if (const Value* momentum = groups[0].find("momentum")) {
    momentum_ = momentum->as_double(kWhere);
  } else if (const Value* betas = groups[0].find("betas")) {
    const auto& pair = betas->as_tuple(kWhere);
    if (!pair.empty()) momentum_ = pair[0].as_double(kWhere);
  }
}

}  // namespace trainer
