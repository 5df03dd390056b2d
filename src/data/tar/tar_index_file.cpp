#include "data/tar/tar_index_file.h"

#include "base/crc32c.h"
#include "base/little_endian.h"
#include "data/sources/file_reader.h"
#include "data/tar/tar_labels.h"

namespace trainer {
namespace {

constexpr std::string_view kMagic{"\x89TTI\r\n\x1a\n", 8};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kSampleBytes = 28;

/// Content from its start on; what is not there any more makes `good` false.
class Reader {
 public:
  explicit Reader(std::string_view content) : rest_(content) {}

  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) {
      good_ = false;
      return {};
    }
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(static_cast<std::size_t>(count));
    return taken;
  }
  template <class Number>
  Number number() {
    const std::string_view bytes = take(sizeof(Number));
    if (bytes.empty()) return 0;
    return little_endian_at<Number>(reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }
  bool good() const { return good_; }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

bool read_labels(Reader& reader, TarIndex& index) {
  index.numbered = reader.number<std::uint32_t>() != 0;
  const auto count = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && reader.good(); ++i) {
    index.labels.emplace_back(reader.take(reader.number<std::uint32_t>()));
    if (!index.numbered || !reader.good()) continue;
    try {
      if (!read_tar_label("cls", index.labels.back()).number) return false;
    } catch (const std::exception&) {
      return false;
    }
  }
  return reader.good();
}

bool read_samples(Reader& reader, const TarShardState& shard, TarIndex& index) {
  const auto count = reader.number<std::uint64_t>();
  if (count > reader.left() / kSampleBytes) return false;
  std::uint64_t name_end = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    TarIndex::Sample sample;
    sample.offset = reader.number<std::uint64_t>();
    sample.bytes = reader.number<std::uint64_t>();
    sample.name_end = reader.number<std::uint64_t>();
    sample.label = reader.number<std::uint32_t>();
    const bool inside = sample.offset <= shard.bytes &&
                        sample.bytes <= shard.bytes - sample.offset &&
                        sample.bytes <= kMaxImageFile;
    if (!inside || sample.name_end < name_end || sample.label >= index.labels.size()) return false;
    name_end = sample.name_end;
    index.samples.push_back(sample);
  }
  index.names = reader.take(name_end);
  return reader.good() && reader.left() == 0;
}

}  // namespace

std::string write_tar_index(const TarIndex& index, const TarShardState& shard) {
  std::string content(kMagic);
  append_little_endian(kVersion, content);
  append_little_endian(shard.bytes, content);
  append_little_endian(static_cast<std::uint64_t>(shard.modified_ns), content);
  append_little_endian(std::uint32_t{index.numbered}, content);
  append_little_endian(static_cast<std::uint32_t>(index.labels.size()), content);
  for (const std::string& label : index.labels) {
    append_little_endian(static_cast<std::uint32_t>(label.size()), content);
    content += label;
  }
  append_little_endian(std::uint64_t{index.samples.size()}, content);
  for (const TarIndex::Sample& sample : index.samples) {
    append_little_endian(sample.offset, content);
    append_little_endian(sample.bytes, content);
    append_little_endian(sample.name_end, content);
    append_little_endian(sample.label, content);
  }
  content += index.names;
  append_little_endian(crc32c(content), content);
  return content;
}

std::optional<TarIndex> read_tar_index(std::string_view content, const TarShardState& shard) {
  if (!content.starts_with(kMagic) || content.size() < 4) return std::nullopt;
  const std::string_view guarded = content.substr(0, content.size() - 4);
  const auto* crc = reinterpret_cast<const std::uint8_t*>(content.data() + guarded.size());
  if (little_endian_at<std::uint32_t>(crc) != crc32c(guarded)) return std::nullopt;
  Reader reader(guarded);
  reader.take(kMagic.size());
  if (reader.number<std::uint32_t>() != kVersion) return std::nullopt;
  TarShardState made_for;
  made_for.bytes = reader.number<std::uint64_t>();
  made_for.modified_ns = static_cast<std::int64_t>(reader.number<std::uint64_t>());
  TarIndex index;
  if (made_for != shard || !read_labels(reader, index)) return std::nullopt;
  if (!read_samples(reader, shard, index)) return std::nullopt;
  return index;
}

}  // namespace trainer
