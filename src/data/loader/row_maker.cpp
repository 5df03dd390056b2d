#include "data/loader/row_maker.h"

#include <cstddef>
#include <exception>
#include <new>

#include <trainer/error.h>

#include "base/random.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr int kTriesOfClass = 16;
constexpr int kTriesOfAll = 16;

std::string reason_of(const DataError& error,
                      const std::string& name,
                      const std::string& class_name) {
  const std::string shown = printable(name);
  const std::string message = error.what();
  const bool named = message.find(shown) != std::string::npos;
  return concat(named ? "" : concat(shown, ": "), message, " (class ", printable(class_name), ")");
}

bool run_unnamed(const Pipeline& pipeline,
                 const SourceImage& image,
                 const SampleKey& key,
                 std::uint8_t* out) {
  static const std::string no_name;
  try {
    pipeline.run(image, no_name, key, out);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

}  // namespace

void RowMaker::make(Slot& slot, int number) noexcept {
  Row& row = slot.rows[static_cast<std::size_t>(number)];
  try {
    row.filled = attempt(slot, number, row.index, row.occurrence);
    if (!row.filled && options_.on_bad_image == BadImagePolicy::substitute) {
      substitute(slot, number);
    }
  } catch (const Error&) {
    row.fatal = std::current_exception();
  } catch (const std::bad_alloc&) {
    row.fatal = std::current_exception();
  } catch (const std::exception& error) {
    row.fatal = std::make_exception_ptr(
        InternalError(concat(printable(dataset_.name(row.index)), ": ", error.what())));
  } catch (...) {
    row.fatal = std::current_exception();
  }
}

bool RowMaker::attempt(Slot& slot, int number, std::int64_t index, std::int64_t occurrence) {
  thread_local SourceImage image;
  const auto i = static_cast<std::size_t>(number);
  Batch& batch = slot.batch;
  batch.ids[i] = index;
  batch.labels[i] = dataset_.label(index);
  try {
    image.reset();
    dataset_.read(index, image);
    const SampleKey key = {options_.seed, batch.epoch, index, occurrence};
    std::uint8_t* out = batch.images + batch.row_bytes() * i;
    // Most data sets allocate for a name: it is asked for once something is wrong.
    if (!run_unnamed(pipeline_, image, key, out)) {
      pipeline_.run(image, dataset_.name(index), key, out);
    }
    return true;
  } catch (const DataError& error) {
    const auto& classes = dataset_.class_names();
    const auto label = static_cast<std::size_t>(batch.labels[i]);
    slot.rows[i].bad.push_back(
        {index,
         reason_of(error, dataset_.name(index), label < classes.size() ? classes[label] : "?")});
    return false;
  }
}

/// Draws among the samples of the class, then among all. The numbers belong to the bad sample, so
/// that the choice is the same for any number of threads and after any restart.
void RowMaker::substitute(Slot& slot, int number) {
  Row& row = slot.rows[static_cast<std::size_t>(number)];
  Random::Key key;
  key.seed = options_.seed;
  key.use = RandomUse::substitute;
  key.epoch = static_cast<std::uint64_t>(slot.batch.epoch);
  key.index = static_cast<std::uint64_t>(row.index);
  key.occurrence = static_cast<std::uint32_t>(row.occurrence);
  Random random(key);
  const auto& of_class = samples_of_class(dataset_.label(row.index));
  const auto all = static_cast<std::uint64_t>(dataset_.size());
  for (int i = 0; i < kTriesOfClass + kTriesOfAll; ++i) {
    const bool in_class = i < kTriesOfClass;
    const std::int64_t index = in_class ? of_class[random.below(of_class.size())]
                                        : static_cast<std::int64_t>(random.below(all));
    if (index == row.index) continue;
    // The sample's own turn has the small occurrences; this one is to look different from it, and
    // from its turn in place of another bad sample.
    const std::int64_t occurrence = (std::int64_t{1} << 31) + (row.index & 0x7FFFFFFF);
    row.filled = attempt(slot, number, index, occurrence);
    if (row.filled) return;
  }
}

const std::vector<std::int64_t>& RowMaker::samples_of_class(std::int64_t label) {
  std::call_once(classes_listed_, [this] {
    by_class_.resize(dataset_.class_names().size());
    for (std::int64_t i = 0; i < dataset_.size(); ++i) {
      const auto at = static_cast<std::size_t>(dataset_.label(i));
      if (at >= by_class_.size()) by_class_.resize(at + 1);
      by_class_[at].push_back(i);
    }
  });
  return by_class_[static_cast<std::size_t>(label)];
}

}  // namespace trainer
