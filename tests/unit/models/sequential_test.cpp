#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/sequential/catalog.h"
#include "network/parameter_names.h"
#include "unit/models/model_text.h"
#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const ModelRequest kRequest{3, 32, 32, 10};

Network sequential(const std::string& layers, const ModelRequest& request = kRequest) {
  return described("sequential", request, "layers:\n" + layers);
}

std::string error_of(const std::string& layers, const ModelRequest& request = kRequest) {
  return thrown<ConfigError>([&] { sequential(layers, request); });
}

TEST(Sequential, BuildsTheNetworkOfTheDocumentation) {
  const Network network = sequential(R"(
- conv: {out: 32, kernel: 3, padding: same, bias: false}
- batch_norm
- relu
- residual: {layers: [{conv: {out: 64, kernel: 3, stride: 2, padding: 1, bias: false}}, batch_norm, relu, {conv: {out: 64, kernel: 3, padding: 1, bias: false}}, batch_norm], shortcut: auto}
- relu
- repeat: {times: 2, layers: [{conv: {out: 64, kernel: 3, padding: 1}}, relu]}
- global_avg_pool
- dropout: 0.2
- linear: {out: num_classes}
)");
  EXPECT_EQ(network.output(), (Shape{10}));
  EXPECT_EQ(network.classifier, "8");
  EXPECT_THAT(network.registration,
              ElementsAre("0",
                          "1",
                          "3.0",
                          "3.1",
                          "3.3",
                          "3.4",
                          "3.shortcut.0",
                          "3.shortcut.1",
                          "5.0.0",
                          "5.1.0",
                          "8"));
  EXPECT_THAT(parameter_names(network), testing::Contains("0.weight"));
  EXPECT_THAT(parameter_names(network), testing::Contains("3.shortcut.0.weight"));
}

TEST(Sequential, TakesShorthands) {
  const Network network = sequential(R"(
- conv: 8
- max_pool
- max_pool: 3
- avg_pool: {kernel: 2, stride: 1}
- flatten
- linear: 20
- tanh
- linear: num_classes
)");
  EXPECT_EQ(network.nodes[0].output, (Shape{8, 30, 30}));
  EXPECT_EQ(network.nodes[1].output, (Shape{8, 15, 15}));
  EXPECT_EQ(network.nodes[2].output, (Shape{8, 5, 5}));
  EXPECT_EQ(network.nodes[3].output, (Shape{8, 4, 4}));
  EXPECT_EQ(network.output(), (Shape{10}));
}

TEST(Sequential, HasEveryActivation) {
  for (const char* name :
       {"relu", "gelu", "silu", "hardswish", "hardsigmoid", "sigmoid", "tanh", "leaky_relu"}) {
    EXPECT_NE(layer_catalog().find(name), nullptr) << name;
    EXPECT_EQ(
        sequential(std::string("- flatten\n- ") + name + "\n- linear: num_classes\n").nodes.size(),
        3U);
  }
}

TEST(Sequential, MayEndWithAConvolutionAndGlobalPooling) {
  const Network network = sequential("- conv: {out: num_classes, kernel: 1}\n- global_avg_pool\n");
  EXPECT_EQ(network.output(), (Shape{10}));
}

TEST(Sequential, ALayerThatDoesNotFitIsShownWithItsLineAndShapes) {
  const std::string text = error_of("- conv: {out: 8, kernel: 3}\n- relu\n- linear: num_classes\n");
  EXPECT_THAT(text, HasSubstr("model.yaml:4:"));
  EXPECT_THAT(text, HasSubstr("model.layers.2.linear: linear expects a flat input, got 8x30x30"));
  EXPECT_THAT(text, HasSubstr("put flatten or global_avg_pool before it"));
}

TEST(Sequential, AWindowLargerThanItsMapIsShownWithBothShapes) {
  const std::string text = error_of("- max_pool: 16\n- conv: {out: 8, kernel: 5}\n- flatten\n");
  EXPECT_THAT(text, HasSubstr("model.yaml:3:"));
  EXPECT_THAT(text, HasSubstr("at least 5x5 with its padding, got 3x2x2"));
}

