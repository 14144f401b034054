// The demo, run as a user runs it.
#include "examples/demo/picture.h"
#include "examples/demo/reference.h"
#include "examples/demo/synthetic.h"
#include "integration/program.h"
#include "support/paths.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using namespace demo;

class DemoProgram : public ProgramTest {
protected:
  /// The host device alone, for what does not depend on devices.
  static Variables onHost() {
    return {{"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0"}};
  }

  /// Expects the picture of each filter to equal the reference's, except for rounding.
  void expectFiltered(const Picture &before, const std::string &stem) {
    for (const Filter &filter : demoFilters()) {
      const Picture written = readPng(path(stem + "-" + filter.name + ".png"));
      ASSERT_EQ(written.width, before.width);
      ASSERT_EQ(written.height, before.height);
      const Difference difference = compare(written, convolveReference(before, filter));
      EXPECT_FALSE(difference.isWrong) << filter.name << ": " << difference.firstWrong;
    }
  }
};

TEST_F(DemoProgram, OnItsOwnPicture) {
  const std::string text = runSuccessfully("ursa-demo", {"-o", "sheet.png"});
  for (const char *row : {"host:0 +native +blur", "host:0 +native +edges", "host:0 +emulated +blur",
                          "host:0 +emulated +sharpen", "host:0 +tiered +blur",
                          "host:0 +tiered +sharpen", "plain C\\+\\+ +[0-9]+ threads? +blur"})
    EXPECT_THAT(text, ContainsRegex(row));
#ifdef URSA_DEMO_HAS_SYCL
  for (const char *filter : {"blur", "sharpen", "edges"})
    for (const char *mode : {"native", "emulated"})
      EXPECT_THAT(text, ContainsRegex("host:0 +SYCL " + std::string(mode) + " +" + filter));
#endif
  EXPECT_THAT(text, testing::Not(HasSubstr("WRONG")));
  expectFiltered(makeSyntheticPicture(1024, 768), "sheet");
  EXPECT_GT(readPng(path("sheet.png")).width, 900u);
}

// In each mode that the device supports, however the driver's constants are set.
TEST_F(DemoProgram, OnOpencl) {
  const Picture picture = makeSyntheticPicture(65, 33);
  writePng(path("in.png"), picture);
  const std::string text = runSuccessfully("ursa-demo", {"in.png", "-o", "sheet.png"});
  for (const char *mode : {"native", "emulated"})
    for (const char *filter : {"blur", "edges", "sharpen"})
      EXPECT_THAT(text, ContainsRegex("opencl:0 +" + std::string(mode) + " +" + filter));
  EXPECT_THAT(text, testing::Not(HasSubstr("WRONG")));
  expectFiltered(picture, "sheet");
}

TEST_F(DemoProgram, OnAPictureOfAPerson) {
  // A palette picture with a transparent colour. Alpha must be preserved.
  const std::string input = sourceDir() + "/tests/integration/data/palette-transparent.png";
  runSuccessfully("ursa-demo", {input, "-o", "small.png"}, onHost());
  expectFiltered(readPng(input), "small");
  EXPECT_EQ(readPng(path("small-blur.png")).at(3, 0)[3], 0);
}

TEST_F(DemoProgram, WritesToItsDefaultName) {
  writePng(path("in.png"), makeSyntheticPicture(33, 17));
  runSuccessfully("ursa-demo", {"in.png"}, onHost());
  EXPECT_TRUE(std::filesystem::exists(path("ursa-demo.png")));
  expectFiltered(readPng(path("in.png")), "ursa-demo");
}

TEST_F(DemoProgram, WritesToTheLastNameThatIsGiven) {
  writePng(path("in.png"), makeSyntheticPicture(33, 17));
  runSuccessfully("ursa-demo", {"-o", "first.png", "in.png", "-o", "last.png"}, onHost());
  EXPECT_FALSE(std::filesystem::exists(path("first.png")));
  expectFiltered(readPng(path("in.png")), "last");
}

