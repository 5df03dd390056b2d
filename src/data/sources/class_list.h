#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/dataset.h>

namespace trainer {

/// Classes as a source met them, before their order is decided.
struct FoundClasses {
  struct Class {
    std::string name;
    std::int64_t images = 0;
  };
  std::vector<Class> classes;  ///< no name twice
  std::string place;           ///< folder or file, for messages
  bool folders = false;        ///< each class is a folder below `place`
};

/// The classes of a split: `index_of[i]` is the place of found class i in `names`, or -1 for an
/// empty class that is left out.
struct ClassMap {
  std::vector<std::string> names;
  std::vector<std::int64_t> index_of;
};

/// Decides the order. Without fixed classes: by name, byte by byte. With them: as listed, matched
/// by name; in training each must have images. A class without images is a warning where the split
/// or allow_empty_classes permits it, and else DataError; an unlisted or doubled name is DataError.
ClassMap map_classes(const FoundClasses& found, const DatasetRequest& request);

/// The same for sources that number their classes: fixed classes match by name where every found
/// name is listed, and else name the numbers 0, 1, … in order.
ClassMap map_numbered_classes(const FoundClasses& found, const DatasetRequest& request);

/// "training", "validation" or "test".
std::string split_word(const std::string& split);

}  // namespace trainer
