#pragma once
#include <string>
#include <string_view>

namespace trainer {

/// The first line of a preview's `index.csv`, and what is added to it where batches are mixed.
inline constexpr std::string_view kPreviewIndexHeader = "file,source,label,class";
inline constexpr std::string_view kMixedPreviewColumns = ",share,partner";

/// Name of the image of the sample at a position of the epoch, from 0.
std::string preview_image_name(long long position);

/// Throws UsageError where `folder` holds anything but an earlier preview: nothing of the user's is
/// written over.
void check_preview_folder(const std::string& folder);

/// Checks the folder, makes it where it is not there, and removes the images that the index of an
/// earlier preview names, which may have had more of them. Throws FileError where that fails.
void prepare_preview_folder(const std::string& folder);

}  // namespace trainer
