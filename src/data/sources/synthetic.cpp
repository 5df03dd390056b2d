#include "data/sources/synthetic.h"

#include <algorithm>
#include <array>

#include <trainer/error.h>

#include "base/random.h"
#include "base/text.h"
#include "data/sources/class_list.h"

namespace trainer {
namespace {

struct Direction {
  int x, y;
};
constexpr std::array<Direction, 8> kDirections = {
    {{2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {-1, 2}, {-1, 1}, {-2, 1}}};

/// A triangle wave of this period between 0 and 127: the same on every machine, unlike a sine.
int triangle(int x, int period) {
  const int phase = ((x % period) + period) % period;
  const int half = period / 2;
  return 127 * std::min(phase, period - phase) / std::max(1, half);
}

class SyntheticDataset : public Dataset {
 public:
  SyntheticDataset(const SyntheticOptions& options,
                   ClassMap map,
                   std::uint64_t seed,
                   std::uint64_t split)
      : options_(options), map_(std::move(map)), seed_(seed), split_(split) {}

  std::int64_t size() const override { return options_.samples; }
  std::int64_t label(std::int64_t index) const override {
    return map_.index_of[static_cast<std::size_t>(index % options_.num_classes)];
  }
  std::string name(std::int64_t index) const override { return concat("synthetic#", index); }
  const std::vector<std::string>& class_names() const override { return map_.names; }
  RawSize raw_size() const override {
    return {static_cast<int>(options_.height),
            static_cast<int>(options_.width),
            static_cast<int>(options_.image_channels)};
  }

  void read(std::int64_t index, SourceImage& image) const override {
    const RawSize size = raw_size();
    image.encoded = false;
    image.height = size.height;
    image.width = size.width;
    image.channels = size.channels;
    image.bytes.resize(static_cast<std::size_t>(size.height) *
                       static_cast<std::size_t>(size.width) *
                       static_cast<std::size_t>(size.channels));
    Random random({seed_, RandomUse::synthetic, split_, static_cast<std::uint64_t>(index), 0, 0});
    draw(static_cast<int>(index % options_.num_classes), size, random, image.bytes.data());
  }

 private:
  static void draw(int kind, RawSize size, Random& random, std::uint8_t* to) {
    constexpr int kDirectionCount = static_cast<int>(kDirections.size());
    const Direction direction = kDirections[static_cast<std::size_t>(kind % kDirectionCount)];
    const int period = 12 + 10 * (kind / kDirectionCount % 4);
    const int tint = kind / kDirectionCount;
    const int shift = static_cast<int>(random.below(static_cast<std::uint64_t>(period)));
    std::uint32_t noise = 0;
    int used = 4;
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const int wave = triangle(direction.x * x + direction.y * y + shift, period);
        for (int c = 0; c < size.channels; ++c) {
          if (used == 4) {
            noise = random.next();
            used = 0;
          }
          const int grain = static_cast<int>((noise >> (8 * used++)) & 63);
          const int base = 32 * ((tint + 5 * c * kind) % 3);
          *to++ = static_cast<std::uint8_t>(wave + grain + base);
        }
      }
    }
  }

  SyntheticOptions options_;
  ClassMap map_;
  std::uint64_t seed_, split_;
};

}  // namespace

const OptionTable& SyntheticOptions::options() {
  static const OptionTable table =
      OptionTableOf<SyntheticOptions>()
          .add("samples", &SyntheticOptions::samples, "images in each split")
          .range(1, 1e7)
          .add("num_classes", &SyntheticOptions::num_classes, "kinds of patterns")
          .range(1, 1e5)
          .add("height", &SyntheticOptions::height, "height of the images in pixels")
          .range(1, 4096)
          .add("width", &SyntheticOptions::width, "width of the images in pixels")
          .range(1, 4096)
          .add("image_channels", &SyntheticOptions::image_channels, "1 gray or 3 colour channels")
          .range(1, 3);
  return table;
}

std::shared_ptr<Dataset> open_synthetic(const DatasetRequest& request,
                                        const SyntheticOptions& options) {
  if (options.image_channels == 2) {
    throw DataError("data.image_channels: expected 1 (gray) or 3 (colour), found 2");
  }
  FoundClasses found;
  found.place = "synthetic";
  const std::int64_t digits = static_cast<std::int64_t>(concat(options.num_classes - 1).size());
  for (std::int64_t i = 0; i < options.num_classes; ++i) {
    const std::string number = concat(i);
    const std::string zeros(static_cast<std::size_t>(digits) - number.size(), '0');
    const std::int64_t rest = options.samples % options.num_classes;
    found.classes.push_back({concat("class_", zeros, number),
                             options.samples / options.num_classes + (i < rest ? 1 : 0)});
  }
  ClassMap map = map_numbered_classes(found, request);
  const std::uint64_t split = request.split == "train" ? 1 : request.split == "val" ? 2 : 3;
  return std::make_shared<SyntheticDataset>(options, std::move(map), request.seed, split);
}

}  // namespace trainer
