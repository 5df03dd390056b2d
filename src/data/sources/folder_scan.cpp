#include "data/sources/folder_scan.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <unordered_map>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trainer/error.h>

#include "base/text.h"
#include "data/sources/file_dataset.h"
#include "data/sources/scan_progress.h"

namespace trainer {
namespace {

/// What a file is, whatever path leads to it.
struct FileId {
  dev_t device = 0;
  ino_t inode = 0;
  auto operator<=>(const FileId&) const = default;
};

FileId id_of(const struct stat& status) {
  return {status.st_dev, status.st_ino};
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

enum class EntryKind { folder, file, link, special };

struct Entry {
  std::string name;
  EntryKind kind;
  ino_t inode;
};

/// A path relative to the root, and the class it belongs to; -1 in the root itself.
struct Place {
  std::string path;
  int class_index = -1;
};

struct Image {
  Place place;
  FileId id;
};

bool is_hidden(std::string_view name) {
  constexpr std::array<std::string_view, 5> kLeftBehind = {
      "__MACOSX", "@eaDir", "lost+found", "$RECYCLE.BIN", "System Volume Information"};
  return name.starts_with('.') ||
         std::find(kLeftBehind.begin(), kLeftBehind.end(), name) != kLeftBehind.end();
}

class FolderScanner {
 public:
  explicit FolderScanner(const std::string& root) : root_(root), progress_(root) {}

  FolderScan run() {
    mark_ancestors();
    folders_.push_back({"", -1});
    walk_folders();
    // Links come after everything that is really there, wave by wave: the result depends neither
    // on the order of the folder's entries nor on which link is met first.
    while (!links_.empty()) follow_links();
    return collect();
  }

 private:
  std::string full(const std::string& path) const {
    return path.empty() ? root_ : join_path(root_, path);
  }

  [[noreturn]] void fail(const std::string& path, const char* action) const {
    const std::string where = full(path);
    throw DataError(concat(printable(where),
                           ": ",
                           action,
                           " failed: ",
                           std::strerror(errno),
                           "; every folder must be readable, or images would be missing silently"),
                    where);
  }

  /// A link to a folder that holds the root would draw in the data beside it.
  void mark_ancestors() {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(root_.c_str(), nullptr),
                                                           &std::free);
    if (!real) fail("", "opening the folder");
    std::string path = real.get();
    while (path.size() > 1) {
      path.resize(std::max<std::size_t>(1, path.rfind('/')));
      struct stat status {};
      if (::stat(path.c_str(), &status) == 0) ancestors_.insert(id_of(status));
    }
  }

  void walk_folders() {
    while (!folders_.empty()) {
      const Place place = std::move(folders_.back());
      folders_.pop_back();
      read_folder(place);
    }
  }

  void read_folder(const Place& place) {
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir(full(place.path).c_str()));
    if (!folder) fail(place.path, "opening the folder");
    struct stat status {};
    if (::fstat(::dirfd(folder.get()), &status) != 0) fail(place.path, "reading the folder");
    if (!visited_.insert(id_of(status)).second) return;
    for (;;) {
      errno = 0;
      const dirent* entry = ::readdir(folder.get());
      if (entry == nullptr) break;
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      progress_.count(static_cast<std::int64_t>(images_.size()));
      take(place,
           {std::string(name), kind_of(*entry, ::dirfd(folder.get()), place), entry->d_ino},
           status.st_dev);
    }
    if (errno != 0) fail(place.path, "reading the folder");
  }

