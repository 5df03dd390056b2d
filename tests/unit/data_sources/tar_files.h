#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "unit/data_sources/helpers.h"

namespace trainer::test {

/// The header block of a ustar member.
inline std::string tar_header(const std::string& name, std::uint64_t size, char type = '0') {
  std::string block(512, '\0');
  block.replace(0, name.size(), name);
  block.replace(100, 8, "0000644\0", 8);
  char digits[16];
  std::snprintf(digits, sizeof digits, "%011llo", static_cast<unsigned long long>(size));
  block.replace(124, 11, digits);
  block[156] = type;
  block.replace(257,
                8,
                std::string("ustar\0"
                            "00",
                            8));
  block.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  std::snprintf(digits, sizeof digits, "%06o", sum);
  block.replace(148, 7, std::string(digits, 7));
  return block;
}

inline std::string tar_member(const std::string& name,
                              const std::string& content,
                              char type = '0') {
  std::string bytes = tar_header(name, content.size(), type) + content;
  bytes.resize((bytes.size() + 511) / 512 * 512, '\0');
  return bytes;
}

inline std::string tar_end() {
  return std::string(1024, '\0');
}

/// An archive of (name, content).
inline std::string tar_of(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string bytes;
  for (const auto& [name, content] : members) bytes += tar_member(name, content);
  return bytes + tar_end();
}

inline std::string content_of(const Dataset& dataset, std::int64_t index) {
  SourceImage image;
  dataset.read(index, image);
  const auto content = image.content();
  return {content.begin(), content.end()};
}

}  // namespace trainer::test
