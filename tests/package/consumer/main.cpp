// Another project on libtrainer: a network of its own, trained with callbacks, then used on an
// image in memory.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <trainer/model.h>
#include <trainer/network_builder.h>
#include <trainer/trainer.h>

namespace {

struct TinyOptions {
  int width = 4;
  static const trainer::OptionTable& options() {
    static const trainer::OptionTable table =
        trainer::OptionTableOf<TinyOptions>()
            .add("width", &TinyOptions::width, "channels of the only convolution")
            .range(1, 64);
    return table;
  }
};

trainer::Network tiny(const trainer::ModelRequest& request, const trainer::Node& node) {
  const auto options = trainer::read_options<TinyOptions>(node);
  trainer::NetworkBuilder builder({request.channels, request.height, request.width},
                                  request.classes);
  auto value = builder.conv2d(
      "conv", trainer::NetworkBuilder::kInput, {.out = options.width, .kernel = 3, .padding = 1});
  value = builder.relu("relu", value);
  value = builder.global_avg_pool("pool", value);
  value = builder.flatten("flatten", value);
  builder.linear("fc", value, request.classes);
  return builder.finish();
}

const char* const kConfiguration = R"(
name: tiny
device: cpu
data: {format: synthetic, channels: 3, samples: 64, height: 16, width: 16}
model: {name: tiny, width: 8}
optimizer: {name: sgd, lr: 0.1}
train: {epochs: 1, batch_size: 16}
tracking: {tensorboard: false}
)";

void append(std::vector<std::byte>& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

// A grey square as a Windows bitmap, the simplest encoded image there is.
std::vector<std::byte> grey_bitmap(std::uint32_t size) {
  const std::uint32_t row = (size * 3 + 3) / 4 * 4;
  std::vector<std::byte> bytes = {std::byte{'B'}, std::byte{'M'}};
  append(bytes, 54 + row * size, 4);
  append(bytes, 0, 4);
  append(bytes, 54, 4);
  append(bytes, 40, 4);
  append(bytes, size, 4);
  append(bytes, size, 4);
  append(bytes, 1, 2);
  append(bytes, 24, 2);
  for (int i = 0; i < 6; ++i) append(bytes, 0, 4);
  bytes.resize(54 + row * size, std::byte{128});
  return bytes;
}

void expect(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error("expected " + what);
}

void run(const std::string& output) {
  trainer::register_model("tiny", &TinyOptions::options(), "one convolution", tiny);

  trainer::Trainer training(
      trainer::parse_config(kConfiguration, "consumer", {"output=" + output}));
  int steps = 0, epochs = 0;
  training.on_step_end([&](const trainer::StepReport&) { ++steps; })
      .on_epoch_end([&](const trainer::EpochReport& report) {
        ++epochs;
        expect(report.train.count("loss") == 1, "a training loss");
      });
  trainer::FitOptions options;
  options.show_progress = false;
  const trainer::FitResult result = training.fit(options);
  expect(result.status == trainer::FitStatus::finished, "the run to finish");
  expect(epochs == 1 && steps == result.steps && steps > 0, "callbacks for every step and epoch");

  const auto classifier = trainer::Predictor::load(result.run_folder);
  const auto top = classifier.predict(grey_bitmap(16), 2);
  expect(top.size() == 2 && top[0].probability >= top[1].probability, "the best two classes");
  std::cout << "trained " << steps << " steps; best class " << top[0].class_name << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? argv[1] : "runs");
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
