#include "api/run_folder.h"

#include <filesystem>
#include <system_error>

#include "base/log.h"

namespace trainer {

RunFolder::RunFolder(std::string path) : path_(std::move(path)), kept_(path_exists(path_)) {
  make_folders(path_);
  try {
    lock_.emplace(path_);
    set_log_file(path_ + "/log.txt");
  } catch (...) {
    remove_if_useless();
    throw;
  }
}

RunFolder::~RunFolder() {
  set_log_file("");
  lock_.reset();
  remove_if_useless();
}

void RunFolder::remove_if_useless() const {
  if (kept_) return;
  // Only what a start leaves there is removed: a folder with anything else in it stays.
  std::error_code ignored;
  std::filesystem::remove(path_ + "/log.txt", ignored);
  std::filesystem::remove(checkpoints(), ignored);
  std::filesystem::remove(path_, ignored);
}

}  // namespace trainer
