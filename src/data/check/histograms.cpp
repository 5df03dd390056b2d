#include "data/check/histograms.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace trainer {
namespace {

constexpr std::array<int, 9> kShortSides = {32, 64, 128, 224, 256, 384, 512, 1024, 2048};

/// Upper ends of width / height, with their names.
struct Aspect {
  double below;
  const char* name;
};
constexpr std::array<Aspect, 6> kAspects = {Aspect{1.0 / 3, "taller than 3:1"},
                                            Aspect{1.0 / 2, "tall, 2:1 to 3:1"},
                                            Aspect{3.0 / 4, "tall, 4:3 to 2:1"},
                                            Aspect{4.0 / 3 + 1e-9, "about square"},
                                            Aspect{2.0, "wide, 4:3 to 2:1"},
                                            Aspect{3.0, "wide, 2:1 to 3:1"}};
constexpr const char* kWidest = "wider than 3:1";

/// Counters in the order of first mention; names are few.
class Counter {
 public:
  explicit Counter(std::vector<DataCount>& counts) : counts_(counts) {}
  void declare(const std::string& name) { counts_.push_back({name, 0}); }
  void add(const std::string& name) {
    const auto found = std::find_if(
        counts_.begin(), counts_.end(), [&](const DataCount& count) { return count.name == name; });
    ++found->images;
  }
  void drop_empty() {
    std::erase_if(counts_, [](const DataCount& count) { return count.images == 0; });
  }

 private:
  std::vector<DataCount>& counts_;
};

std::string short_side_name(std::size_t bucket) {
  if (bucket == 0) return concat("below ", kShortSides.front());
  if (bucket == kShortSides.size()) return concat(kShortSides.back(), " and more");
  return concat(kShortSides[bucket - 1], " to ", kShortSides[bucket] - 1);
}

void count_size(const SampleRecord& record, DataReport& report) {
  const std::int32_t side = std::min(record.width, record.height);
  const auto bucket = static_cast<std::size_t>(
      std::upper_bound(kShortSides.begin(), kShortSides.end(), side) - kShortSides.begin());
  ++report.short_sides[bucket].images;
  const double aspect = static_cast<double>(record.width) / record.height;
  const auto place = static_cast<std::size_t>(
      std::find_if(
          kAspects.begin(), kAspects.end(), [&](const Aspect& a) { return aspect < a.below; }) -
      kAspects.begin());
  ++report.aspects[place].images;
}

void count_modes(const HeaderFacts& facts, Counter& modes) {
  modes.add(facts.palette ? "palette" : facts.cmyk ? "CMYK" : facts.gray ? "gray" : "colour");
  if (facts.deep) modes.add("16-bit");
  if (facts.alpha) modes.add("alpha");
  if (facts.turned) modes.add("EXIF-rotated");
  if (facts.several) modes.add("several frames");
}

}  // namespace

void count_properties(const std::vector<SampleRecord>& records, DataReport& report) {
  Counter formats(report.formats), modes(report.modes);
  for (const char* name : {"JPEG", "PNG", "WebP", "BMP", "TIFF", "raw"}) formats.declare(name);
  for (const char* name :
       {"colour", "gray", "palette", "CMYK", "16-bit", "alpha", "EXIF-rotated", "several frames"}) {
    modes.declare(name);
  }
  for (std::size_t i = 0; i <= kShortSides.size(); ++i) {
    report.short_sides.push_back({short_side_name(i), 0});
  }
  for (const Aspect& aspect : kAspects) report.aspects.push_back({aspect.name, 0});
  report.aspects.push_back({kWidest, 0});
  for (const SampleRecord& record : records) {
    if (!record.format && !record.usable) continue;
    formats.add(record.format ? image_format_name(*record.format) : "raw");
    count_modes(record.facts, modes);
    if (record.width > 0 && record.height > 0) count_size(record, report);
  }
  formats.drop_empty();
  modes.drop_empty();
}

}  // namespace trainer
