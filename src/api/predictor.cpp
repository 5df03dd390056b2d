#include <algorithm>
#include <mutex>
#include <numeric>

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <torch/types.h>

#include <trainer/error.h>
#include <trainer/predictor.h>

#include "api/boundary.h"
#include "api/classifier.h"
#include "base/file_system.h"
#include "base/text.h"
#include "engine/device_stage.h"
#include "engine/torch_setup.h"

namespace trainer {
namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;

SourceImage encoded(std::string_view bytes) {
  SourceImage image;
  image.bytes.assign(bytes.begin(), bytes.end());
  return image;
}

std::vector<Prediction> best(const float* probabilities,
                             const std::vector<std::string>& names,
                             int top_k) {
  std::vector<std::int64_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  const auto count = std::min(names.size(), static_cast<std::size_t>(std::max(top_k, 0)));
  std::partial_sort(
      order.begin(),
      order.begin() + static_cast<std::ptrdiff_t>(count),
      order.end(),
      [&](std::int64_t a, std::int64_t b) {
        return probabilities[a] != probabilities[b] ? probabilities[a] > probabilities[b] : a < b;
      });
  std::vector<Prediction> predictions;
  for (std::size_t i = 0; i < count; ++i) {
    predictions.push_back({names[static_cast<std::size_t>(order[i])],
                           order[i],
                           static_cast<double>(probabilities[order[i]])});
  }
  return predictions;
}

}  // namespace

struct Predictor::Impl {
  Impl(Classifier loaded, c10::Device device)
      : classifier(std::move(loaded)),
        stage(device, classifier.pipeline->normalization(), classifier.card.channels_last) {}

  Classifier classifier;
  DeviceStage stage;
  std::mutex mutex;  ///< of stage and network

  /// Answers for rows already transformed; `rows` says which result each row belongs to.
  void classify(std::vector<std::uint8_t>& pixels,
                const std::vector<std::size_t>& rows,
                int top_k,
                std::vector<PredictionResult>& results) {
    if (rows.empty()) return;
    const Pipeline& pipeline = *classifier.pipeline;
    Batch batch;
    batch.count = static_cast<int>(rows.size());
    batch.height = pipeline.height();
    batch.width = pipeline.width();
    batch.channels = pipeline.channels();
    batch.images = pixels.data();
    batch.labels.assign(rows.size(), 0);
    const std::lock_guard lock(mutex);
    const c10::InferenceMode inference;
    const at::Tensor logits = classifier.network->forward(stage.put(batch).images)
                                  .to(torch::kCPU, torch::kFloat32)
                                  .contiguous();
    const at::Tensor probabilities = logits.softmax(1);
    const std::int64_t classes = logits.size(1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::int64_t offset = static_cast<std::int64_t>(i) * classes;
      PredictionResult& result = results[rows[i]];
      const float* row = logits.const_data_ptr<float>() + offset;
      result.logits.assign(row, row + classes);
      result.predictions =
          best(probabilities.const_data_ptr<float>() + offset, classifier.card.classes, top_k);
    }
  }

  /// Transforms `image` into `out`; what was wrong with it, or empty.
  std::string transform(const SourceImage& image,
                        const std::string& name,
                        std::uint8_t* out) const {
    try {
      classifier.pipeline->run(image, name, {}, out);
      return {};
    } catch (const DataError& error) {
      return error.what();
    }
  }
};

Predictor::Predictor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;
Predictor::~Predictor() = default;

Predictor Predictor::load(const std::string& checkpoint, const PredictorOptions& options) {
  return at_boundary([&] {
    set_up_torch({});
    return Predictor(std::make_unique<Impl>(load_classifier(checkpoint, options.weights),
                                            resolve_device(options.device)));
  });
}

std::vector<Prediction> Predictor::predict(const std::string& path, int top_k) const {
  std::vector<PredictionResult> results = predict_batch({path}, top_k);
  if (!results[0].error.empty()) throw DataError(results[0].error, path);
  return std::move(results[0].predictions);
}

std::vector<Prediction> Predictor::predict(std::span<const std::byte> image, int top_k) const {
  return at_boundary([&] {
    const Pipeline& pipeline = *impl_->classifier.pipeline;
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(pipeline.height()) *
                                     static_cast<std::size_t>(pipeline.width()) *
                                     static_cast<std::size_t>(pipeline.channels()));
    const SourceImage source = encoded({reinterpret_cast<const char*>(image.data()), image.size()});
    const std::string error = impl_->transform(source, "image in memory", pixels.data());
    if (!error.empty()) throw DataError(error);
    std::vector<PredictionResult> results(1);
    impl_->classify(pixels, {0}, top_k, results);
    return std::move(results[0].predictions);
  });
}

std::vector<PredictionResult> Predictor::predict_batch(const std::vector<std::string>& paths,
                                                       int top_k) const {
  return at_boundary([&] {
    const Pipeline& pipeline = *impl_->classifier.pipeline;
    const std::size_t row_bytes = static_cast<std::size_t>(pipeline.height()) *
                                  static_cast<std::size_t>(pipeline.width()) *
                                  static_cast<std::size_t>(pipeline.channels());
    std::vector<PredictionResult> results(paths.size());
    std::vector<std::uint8_t> pixels(paths.size() * row_bytes);
    at::parallel_for(
        0, static_cast<std::int64_t>(paths.size()), 1, [&](std::int64_t begin, std::int64_t end) {
          for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            try {
              const std::string bytes = read_file(paths[i], kMaxFileBytes);
              results[i].error =
                  impl_->transform(encoded(bytes), paths[i], pixels.data() + i * row_bytes);
            } catch (const FileError& error) {
              results[i].error = error.what();
            }
          }
        });
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (!results[i].error.empty()) continue;
      if (rows.size() != i) {
        std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(i * row_bytes),
                    row_bytes,
                    pixels.begin() + static_cast<std::ptrdiff_t>(rows.size() * row_bytes));
      }
      rows.push_back(i);
    }
    impl_->classify(pixels, rows, top_k, results);
    return results;
  });
}

const std::vector<std::string>& Predictor::class_names() const {
  return impl_->classifier.card.classes;
}

}  // namespace trainer
