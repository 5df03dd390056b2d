#include "data/check/copies.h"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>

namespace trainer {
namespace {

/// The smaller, the more precious: what a copy spoils there weighs more.
int rank_of(const std::string& split) {
  if (split == "test") return 0;
  return split == "val" ? 1 : 2;
}

struct Search {
  const ScanResult& scan;
  const std::vector<CheckedSplit>& splits;
  const std::vector<std::int32_t>& classes;
  std::vector<Copy> copies;

  auto key(std::size_t sample) const {
    const SampleRecord& record = scan.records[sample];
    return std::tuple(record.pixels, record.width, record.height);
  }

  void add(std::size_t sample, std::size_t of, DataFindingKind kind) {
    const bool same = scan.records[sample].bytes == scan.records[of].bytes;
    copies.push_back({sample, of, kind, same});
  }

  /// `group` is sorted.
  void judge(std::span<const std::size_t> group) {
    const std::size_t kept =
        *std::min_element(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
          const int rank_a = rank_of(splits[scan.split_of(a)].name);
          const int rank_b = rank_of(splits[scan.split_of(b)].name);
          return rank_a != rank_b ? rank_a < rank_b : a < b;
        });
    const auto stranger = std::find_if(group.begin(), group.end(), [&](std::size_t sample) {
      return classes[sample] != classes[kept];
    });
    const bool conflict = stranger != group.end();
    for (const std::size_t sample : group) {
      if (conflict) {
        const bool of_kept_class = classes[sample] == classes[kept];
        add(sample, of_kept_class ? *stranger : kept, DataFindingKind::label_conflict);
      }
      if (sample == kept) continue;
      if (scan.split_of(sample) != scan.split_of(kept)) {
        add(sample, kept, DataFindingKind::leak);
      } else if (!conflict) {
        add(sample, kept, DataFindingKind::duplicate);
      }
    }
  }
};

}  // namespace

std::vector<Copy> find_copies(const ScanResult& scan,
                              const std::vector<CheckedSplit>& splits,
                              const std::vector<std::int32_t>& classes) {
  Search search{scan, splits, classes, {}};
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < scan.records.size(); ++i) {
    if (scan.records[i].usable) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(search.key(a), a) < std::tuple(search.key(b), b);
  });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && search.key(order[end]) == search.key(order[begin])) ++end;
    if (end - begin > 1) search.judge(std::span(order).subspan(begin, end - begin));
    begin = end;
  }
  std::sort(search.copies.begin(), search.copies.end(), [](const Copy& a, const Copy& b) {
    return std::tuple(a.sample, a.kind) < std::tuple(b.sample, b.kind);
  });
  return search.copies;
}

}  // namespace trainer
