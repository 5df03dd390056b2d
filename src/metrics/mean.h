#pragma once

namespace trainer {

/// A mean as a sum and its normaliser, in double: the same for any split into batches.
class Mean {
 public:
  void add(double sum, double normaliser) {
    sum_ += sum;
    normaliser_ += normaliser;
  }
  void add(const Mean& other) { add(other.sum_, other.normaliser_); }
  void reset() { *this = Mean(); }
  bool empty() const { return normaliser_ == 0; }
  /// 0 when nothing was added.
  double value() const { return empty() ? 0 : sum_ / normaliser_; }
  double sum() const { return sum_; }
  double normaliser() const { return normaliser_; }

 private:
  double sum_ = 0;
  double normaliser_ = 0;
};

}  // namespace trainer
