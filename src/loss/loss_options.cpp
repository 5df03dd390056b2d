#include "loss/loss_options.h"

namespace trainer {

Catalog& detail::writable_loss_catalog() {
  static Catalog catalog = [] {
    Catalog made("loss");
    made.add("cross_entropy",
             &CrossEntropyOptions::options(),
             "softmax cross-entropy with label smoothing and class weights");
    return made;
  }();
  return catalog;
}

const Catalog& loss_catalog() {
  return detail::writable_loss_catalog();
}

const OptionTable& LossOptions::options() {
  static const OptionTable table = OptionTableOf<LossOptions>().variant(
      "name", &LossOptions::method, loss_catalog(), "cross_entropy", "what training minimises");
  return table;
}

const OptionTable& CrossEntropyOptions::options() {
  using O = CrossEntropyOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("label_smoothing", &O::label_smoothing, "share of the label spread over all classes")
          .range(0, 1)
          .add("class_weights",
               &O::class_weights,
               "weight of each class: none, balanced (by the training split), or a list")
          .above(0)
          .words({"none", "balanced"});
  return table;
}

}  // namespace trainer
