#include "data/preview.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <vector>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "data/contact_sheet.h"
#include "data/decode/png_writer.h"

namespace trainer {
namespace {

constexpr std::int64_t kOnSheet = 400;

std::string file_name(std::int64_t number) {
  const std::string digits = std::to_string(number);
  return concat(std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0'), digits, ".png");
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::int64_t write_preview(const Dataset& dataset,
                           const Pipeline& pipeline,
                           const Sampler& sampler,
                           const PreviewOptions& options) {
  const std::filesystem::path folder(options.output);
  make_folders(options.output);
  std::vector<std::int64_t> order = sampler.epoch(options.epoch);
  const std::int64_t count = std::min(options.count, static_cast<std::int64_t>(order.size()));
  const ImageShape shape = {pipeline.height(), pipeline.width(), pipeline.channels()};
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(shape.height) *
                                   static_cast<std::size_t>(shape.width) *
                                   static_cast<std::size_t>(shape.channels));
  ContactSheet sheet(shape, std::min(count, kOnSheet));
  std::string index = "file,source,label,class\n";
  std::int64_t written = 0;
  SourceImage image;
  for (std::int64_t i = 0; i < count && !stop_requested(); ++i) {
    const std::int64_t sample = order[static_cast<std::size_t>(i)];
    const std::string source = dataset.name(sample);
    try {
      image.reset();
      dataset.read(sample, image);
      pipeline.run(image, source, {options.seed, options.epoch, sample, 0}, pixels.data());
    } catch (const DataError& error) {
      log_warning(concat("bad image left out: ", error.what()));
      continue;
    }
    const std::int64_t label = dataset.label(sample);
    const std::string class_name = dataset.class_names().at(static_cast<std::size_t>(label));
    const std::string file = file_name(i);
    save_png((folder / file).string(), pixels.data(), shape.height, shape.width, shape.channels);
    index += concat(file, ",", csv_field(source), ",", label, ",", csv_field(class_name), "\n");
    if (written < kOnSheet) sheet.add(pixels.data(), printable(class_name));
    ++written;
  }
  if (written == 0)
    throw DataError(concat("expected images to show, found no usable one among ", count));
  write_file_atomic((folder / "index.csv").string(), index);
  sheet.save((folder / "contact_sheet.png").string());
  return written;
}

}  // namespace trainer
