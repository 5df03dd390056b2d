#include "data/sources/image_folder.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TEST(ImageFolder, ListsByClassThenByPathWithNestedFolders) {
  const TempFolder root;
  put(root / "dog/b.jpg");
  put(root / "dog/a/z.png");
  put(root / "cat/2.webp");
  put(root / "cat/10.jpg", "ten");
  const auto data = open_image_folder(request(root.path()));
  EXPECT_THAT(data->class_names(), ElementsAre("cat", "dog"));
  EXPECT_THAT(listing(*data, root.path()),
              ElementsAre("0 cat/10.jpg", "0 cat/2.webp", "1 dog/a/z.png", "1 dog/b.jpg"));
  SourceImage image;
  data->read(0, image);
  EXPECT_TRUE(image.encoded);
  EXPECT_EQ(std::string(image.bytes.begin(), image.bytes.end()), "ten");
}

TEST(ImageFolder, Case1EmptyClassFolderIsAnErrorUnlessAllowed) {
  const TempFolder root;
  for (const char* name : {"a/1.jpg", "a/2.jpg", "a/3.jpg"}) put(root / name);
  put(root / "b/notes.txt");
  put(root / "c/1.jpg");
  DatasetRequest asked = request(root.path());
  const std::string message = data_error([&] { open_image_folder(asked); });
  EXPECT_THAT(message, HasSubstr("\"b\""));
  EXPECT_THAT(message, HasSubstr(root / "b"));
  EXPECT_THAT(message, HasSubstr(".jpg, .jpeg"));
  EXPECT_THAT(message, HasSubstr("data.allow_empty_classes: true"));

  asked.allow_empty_classes = true;
  const LogCapture log;
  const auto data = open_image_folder(asked);
  EXPECT_THAT(data->class_names(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(data->label(3), 2);
  EXPECT_THAT(log.text(), HasSubstr("b: 0 training images"));
}

TEST(ImageFolder, Case2HiddenFoldersAreNoClasses) {
  const TempFolder root;
  put(root / ".ipynb_checkpoints/x.jpg");
  put(root / "cat/1.jpg");
  put(root / "dog/1.jpg");
  const LogCapture log;
  const auto data = open_image_folder(request(root.path()));
  EXPECT_THAT(data->class_names(), ElementsAre("cat", "dog"));
  EXPECT_EQ(data->size(), 2);
  EXPECT_THAT(log.text(), HasSubstr("skipped 1 hidden folder"));
}

TEST(ImageFolder, Case4JunkIsCountedOnce) {
  const TempFolder root;
  for (const char* place : {"", "cat/"}) {
    for (const char* junk : {".DS_Store", "Thumbs.db", "desktop.ini", "readme.txt"}) {
      put(root / (std::string(place) + junk));
    }
  }
  put(root / "cat/1.jpg");
  const LogCapture log;
  const auto data = open_image_folder(request(root.path()));
  EXPECT_THAT(listing(*data, root.path()), ElementsAre("0 cat/1.jpg"));
  const std::string text = log.text();
  EXPECT_THAT(text, HasSubstr("2 hidden files"));
  EXPECT_THAT(text, HasSubstr("6 other files (.db 2, .ini 2, .txt 2)"));
}

TEST(ImageFolder, Case5ExtensionsMayHaveAnyCase) {
  const TempFolder root;
  for (const char* name : {"a/1.JPG", "a/2.Jpeg", "a/3.jpg", "b/4.PNG"}) put(root / name);
  EXPECT_EQ(open_image_folder(request(root.path()))->size(), 4);
}

TEST(ImageFolder, Case7TheOrderOfNumbersIsPrinted) {
  const TempFolder root;
  for (int i = 1; i <= 12; ++i) put(root / (std::to_string(i) + "/x.jpg"));
  const LogCapture log;
  const auto data = open_image_folder(request(root.path()));
  EXPECT_THAT(data->class_names(),
              ElementsAre("1", "10", "11", "12", "2", "3", "4", "5", "6", "7", "8", "9"));
  EXPECT_THAT(log.text(),
              HasSubstr("classes in order: 1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9 "
                        "(sorted as text"));
}

TEST(ImageFolder, Case9ValidationIsMappedByName) {
  const TempFolder root;
  for (const char* name : {"0", "90", "180", "270"}) {
    put(root / ("train/" + std::string(name) + "/x.jpg"));
  }
  for (const char* name : {"0", "90", "270"}) put(root / ("val/" + std::string(name) + "/x.jpg"));
  const auto train = open_image_folder(request(root / "train"));
  EXPECT_THAT(train->class_names(), ElementsAre("0", "180", "270", "90"));
  const LogCapture log;
  const auto val = open_image_folder(request(root / "val", "val", train->class_names()));
  EXPECT_EQ(val->class_names(), train->class_names());
  EXPECT_THAT(listing(*val, root / "val"), ElementsAre("0 0/x.jpg", "2 270/x.jpg", "3 90/x.jpg"));
  EXPECT_THAT(log.text(), HasSubstr("180: 0 validation images"));
}

TEST(ImageFolder, Case10AFixedOrderIsKept) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  put(root / "dog/1.jpg");
  const auto open = [&](std::vector<std::string> classes) {
    return open_image_folder(request(root.path(), "train", std::move(classes)));
  };
  EXPECT_THAT(listing(*open({"dog", "cat"}), root.path()),
              ElementsAre("0 dog/1.jpg", "1 cat/1.jpg"));
  EXPECT_THAT(
      data_error([&] {
        open({"dog", "cat", "dgo"});
      }),
      testing::AllOf(HasSubstr("unknown to the data: \"dgo\""), HasSubstr("did you mean \"dog\"")));
  EXPECT_THAT(data_error([&] { open({"dog"}); }),
              HasSubstr("a class missing from data.classes: \"cat\""));
  EXPECT_THAT(data_error([&] {
                open({"dog", "cat", "dog"});
              }),
              HasSubstr("\"dog\" is listed twice, at places 1 and 3"));
}

TEST(ImageFolder, RejectsAClassUnknownToTheModel) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  put(root / "cow/1.jpg");
  EXPECT_THAT(data_error([&] {
                open_image_folder(request(root.path(), "test", {"cat", "dog"}));
              }),
              testing::AllOf(HasSubstr("unknown to the model: \"cow\""), HasSubstr("2 classes")));
}

