#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <trainer/fit.h>

namespace trainer::cli {

struct GlobalArguments {
  bool quiet = false;
  bool verbose = false;
  bool help = false;           ///< of the command, in place of its work
  bool version = false;        ///< of the program, likewise
  std::string color = "auto";  ///< auto, always or never
};

struct FitArguments {
  std::string config;
  std::vector<std::string> overrides;
  FitOptions options;
};

struct EvaluateArguments {
  std::string checkpoint;
  EvaluateOptions options;
  bool json = false;
  std::string output;  ///< folder, or empty
};

struct PredictArguments {
  std::string checkpoint;
  std::vector<std::string> inputs;
  int top_k = 5;
  std::string format = "table";  ///< table, csv or jsonl
  bool logits = false;
  int batch_size = 32;
  std::string device = "auto";
  std::string weights = "auto";
  std::string output;  ///< file, or empty for stdout
};

struct PreviewArguments {
  std::string config;
  std::vector<std::string> overrides;
  std::string split = "train";
  std::int64_t epoch = 1;
  std::int64_t count = 64;
  std::string output;
};

struct DataCheckArguments {
  std::string place;  ///< a configuration, or a folder of images
  std::vector<std::string> overrides;
  int workers = 0;  ///< 0: as configured, or one a CPU
  bool all = false;
  bool json = false;
  std::string output;  ///< file, or empty
};

struct DataPackArguments {
  std::string place;   ///< a configuration, or a folder of images
  std::string output;  ///< file
  std::vector<std::string> overrides;
  std::string split = "train";
  int max_side = 0;  ///< 0: images keep their size
  int quality = 90;
  bool quality_given = false;
  bool raw = false;
  int size = 0;        ///< of raw pixels; 0: images keep their size
  std::string on_bad;  ///< fail or skip; empty: as configured
  int workers = 0;     ///< 0: as configured, or one a CPU
};

struct BenchmarkArguments {
  std::string config;
  std::vector<std::string> overrides;
  std::string part = "all";  ///< loader, compute, end-to-end or all
  double seconds = 10;
  bool json = false;
};

struct ConfigShowArguments {
  std::string file;
  std::vector<std::string> overrides;
  bool origins = false;
};

struct ConfigDiffArguments {
  std::string first, second;
};

struct ListArguments {
  std::string kind;
  std::string name;  ///< of one component whose options are to be shown, or empty
};

struct CompletionArguments {
  std::string shell;
};

/// A command line, parsed: the command and the values of its options.
struct Arguments {
  std::string command;  ///< such as `fit` or `config show`
  GlobalArguments global;
  FitArguments fit;
  EvaluateArguments evaluate;
  PredictArguments predict;
  PreviewArguments preview;
  DataCheckArguments data_check;
  DataPackArguments data_pack;
  BenchmarkArguments benchmark;
  ConfigShowArguments config_show;
  ConfigDiffArguments config_diff;
  ListArguments list;
  CompletionArguments completion;
};

}  // namespace trainer::cli