TEST(Sequential, MistakesInNestedLayersNameTheirPath) {
  const std::string text = error_of(R"(- repeat:
    times: 3
    layers:
      - residual:
          layers:
            - conv: {out: 7, kernel: 3, padding: 1, groups: 2}
)");
  EXPECT_THAT(text, HasSubstr("model.yaml:7:"));
  EXPECT_THAT(text,
              HasSubstr("model.layers.0.repeat.layers.0.residual.layers.0.conv: conv expects"));
  EXPECT_THAT(text, HasSubstr("2 groups for 3 channels in and 7 out"));
}

TEST(Sequential, SamePaddingNeedsStrideOneAndAnOddKernel) {
  EXPECT_THAT(error_of("- conv: {out: 8, kernel: 3, stride: 2, padding: same}\n"),
              HasSubstr("padding: same expects stride 1, got 2; write padding: 1"));
  EXPECT_THAT(error_of("- conv: {out: 8, kernel: 4, padding: same}\n"),
              HasSubstr("padding: same expects an odd kernel, got 4"));
  EXPECT_EQ(sequential("- conv: {out: 8, kernel: 3, dilation: 2, padding: same}\n- flatten\n"
                       "- linear: num_classes\n")
                .nodes[0]
                .output,
            (Shape{8, 32, 32}));
}

TEST(Sequential, AShortcutIsTheInputWhereShapesAgree) {
  const Network network = sequential(R"(
- residual: {layers: [{conv: {out: 3, kernel: 3, padding: 1}}]}
- flatten
- linear: num_classes
)");
  EXPECT_THAT(network.registration, ElementsAre("0.0", "2"));
  EXPECT_EQ(network.nodes[1].inputs, (std::vector<int>{0, -1}));
}

TEST(Sequential, AnAutomaticShortcutThatCannotFitIsRefused) {
  EXPECT_THAT(error_of("- residual: {layers: [{conv: {out: 3, kernel: 3}}]}\n"),
              HasSubstr("no 1x1 convolution leads from the input 3x32x32 to 3x30x30"));
  EXPECT_THAT(error_of("- residual: {layers: [flatten]}\n"), HasSubstr("3x32x32 to 3072"));
}

TEST(Sequential, AShortcutOfNoneRefusesOtherShapes) {
  const std::string text =
      error_of("- residual: {layers: [{conv: {out: 8, kernel: 1}}], shortcut: none}\n");
  EXPECT_THAT(text, HasSubstr("model.yaml:2:"));
  EXPECT_THAT(text, HasSubstr("the layers give 8x32x32, but the shortcut gives 3x32x32"));
}

TEST(Sequential, AShortcutMayBeAListOfLayers) {
  const Network network = sequential(R"(
- residual: {layers: [{conv: {out: 8, kernel: 3, stride: 2, padding: 1}}], shortcut: [avg_pool, {conv: {out: 8, kernel: 1}}]}
- global_avg_pool
- linear: num_classes
)");
  EXPECT_THAT(network.registration, ElementsAre("0.0", "0.shortcut.1", "2"));
}

TEST(Sequential, AnEndThatIsNotOneNumberAClassPointsToTheLastLayer) {
  const std::string text = error_of("- flatten\n- linear: 7\n");
  EXPECT_THAT(text, HasSubstr("model.yaml:3:"));
  EXPECT_THAT(text, HasSubstr("model.layers.1.linear: the network ends with 7, expected 10"));
}

TEST(Sequential, RefusesUnknownLayersMissingKeysAndEmptyLists) {
  EXPECT_THAT(error_of("- convv: 8\n"), HasSubstr("did you mean \"conv\"?"));
  EXPECT_THAT(error_of("- conv: {kernel: 3}\n"), HasSubstr("out"));
  EXPECT_THAT(error_of("- conv: {out: 0}\n"), HasSubstr("out"));
  EXPECT_THROW(described("sequential", kRequest, "layers: []"), ConfigError);
  EXPECT_THROW(described("sequential", kRequest, "{}"), ConfigError);
}

TEST(Sequential, RepeatsThatWouldNeverEndAreRefused) {
  EXPECT_THAT(error_of(R"(- repeat: {times: 1000, layers: [{repeat: {times: 1000, layers: [relu]}}]}
)"),
              HasSubstr("at most 10000 nodes"));
}

}  // namespace
}  // namespace trainer
