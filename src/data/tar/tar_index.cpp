#include "data/tar/tar_index.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "data/sources/file_dataset.h"
#include "data/sources/file_reader.h"
#include "data/tar/tar_labels.h"

namespace trainer {
namespace {

/// The parts of a member's name that matter.
struct MemberName {
  std::string_view key;   ///< of the sample
  std::string extension;  ///< in lower case, without its point; may hold points
};

std::optional<MemberName> parse_name(std::string_view name) {
  const std::size_t base = name.rfind('/') + 1;
  const std::size_t point = name.find('.', base);
  if (point == name.npos || point == base) return std::nullopt;
  return MemberName{name.substr(0, point), lower_case(name.substr(point + 1))};
}

bool is_image(const std::string& extension) {
  return extension.find('.') == std::string::npos && has_image_extension("x." + extension);
}

/// What was met of a sample so far.
struct Draft {
  TarMember image;
  std::optional<TarLabel> label;
  int label_rank = 0;
};

class IndexBuilder {
 public:
  IndexBuilder(const ReadAt& read_at, std::uint64_t size, const std::string& path)
      : read_at_(read_at), path_(path), reader_(read_at, size, path) {}

  TarIndex run(const std::function<void()>& count) {
    TarMember member;
    while (reader_.next(member)) {
      count();
      take(member);
    }
    TarIndex index;
    for (Draft& draft : drafts_) finish(draft, index);
    warn();
    return index;
  }

 private:
  [[noreturn]] void fail(const std::string& member, const std::string& problem) const {
    throw DataError(concat(printable(path_), ": ", printable(member), ": ", problem), path_);
  }

  void take(const TarMember& member) {
    const auto name = parse_name(member.name);
    const int rank = name ? tar_label_rank(name->extension) : 0;
    const bool image = name && is_image(name->extension);
    if (!image && rank == 0) {
      if (name && has_image_extension(member.name) && dotted_++ == 0) dotted_example_ = member.name;
      return;
    }
    const auto [place, is_new] = places_.emplace(std::string(name->key), drafts_.size());
    if (is_new) drafts_.emplace_back();
    Draft& draft = drafts_[place->second];
    if (image) {
      take_image(member, draft);
    } else {
      take_label(member, name->extension, rank, draft);
    }
  }

  void take_image(const TarMember& member, Draft& draft) {
    if (!draft.image.name.empty()) {
      fail(member.name,
           concat("expected one image a sample, but ",
                  printable(draft.image.name),
                  " belongs to the same: the name of a sample ends at its first point"));
    }
    if (member.bytes > kMaxImageFile) {
      fail(member.name, concat("is longer than ", kMaxImageFile >> 20, " MiB"));
    }
    draft.image = member;
  }

  void take_label(const TarMember& member, const std::string& extension, int rank, Draft& draft) {
    if (rank == draft.label_rank) fail(member.name, "is in the archive twice");
    if (rank < draft.label_rank) return;
    if (member.bytes > kMaxTarLabel) {
      fail(member.name, concat("expected a label, found ", member.bytes, " bytes"));
    }
    std::string content(static_cast<std::size_t>(member.bytes), '\0');
    read_at_(member.offset, {reinterpret_cast<std::uint8_t*>(content.data()), content.size()});
    try {
      draft.label = read_tar_label(extension, content);
    } catch (const DataError& error) {
      fail(member.name, error.what());
    }
    draft.label_rank = rank;
  }

  void finish(Draft& draft, TarIndex& index) {
    if (draft.image.name.empty()) {
      ++without_image_;
      return;
    }
    if (!draft.label) draft.label = tar_folder_label(draft.image.name);
    if (!draft.label) {
      fail(draft.image.name,
           "expected a label: a file of the same name with .cls, .json or .txt, or a folder named "
           "after the class");
    }
    if (index.samples.empty()) index.numbered = draft.label->number;
    if (index.numbered != draft.label->number) {
      fail(draft.image.name,
           concat("expected ",
                  index.numbered ? "the index" : "the name",
                  " of a class, as the ",
                  "first sample has, found \"",
                  printable(draft.label->text),
                  "\""));
    }
    const auto [place, is_new] =
        labels_.emplace(draft.label->text, static_cast<std::uint32_t>(index.labels.size()));
    if (is_new) index.labels.push_back(draft.label->text);
    index.add(draft.image, place->second);
  }

  void warn() const {
    if (without_image_ > 0) {
      log_warning(concat(printable(path_),
                         ": ",
                         counted(without_image_, "sample has", "samples have"),
                         " a label and no image"));
    }
    if (reader_.links() > 0) {
      log_warning(concat(printable(path_),
                         ": ",
                         counted(reader_.links(), "link or other member", "links or other members"),
                         " without content left out; pack the files themselves (tar -h)"));
    }
    if (dotted_ > 0) {
      log_warning(
          concat(printable(path_),
                 ": ",
                 counted(dotted_, "image"),
                 " such as ",
                 printable(dotted_example_),
                 " not used: the name of a sample ends at its first point, and what follows "
                 "is .jpg, .png and the like"));
    }
  }

  const ReadAt& read_at_;
  const std::string& path_;
  TarReader reader_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<Draft> drafts_;
  std::unordered_map<std::string, std::uint32_t> labels_;
  long long without_image_ = 0, dotted_ = 0;
  std::string dotted_example_;
};

}  // namespace

std::string_view TarIndex::name(std::size_t sample) const {
  const std::uint64_t begin = sample == 0 ? 0 : samples[sample - 1].name_end;
  return std::string_view(names).substr(begin, samples[sample].name_end - begin);
}

void TarIndex::add(const TarMember& image, std::uint32_t label) {
  names += image.name;
  samples.push_back({image.offset, image.bytes, names.size(), label});
}

TarIndex build_tar_index(const ReadAt& read_at,
                         std::uint64_t size,
                         const std::string& path,
                         const std::function<void()>& count) {
  return IndexBuilder(read_at, size, path).run(count);
}

}  // namespace trainer
