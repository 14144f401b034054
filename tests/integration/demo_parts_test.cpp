// Parts of the demo that need no device: pictures, filters, reference, contact sheet.
#include "client/failure.h"
#include "examples/demo/contact_sheet.h"
#include "examples/demo/glyphs.h"
#include "examples/demo/reference.h"
#include "examples/demo/synthetic.h"
#include "support/paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <set>

namespace ursa::demo {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path kData = fs::path(sourceDir()) / "tests/integration/data";

/// A path that no other test process uses. The destructor removes the file.
struct TemporaryFile {
  fs::path path = fs::path(testing::TempDir()) / fmt::format("ursa-demo-{}.png", getpid());
  ~TemporaryFile() { fs::remove(path); }
};

std::string readFailure(const fs::path &path) {
  try {
    readPng(path);
  } catch (const client::Failure &failure) {
    return failure.what();
  }
  return "(no failure)";
}

TEST(Png, WritesAndReadsTheSamePixels) {
  TemporaryFile file;
  Picture picture(3, 2, {10, 20, 30, 255});
  picture.at(2, 1) = {1, 2, 3, 4};
  writePng(file.path, picture);
  const Picture read = readPng(file.path);
  EXPECT_EQ(read.width, 3u);
  EXPECT_EQ(read.height, 2u);
  EXPECT_EQ(read.pixels, picture.pixels);
}

TEST(Png, ReadsEveryColourType) {
  // Each 4 x 2 file holds the same picture: black, white and two further colours in the first row.
  for (const char *name : {"gray1", "gray8", "gray16", "gray-alpha8", "rgb8", "rgb16", "rgba8",
                           "palette4", "palette-transparent", "rgb8-interlaced"}) {
    const Picture picture = readPng(kData / fmt::format("{}.png", name));
    ASSERT_EQ(picture.width, 4u) << name;
    ASSERT_EQ(picture.height, 2u) << name;
    EXPECT_EQ(picture.at(0, 0), (Pixel{0, 0, 0, 255})) << name;
    EXPECT_EQ(picture.at(1, 0), (Pixel{255, 255, 255, 255})) << name;
  }
  EXPECT_EQ(readPng(kData / "rgb8.png").at(2, 0), (Pixel{200, 100, 50, 255}));
  EXPECT_EQ(readPng(kData / "rgb8-interlaced.png").at(2, 0), (Pixel{200, 100, 50, 255}));
  EXPECT_EQ(readPng(kData / "rgb16.png").at(2, 0), (Pixel{200, 100, 50, 255}));
  EXPECT_EQ(readPng(kData / "gray16.png").at(2, 0), (Pixel{128, 128, 128, 255}));
  EXPECT_EQ(readPng(kData / "rgba8.png").at(3, 0)[3], 128);
  EXPECT_EQ(readPng(kData / "palette-transparent.png").at(3, 0)[3], 0);
}

TEST(Png, RefusesOtherFiles) {
  TemporaryFile file;
  std::ofstream(file.path) << "GIF89a and more";
  EXPECT_THAT(readFailure(file.path), HasSubstr("is not a PNG picture"));
  EXPECT_THAT(readFailure("/nowhere/x.png"), HasSubstr("'/nowhere/x.png' does not exist"));
}

TEST(Png, RefusesATruncatedFile) {
  TemporaryFile file;
  writePng(file.path, makeSyntheticPicture(64, 48));
  fs::resize_file(file.path, fs::file_size(file.path) / 2);
  EXPECT_THAT(readFailure(file.path), HasSubstr("cannot be read as PNG"));
  fs::resize_file(file.path, 12);
  EXPECT_THAT(readFailure(file.path), HasSubstr("cannot be read as PNG"));
}

TEST(Filters, WeightsSumToZeroForEdgesAndOneForOthers) {
  for (const Filter &filter : demoFilters()) {
    float sum = 0;
    for (int dy = -filter.radius; dy <= filter.radius; ++dy)
      for (int dx = -filter.radius; dx <= filter.radius; ++dx) {
        sum += filter.weight(dx, dy);
        EXPECT_EQ(filter.weight(dx, dy), filter.weight(-dy, dx)) << filter.name;
      }
    EXPECT_NEAR(sum, filter.name == "edges" ? 0 : 1, 1e-5) << filter.name;
  }
}

TEST(Reference, ClampsTheBorderRoundsAndKeepsAlpha) {
  Picture picture(2, 1);
  picture.at(0, 0) = {10, 0, 255, 7};
  picture.at(1, 0) = {21, 1, 0, 9};
  Filter filter{.name = "right", .radius = 1};
  filter.coefficients.values[1][1] = 0.5f;
  filter.coefficients.values[1][2] = 0.5f; // the pixel to the right
  const Picture result = convolveReference(picture, filter);
  EXPECT_EQ(result.at(0, 0), (Pixel{16, 0, 128, 7})); // rounded from 15.5, 0.5 and 127.5
  EXPECT_EQ(result.at(1, 0), (Pixel{21, 1, 0, 9})) << "pixels outside equal the border";
}

TEST(Reference, ClampsSumsToTheRangeOfAByte) {
  Filter filter{.name = "strong", .radius = 1};
  filter.coefficients.values[1][1] = 3;
  EXPECT_EQ(convolveReference(Picture(1, 1, {200, 10, 0, 255}), filter).at(0, 0),
            (Pixel{255, 30, 0, 255}));
  filter.coefficients.values[1][1] = -3;
  EXPECT_EQ(convolveReference(Picture(1, 1, {200, 10, 0, 255}), filter).at(0, 0),
            (Pixel{0, 0, 0, 255}));
}

TEST(Reference, IsTheSameOnAnyNumberOfThreads) {
  const Picture picture = makeSyntheticPicture(37, 5);
  for (const Filter &filter : demoFilters())
    for (const unsigned threads : {1u, 2u, 3u, 9u}) {
      Picture result(picture.width, picture.height);
      convolveOnThreads(picture, filter, result, threads);
      EXPECT_EQ(result.pixels, convolveReference(picture, filter).pixels)
          << filter.name << " on " << threads << " threads";
    }
}

TEST(Compare, ToleratesOneStepButNotTwo) {
  const Picture reference(4, 2, {100, 100, 100, 255});
  Picture result = reference;
  result.at(3, 0)[1] = 101;
  EXPECT_FALSE(compare(result, reference).isWrong);
  EXPECT_EQ(compare(result, reference).largest, 1);
  result.at(2, 1)[2] = 98;
  result.at(3, 1)[0] = 0;
  const Difference difference = compare(result, reference);
  EXPECT_TRUE(difference.isWrong);
  EXPECT_EQ(difference.largest, 100);
  EXPECT_THAT(difference.firstWrong, HasSubstr("pixel (2, 1) is (100, 100, 98, 255)"));
}

TEST(Compare, ALostAlphaIsWrong) {
  EXPECT_TRUE(compare(Picture(1, 1, {0, 0, 0, 0}), Picture(1, 1, {0, 0, 0, 255})).isWrong);
}

TEST(Synthetic, HasManyColoursAndIsDeterministic) {
  const Picture picture = makeSyntheticPicture(256, 192);
  EXPECT_GT(std::set<Pixel>(picture.pixels.begin(), picture.pixels.end()).size(), 1000u);
  EXPECT_EQ(makeSyntheticPicture(256, 192).pixels, picture.pixels);
}

TEST(Synthetic, SupportsAnySize) {
  for (size_t side : {1, 2, 7, 30})
    EXPECT_EQ(makeSyntheticPicture(side, side).pixels.size(), side * side);
}

TEST(ContactSheet, ShowsEachPictureAndItsEnlargedCentre) {
  const Picture sheet = makeContactSheet({{"BEFORE", Picture(400, 300, {255, 0, 0, 255})},
                                          {"BLUR", Picture(400, 300, {0, 255, 0, 255})}});
  EXPECT_EQ(sheet.at(100, 100), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(sheet.at(400, 100), (Pixel{0, 255, 0, 255}));
  EXPECT_EQ(sheet.at(400, sheet.height - 40), (Pixel{0, 255, 0, 255}));
}

TEST(ContactSheet, TakesPicturesOfAnyShape) {
  for (auto [width, height] : {std::pair<size_t, size_t>{1, 1}, {3000, 1}, {1, 3000}, {5, 7}})
    EXPECT_GT(makeContactSheet({{"A", Picture(width, height)}}).pixels.size(), 0u);
}

TEST(Glyphs, StayInsideThePicture) {
  Picture picture(8, 8);
  drawText(picture, 4, 4, 3, {255, 255, 255, 255}, "URSA?");
  EXPECT_EQ(picture.at(4, 4), (Pixel{255, 255, 255, 255}));
}

} // namespace
} // namespace ursa::demo