TEST_F(DemoProgram, RefusesFilesThatAreNotPng) {
  write("photo.jpg", "\xFF\xD8\xFF\xE0 and so on");
  EXPECT_THAT(runExpectingError("ursa-demo", {"photo.jpg", "-o", "x.png"}),
              HasSubstr("'photo.jpg' is not a PNG picture."));
  EXPECT_THAT(runExpectingError("ursa-demo", {"none.png"}), HasSubstr("'none.png' does not exist"));
  write("empty.png", "");
  EXPECT_THAT(runExpectingError("ursa-demo", {"empty.png"}),
              HasSubstr("'empty.png' is not a PNG picture."));
}

TEST_F(DemoProgram, RefusesHugePictures) {
  // A header that declares this many pixels, with its checksum, and no pixel data.
  const auto header = [](const std::string &size, const std::string &checksum) {
    using namespace std::string_literals;
    return "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s + size + "\x08\x06\0\0\0"s + checksum +
           "\0\0\0\0IDAT\x35\xaf\x06\x1e"s;
  };
  write("large.png", header(std::string("\0\1\x86\xa0\0\1\x86\xa0", 8), "\xa8\x52\x0b\xc8"));
  EXPECT_THAT(runExpectingError("ursa-demo", {"large.png"}),
              HasSubstr("'large.png' has 100000 x 100000 pixels; at most 268435456"));
  write("largest.png", header("\x7f\xff\xff\xff\x7f\xff\xff\xff", "\x14\xc9\x0b\x66"));
  EXPECT_THAT(runExpectingError("ursa-demo", {"largest.png"}), HasSubstr("'largest.png'"));
}

TEST_F(DemoProgram, RefusesADamagedPng) {
  writePng(path("cut.png"), makeSyntheticPicture(64, 64));
  std::filesystem::resize_file(path("cut.png"), 500);
  EXPECT_THAT(runExpectingError("ursa-demo", {"cut.png"}),
              HasSubstr("'cut.png' cannot be read as PNG"));
}

/// A copy of the installed demo with another kernel.
class DemoCopy : public DemoProgram {
protected:
  std::string install(const std::filesystem::path &kernel) {
    namespace fs = std::filesystem;
    fs::create_directories(path("bin"));
    fs::create_directories(path("share/ursa"));
    fs::copy_file(fs::path(binDir()) / "ursa-demo", path("bin/ursa-demo"));
    fs::create_symlink(libDir(), path("lib"));
    if (!kernel.empty())
      fs::copy_file(kernel, path("share/ursa/convolution.ursa"));
    return path("bin/ursa-demo").string();
  }
};

TEST_F(DemoCopy, AWrongPixelIsAnError) {
  const std::string demo = install(image("wrong_convolution"));
  writePng(path("in.png"), makeSyntheticPicture(40, 30));
  const std::string error = runExpectingError(demo, {"in.png", "-o", "out.png"});
  EXPECT_THAT(error, HasSubstr("host:0, native, blur: pixel ("));
  EXPECT_THAT(error, HasSubstr("the reference has ("));
}

TEST_F(DemoCopy, AMissingKernelIsAnError) {
  const std::string demo = install({});
  EXPECT_THAT(runExpectingError(demo, {}), HasSubstr("convolution.ursa"));
}

TEST_F(DemoProgram, ReportsThatItCannotWrite) {
  writePng(path("in.png"), makeSyntheticPicture(8, 8));
  EXPECT_THAT(runExpectingError("ursa-demo", {"in.png", "-o", "no/folder/x.png"}),
              HasSubstr("no/folder"));
}

TEST_F(DemoProgram, KeepsItsPicture) {
  for (const char *name : {"in.png", "in-blur.png"}) {
    writePng(path(name), makeSyntheticPicture(8, 8));
    const std::string before = read(name);
    std::filesystem::create_hard_link(path(name), path("link.png"));
    EXPECT_THAT(runExpectingError("ursa-demo", {"link.png", "-o", "in.png"}, onHost()),
                HasSubstr("' is also an input."));
    EXPECT_EQ(read(name), before);
    std::filesystem::remove(path("link.png"));
    std::filesystem::remove(path(name));
  }
}

TEST_F(DemoProgram, RefusesUnknownOptions) {
  EXPECT_THAT(runExpectingError("ursa-demo", {"--magic"}), HasSubstr("--magic"));
}

} // namespace
} // namespace ursa
