#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <trainer/error.h>

#include "base/random.h"
#include "unit/weights/samples.h"
#include "weights/pickle_reader.h"
#include "weights/zip_writer.h"

namespace trainer {
namespace {

using test::parse_text;
using testing::HasSubstr;

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const CheckpointError& error) {
    EXPECT_EQ(error.path(), "x.pt");
    return error.what();
  }
  return "no error";
}

/// A `.pt` file with this pickle and one record of 8 bytes.
std::string file_with(const std::string& pickle) {
  ZipWriter zip;
  zip.add("m/data.pkl", pickle);
  zip.add("m/data/0", "12345678");
  zip.add("m/version", "3\n");
  return zip.finish();
}

std::string message_of_pickle(const std::string& body) {
  return message_of([&] { parse_text(file_with("\x80\x02" + body)); });
}

constexpr const char* kHead = "ctorch._utils\n_rebuild_tensor_v2\n(";
/// A persistent id: `numel` as an opcode and its bytes.
std::string record(const std::string& type, const std::string& numel, char key = '0') {
  const auto text = [](const std::string& t) {
    return std::string("X") + static_cast<char>(t.size()) + std::string(3, '\0') + t;
  };
  return "(" + text("storage") + "ctorch\n" + type + "\n" + text(std::string(1, key)) +
         text("cpu") + numel + "tQ";
}
constexpr const char* kTail =
    "\x89"
    "ccollections\nOrderedDict\n)RtR.";

TEST(DamagedPt, AWellFormedOneByHandIsRead) {
  EXPECT_EQ(message_of_pickle(kHead + record("FloatStorage", "K\x02") +
                              std::string("K\0K\x02\x85K\x01\x85", 8) + kTail),
            "no error");
}

TEST(DamagedPt, ACutAnywhereIsFound) {
  const std::string whole = test::small_file();
  for (std::size_t size = 0; size < whole.size(); size += 1 + size / 97) {
    EXPECT_NE(message_of([&] { parse_text(whole.substr(0, size)); }), "no error") << size;
  }
}

TEST(DamagedPt, AFlippedBitInAnyRecordIsFound) {
  const std::string whole = test::small_file();
  const Value before = parse_text(whole).root;
  int found = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    try {
      // Bits that no reader looks at (padding, dates) may flip; values may not change.
      EXPECT_EQ(parse_text(damaged).root, before) << at;
    } catch (const CheckpointError&) {
      ++found;
    }
  }
  EXPECT_GT(found, static_cast<int>(whole.size()) / 3);
}

TEST(DamagedPt, RandomDamageNeverDoesMoreThanFail) {
  const std::string whole = write_pt(test::optimizer_state());
  Random random({.seed = 1});
  for (int round = 0; round < 1500; ++round) {
    std::string damaged = whole;
    for (std::uint64_t n = random.below(4) + 1; n > 0; --n) {
      const std::size_t at = random.below(damaged.size());
      damaged[at] = static_cast<char>(random.next());
      if (random.below(8) == 0) damaged.erase(at, random.below(20));
      if (random.below(8) == 0) damaged.insert(at, damaged.substr(random.below(damaged.size()), 9));
    }
    try {
      parse_text(damaged);
    } catch (const CheckpointError&) {
    }
  }
}

TEST(DamagedPt, ARandomPickleNeverDoesMoreThanFail) {
  // Without the zip around it, whose check sums would end every try early.
  const std::string whole = [] {
    const std::string file = write_pt(test::optimizer_state());
    const std::size_t start = file.find("\x80\x02");
    return file.substr(start, file.find("PK", start) - start);
  }();
  const auto load = [](const std::string&, DType dtype, std::int64_t) {
    return make_host_tensor(dtype, {2}, std::vector<std::byte>(2 * item_size(dtype)));
  };
  ASSERT_NO_THROW(PickleReader(whole, "x.pt", load).read());
  Random random({.seed = 2});
  for (int round = 0; round < 6000; ++round) {
    std::string damaged = whole;
    for (std::uint64_t n = random.below(3) + 1; n > 0; --n) {
      const std::size_t at = random.below(damaged.size());
      const std::size_t other = random.below(damaged.size());
      switch (random.below(3)) {
        case 0:
          damaged[at] = static_cast<char>(random.next());
          break;
        case 1:
          damaged.erase(at, random.below(12) + 1);
          break;
        default:
          damaged.insert(at, damaged.substr(other, random.below(30)));
          break;
      }
    }
    try {
      PickleReader(damaged, "x.pt", load).read();
    } catch (const CheckpointError&) {
    }
  }
}

TEST(DamagedPt, NoZipIsNamed) {
  EXPECT_THAT(message_of([] { parse_text(""); }), HasSubstr("x.pt: it is empty"));
  EXPECT_THAT(message_of([] { parse_text(std::string(1000, 'x')); }),
              HasSubstr("the directory of the zip file is missing"));
  ZipWriter zip;
  zip.add("model/weights.bin", "x");
  EXPECT_THAT(message_of([&] { parse_text(zip.finish()); }), HasSubstr("without data.pkl"));
}

