#include <filesystem>

#include <CLI/CLI.hpp>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/schema.h"
#include "base/text.h"
#include "base/thread_crew.h"
#include "cli/command.h"
#include "cli/data_place.h"
#include "cli/option_checks.h"
#include "data/packed/format.h"

namespace trainer::cli {
namespace {

[[noreturn]] void refuse(const std::string& problem) {
  throw UsageError(concat("trainer data pack: ", problem));
}

void refuse_output_over_source(const Config& config, const std::string& output) {
  for (const std::string split : {"train", "val", "test"}) {
    const Node* source = config.at("data").find(split);
    std::error_code error;
    if (source == nullptr || !std::filesystem::equivalent(source->text, output, error)) continue;
    refuse(
        concat(printable(output), " is data.", split, " of the configuration; name another file"));
  }
}

void check_source(const DataPackArguments& pack) {
  if (is_data_folder("data pack", pack.place, pack.overrides)) return;
  const Config config = load_config(pack.place, pack.overrides);
  refuse_output_over_source(config, pack.output);
  std::vector<ConfigMistake> missing = missing_paths(config);
  // Of the rest of the configuration, only its mistakes matter here.
  std::erase_if(missing, [&](const ConfigMistake& mistake) {
    return mistake.key != concat("data.", pack.split);
  });
  if (!missing.empty()) throw DataError(ConfigError(missing).what());
}

void check_output(const DataPackArguments& pack) {
  std::error_code error;
  const auto status = std::filesystem::status(pack.output, error);
  if (!std::filesystem::exists(status)) return;
  if (std::filesystem::is_directory(status)) {
    refuse(concat(printable(pack.output), " is a folder; name the file to write"));
  }
  if (!is_packed_file(pack.output)) {
    refuse(concat(printable(pack.output),
                  " is there, and no packed file; it is left alone: name another file"));
  }
}

void check_arguments(const DataPackArguments& pack) {
  require_given(pack.place, "data pack", "FILE or DIR");
  require_given(pack.output, "data pack", "OUT");
  if (pack.raw && (pack.max_side > 0 || pack.quality_given)) {
    refuse("--max-side and --quality are for JPEG, and --raw stores pixels; use --size");
  }
  if (!pack.raw && pack.size > 0) refuse("--size is the size of --raw pixels; use --max-side");
  if (pack.quality_given && pack.max_side == 0) {
    refuse(
        "--quality is for images that --max-side makes smaller; the others are not encoded anew");
  }
  if (pack.quality > 100) refuse(concat("--quality: expected 1 to 100, found ", pack.quality));
  check_output(pack);
  check_source(pack);
}

}  // namespace

Command data_pack_command() {
  Command command;
  command.name = "data pack";
  command.summary = "put all images of a split into one file that is fast to read";
  command.usage = "FILE|DIR OUT [key=value ...]";
  command.example = "trainer data pack photos.yaml train.pack --max-side 500";
  command.define = [](CLI::App& app, Arguments& arguments) {
    DataPackArguments& pack = arguments.data_pack;
    app.add_option("FILE|DIR", pack.place, "a configuration, or a folder of class folders")
        ->type_name("");
    app.add_option("OUT", pack.output, "the file to write, for data.format: packed")->type_name("");
    add_choice(app, "--split", pack.split, {"train", "val", "test"}, "which split to pack")
        ->capture_default_str();
    require_whole_number(
        *app.add_option("--max-side",
                        pack.max_side,
                        "shrink larger images to this longer side, as JPEG; default: none")
             ->type_name("N"),
        1);
    require_whole_number(*app.add_option("--quality", pack.quality, "JPEG quality of shrunk images")
                              ->type_name("Q")
                              ->capture_default_str()
                              ->each([&pack](const std::string&) { pack.quality_given = true; }),
                         1);
    app.add_flag("--raw", pack.raw, "store pixels: large, and nothing is left to decode");
    require_whole_number(
        *app.add_option("--size", pack.size, "--raw: shrink larger images to this shorter side")
             ->type_name("S"),
        1);
    add_choice(app,
               "--on-bad",
               pack.on_bad,
               {"fail", "skip"},
               "stop at a bad image, or leave it out; default: as data.on_bad_image");
    require_whole_number(
        *app.add_option("--workers", pack.workers, "threads; default: data.workers, or one a CPU")
             ->type_name("N"),
        1,
        kMaxWorkers);
    add_overrides(app, pack.overrides);
  };
  command.check = [](const Arguments& arguments) { check_arguments(arguments.data_pack); };
  return command;
}

}  // namespace trainer::cli
