#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trainer {

/// A symbolic link that leads nowhere.
struct DeadLink {
  std::string path;        ///< relative to the root
  std::string class_name;  ///< empty in the root itself
  std::string reason;
};

/// What a walk over class folders found.
struct FolderScan {
  struct Class {
    std::string name;
    std::vector<std::string> images;  ///< relative to the root, sorted byte by byte
  };
  std::vector<Class> classes;  ///< sorted byte by byte
  std::int64_t images_in_root = 0;
  std::int64_t hidden_folders = 0, hidden_files = 0;
  std::map<std::string, std::int64_t> other_files;  ///< by extension
  /// Links that were not followed, with the reason.
  std::vector<std::string> link_notes;
  std::vector<DeadLink> dead_links;  ///< those of them that lead nowhere, sorted by path

  std::int64_t image_count() const;
};

/// Finds the candidates for images below `root`, one class a folder, nested folders included.
/// Symbolic links are followed; each folder and each file counts once, so that a link back into
/// the tree cannot loop, and the real place wins over a link. Names that begin with a point, and
/// folders that systems leave behind, are skipped and counted. Logs progress. Throws DataError when
/// a folder cannot be read, and Error (interrupted) on a request to stop.
FolderScan scan_class_folders(const std::string& root);

}  // namespace trainer
