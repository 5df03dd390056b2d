#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace trainer {

/// What a sample of an archive says about its class.
struct TarLabel {
  bool number = false;  ///< `text` is the index of a class, in plain digits; else its name
  std::string text;
};

/// Largest number that is taken for the index of a class.
inline constexpr long long kMaxTarClass = 999'999;
/// Longest file that is taken for a label, in bytes.
inline constexpr std::size_t kMaxTarLabel = 1 << 16;

/// Whether files of this extension (without its point, in lower case) hold labels, and which of two
/// is believed: the higher number. 0: no label.
int tar_label_rank(std::string_view extension);

/// Reads a label: `cls` an index or a name, `txt` a name, `json` a string, a whole number or an
/// object with one of these under `label`, `cls` or `class`. Throws DataError; the message is
/// without the member's name.
TarLabel read_tar_label(std::string_view extension, std::string_view content);

/// The folder that holds the member; none where it lies in no folder.
std::optional<TarLabel> tar_folder_label(std::string_view member);

}  // namespace trainer