TEST(DamagedPt, ARecordTwiceIsRefused) {
  ZipWriter zip;
  zip.add("m/data.pkl", "\x80\x02N.");
  zip.add("m/version", "3");
  zip.add("m/version", "3");
  EXPECT_THAT(message_of([&] { parse_text(zip.finish()); }), HasSubstr("m/version is there twice"));
}

TEST(DamagedPt, AnotherVersionOrByteOrderIsRefused) {
  const auto file = [](const char* version, const char* order) {
    ZipWriter zip;
    zip.add("m/data.pkl", "\x80\x02N.");
    zip.add("m/version", version);
    zip.add("m/byteorder", order);
    return zip.finish();
  };
  EXPECT_EQ(message_of([&] { parse_text(file("3\n", "little")); }), "no error");
  EXPECT_THAT(message_of([&] { parse_text(file("11", "little")); }), HasSubstr("found 11"));
  EXPECT_THAT(message_of([&] { parse_text(file("3", "big")); }), HasSubstr("found byteorder big"));
}

TEST(DamagedPt, ARecordOfAnotherSizeIsRefused) {
  const std::string tail = std::string("K\0K\x02\x85K\x01\x85", 8) + kTail;
  EXPECT_THAT(message_of_pickle(kHead + record("FloatStorage", "K\x03") + tail),
              HasSubstr("data/0 has 8 bytes, expected 3 of float32"));
  EXPECT_THAT(message_of_pickle(kHead + record("FloatStorage", "J\xff\xff\xff\xff") + tail),
              HasSubstr("data/0 has 8 bytes"));
  EXPECT_THAT(message_of_pickle(kHead + record("FloatStorage", "K\x02", '7') + tail),
              HasSubstr("data/7 is missing"));
}

TEST(DamagedPt, AViewBeyondItsRecordIsRefused) {
  const std::string head = kHead + record("FloatStorage", "K\x02");
  const auto view = [&](const std::string& body) { return message_of_pickle(head + body + kTail); };
  EXPECT_THAT(view(std::string("K\x01K\x02\x85K\x01\x85", 8)), HasSubstr("larger than its record"));
  EXPECT_THAT(view(std::string("K\0K\x03\x85K\x01\x85", 8)), HasSubstr("larger than its record"));
  EXPECT_THAT(view(std::string("K\0K\x02\x85K\x02\x85", 8)), HasSubstr("not contiguous"));
  EXPECT_THAT(view(std::string("K\0J\xfe\xff\xff\xff\x85K\x01\x85", 11)), HasSubstr("negative"));
  EXPECT_THAT(view(std::string("K\0K\x02\x85)", 6)), HasSubstr("described wrongly"));
  // 2^32 x 2^32 elements: the product wraps to 0.
  const std::string huge("\x8a\x05\0\0\0\0\x01", 7);
  EXPECT_THAT(view(std::string("K\0", 2) + huge + huge + "\x86" + huge + "K\x01\x86"),
              HasSubstr("larger than its record"));
}

TEST(DamagedPt, OtherNamesAreNeverCalled) {
  EXPECT_THAT(message_of_pickle("cos\nsystem\nX\x04" + std::string(3, '\0') + "true\x85R."),
              HasSubstr("refers to os system, which is never called"));
  EXPECT_THAT(message_of_pickle("cos"), HasSubstr("a name has no end"));
}

TEST(DamagedPt, StackMistakesAreRefused) {
  for (const std::string body : {".",
                                 "R.",
                                 "b.",
                                 "s.",
                                 "u.",
                                 "a.",
                                 "e.",
                                 "t.",
                                 "Q.",
                                 "\x85.",
                                 "(.",
                                 "N",
                                 "NN.",
                                 "]NNu.",
                                 "}N(Nu.",
                                 "}(u",
                                 "N.N",
                                 "}]Ns.",
                                 "Ns.",
                                 "q",
                                 "h\x05.",
                                 "Kx\x8a",
                                 "X\xff\xff\xff\xff"
                                 "abc.",
                                 "}Nb.",
                                 "P0\n."}) {
    EXPECT_THAT(message_of_pickle(body), HasSubstr("data.pkl")) << body;
  }
}

TEST(DamagedPt, BombsAreSmall) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  EXPECT_THAT(message_of_pickle(std::string(2'500'000, ']')), HasSubstr("too many values"));
  EXPECT_THAT(message_of_pickle("N" + std::string(100'000, '\x85') + "."),
              HasSubstr("nested deeper"));
  EXPECT_THAT(message_of_pickle(std::string("X\xf0\xff\xff\xff", 5)), HasSubstr("too early"));
  EXPECT_THAT(message_of_pickle(std::string("Nr\x00\x87\x93\x03N.", 8)),
              HasSubstr("more than one"));
  // One memorised text, asked for again and again.
  std::string repeats =
      std::string("X\0\0\x10\0", 5) + std::string(1 << 20, 'x') + std::string("q\0]", 3);
  for (int i = 0; i < 1000; ++i) repeats += std::string("h\0", 2);
  EXPECT_THAT(message_of_pickle(repeats), HasSubstr("repeats its values"));
  EXPECT_THAT(message_of_pickle("]q\x01h\x01"
                                "a."),
              HasSubstr("twice"))
      << "a list in itself";
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 600 * 1024) << "KiB";
}

}  // namespace
}  // namespace trainer
