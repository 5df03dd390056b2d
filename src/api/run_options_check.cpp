#include "api/run_options_check.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "api/run_options.h"
#include "base/text.h"
#include "data/tar/shard_paths.h"

namespace trainer {
namespace {

const Node* node_at(const Node& root, const std::string& key) {
  const Node* node = &root;
  for (const std::string& part : split(key, '.')) {
    node = node->find(part);
    if (!node) return nullptr;
  }
  return node;
}

/// Which archives a pattern means, opening it tells.
bool names_shards(const Node& resolved, const std::string& key, const std::string& text) {
  const Node* format = node_at(resolved, "data.format");
  return key.starts_with("data.") && format && format->text == "tar" && is_shard_pattern(text);
}

class Checker {
 public:
  Checker(const Node& root, const std::string& file, Mistakes& mistakes)
      : root_(root), file_(file), mistakes_(mistakes), run_(read_options<RunOptions>(root)) {}

  void check() {
    name();
    data();
    cache();
    channels();
    for (const char* key : {"transforms.train", "transforms.val"}) normalize_is_last(key);
    normalize_in_both();
    classes();
    length();
    batch();
    monitor("checkpoint.monitor", run_.checkpoint.monitor);
    if (run_.early_stop) monitor("early_stop.monitor", run_.early_stop->monitor);
    warmup();
  }

 private:
  Position place(const std::string& key) const {
    Position at{file_, 1, 1};
    const Node* node = &root_;
    for (const std::string& part : split(key, '.')) {
      node = node->find(part);
      if (!node) break;
      if (node->position.line > 0) at = node->position;
    }
    return at;
  }

  void add_at(const Position& at,
              const std::string& key,
              const std::string& message,
              const std::string& hint) {
    if (!mistakes_.about(key)) mistakes_.add(at, key, message, hint);
  }
  void add(const std::string& key, const std::string& message, const std::string& hint) {
    add_at(place(key), key, message, hint);
  }

  void name() {
    const std::string problem = run_name_problem(run_.name);
    if (!problem.empty()) {
      add("name",
          concat(problem, ", got \"", printable(run_.name), "\""),
          "it becomes a folder inside of `output`");
    }
  }

  void data() {
    const DataOptions& data = run_.data;
    if (!data.train && data.format.name != "synthetic" && !mistakes_.about("data.format")) {
      add("data.train",
          "missing: expected the path of the training data",
          "only data.format "
          "synthetic needs none");
    }
    if (data.split && data.val) {
      add("data.split",
          "expected either data.val or data.split, got both",
          "remove the one that is not meant");
    }
  }

  void cache() {
    if (run_.data.decode == "fast" && run_.data.cache == "decoded") {
      add("data.decode",
          "expected exact with data.cache: decoded, got \"fast\"",
          "the cache keeps whole images, decoded once; with cache: encoded or none fast has its "
          "use");
    }
  }

  void channels() {
    if (run_.data.channels == 2) {
      add("data.channels", "expected 1 or 3, got \"2\"", "1 is gray, 3 is RGB");
    }
  }

  const std::vector<Component>& transforms(const std::string& key) const {
    return key == "transforms.train" ? run_.transforms.train : run_.transforms.val;
  }

  void normalize_is_last(const std::string& key) {
    const std::vector<Component>& list = transforms(key);
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      if (list[i].name != "normalize") continue;
      add_at(list[i].position,
             concat(key, ".", i),
             "normalize comes last: it runs on the batch",
             "move it to the end of the list");
    }
  }

  bool normalizes(const std::string& key) const {
    const std::vector<Component>& list = transforms(key);
    return std::any_of(list.begin(), list.end(), [](const Component& component) {
      return component.name == "normalize";
    });
  }

  void normalize_in_both() {
    const bool train = normalizes("transforms.train"), val = normalizes("transforms.val");
    if (train == val || mistakes_.about("transforms")) return;
    const char* missing = train ? "transforms.val" : "transforms.train";
    const char* other = train ? "transforms.train" : "transforms.val";
    add(missing,
        concat("has no normalize, but ", other, " has: the network would see other values"),
        "end both lists with the same normalize");
  }

  /// The number of classes, where the configuration alone says it.
  std::size_t class_count() const {
    if (run_.data.classes.has_value()) return run_.data.classes.value.size();
    if (run_.model.num_classes.has_value()) {
      return static_cast<std::size_t>(run_.model.num_classes.value);
    }
    return 0;
  }

