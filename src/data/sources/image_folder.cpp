#include "data/sources/image_folder.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "data/sources/class_list.h"
#include "data/sources/file_dataset.h"
#include "data/sources/folder_scan.h"

namespace trainer {
namespace {

std::string expected_tree(const std::string& root) {
  const std::string place = printable(root);
  return concat("expected one folder for each class with its images in it:\n    ",
                join_path(place, "cat/1.jpg"),
                "\n    ",
                join_path(place, "dog/2.png"),
                "\n  accepted extensions: ",
                accepted_extensions());
}

void check_root(const std::string& root, const std::string& split) {
  struct stat status {};
  const std::string key = concat("data.", split);
  if (::stat(root.c_str(), &status) != 0) {
    throw DataError(concat(printable(root),
                           ": ",
                           key,
                           " cannot be opened: ",
                           std::strerror(errno),
                           "; paths are relative to the current folder"),
                    root);
  }
  if (!S_ISDIR(status.st_mode)) {
    throw DataError(concat(printable(root),
                           ": ",
                           key,
                           " is a file, but data.format: image_folder ",
                           expected_tree(root)),
                    root);
  }
}

long long plain(std::int64_t value) {
  return static_cast<long long>(value);
}

std::string list_other_files(const FolderScan& scan) {
  std::vector<std::string> parts;
  std::int64_t total = 0;
  for (const auto& [extension, count] : scan.other_files) {
    parts.push_back(concat(printable(extension), " ", plain(count)));
    total += count;
  }
  return concat(counted(plain(total), "other file"), " (", join(parts, ", "), ")");
}

/// "skipped 1 hidden folder, 3 other files (.db 1, .ini 2)"; empty when nothing was.
std::string describe_skipped(const FolderScan& scan) {
  std::vector<std::string> parts;
  if (scan.hidden_folders > 0)
    parts.push_back(counted(plain(scan.hidden_folders), "hidden folder"));
  if (scan.hidden_files > 0) parts.push_back(counted(plain(scan.hidden_files), "hidden file"));
  if (!scan.other_files.empty()) parts.push_back(list_other_files(scan));
  if (scan.images_in_root > 0) {
    parts.push_back(
        concat(counted(plain(scan.images_in_root), "image"), " outside any class folder"));
  }
  return parts.empty() ? std::string() : concat("; skipped ", join(parts, ", "));
}

void check_layout(const std::string& root, const FolderScan& scan) {
  const bool any = scan.image_count() > 0;
  if (any && !scan.classes.empty()) return;
  std::vector<std::string> found = {
      counted(plain(scan.image_count() + scan.images_in_root), "image"),
      counted(plain(static_cast<std::int64_t>(scan.classes.size())), "folder")};
  if (!scan.other_files.empty()) found.push_back(list_other_files(scan));
  if (scan.hidden_folders + scan.hidden_files > 0) {
    found.push_back(concat(plain(scan.hidden_folders + scan.hidden_files), " hidden"));
  }
  throw DataError(concat(printable(root),
                         ": ",
                         expected_tree(root),
                         "\n  found ",
                         join(found, ", "),
                         scan.images_in_root > 0
                             ? "; move the images into class folders, or list them in a csv file "
                               "(data.format: csv)"
                             : ""),
                  root);
}

void warn_about_links(const FolderScan& scan) {
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < std::min(kShown, scan.link_notes.size()); ++i) {
    log_warning(scan.link_notes[i]);
  }
  if (scan.link_notes.size() > kShown) {
    log_warning(concat("and ",
                       plain(static_cast<std::int64_t>(scan.link_notes.size() - kShown)),
                       " more links that were not followed"));
  }
}

/// Files that somebody may take for images, lost without an error of their own.
void warn_about_other_images(const std::string& root, const FolderScan& scan) {
  for (const char* extension : {".gif",
                                ".heic",
                                ".heif",
                                ".avif",
                                ".jxl",
                                ".jp2",
                                ".ppm",
                                ".pgm",
                                ".svg",
                                ".npy",
                                ".tga"}) {
    const auto found = scan.other_files.find(extension);
    if (found == scan.other_files.end()) continue;
    log_warning(concat(printable(root),
                       ": ",
                       counted(plain(found->second), "file"),
                       " named *",
                       extension,
                       " ignored: the format is not supported; convert to PNG or JPEG"));
  }
}

bool is_number(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
}

std::string describe_order(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 20;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kShown, names.size()); ++i) {
    shown.push_back(printable(names[i]));
  }
  if (names.size() > kShown) shown.push_back("…");
  const bool numbers = std::all_of(names.begin(), names.end(), is_number);
  const bool surprising =
      numbers && !std::is_sorted(names.begin(), names.end(), [](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
      });
  return concat("classes in order: ",
                join(shown, ", "),
                surprising ? " (sorted as text; data.classes fixes another order)" : "");
}

}  // namespace

std::shared_ptr<Dataset> open_image_folder(const DatasetRequest& request) {
  const std::string& root = request.path;
  check_root(root, request.split);
  FolderScan scan = scan_class_folders(root);
  warn_about_links(scan);
  warn_about_other_images(root, scan);
  check_layout(root, scan);

  FoundClasses found{{}, root, true};
  for (const FolderScan::Class& item : scan.classes) {
    found.classes.push_back({item.name, static_cast<std::int64_t>(item.images.size())});
  }
  ClassMap map = map_classes(found, request);
  log_info(concat(request.split,
                  ": ",
                  counted(plain(scan.image_count()), "image"),
                  " in ",
                  counted(plain(static_cast<std::int64_t>(map.names.size())), "class", "classes"),
                  " (",
                  printable(root),
                  ")",
                  describe_skipped(scan)));
  if (request.split == "train") log_info(describe_order(map.names));

  std::vector<const FolderScan::Class*> in_order(map.names.size(), nullptr);
  for (std::size_t i = 0; i < scan.classes.size(); ++i) {
    const std::int64_t index = map.index_of[i];
    if (index >= 0) in_order[static_cast<std::size_t>(index)] = &scan.classes[i];
  }
  auto dataset = std::make_shared<FileDataset>(root, std::move(map.names));
  for (std::size_t label = 0; label < in_order.size(); ++label) {
    if (in_order[label] == nullptr) continue;
    for (const std::string& path : in_order[label]->images) {
      dataset->add(path, static_cast<std::int64_t>(label));
    }
  }
  for (DeadLink& link : scan.dead_links) link.path = join_path(root, link.path);
  dataset->set_dead_links(std::move(scan.dead_links));
  return dataset;
}

}  // namespace trainer
