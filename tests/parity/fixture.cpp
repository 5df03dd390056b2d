#include "parity/fixture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <stdexcept>

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include "base/text.h"
#include "unit/optim/component.h"

namespace trainer::parity {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Fixture::Fixture(const std::string& folder)
    : index_(nlohmann::json::parse(content(folder + "/index.json"))) {
  const std::string bytes = content(folder + "/tensors.bin");
  if (bytes.size() % sizeof(float) != 0) throw std::runtime_error("tensors.bin is cut short");
  values_.resize(bytes.size() / sizeof(float));
  std::memcpy(values_.data(), bytes.data(), bytes.size());
}

at::Tensor Fixture::tensor(const std::string& name) const {
  const auto place = index_.at("tensors").find(name);
  if (place == index_.at("tensors").end()) throw std::runtime_error("no tensor " + name);
  const auto shape = place->at("shape").get<std::vector<std::int64_t>>();
  const auto offset = place->at("offset").get<std::size_t>();
  std::size_t count = 1;
  for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
  if (offset + count > values_.size()) throw std::runtime_error("tensors.bin is too short");
  at::Tensor tensor = at::empty(shape, at::kFloat);
  std::memcpy(tensor.mutable_data_ptr<float>(), values_.data() + offset, count * sizeof(float));
  return tensor;
}

Component component_of(const Catalog& catalog,
                       const std::string& name,
                       const nlohmann::json& keys) {
  return test::component(catalog, name, keys.get<std::map<std::string, std::string>>());
}

double largest_difference(const at::Tensor& a, const at::Tensor& b) {
  if (a.sizes() != b.sizes()) return std::numeric_limits<double>::infinity();
  const double difference =
      (a.detach().to(at::kDouble) - b.detach().to(at::kDouble)).abs().max().item<double>();
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

void Report::compare(const std::string& what, double difference, double tolerance) {
  auto& [count, worst] = kinds_[what.substr(0, what.find(' '))];
  ++count;
  worst = std::max(worst, difference / tolerance);
  // Also false for NaN.
  if (difference <= tolerance) return;
  failures_.push_back(concat(what, ": off by ", difference, ", allowed are ", tolerance));
}

void Report::expect_difference(const std::string& what, double times_tolerance) {
  ++mistakes_;
  if (times_tolerance > 1) return;
  failures_.push_back(concat("the mistake \"",
                             what,
                             "\" was not seen: it differs by ",
                             times_tolerance,
                             " of the tolerance"));
}

bool Report::print() const {
  int compared = 0;
  for (const auto& [kind, result] : kinds_) {
    std::cout << kind << ": " << result.first << " compared, worst " << result.second
              << " of the tolerance\n";
    compared += result.first;
  }
  std::cout << mistakes_ << " deliberate mistakes tried\n";
  for (const std::string& failure : failures_) std::cout << "FAILED " << failure << '\n';
  return compared > 0 && mistakes_ > 0 && failures_.empty();
}

}  // namespace trainer::parity
