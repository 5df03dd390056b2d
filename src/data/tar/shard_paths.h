#pragma once
#include <string>
#include <vector>

namespace trainer {

/// Whether `pattern` has braces or wildcards, so that it need not be the name of a file.
bool is_shard_pattern(const std::string& pattern);

/// The shards that `pattern` means, in order: a file; a folder, of which every *.tar; or a pattern
/// with braces (`{000..009}`, `{a,b}`) and wildcards (`*`, `?`). What wildcards find is sorted byte
/// by byte. Throws DataError when there is none, when one named by braces is missing, and when a
/// pattern means too many.
std::vector<std::string> find_shards(const std::string& pattern);

}  // namespace trainer
