// A program that trains a network of its own and uses it. Without arguments it makes its images
// itself; with a folder of class folders it trains on that:  embed [photos/train [photo.jpg]]
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <trainer/model.h>
#include <trainer/network_builder.h>
#include <trainer/trainer.h>

namespace {

// The options of the model, as keys beside `name` in the configuration.
struct SmallNetOptions {
  int width = 16;
  double dropout = 0.1;
  static const trainer::OptionTable& options() {
    static const trainer::OptionTable table =
        trainer::OptionTableOf<SmallNetOptions>()
            .add("width", &SmallNetOptions::width, "channels of the first convolution")
            .range(1, 1024)
            .add("dropout", &SmallNetOptions::dropout, "probability of dropping a feature")
            .range(0, 0.9);
    return table;
  }
};

trainer::Network small_net(const trainer::ModelRequest& request, const trainer::Node& node) {
  const auto options = trainer::read_options<SmallNetOptions>(node);
  trainer::NetworkBuilder net({request.channels, request.height, request.width}, request.classes);
  auto x = net.conv2d("conv1",
                      trainer::NetworkBuilder::kInput,
                      {.out = options.width, .kernel = 3, .padding = 1, .bias = false});
  x = net.batch_norm2d("bn1", x);
  x = net.relu("relu1", x);
  x = net.conv2d("conv2", x, {.out = 2 * options.width, .kernel = 3, .stride = 2, .padding = 1});
  x = net.relu("relu2", x);
  x = net.global_avg_pool("pool", x);
  x = net.flatten("flatten", x);
  x = net.dropout("dropout", x, options.dropout);
  net.linear("fc", x, request.classes);
  return net.finish();
}

const char* const kConfiguration = R"(
name: embed
data: {format: synthetic, image_size: 32}
model: {name: small_net, width: 24}
optimizer: {name: adamw, lr: 0.003}
train: {epochs: 2, batch_size: 32}
)";

void run(const std::vector<std::string>& arguments) {
  trainer::register_model("small_net", &SmallNetOptions::options(), "two convolutions", small_net);

  std::vector<std::string> overrides;
  if (!arguments.empty()) {
    overrides = {"name=embed-photos",
                 "data.format=image_folder",
                 "data.train=" + arguments[0],
                 "transforms.train=[random_resized_crop, horizontal_flip, {normalize: imagenet}]",
                 "transforms.val=[{resize: 36}, center_crop, {normalize: imagenet}]"};
  }
  trainer::Trainer training(trainer::parse_config(kConfiguration, "embed", overrides));
  training.on_epoch_end([](const trainer::EpochReport& report) {
    std::cout << "epoch " << report.epoch << ": loss " << report.train.at("loss") << '\n';
  });
  trainer::FitOptions options;
  options.show_progress = false;
  const trainer::FitResult result = training.fit(options);
  std::cout << "model: " << result.model_path << '\n';

  const auto classifier = trainer::Predictor::load(result.run_folder);
  std::cout << classifier.class_names().size() << " classes\n";
  if (arguments.size() > 1) {
    for (const trainer::Prediction& guess : classifier.predict(arguments[1], 3)) {
      std::cout << guess.class_name << ' ' << guess.probability << '\n';
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run({argv + 1, argv + argc});
    return 0;
  } catch (const trainer::Error& error) {
    std::cerr << "error: " << error.what() << '\n';
    return static_cast<int>(error.exit_code());
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
