#include "format/container.h"

#include "support/container_builder.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

using testing::buildObject;
using testing::concatenate;

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

template <class T> void overwrite(std::vector<std::byte> &bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

TEST(Container, ReadsSeveralImages) {
  const auto bytes = concatenate(buildObject({{"a", "1"}, {"b", ""}}, "first"),
                                 buildObject({{"a", "2"}}, "second image"));
  const auto entries = format::readContainer(bytes);
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), 2u);
  EXPECT_EQ((*entries)[0].string("a"), "1");
  EXPECT_EQ((*entries)[0].string("b"), "");
  EXPECT_EQ((*entries)[0].string("absent"), "");
  EXPECT_EQ(textOf((*entries)[0].code), "first");
  EXPECT_EQ((*entries)[1].string("a"), "2");
  EXPECT_EQ(textOf((*entries)[1].code), "second image");
  EXPECT_EQ((*entries)[1].offloadKind, 8);
}

TEST(Container, RefusesWhatIsNone) {
  const std::string text = "This is no container.";
  const auto entries = format::readContainer(std::as_bytes(std::span(text)));
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_NE(entries.error().message.find("not a container"), std::string::npos);
  EXPECT_FALSE(format::readContainer({}));
}

// Every prefix of a container is either rejected or the container of its first images.
TEST(Container, RefusesEveryTruncation) {
  const auto first = buildObject({{"key", "value"}}, "code of the first");
  const auto bytes = concatenate(first, buildObject({{"key", "value"}}, "code of the second"));
  for (size_t size = 0; size < bytes.size(); ++size) {
    // A copy, so that the sanitizer detects reads past the end.
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    const auto entries = format::readContainer(cut);
    if (size == first.size())
      EXPECT_EQ(entries->size(), 1u);
    else
      EXPECT_FALSE(entries) << size;
  }
}

TEST(Container, RefusesOffsetsThatPointOutside) {
  const auto good = buildObject({{"key", "value"}}, "code");
  ASSERT_TRUE(format::readContainer(good));
  struct Field {
    size_t offset;
    const char *name;
  };
  for (const Field field : {Field{8, "size"}, Field{16, "entry offset"}, Field{40, "string offset"},
                            Field{48, "string count"}, Field{56, "image offset"},
                            Field{64, "image size"}, Field{72, "key"}, Field{80, "value"}})
    for (const uint64_t value : {uint64_t{1} << 20, ~uint64_t{0}, ~uint64_t{0} - 7}) {
      auto bytes = good;
      overwrite(bytes, field.offset, value);
      const auto entries = format::readContainer(bytes);
      EXPECT_FALSE(entries) << field.name << " = " << value;
    }
}

// Overlapping strings would make reading take time quadratic in the object's size.
TEST(Container, RefusesMoreStringsThanAnImageHas) {
  const std::vector<std::pair<std::string, std::string>> strings(1024, {"key", "value"});
  EXPECT_TRUE(format::readContainer(buildObject(strings, "code")));
  auto more = strings;
  more.emplace_back("key", "value");
  const auto entries = format::readContainer(buildObject(more, "code"));
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_NE(entries.error().message.find("has 1025 strings; at most 1024"), std::string::npos)
      << entries.error().message;
}

TEST(Container, NamesAnUnknownVersion) {
  auto bytes = buildObject({}, "code");
  overwrite(bytes, 4, uint32_t{9});
  const auto entries = format::readContainer(bytes);
  ASSERT_FALSE(entries);
  EXPECT_NE(entries.error().message.find("version 9"), std::string::npos);
}

} // namespace
} // namespace ursa