TEST(ImageFolder, Case12ImagesInTheRootShowTheExpectedTree) {
  const TempFolder root;
  for (const char* name : {"1.jpg", "2.jpg", "3.png"}) put(root / name);
  const std::string message = data_error([&] { open_image_folder(request(root.path())); });
  EXPECT_THAT(message, HasSubstr("found 3 images, 0 folders"));
  EXPECT_THAT(message, HasSubstr(root / "cat/1.jpg"));
  EXPECT_THAT(message, HasSubstr("move the images into class folders"));
}

TEST(ImageFolder, Case13NothingToReadIsSaidAtOnce) {
  const TempFolder root;
  const auto open = [&] { open_image_folder(request(root.path())); };
  EXPECT_THAT(
      data_error(open),
      testing::AllOf(
          HasSubstr("found 0 images, 0 folders"), HasSubstr(root.path()), HasSubstr(".webp")));
  put(root / "notes.txt");
  EXPECT_THAT(data_error(open), HasSubstr("1 other file (.txt 1)"));
}

TEST(ImageFolder, SaysThatTheRootIsMissingOrAFile) {
  const TempFolder root;
  EXPECT_THAT(data_error([&] { open_image_folder(request(root / "none", "val")); }),
              testing::AllOf(HasSubstr("data.val"), HasSubstr("No such file")));
  put(root / "file");
  EXPECT_THAT(data_error([&] { open_image_folder(request(root / "file")); }),
              HasSubstr("data.train is a file"));
}

TEST(ImageFolder, Case15OddNamesStayByteExact) {
  const TempFolder root;
  const std::vector<std::string> names = {
      "שלום.jpg", "été 1.jpg", "line\nbreak.jpg", "\x8f\xff.jpg", "🙂.jpg"};
  for (const std::string& name : names) put(root / ("Golden Retriever/" + name), name);
  put(root / "été 🙂/1.jpg");
  const auto data = open_image_folder(request(root.path()));
  EXPECT_THAT(data->class_names(), ElementsAre("Golden Retriever", "été 🙂"));
  ASSERT_EQ(data->size(), 6);
  SourceImage image;
  for (std::int64_t i = 0; i < 5; ++i) {
    data->read(i, image);
    const std::string content(image.bytes.begin(), image.bytes.end());
    EXPECT_EQ(data->name(i), root / ("Golden Retriever/" + content));
    EXPECT_THAT(names, testing::Contains(content));
  }
}

TEST(ImageFolder, WarnsAboutImagesOfUnsupportedFormats) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  put(root / "cat/2.gif");
  const LogCapture log;
  open_image_folder(request(root.path()));
  EXPECT_THAT(log.text(), HasSubstr("1 file named *.gif ignored"));
}

TEST(ImageFolder, AFileRemovedAfterTheScanIsNamed) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  const auto data = open_image_folder(request(root.path()));
  std::filesystem::remove(root / "cat/1.jpg");
  SourceImage image;
  EXPECT_THAT(data_error([&] { data->read(0, image); }),
              testing::AllOf(HasSubstr(root / "cat/1.jpg"), HasSubstr("since the data set was")));
}

}  // namespace
}  // namespace trainer::test
