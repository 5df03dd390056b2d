#include "data/sources/split.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <trainer/error.h>

#include "base/log.h"
#include "base/random.h"
#include "base/text.h"

namespace trainer {
namespace {

/// The `count` members with the smallest random key: any order of asking gives the same.
std::vector<std::int64_t> draw(const std::vector<std::int64_t>& members,
                               std::int64_t count,
                               std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::int64_t>> keyed;
  keyed.reserve(members.size());
  for (const std::int64_t index : members) {
    Random random({seed, RandomUse::split, 0, static_cast<std::uint64_t>(index), 0, 0});
    const std::uint64_t high = random.next();
    keyed.emplace_back((high << 32) | random.next(), index);
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::int64_t> drawn;
  for (std::int64_t i = 0; i < count; ++i) {
    drawn.push_back(keyed[static_cast<std::size_t>(i)].second);
  }
  return drawn;
}

/// How many of each class go to validation, `total` together where the classes can give them.
std::vector<std::int64_t> quotas(const std::vector<std::int64_t>& counts,
                                 double share,
                                 std::int64_t total) {
  std::vector<std::int64_t> quota(counts.size(), 0);
  std::vector<std::pair<double, std::size_t>> remainders;
  std::int64_t given = 0;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const double exact = static_cast<double>(counts[c]) * share;
    const std::int64_t most = std::max<std::int64_t>(0, counts[c] - 1);
    quota[c] = std::min(most, static_cast<std::int64_t>(std::floor(exact)));
    given += quota[c];
    const double remainder = exact - std::floor(exact);
    if (quota[c] < most && remainder > 0) remainders.emplace_back(remainder, c);
  }
  std::stable_sort(remainders.begin(), remainders.end(), [](const auto& a, const auto& b) {
    return a.first > b.first;
  });
  for (const auto& [remainder, c] : remainders) {
    if (given >= total) break;
    ++quota[c];
    ++given;
  }
  return quota;
}

void warn_about_classes(const Dataset& val) {
  const std::vector<std::int64_t> counts = class_counts(val);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] == 0) {
      log_warning(concat(printable(val.class_names()[c]), ": 0 validation images (data.split)"));
    }
  }
}

}  // namespace

const OptionTable& SplitOptions::options() {
  static const OptionTable table =
      OptionTableOf<SplitOptions>()
          .add("val", &SplitOptions::val, "share of the training images used for validation")
          .above(0)
          .below(1)
          .add("stratified", &SplitOptions::stratified, "the same share of each class")
          .add("seed", &SplitOptions::seed, "which images: another seed, another choice")
          .at_least(0);
  return table;
}

SubsetDataset::SubsetDataset(std::shared_ptr<const Dataset> base, std::vector<std::int64_t> indices)
    : base_(std::move(base)), indices_(std::move(indices)) {}

std::vector<std::int64_t> SubsetDataset::shard_starts() const {
  // In another order than that of the whole, the files are mixed anyway.
  if (!std::is_sorted(indices_.begin(), indices_.end())) return {};
  std::vector<std::int64_t> starts;
  for (const std::int64_t start : base_->shard_starts()) {
    const auto first = std::lower_bound(indices_.begin(), indices_.end(), start);
    const std::int64_t place = first - indices_.begin();
    if (place == size()) break;
    if (starts.empty() || starts.back() != place) starts.push_back(place);
  }
  return starts;
}

std::vector<std::int64_t> class_counts(const Dataset& dataset) {
  std::vector<std::int64_t> counts(dataset.class_names().size(), 0);
  for (std::int64_t i = 0; i < dataset.size(); ++i) {
    ++counts.at(static_cast<std::size_t>(dataset.label(i)));
  }
  return counts;
}

SplitDatasets split_dataset(std::shared_ptr<const Dataset> whole, const SplitOptions& options) {
  const std::int64_t size = whole->size();
  const std::int64_t total = std::llround(static_cast<double>(size) * options.val.fraction);
  const auto seed = static_cast<std::uint64_t>(options.seed);

  std::vector<std::int64_t> val;
  if (options.stratified) {
    const std::vector<std::int64_t> counts = class_counts(*whole);
    std::vector<std::vector<std::int64_t>> members(counts.size());
    for (std::int64_t i = 0; i < size; ++i) {
      members[static_cast<std::size_t>(whole->label(i))].push_back(i);
    }
    const std::vector<std::int64_t> quota = quotas(counts, options.val.fraction, total);
    for (std::size_t c = 0; c < counts.size(); ++c) {
      const std::vector<std::int64_t> drawn = draw(members[c], quota[c], seed);
      val.insert(val.end(), drawn.begin(), drawn.end());
    }
  } else {
    std::vector<std::int64_t> all(static_cast<std::size_t>(size));
    std::iota(all.begin(), all.end(), 0);
    val = draw(all, total, seed);
  }
  const auto val_size = static_cast<std::int64_t>(val.size());
  if (val.empty() || val_size == size) {
    throw DataError(concat("data.split: val: ",
                           options.val.fraction,
                           " of ",
                           counted(static_cast<long long>(size), "image"),
                           " leaves ",
                           static_cast<long long>(size - val_size),
                           " for training and ",
                           static_cast<long long>(val_size),
                           " for validation; both need at least one"));
  }
  std::sort(val.begin(), val.end());
  std::vector<std::int64_t> train;
  for (std::int64_t i = 0; i < size; ++i) {
    if (!std::binary_search(val.begin(), val.end(), i)) train.push_back(i);
  }
  SplitDatasets parts{std::make_shared<SubsetDataset>(whole, std::move(train)),
                      std::make_shared<SubsetDataset>(whole, std::move(val))};
  log_info(concat("data.split: ",
                  static_cast<long long>(parts.train->size()),
                  " images for training, ",
                  static_cast<long long>(parts.val->size()),
                  " for validation"));
  warn_about_classes(*parts.val);
  return parts;
}

}  // namespace trainer
