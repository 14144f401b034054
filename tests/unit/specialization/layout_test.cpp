#include "core/specialization/layout.h"
#include "format/property_reader.h"

#include "support/container_builder.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

using core::specialization::SpecLayout;
using testing::bytesOf;
using testing::PropertyText;

constexpr uint32_t kPadding = 0xffffffff;

format::DeviceImage imageWith(const std::string &properties, bool emulated) {
  format::DeviceImage image;
  image.emulated = emulated;
  auto parsed = format::readPropertySets(properties);
  EXPECT_TRUE(parsed) << parsed.error().message;
  image.properties = *std::move(parsed);
  return image;
}

std::string text(const std::vector<std::pair<const char *, std::vector<uint8_t>>> &constants,
                 size_t defaults) {
  PropertyText properties;
  properties.set("SYCL/specialization constants");
  for (const auto &[name, descriptors] : constants)
    properties.bytes(name, descriptors);
  return properties.set("SYCL/specialization constants default values")
      .bytes("all", std::vector<uint8_t>(defaults))
      .text;
}

TEST(Layout, OfAnImageWithoutConstantsIsEmpty) {
  const auto layout = SpecLayout::fromImage(imageWith("", false));
  ASSERT_TRUE(layout);
  EXPECT_TRUE(layout->empty());
}

TEST(Layout, NativeConstantsEndWithTheirTailPadding) {
  // { int, char } has three bytes of tail padding, which belong to the type.
  const auto layout = SpecLayout::fromImage(
      imageWith(text({{"pair", bytesOf(0u, 0u, 4u, 1u, 4u, 1u, kPadding, 5u, 3u)},
                      {"next", bytesOf(2u, 0u, 8u)}},
                     16),
                false));
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->findConstant("pair")->size, 8u);
  EXPECT_EQ(layout->findConstant("next")->offset, 8u);
  EXPECT_EQ(layout->findLeaf(1)->offset, 4u);
  EXPECT_EQ(layout->findLeaf(2)->offset, 8u);
  EXPECT_EQ(layout->findLeaf(kPadding), nullptr);
}

TEST(Layout, EmulatedGapsBelongToTheBuffer) {
  // One byte, a gap of seven bytes, then eight bytes: the gap is recorded with the preceding
  // constant.
  const auto layout = SpecLayout::fromImage(imageWith(
      text({{"small", bytesOf(0u, 0u, 1u, kPadding, 1u, 7u)}, {"wide", bytesOf(1u, 0u, 8u)}}, 16),
      true));
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->findConstant("small")->size, 1u);
  EXPECT_EQ(layout->findConstant("wide")->offset, 8u);
  EXPECT_EQ(layout->findConstant("wide")->size, 8u);
  EXPECT_EQ(layout->findConstant("absent"), nullptr);
}

TEST(Layout, EmulatedImageTakesTheNumericIdsOfItsNativeTwin) {
  const auto native = SpecLayout::fromImage(imageWith(testing::nativeProperties(), false));
  auto emulated = SpecLayout::fromImage(imageWith(testing::emulatedProperties(), true));
  ASSERT_TRUE(native && emulated);
  EXPECT_EQ(emulated->findLeaf(2), nullptr);
  emulated->adoptLeaves(*native);
  EXPECT_EQ(emulated->findLeaf(0)->offset, 0u);
  EXPECT_EQ(emulated->findLeaf(1)->size, 1u);
  EXPECT_EQ(emulated->findLeaf(2)->offset, 8u);
  EXPECT_EQ(emulated->findLeaf(2)->size, 4u);
}

struct Contradiction {
  const char *name;
  std::string properties;
  const char *says;
};

class LayoutContradiction : public ::testing::TestWithParam<Contradiction> {};

TEST_P(LayoutContradiction, IsRefused) {
  for (const bool emulated : {false, true}) {
    const auto layout = SpecLayout::fromImage(imageWith(GetParam().properties, emulated));
    ASSERT_FALSE(layout);
    EXPECT_EQ(layout.error().code, UR_RESULT_ERROR_INVALID_BINARY);
    EXPECT_NE(layout.error().message.find(GetParam().says), std::string::npos)
        << layout.error().message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, LayoutContradiction,
    ::testing::Values(
        Contradiction{"NoDefaults",
                      PropertyText()
                          .set("SYCL/specialization constants")
                          .bytes("a", bytesOf(0u, 0u, 4u))
                          .text,
                      "no default values"},
        Contradiction{"DefaultsAreANumber",
                      PropertyText()
                          .set("SYCL/specialization constants")
                          .bytes("a", bytesOf(0u, 0u, 4u))
                          .set("SYCL/specialization constants default values")
                          .number("all", 4)
                          .text,
                      "no default values"},
        Contradiction{"HalfDescriptor", text({{"a", bytesOf(0u, 0u)}}, 4),
                      "'a' of the image has descriptors of 8 bytes"},
        Contradiction{"NoDescriptor", text({{"a", {}}}, 4), "descriptors of 0 bytes"},
        Contradiction{"BeyondDefaults", text({{"a", bytesOf(0u, 0u, 8u)}}, 4),
                      "reaches to byte 8 of default values that are 4 bytes"},
        Contradiction{"Overflow", text({{"a", bytesOf(0u, 0xffffffffu, 0xffffffffu)}}, 4),
                      "'a' of the image reaches"},
        Contradiction{"OverlappingValues",
                      text({{"a", bytesOf(0u, 0u, 4u, 1u, 0u, 4u, 2u, 2u, 2u)}}, 4),
                      "'a' of the image has values of 10 bytes in 4 bytes, so they overlap"},
        Contradiction{"PaddingOnly", text({{"a", bytesOf(kPadding, 0u, 8u)}}, 4), "'a'"},
        Contradiction{"NothingThere", text({{"a", bytesOf(0u, 0u, 0u)}}, 4), "has 0 bytes"},
        Contradiction{"SameIdTwice",
                      text({{"a", bytesOf(0u, 0u, 4u)}, {"b", bytesOf(0u, 0u, 4u)}}, 8),
                      "same numeric id"}),
    [](const auto &row) { return row.param.name; });

} // namespace
} // namespace ursa
