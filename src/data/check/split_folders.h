#pragma once
#include <string>
#include <vector>

namespace trainer {

struct SplitFolder {
  std::string split;  ///< "train", "val", "test", or "all": the folder has no splits
  std::string path;
};

/// The splits of a folder, training first: its sub-folders called train (training), val (valid,
/// validation) and test, in any case, that hold folders themselves; and either there are two of
/// them or nothing else lies beside the one. Otherwise the folder itself: a class may be called
/// "test". Throws DataError when it cannot be read, or two sub-folders mean the same split.
std::vector<SplitFolder> find_split_folders(const std::string& folder);

}  // namespace trainer
