// The text form of property sets.
#include "compiler/image/property_set.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

std::string errorOf(llvm::Expected<std::string> text) {
  return text ? "" : llvm::toString(text.takeError());
}

TEST(EncodeBytes, WritesLengthInBitsThenLowestBitsFirst) {
  EXPECT_EQ(encodeBytes(std::string_view("\1", 1)), "IAAAAAAAAAQA");
}

TEST(EncodeBytes, WritesOnlyTheLengthOfNoBytes) { EXPECT_EQ(encodeBytes({}), "AAAAAAAAAAA"); }

TEST(EncodeBytes, PadsTheLastCharacterWithZeroBits) {
  // Two bytes: 80 bits in all, of which the last 2 make a character.
  EXPECT_EQ(encodeBytes(std::string_view("\0\xC0", 2)), "QAAAAAAAAAAAAD");
}

TEST(EncodeBits, WritesNumberOfBitsAndPadsLastByte) {
  EXPECT_EQ(encodeBits({std::string("\2\2"), 10}), "KAAAAAAAAAgACA");
}

TEST(PropertyText, KeepsOrderAndOmitsEmptySets) {
  auto text = propertyText({{"empty", {}}, {"z", {{"b", 4000000000U}, {"a", std::string("\1")}}}});
  ASSERT_TRUE(static_cast<bool>(text));
  EXPECT_EQ(*text, "[z]\nb=1|4000000000\na=2|IAAAAAAAAAQA\n");
}

TEST(PropertyText, RejectsNamesThatTheSyntaxCannotHold) {
  for (const char *name : {"", "a=b", "a\nb", "[a]"})
    EXPECT_NE(errorOf(propertyText({{"set", {{name, 1U}}}})).find("The property name '"),
              std::string::npos)
        << name;
  EXPECT_NE(errorOf(propertyText({{"a]", {{"x", 1U}}}})).find("The property set name 'a]'"),
            std::string::npos);
}

} // namespace
} // namespace ursa
