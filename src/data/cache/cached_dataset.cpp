#include "data/cache/cached_dataset.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

/// SIMD kernels may read beyond the last pixel.
constexpr std::size_t kPadding = 64;

}  // namespace

bool CacheBudget::take(std::uint64_t bytes) {
  std::uint64_t used = used_;
  do {
    if (bytes > bytes_ || used > bytes_ - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes));
  return true;
}

struct CachedDataset::Entry {
  std::unique_ptr<std::uint8_t[]> memory;
  std::size_t bytes = 0;
  bool encoded = true;
  int height = 0, width = 0, channels = 0;
  std::uint64_t cost() const { return bytes + kPadding + sizeof(Entry); }
};

/// Entries appear once and stay, so that reading them needs no lock.
struct CachedDataset::Store {
  Store(std::size_t size, std::shared_ptr<CacheBudget> shared)
      : entries(size), budget(std::move(shared)) {}
  ~Store() {
    for (const std::atomic<Entry*>& entry : entries) delete entry.load();
    budget->give_back(bytes);
  }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  std::vector<std::atomic<Entry*>> entries;
  std::shared_ptr<CacheBudget> budget;
  std::atomic<std::int64_t> images{0};
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<bool> full{false};
};

CachedDataset::CachedDataset(std::shared_ptr<const Dataset> base,
                             std::shared_ptr<CacheBudget> budget,
                             std::string what,
                             CacheDecoder decoder)
    : base_(std::move(base)),
      what_(std::move(what)),
      decoder_(std::move(decoder)),
      store_(std::make_shared<Store>(static_cast<std::size_t>(base_->size()), std::move(budget))) {}

CachedDataset::~CachedDataset() = default;

std::int64_t CachedDataset::kept_images() const {
  return store_->images;
}

std::uint64_t CachedDataset::kept_bytes() const {
  return store_->bytes;
}

void CachedDataset::read(std::int64_t index, SourceImage& image) const {
  const std::atomic<Entry*>& place = store_->entries.at(static_cast<std::size_t>(index));
  const Entry* entry = place.load(std::memory_order_acquire);
  image.reset();
  if (entry == nullptr) {
    base_->read(index, image);
    if (store_->full) return;
    keep(index, image);
    entry = place.load(std::memory_order_acquire);
    // What the base gave serves as well as a copy of it, but pixels spare a second decoding.
    if (entry == nullptr || entry->encoded) return;
    image.reset();
  }
  image.encoded = entry->encoded;
  image.height = entry->height;
  image.width = entry->width;
  image.channels = entry->channels;
  image.lend(store_, {entry->memory.get(), entry->bytes});
}

/// False where the image is bad: whoever reads it finds that out, with or without a cache.
bool CachedDataset::decode(std::int64_t index, const SourceImage& from, SourceImage& to) const {
  to.reset();
  try {
    decoder_(from.content(), base_->name(index), to);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

void CachedDataset::keep(std::int64_t index, SourceImage& image) const {
  thread_local SourceImage pixels;
  const bool decodes = decoder_ && image.encoded;
  if (decodes && !decode(index, image, pixels)) return;
  const SourceImage& source = decodes ? pixels : image;
  const auto content = source.content();

  auto entry = std::make_unique<Entry>();
  entry->bytes = content.size();
  entry->encoded = source.encoded;
  entry->height = source.height;
  entry->width = source.width;
  entry->channels = source.channels;
  const std::uint64_t cost = entry->cost();
  if (!store_->budget->take(cost)) {
    say_full();
    return;
  }
  entry->memory = std::make_unique<std::uint8_t[]>(content.size() + kPadding);
  std::copy(content.begin(), content.end(), entry->memory.get());
  Entry* none = nullptr;
  std::atomic<Entry*>& place = store_->entries[static_cast<std::size_t>(index)];
  if (!place.compare_exchange_strong(none, entry.get(), std::memory_order_acq_rel)) {
    store_->budget->give_back(cost);
    return;
  }
  entry.release();
  store_->bytes += cost;
  if (++store_->images == size()) {
    log_info(concat("data.cache: all ",
                    counted(size(), concat(what_, " image")),
                    " are in memory, ",
                    bytes_text(store_->bytes)));
  }
}

void CachedDataset::say_full() const {
  if (store_->full.exchange(true)) return;
  log_info(concat("data.cache: ",
                  kept_images(),
                  " of ",
                  counted(size(), concat(what_, " image")),
                  " are kept in memory, ",
                  bytes_text(store_->bytes),
                  "; the others are read each time (data.cache_size is ",
                  bytes_text(store_->budget->bytes()),
                  ")"));
}

}  // namespace trainer
