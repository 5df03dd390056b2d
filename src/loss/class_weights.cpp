#include <cmath>
#include <numeric>

#include <trainer/error.h>

#include "base/text.h"
#include "config/mistakes.h"
#include "loss/loss_options.h"

namespace trainer {
namespace {

[[noreturn]] void fail(const Position& at, const std::string& message, const std::string& hint) {
  throw ConfigError(mistake_at(at, "loss.class_weights", message, hint));
}

std::vector<double> balanced(const std::vector<std::int64_t>& counts, const Position& at) {
  const auto total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  std::vector<double> weights;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] <= 0) {
      fail(at,
           concat("balanced weights need an image of every class; class ",
                  i,
                  " has none in the training split"),
           "give class_weights as a list, or leave the empty class out");
    }
    weights.push_back(static_cast<double>(total) /
                      (static_cast<double>(counts.size()) * static_cast<double>(counts[i])));
  }
  return weights;
}

}  // namespace

std::vector<double> class_weights(const Or<std::vector<double>>& choice,
                                  const std::vector<std::int64_t>& class_counts,
                                  const Position& at) {
  if (choice.is("none")) return {};
  if (choice.is("balanced")) return balanced(class_counts, at);
  const std::vector<double>& list = choice.value;
  if (list.size() != class_counts.size()) {
    fail(at,
         concat("expected one weight for each of the ",
                counted(static_cast<long long>(class_counts.size()), "class", "classes"),
                ", found a list of ",
                list.size()),
         "the order is that of the class names");
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!(list[i] > 0) || !std::isfinite(list[i])) {
      fail(at,
           concat("expected weights above 0, found ", number_text(list[i]), " for class ", i),
           "");
    }
  }
  return list;
}

}  // namespace trainer
