#include "format/property_reader.h"

#include "support/container_builder.h"

#include <gtest/gtest.h>

namespace ursa::format {
namespace {

std::vector<std::byte> asBytes(const std::vector<uint8_t> &values) {
  std::vector<std::byte> bytes;
  for (const uint8_t value : values)
    bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(PropertySets, ReadsTheDocumentedExample) {
  const auto value = decodeProperty("p", "IAAAAAAAAAQA");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->value, asBytes({1}));
}

TEST(PropertySets, ReadsSetsNumbersAndBytesInOrder) {
  const auto sets = readPropertySets("[first]\nb=1|7\na=2|IAAAAAAAAAQA\n\n[second]\nx=y=1|8\n");
  ASSERT_TRUE(sets) << sets.error().message;
  ASSERT_EQ(sets->size(), 2u);
  EXPECT_EQ((*sets)[0].name, "first");
  EXPECT_EQ((*sets)[0].properties[0].name, "b");
  EXPECT_TRUE((*sets)[0].properties[0].isNumber);
  EXPECT_EQ((*sets)[0].properties[0].number(), 7u);
  EXPECT_EQ(findProperty(*sets, "first", "a")->value, asBytes({1}));
  EXPECT_EQ(findProperty(*sets, "second", "x=y")->number(), 8u);
  EXPECT_EQ(findProperty(*sets, "second", "z"), nullptr);
  EXPECT_EQ(findSet(*sets, "third"), nullptr);
}

TEST(PropertySets, RoundTripsEveryLength) {
  std::vector<uint8_t> payload;
  for (size_t length = 0; length < 40; ++length) {
    const auto value = decodeProperty("p", ursa::testing::encodeBytes(payload));
    ASSERT_TRUE(value) << length << ": " << value.error().message;
    EXPECT_EQ(value->value, asBytes(payload));
    payload.push_back(static_cast<uint8_t>(255 - 7 * length));
  }
}

// Parsing takes linear time; quadratic time would exceed the test's time limit.
TEST(PropertySets, ReadsVeryManySets) {
  constexpr size_t kCount = 500'000;
  ursa::testing::PropertyText text;
  text.set("large");
  for (size_t i = 0; i < kCount; ++i)
    text.number(std::to_string(i), 1);
  for (size_t i = 0; i < kCount; ++i)
    text.set(std::to_string(i));
  const auto sets = readPropertySets(text.text);
  ASSERT_TRUE(sets) << sets.error().message;
  EXPECT_EQ(sets->size(), kCount + 1);
  const auto again = readPropertySets(text.set("large").text);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message.find("Line 1000002 of the property sets begins the set 'large'"),
            std::string::npos)
      << again.error().message;
}

TEST(PropertySets, TakeBitsThatEndInsideTheLastByte) {
  const auto sets = readPropertySets("[s]\nmask=2|KAAAAAAAAAgACA\n");
  ASSERT_TRUE(sets) << sets.error().message;
  const Property *mask = findProperty(*sets, "s", "mask");
  ASSERT_TRUE(mask);
  EXPECT_EQ(mask->value, asBytes({2, 2}));
  EXPECT_EQ(mask->bits, 10u);
}

struct BadText {
  const char *name;
  std::string text;
  const char *says;
};

class PropertySetsBadText : public ::testing::TestWithParam<BadText> {};

TEST_P(PropertySetsBadText, IsAnErrorThatNamesTheLine) {
  const auto sets = readPropertySets(GetParam().text);
  ASSERT_FALSE(sets);
  EXPECT_EQ(sets.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_NE(sets.error().message.find(GetParam().says), std::string::npos) << sets.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    All, PropertySetsBadText,
    ::testing::Values(
        BadText{"NoSet", "a=1|7\n", "Line 1 of the property sets comes before any [set]"},
        BadText{"NoEquals", "[s]\nabc\n", "Line 2 of the property sets is not of the form"},
        BadText{"NoName", "[s]\n=1|7\n", "Line 2"},
        BadText{"NoType", "[s]\na=7\n", "has no type 1 or 2"},
        BadText{"UnknownType", "[s]\na=3|7\n", "has no type 1 or 2"},
        BadText{"NumberTooLarge", "[s]\na=1|4294967296\n", "no unsigned 32-bit number"},
        BadText{"NumberNegative", "[s]\na=1|-1\n", "no unsigned 32-bit number"},
        BadText{"NumberWithTail", "[s]\na=1|7 \n", "no unsigned 32-bit number"},
        BadText{"NotBase64", "[s]\na=2|IAAA*AAAAAQA\n", "not base64"},
        BadText{"LiesLong", "[s]\na=2|QAAAAAAAAAQA\n", "of 1 bytes that says it has 16 bits"},
        BadText{"LiesShort", "[s]\na=2|AAAAAAAAAAQA\n", "of 1 bytes that says it has 0 bits"},
        BadText{"HalfByte", "[s]\na=2|JAAAAAAAAAQA\n", "that says it has 9 bits"},
        BadText{"NoLength", "[s]\na=2|IAAA\n", "without its length"},
        BadText{"EndsInByte", "[s]\na=2|IAAAAAAAAAQAA\n", "ends inside a byte"},
        BadText{"SetTwice", "[s]\n[t]\n[s]\n", "Line 3 of the property sets begins the set 's'"},
        BadText{"PropertyTwice", "[s]\na=1|1\na=1|2\n", "gives the property 'a' a second time"}),
    [](const auto &row) { return row.param.name; });

} // namespace
} // namespace ursa::format
