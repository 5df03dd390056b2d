#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/config.h>

namespace trainer {

/// What `check_data` can find. The first nine are problems, with which a training stops or cannot
/// begin; the others are warnings.
enum class DataFindingKind {
  unusable_split,    ///< a split that cannot be opened, or whose classes are not those of training
  empty_class,       ///< a class without training images
  unreadable,        ///< the file cannot be read: permissions, a broken disk
  empty_file,        ///< 0 bytes
  not_an_image,      ///< text, a web page, a format that is not supported
  truncated,         ///< the file ends before its image does
  corrupt,           ///< damaged within
  too_large,         ///< more pixels, a longer side or more bytes than an image may have
  animated,          ///< a format whose animations are not supported
  leak,              ///< the same picture in two splits
  label_conflict,    ///< the same picture in two classes
  duplicate,         ///< the same picture twice in a split
  dead_link,         ///< a symbolic link that leads nowhere: an image or folder less than meant
  missing_class,     ///< a class of training without images in another split
  few_images,        ///< a class with very few training images
  wrong_extension,   ///< the name says another format than the content
  first_frame_only,  ///< an animation or several pages, of which the first is used
  tiny,              ///< a side so short that little can be seen
  elongated,         ///< one side is many times the other
};

/// The kind as it stands in JSON and csv: "label_conflict".
const char* data_finding_name(DataFindingKind kind);
/// Whether a training stops over it.
bool is_problem(DataFindingKind kind);

struct DataFinding {
  DataFindingKind kind = DataFindingKind::corrupt;
  std::string path;        ///< of the image as the data set names it; of the data for a whole split
  std::string split;       ///< "train", "val", "test", or "all" for a folder without splits
  std::string class_name;  ///< empty where no class is meant
  std::string reason;      ///< one sentence for people
  std::string other;       ///< of copies: the path of the one they are copies of; else empty
  bool same_bytes = false;  ///< of copies: the files are equal, and not only their pixels
};

/// How many images have a property.
struct DataCount {
  std::string name;
  std::int64_t images = 0;
};

/// What a check of data found. The same for any number of threads.
struct DataReport {
  struct ClassImages {
    std::string name;
    std::vector<std::int64_t> images;  ///< by split, in the order of `splits`
  };
  std::vector<DataCount> splits;
  std::vector<ClassImages> classes;   ///< in the order of training, then those unknown to it
  std::vector<DataFinding> findings;  ///< by kind, then split, then the data set's order
  /// Of images whose header could be read.
  std::vector<DataCount> formats, modes, short_sides, aspects;

  std::int64_t images() const;
  std::int64_t problems() const;
  std::int64_t warnings() const;
};

struct DataCheckOptions {
  int workers = 0;            ///< threads; 0: data.workers, or one a CPU
  bool show_progress = true;  ///< progress line and messages on stderr
};

/// Reads and decodes every image of a configuration's splits, as a training would. What is wrong
/// with the data is in the report; DataError only where there is nothing to check, and Error
/// (interrupted) after Trainer::request_stop.
DataReport check_data(const Config& config, const DataCheckOptions& options = {});

/// The same for a folder of class folders. Sub-folders called train (training), val (valid,
/// validation) and test are taken for splits where they hold folders themselves, and either there
/// are two of them or nothing else lies beside the one.
DataReport check_data(const std::string& folder, const DataCheckOptions& options = {});

}  // namespace trainer
