#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace trainer {

/// One class with its probability.
struct Prediction {
  std::string class_name;
  std::int64_t index = 0;
  double probability = 0;
};

struct PredictorOptions {
  std::string device = "auto";
  std::string weights = "auto";  ///< auto (EMA where the run has it), ema or raw
};

/// The answer for one image of a batch: predictions, or what was wrong with the image.
struct PredictionResult {
  std::vector<Prediction> predictions;  ///< best first
  std::vector<float> logits;            ///< by class index
  std::string error;                    ///< empty when the image was read
};

/// A trained classifier with the preprocessing and class names that its checkpoint carries.
/// Calls from several threads are safe; they take turns on the network.
class Predictor {
 public:
  /// `checkpoint`: a run folder (its best), a checkpoint folder, or a model.pt. Throws
  /// CheckpointError.
  static Predictor load(const std::string& checkpoint, const PredictorOptions& options = {});
  Predictor(Predictor&&) noexcept;
  Predictor& operator=(Predictor&&) noexcept;
  ~Predictor();

  /// The `top_k` best classes of an image file. Throws DataError on an unreadable image.
  std::vector<Prediction> predict(const std::string& path, int top_k = 5) const;
  /// The same from an encoded image in memory.
  std::vector<Prediction> predict(std::span<const std::byte> image, int top_k = 5) const;
  /// A batch; an unreadable image is an answer with `error`, not an exception.
  std::vector<PredictionResult> predict_batch(const std::vector<std::string>& paths,
                                              int top_k = 5) const;
  const std::vector<std::string>& class_names() const;

 private:
  struct Impl;
  explicit Predictor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
