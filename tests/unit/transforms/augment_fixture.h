#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "unit/transforms/helpers.h"

namespace trainer::testing {

/// One record of tests/data/augment/make_fixtures.py.
struct AugmentFixture {
  std::string name;
  int height = 0, width = 0, channels = 0, seed = 0, least = 0, greatest = 0;
  std::vector<double> parameters;
  std::vector<std::uint8_t> expected;

  std::vector<std::uint8_t> source() const {
    std::vector<std::uint8_t> pixels =
        noise(height, width, channels, static_cast<std::uint32_t>(seed));
    for (auto& pixel : pixels) {
      pixel = static_cast<std::uint8_t>(least + pixel * (greatest - least) / 255);
    }
    return pixels;
  }
};

/// Reads the records of a file one after the other.
class AugmentFixtureReader {
 public:
  explicit AugmentFixtureReader(const std::string& path) : bytes_(file_content(path)) {}
  bool at_end() const { return position_ == bytes_.size(); }
  AugmentFixture next() {
    AugmentFixture fixture;
    fixture.name.resize(static_cast<std::size_t>(number()));
    copy(fixture.name.data(), fixture.name.size());
    for (int* field : {&fixture.height,
                       &fixture.width,
                       &fixture.channels,
                       &fixture.seed,
                       &fixture.least,
                       &fixture.greatest}) {
      *field = number();
    }
    fixture.parameters.resize(static_cast<std::size_t>(number()));
    copy(fixture.parameters.data(), fixture.parameters.size() * sizeof(double));
    fixture.expected.resize(static_cast<std::size_t>(fixture.height) *
                            static_cast<std::size_t>(fixture.width) *
                            static_cast<std::size_t>(fixture.channels));
    copy(fixture.expected.data(), fixture.expected.size());
    return fixture;
  }

 private:
  int number() {
    std::int32_t value = 0;
    copy(&value, sizeof value);
    return value;
  }
  void copy(void* to, std::size_t n) {
    if (n > bytes_.size() - position_) throw std::runtime_error("the fixture file is cut off");
    if (n > 0) std::memcpy(to, bytes_.data() + position_, n);
    position_ += n;
  }

  std::string bytes_;
  std::size_t position_ = 0;
};

}  // namespace trainer::testing
