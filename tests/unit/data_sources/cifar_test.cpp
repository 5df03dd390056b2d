#include "data/sources/cifar.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Red, green and blue planes of one value each.
std::string record(const std::string& labels, int red) {
  return labels + std::string(1024, static_cast<char>(red)) + std::string(1024, '\x02') +
         std::string(1024, '\x03');
}

std::string label(int value) {
  return std::string(1, static_cast<char>(value));
}

class Cifar : public testing::Test {
 protected:
  void write_ten() {
    for (int i = 1; i <= 5; ++i) {
      put(root_ / ("data_batch_" + std::to_string(i) + ".bin"),
          record(label(2 * i - 2), i) + record(label(2 * i - 1), 10 * i));
    }
    put(root_ / "test_batch.bin", record(label(7), 77));
  }
  TempFolder root_;
};

TEST_F(Cifar, ReadsCifar10AsPixelsWithChannelsTogether) {
  write_ten();
  const auto data = open_cifar(request(root_.path()), {});
  ASSERT_EQ(data->size(), 10);
  EXPECT_EQ(data->raw_size(), (RawSize{32, 32, 3}));
  EXPECT_EQ(data->label(3), 3);
  SourceImage image;
  data->read(3, image);
  ASSERT_EQ(image.bytes.size(), 3072U);
  EXPECT_EQ(image.bytes[0], 20);
  EXPECT_EQ(image.bytes[1], 2);
  EXPECT_EQ(image.bytes[3071], 3);
  EXPECT_EQ(open_cifar(request(root_.path(), "test", data->class_names()), {})->label(0), 7);
}

TEST_F(Cifar, ClassNamesComeFromTheFolderInItsOrder) {
  write_ten();
  put(root_ / "batches.meta.txt", "plane\ncar\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n\n");
  const auto data = open_cifar(request(root_.path()), {});
  EXPECT_EQ(data->class_names()[0], "plane");
  EXPECT_EQ(data->class_names()[9], "truck");
  put(root_ / "batches.meta.txt", "plane\ncar\n");
  EXPECT_THAT(data_error([&] { open_cifar(request(root_.path()), {}); }),
              HasSubstr("expected 10 class names, one a line, found 2"));
}

TEST_F(Cifar, ReadsFineAndCoarseLabelsOfCifar100) {
  put(root_ / "train.bin", record(label(4) + label(30), 1) + record(label(1) + label(99), 2));
  DatasetRequest asked = request(root_.path());
  asked.allow_empty_classes = true;
  EXPECT_EQ(open_cifar(asked, {})->label(0), 30);
  EXPECT_EQ(open_cifar(asked, {})->class_names().size(), 100U);
  EXPECT_EQ(open_cifar(asked, {.cifar_labels = "coarse"})->label(0), 4);
}

TEST_F(Cifar, RejectsMissingFilesCutFilesAndWrongLabels) {
  const auto error = [&] { return data_error([&] { open_cifar(request(root_.path()), {}); }); };
  EXPECT_THAT(error(), AllOf(HasSubstr(root_.path()), HasSubstr("data_batch_1.bin")));
  write_ten();
  put(root_ / "data_batch_2.bin", record(label(1), 1).substr(1));
  EXPECT_THAT(error(), AllOf(HasSubstr("data_batch_2.bin"), HasSubstr("records of 3073 bytes")));
  put(root_ / "data_batch_2.bin", record(label(1), 1) + record(label(10), 1));
  EXPECT_THAT(error(), HasSubstr("record 1 has the label 10, expected 0 to 9"));
  std::filesystem::remove(root_ / "data_batch_2.bin");
  EXPECT_THAT(error(), HasSubstr("data_batch_2.bin"));
}

}  // namespace
}  // namespace trainer::test
