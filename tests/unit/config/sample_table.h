#pragma once
#include <optional>
#include <string>
#include <vector>

#include <trainer/options.h>

namespace trainer::sample {

/// A small schema with every kind of key, for the tests.
struct SgdLike {
  double momentum = 0;
  bool nesterov = false;
  static const OptionTable& options() {
    static const OptionTable table = OptionTableOf<SgdLike>()
                                         .add("momentum", &SgdLike::momentum, "momentum factor")
                                         .at_least(0)
                                         .below(1)
                                         .add("nesterov", &SgdLike::nesterov, "Nesterov momentum");
    return table;
  }
};

struct AdamLike {
  std::vector<double> betas{0.9, 0.999};
  static const OptionTable& options() {
    static const OptionTable table = OptionTableOf<AdamLike>()
                                         .add("betas", &AdamLike::betas, "decay of the averages")
                                         .at_least(0)
                                         .below(1)
                                         .items(2, 2);
    return table;
  }
};

inline const Catalog& methods() {
  static const Catalog catalog = [] {
    Catalog made("optimizer");
    made.add("sgd", &SgdLike::options(), "plain descent");
    made.add("adam", &AdamLike::options(), "adaptive descent");
    made.add("bare", nullptr, "no options");
    return made;
  }();
  return catalog;
}

struct Resize {
  int size = 0;
  std::string interpolation = "bilinear";
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<Resize>()
            .add("size", &Resize::size, "pixels")
            .at_least(1)
            .required()
            .shorthand()
            .add("interpolation", &Resize::interpolation, "how pixels are mixed")
            .choices({"bilinear", "bicubic"});
    return table;
  }
};

inline const Catalog& steps() {
  static const Catalog catalog = [] {
    Catalog made("transform");
    made.add("resize", &Resize::options(), "scales");
    made.add("flip", nullptr, "mirrors");
    return made;
  }();
  return catalog;
}

struct Descent {
  Component method;
  double lr = 0.1;
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<Descent>()
            .variant("name", &Descent::method, methods(), "sgd", "the rule")
            .add("lr", &Descent::lr, "learning rate")
            .above(0)
            .changeable_on_request();
    return table;
  }
};

struct Average {
  double decay = 0.99;
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<Average>().add("decay", &Average::decay, "what stays").range(0, 1);
    return table;
  }
};

struct Network {
  Component kind;
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<Network>().variant("name", &Network::kind, methods(), "", "the network");
    return table;
  }
};

struct Run {
  std::string title = "untitled";
  std::int64_t seed = 0;
  int batch = 32;
  bool exact = false;
  std::optional<std::string> weights;
  Or<std::vector<std::string>> classes = "auto";
  Or<int> workers = "auto";
  std::optional<double> clip;
  Duration limit{600};
  ByteSize cache{1 << 20};
  Percent bad{0.01};
  Span warmup;
  std::vector<Interval> every{Span{1, SpanUnit::epochs}};
  std::string mode = "auto";
  std::vector<Component> steps;
  Descent descent;
  std::optional<Average> average;
  Network network;
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<Run>()
            .add("title", &Run::title, "what it is called")
            .add("seed", &Run::seed, "of everything random")
            .at_least(0)
            .add("batch", &Run::batch, "images a step")
            .at_least(1)
            .add("exact", &Run::exact, "the same every time")
            .add("weights", &Run::weights, "where to start")
            .path()
            .free_to_change()
            .add("classes", &Run::classes, "names in their order")
            .words({"auto"})
            .add("workers", &Run::workers, "threads")
            .words({"auto"})
            .at_least(1)
            .free_to_change()
            .add("clip", &Run::clip, "largest gradient")
            .above(0)
            .add("limit", &Run::limit, "time")
            .add("cache", &Run::cache, "memory")
            .add("bad", &Run::bad, "share of bad images")
            .add("warmup", &Run::warmup, "slow start")
            .add("every", &Run::every, "when to save")
            .one_as_list()
            .items(1)
            .add("mode", &Run::mode, "which way is up")
            .choices({"auto", "min", "max"})
            .add("steps", &Run::steps, "what happens to an image")
            .from(sample::steps())
            .add("descent", &Run::descent, "how weights follow gradients")
            .add("average", &Run::average, "mean of the weights")
            .add("network", &Run::network, "what is trained");
    return table;
  }
};

}  // namespace trainer::sample