  void classes() {
    const auto& names = run_.data.classes;
    if (names.has_value()) {
      for (std::size_t i = 0; i < names.value.size(); ++i) {
        const auto first = std::find(names.value.begin(), names.value.end(), names.value[i]);
        if (first - names.value.begin() == static_cast<std::ptrdiff_t>(i)) continue;
        add("data.classes",
            concat("the class \"", printable(names.value[i]), "\" is there twice"),
            "keep one of them");
        break;
      }
      const auto& outputs = run_.model.num_classes;
      if (outputs.has_value() && outputs.value != std::ssize(names.value)) {
        add("model.num_classes",
            concat("expected ",
                   names.value.size(),
                   ", one for each of data.classes, got \"",
                   outputs.value,
                   "\""),
            "leave it out: auto is the number of classes");
      }
    }
    const Node* weights = run_.loss.method.options.find("class_weights");
    const std::size_t count = class_count();
    if (weights && weights->is_list() && count > 0 && weights->items.size() != count) {
      add("loss.class_weights",
          concat("expected ", count, " weights, one a class, got ", weights->items.size()),
          {});
    }
  }

  void length() {
    const TrainOptions& train = run_.train;
    if (!train.epochs && !train.max_steps) {
      add("train.epochs",
          "a training needs an end: train.epochs or train.max_steps",
          "a schedule runs over them, never over max_time");
    }
  }

  void batch() {
    const TrainOptions& train = run_.train;
    if (train.micro_batch.has_value() && train.micro_batch.value > train.batch_size) {
      add("train.micro_batch",
          concat("expected at most train.batch_size (",
                 train.batch_size,
                 "), got \"",
                 train.micro_batch.value,
                 "\""),
          "it is the part of a batch that is computed at once");
    }
  }

  void monitor(const std::string& key, const std::string& monitor) {
    if (monitor == "auto") return;
    std::vector<std::string> known = {"train/loss", "train/top1", "train/top5"};
    const bool validates = run_.data.has_validation().value_or(true);
    if (!validates && monitor.starts_with("val/")) {
      add(key,
          concat("there is no validation data for ", printable(monitor)),
          "set data.val or data.split, or monitor train/loss");
      return;
    }
    if (validates) {
      known.emplace_back("val/loss");
      for (const std::string& metric : run_.evaluate.metrics) known.push_back("val/" + metric);
    }
    if (std::find(known.begin(), known.end(), monitor) != known.end()) return;
    const std::string near = nearest(monitor, known);
    add(key,
        concat("expected a metric of this run, got \"", printable(monitor), "\""),
        near.empty() ? concat("there are ", join(known, ", "))
                     : concat("did you mean \"", near, "\"? There are ", join(known, ", ")));
  }

  void warmup() {
    const Span& warmup = run_.schedule.warmup;
    if (warmup.count > 0 && run_.schedule.method.name == "one_cycle") {
      add("schedule.warmup",
          "one_cycle has a warm-up of its own",
          "leave it out; schedule.pct_start sets the length of the rise");
    }
    const auto& epochs = run_.train.epochs;
    if (warmup.unit == SpanUnit::epochs && epochs && !run_.train.max_steps &&
        warmup.count > static_cast<double>(*epochs)) {
      add("schedule.warmup", concat("longer than the training of ", counted(*epochs, "epoch")), {});
    }
  }

  const Node& root_;
  const std::string& file_;
  Mistakes& mistakes_;
  RunOptions run_;
};

}  // namespace

void check_run_options(const Node& resolved, const std::string& file, Mistakes& mistakes) {
  Checker(resolved, file, mistakes).check();
}

void check_paths(const Node& resolved, Mistakes& mistakes) {
  for (const char* key : {"data.train", "data.val", "data.test", "model.weights"}) {
    const Node* node = node_at(resolved, key);
    if (!node || detail::is_plain_word(*node, "none") || mistakes.about(key)) continue;
    std::error_code error;
    if (std::filesystem::exists(node->text, error)) continue;
    if (names_shards(resolved, key, node->text)) continue;
    mistakes.add(node->position,
                 key,
                 concat("there is no file or folder \"", printable(node->text), "\""),
                 "paths are relative to the current folder");
  }
}

}  // namespace trainer