  EntryKind kind_of(const dirent& entry, int folder, const Place& place) const {
    switch (entry.d_type) {
      case DT_DIR:
        return EntryKind::folder;
      case DT_REG:
        return EntryKind::file;
      case DT_LNK:
        return EntryKind::link;
      case DT_UNKNOWN:
        break;
      default:
        return EntryKind::special;
    }
    struct stat status {};
    if (::fstatat(folder, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
      fail(join_path(place.path, entry.d_name), "looking at the entry");
    }
    if (S_ISDIR(status.st_mode)) return EntryKind::folder;
    if (S_ISREG(status.st_mode)) return EntryKind::file;
    return S_ISLNK(status.st_mode) ? EntryKind::link : EntryKind::special;
  }

  void take(const Place& parent, const Entry& entry, dev_t device) {
    if (is_hidden(entry.name)) {
      ++(entry.kind == EntryKind::folder ? scan_.hidden_folders : scan_.hidden_files);
      return;
    }
    Place place{parent.path.empty() ? entry.name : join_path(parent.path, entry.name),
                parent.class_index};
    if (entry.kind == EntryKind::folder) {
      if (parent.path.empty()) place.class_index = class_named(entry.name);
      folders_.push_back(std::move(place));
    } else if (entry.kind == EntryKind::link) {
      links_.push_back(std::move(place));
    } else {
      take_file(std::move(place), entry.name, entry.kind, {device, entry.inode});
    }
  }

  void take_file(Place place, std::string_view name, EntryKind kind, FileId id) {
    if (kind != EntryKind::file || !has_image_extension(name)) {
      count_other(kind == EntryKind::file ? extension_of(name) : "special file");
    } else if (place.class_index < 0) {
      ++scan_.images_in_root;
    } else {
      images_.push_back({std::move(place), id});
    }
  }

  void count_other(std::string extension) {
    // Names such as `list.1`, `list.2`, … must not fill the summary.
    constexpr std::size_t kMostExtensions = 20;
    if (scan_.other_files.size() >= kMostExtensions && !scan_.other_files.contains(extension)) {
      extension = "others";
    }
    ++scan_.other_files[extension];
  }

  int class_named(const std::string& name) {
    const auto [place, is_new] = class_index_.emplace(name, static_cast<int>(scan_.classes.size()));
    if (is_new) scan_.classes.push_back({name, {}});
    return place->second;
  }

  void note(const Place& place, const std::string& what) {
    scan_.link_notes.push_back(concat(printable(full(place.path)), ": ", what));
  }

  void note_dead(const Place& place, const std::string& what) {
    note(place, what);
    const auto at = static_cast<std::size_t>(place.class_index);
    scan_.dead_links.push_back(
        {place.path, place.class_index < 0 ? std::string() : scan_.classes[at].name, what});
  }

  void follow_links() {
    std::vector<Place> links = std::move(links_);
    links_.clear();
    std::sort(
        links.begin(), links.end(), [](const Place& a, const Place& b) { return a.path < b.path; });
    if (file_ids_.empty()) {
      for (const Image& image : images_) file_ids_.insert(image.id);
    }
    for (Place& link : links) follow(std::move(link));
  }

  void follow(Place link) {
    progress_.count(static_cast<std::int64_t>(images_.size()));
    struct stat status {};
    if (::stat(full(link.path).c_str(), &status) != 0) {
      if (errno != ENOENT && errno != ELOOP && errno != ENOTDIR)
        fail(link.path, "following a link");
      note_dead(link, errno == ELOOP ? "a link that leads round in a circle" : "a dangling link");
      return;
    }
    const std::string name = link.path.substr(link.path.rfind('/') + 1);
    if (S_ISDIR(status.st_mode)) {
      follow_to_folder(std::move(link), name, id_of(status));
    } else if (S_ISREG(status.st_mode)) {
      const bool counts = has_image_extension(name) && link.class_index >= 0;
      if (counts && !file_ids_.insert(id_of(status)).second) {
        note(link, "a link to an image that is already there");
      } else {
        take_file(std::move(link), name, EntryKind::file, id_of(status));
      }
    } else {
      count_other("special file");
    }
  }

  void follow_to_folder(Place link, const std::string& name, FileId id) {
    if (ancestors_.contains(id)) {
      note(link, "a link to a folder above the data set; not followed");
      return;
    }
    if (visited_.contains(id)) {
      note(link, "a link to a folder that is already there; the cycle is cut");
      return;
    }
    if (link.class_index < 0) link.class_index = class_named(name);
    const std::size_t first = images_.size();
    folders_.push_back(std::move(link));
    walk_folders();
    drop_known_files(first);
  }

  /// Of the images from `first` on, which a link led to, keeps those not met before.
  void drop_known_files(std::size_t first) {
    const auto begin = images_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, images_.end(), [](const Image& a, const Image& b) {
      return a.place.path < b.place.path;
    });
    const auto kept = std::remove_if(begin, images_.end(), [this](const Image& image) {
      if (file_ids_.insert(image.id).second) return false;
      note(image.place, "reached by a link, and already there");
      return true;
    });
    images_.erase(kept, images_.end());
  }

  FolderScan collect() {
    for (Image& image : images_) {
      scan_.classes[static_cast<std::size_t>(image.place.class_index)].images.push_back(
          std::move(image.place.path));
    }
    for (FolderScan::Class& item : scan_.classes) std::sort(item.images.begin(), item.images.end());
    std::sort(scan_.classes.begin(), scan_.classes.end(), [](const auto& a, const auto& b) {
      return a.name < b.name;
    });
    std::sort(scan_.dead_links.begin(), scan_.dead_links.end(), [](const auto& a, const auto& b) {
      return a.path < b.path;
    });
    return std::move(scan_);
  }

  std::string root_;
  ScanProgress progress_;
  FolderScan scan_;
  std::vector<Place> folders_, links_;
  std::vector<Image> images_;
  std::set<FileId> visited_, ancestors_, file_ids_;
  std::unordered_map<std::string, int> class_index_;
};

}  // namespace

std::int64_t FolderScan::image_count() const {
  std::int64_t count = 0;
  for (const Class& item : classes) count += static_cast<std::int64_t>(item.images.size());
  return count;
}

FolderScan scan_class_folders(const std::string& root) {
  return FolderScanner(root).run();
}

}  // namespace trainer
