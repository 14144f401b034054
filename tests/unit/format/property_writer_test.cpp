// The text form of property sets, as it is written.
#include "format/property_set.h"

#include <gmock/gmock.h>

namespace ursa::format {
namespace {

using ::testing::HasSubstr;

std::string textOf(const PropertySet &set) {
  std::string text;
  EXPECT_EQ(writePropertySets({&set, 1}, text), "");
  return text;
}

std::string valueOf(const Property &property) {
  const std::string text = textOf({"s", {property}});
  return text.substr(text.find('|') + 1, text.size() - text.find('|') - 2);
}

TEST(WritePropertySets, WritesLengthInBitsThenLowestBitsFirst) {
  EXPECT_EQ(valueOf({"p", std::string_view("\1", 1)}), "IAAAAAAAAAQA");
}

TEST(WritePropertySets, WritesOnlyTheLengthOfNoBytes) {
  EXPECT_EQ(valueOf({"p", std::string_view()}), "AAAAAAAAAAA");
}

TEST(WritePropertySets, PadsTheLastCharacterWithZeroBits) {
  // Two bytes: 80 bits in all, of which the last 2 make a character.
  EXPECT_EQ(valueOf({"p", std::string_view("\0\xC0", 2)}), "QAAAAAAAAAAAAD");
}

TEST(WritePropertySets, WritesNumberOfBitsAndPadsLastByte) {
  EXPECT_EQ(valueOf({"p", std::string_view("\2\2"), 10}), "KAAAAAAAAAgACA");
}

TEST(WritePropertySets, KeepsOrderAndOmitsEmptySets) {
  const PropertySet sets[] = {{"empty"},
                              {"z", {{"b", 4000000000U}, {"a", std::string_view("\1")}}}};
  std::string text = "# first\n";
  EXPECT_EQ(writePropertySets(sets, text), "");
  EXPECT_EQ(text, "# first\n[z]\nb=1|4000000000\na=2|IAAAAAAAAAQA\n");
}

TEST(WritePropertySets, RejectsNamesThatTheSyntaxCannotHold) {
  std::string text = "as it was";
  for (const char *name : {"", "a=b", "a\nb", "[a]"}) {
    const PropertySet set("set", {{name, 1U}});
    EXPECT_THAT(writePropertySets({&set, 1}, text), HasSubstr("The property name '")) << name;
  }
  const PropertySet set("a]", {{"x", 1U}});
  EXPECT_THAT(writePropertySets({&set, 1}, text), HasSubstr("The property set name 'a]'"));
  EXPECT_EQ(text, "as it was");
}

} // namespace
} // namespace ursa::format
