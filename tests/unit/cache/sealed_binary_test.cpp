// The form in which binaries are stored: damage is noticed, and keys compare their text.
#include "core/cache/sealed_binary.h"
#include "unit/cache/temporary_store.h"

namespace ursa::core::cache {
namespace {

TEST(SealedBinary, KeysCompareTheirText) {
  EXPECT_NE(BinaryKey().add("a", "b\nc=d"), BinaryKey().add("a", "b").add("c", "d"));
  EXPECT_NE(BinaryKey().add("a", "\\n"), BinaryKey().add("a", "\n"));
  EXPECT_EQ(testing::keyOf("1.0").name(), testing::keyOf("1.0").name());
  EXPECT_NE(testing::keyOf("1.0").name(), testing::keyOf("1.1").name());
  EXPECT_EQ(testing::keyOf("1.0").name().size(), 32u);
}

TEST(SealedBinary, ReturnsKeyAndBinary) {
  const BinaryKey key = testing::keyOf("1.0");
  const Binary code = testing::bytesOf("some code");
  const Binary sealed = sealBinary(key, code);
  const auto contents = unsealBinary(sealed);
  ASSERT_TRUE(contents);
  EXPECT_EQ(contents->key, key.text());
  EXPECT_TRUE(std::ranges::equal(contents->binary, code));
}

TEST(SealedBinary, DamageIsNoticed) {
  const Binary sealed = sealBinary(testing::keyOf("1.0"), testing::bytesOf("some code"));
  for (size_t size = 0; size < sealed.size(); ++size)
    EXPECT_FALSE(unsealBinary(std::span(sealed).first(size))) << size;
  for (size_t at = 0; at < sealed.size(); ++at)
    for (unsigned bit = 0; bit < 8; ++bit) {
      Binary changed = sealed;
      changed[at] ^= std::byte(1u << bit);
      EXPECT_FALSE(unsealBinary(changed)) << at;
    }
  Binary longer = sealed;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(unsealBinary(longer));
}

// Lengths that exceed the bytes, with a right checksum.
TEST(SealedBinary, LengthsAreNotTrusted) {
  const BinaryKey key = testing::keyOf("1.0");
  const Binary sealed = sealBinary(key, testing::bytesOf("some code"));
  constexpr size_t kMagicBytes = 8;
  const size_t ofBinary = kMagicBytes + sizeof(uint64_t) + key.text().size();
  for (const size_t place : {kMagicBytes, ofBinary})
    for (const uint64_t length : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 40, ~uint64_t{0}}) {
      Binary changed = sealed;
      std::memcpy(changed.data() + place, &length, sizeof(length));
      const size_t body = changed.size() - sizeof(uint64_t);
      const uint64_t checksum = XXH3_64bits(changed.data(), body);
      std::memcpy(changed.data() + body, &checksum, sizeof(checksum));
      EXPECT_FALSE(unsealBinary(changed)) << place << " " << length;
    }
}

} // namespace
} // namespace ursa::core::cache
