#pragma once
#include <map>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <nlohmann/json.hpp>

#include <trainer/options.h>

namespace trainer::parity {

/// A folder that make_fixtures.py wrote: index.json, and the tensors that it names.
class Fixture {
 public:
  /// Throws std::runtime_error when a file is missing or their sizes disagree.
  explicit Fixture(const std::string& folder);
  const nlohmann::json& index() const { return index_; }
  /// An own copy. Throws std::runtime_error on an unknown name.
  at::Tensor tensor(const std::string& name) const;

 private:
  nlohmann::json index_;
  std::vector<float> values_;
};

/// A component with the keys of a case, all of them written as text.
Component component_of(const Catalog& catalog, const std::string& name, const nlohmann::json& keys);

/// Largest absolute difference; infinite where the shapes differ or a NaN is met.
double largest_difference(const at::Tensor& a, const at::Tensor& b);

/// What was compared and how far it was off.
class Report {
 public:
  void compare(const std::string& what, double difference, double tolerance);
  /// A deliberate mistake must be seen.
  void expect_difference(const std::string& what, double times_tolerance);
  /// Prints the failures and a summary; true when there were comparisons and none failed.
  bool print() const;

 private:
  std::vector<std::string> failures_;
  std::map<std::string, std::pair<int, double>> kinds_;  ///< count, worst share of the tolerance
  int mistakes_ = 0;
};

}  // namespace trainer::parity
