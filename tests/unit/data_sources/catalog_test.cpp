#include "data/sources/catalog.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsSupersetOf;

Component format(const std::string& name) {
  Component component;
  component.name = name;
  component.options = Node::map();
  return component;
}

TEST(DatasetCatalog, HasTheBuiltInFormats) {
  EXPECT_THAT(dataset_catalog().names(),
              IsSupersetOf({"image_folder", "csv", "idx", "cifar", "synthetic"}));
}

TEST(DatasetCatalog, OpensByName) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  EXPECT_EQ(open_dataset(format("image_folder"), request(root.path()))->size(), 1);
  EXPECT_THROW(open_dataset(format("folder"), request(root.path())), UsageError);
}

class Own : public Dataset {
 public:
  Own(std::int64_t size, std::int64_t label) : size_(size), label_(label) {}
  std::int64_t size() const override { return size_; }
  std::int64_t label(std::int64_t) const override { return label_; }
  std::string name(std::int64_t) const override { return "own"; }
  const std::vector<std::string>& class_names() const override { return names_; }
  void read(std::int64_t, SourceImage&) const override {}

 private:
  std::int64_t size_, label_;
  std::vector<std::string> names_{"one"};
};

TEST(DatasetCatalog, AnOwnSourceIsCheckedOnce) {
  register_dataset("own", nullptr, "for the test", [](const DatasetRequest& asked, const Node&) {
    return asked.path.empty()
               ? nullptr
               : std::make_shared<Own>(std::stoi(asked.path), asked.seed == 0 ? 0 : 7);
  });
  EXPECT_EQ(open_dataset(format("own"), request("3"))->size(), 3);
  EXPECT_THROW(open_dataset(format("own"), request("")), UsageError);
  EXPECT_THAT(data_error([] { open_dataset(format("own"), request("0")); }), HasSubstr("is empty"));
  DatasetRequest wrong = request("3");
  wrong.seed = 1;
  EXPECT_THAT(data_error([&] { open_dataset(format("own"), wrong); }),
              HasSubstr("has the label 7, expected 0 to 0"));
  EXPECT_THROW(register_dataset("csv", nullptr, "", nullptr), UsageError);
}

TEST(DatasetCatalog, KnowsWhichFormatsHoldOtherSplits) {
  const TempFolder root;
  put(root / "list.csv", "path,label,split\na.jpg,a,train\nb.jpg,a,val\n");
  EXPECT_TRUE(holds_split(format("csv"), request(root / "list.csv", "val")));
  EXPECT_FALSE(holds_split(format("csv"), request(root / "list.csv", "test")));
  EXPECT_TRUE(holds_split(format("idx"), request("x", "test")));
  EXPECT_FALSE(holds_split(format("idx"), request("x", "val")));
  EXPECT_TRUE(holds_split(format("synthetic"), request("", "val")));
  EXPECT_FALSE(holds_split(format("image_folder"), request("x", "val")));
}

}  // namespace
}  // namespace trainer::test
