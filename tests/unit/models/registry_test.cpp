#include "models/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/network_builder.h>

#include "unit/models/model_text.h"
#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::HasSubstr;

TEST(ModelRegistry, ListsTheModelsThatComeWithTheLibrary) {
  EXPECT_THAT(model_catalog().names(),
              testing::IsSupersetOf({"simple_cnn",
                                     "resnet18",
                                     "resnet34",
                                     "resnet50",
                                     "resnet101",
                                     "resnet152",
                                     "wide_resnet50_2",
                                     "resnext50_32x4d",
                                     "resnet18_cifar",
                                     "resnet50_cifar",
                                     "sequential"}));
  EXPECT_EQ(model_catalog().kind(), "model");
  for (const Catalog::Item& item : model_catalog().items()) EXPECT_NE(item.help, "") << item.name;
}

TEST(ModelRegistry, SuggestsTheNearestNameForAnUnknownOne) {
  const std::string text = thrown<UsageError>([] {
    build_network(Component{"resnet81", Node::map(), {}}, {});
  });
  EXPECT_THAT(text, HasSubstr("got \"resnet81\"; did you mean \"resnet"));
}

TEST(ModelRegistry, BuildsAModelThatAUserRegistered) {
  register_model(
      "registry_test_net", nullptr, "a test", [](const ModelRequest& request, const Node&) {
        NetworkBuilder net({request.channels, request.height, request.width}, request.classes);
        net.linear("fc", net.flatten("flat", NetworkBuilder::kInput), request.classes);
        return net.finish();
      });
  EXPECT_EQ(described("registry_test_net", {1, 4, 4, 3}).parameter_count(), 16 * 3 + 3);
}

TEST(ModelRegistry, RefusesANameThatIsTakenAndAMissingFactory) {
  const ModelFactory factory = [](const ModelRequest&, const Node&) { return Network{}; };
  EXPECT_THAT(thrown<UsageError>([&] { register_model("resnet18", nullptr, "mine", factory); }),
              HasSubstr("resnet18"));
  EXPECT_THAT(thrown<UsageError>([] { register_model("empty", nullptr, "none", nullptr); }),
              HasSubstr("\"empty\" has no factory"));
  EXPECT_EQ(model_catalog().find("empty"), nullptr);
}

}  // namespace
}  // namespace trainer
