#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/tar/tar_index.h"

namespace trainer {

/// The shard that an index belongs to, as it was when the index was made.
struct TarShardState {
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;
  bool operator==(const TarShardState&) const = default;
};

/// The content of the file `<shard>.index`.
std::string write_tar_index(const TarIndex& index, const TarShardState& shard);

/// Nothing where the content is damaged, of another version, or of a shard that has changed since:
/// the index is then made anew. Every place it names lies inside of the shard.
std::optional<TarIndex> read_tar_index(std::string_view content, const TarShardState& shard);

}  // namespace trainer
