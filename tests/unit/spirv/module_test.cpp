#include "core/spirv/module.h"

#include "support/spirv_builder.h"

#include <gtest/gtest.h>

namespace ursa::spirv {
namespace {

using ursa::testing::SpirvBuilder;

std::vector<uint8_t> bytesOf(const std::vector<std::byte> &bytes) {
  const auto *begin = reinterpret_cast<const uint8_t *>(bytes.data());
  return {begin, begin + bytes.size()};
}

TEST(SpirvModule, ListsKernelsAndConstants) {
  const auto module = Module::parse(SpirvBuilder()
                                        .kernel("one")
                                        .kernel("a longer name")
                                        .constant(7, SpirvBuilder::kUlong, {1, 2})
                                        .constant(3, SpirvBuilder::kChar, {0xffffffff})
                                        .constant(5, SpirvBuilder::kFloat, {0x3fc00000})
                                        .boolean(9, true)
                                        .boolean(8, false)
                                        .bytes());
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_EQ((*module).kernels(), (std::vector<std::string>{"one", "a longer name"}));
  const auto &constants = (*module).constants();
  ASSERT_EQ(constants.size(), 5u);
  const std::pair<uint32_t, std::vector<uint8_t>> expected[] = {
      {3, {0xff}}, {5, {0, 0, 0xc0, 0x3f}}, {7, {1, 0, 0, 0, 2, 0, 0, 0}}, {8, {0}}, {9, {1}}};
  for (size_t i = 0; i < constants.size(); ++i) {
    EXPECT_EQ(constants[i].id, expected[i].first);
    EXPECT_EQ(bytesOf(constants[i].defaultValue), expected[i].second) << constants[i].id;
  }
}

TEST(SpirvModule, AConstantOfSeveralUsesIsOne) {
  const auto module = Module::parse(SpirvBuilder()
                                        .constant(3, SpirvBuilder::kUint, {4})
                                        .constant(3, SpirvBuilder::kUint, {5})
                                        .bytes());
  ASSERT_TRUE(module) << module.error().message;
  ASSERT_EQ((*module).constants().size(), 1u);
  EXPECT_EQ(bytesOf((*module).constants()[0].defaultValue), (std::vector<uint8_t>{4, 0, 0, 0}));
  // Without a value each use keeps its own default; a value is for all.
  const std::vector<uint32_t> asWritten = (*module).specialized({});
  const std::vector<uint32_t> set =
      (*module).specialized({{3, {std::byte{6}, std::byte{0}, std::byte{0}, std::byte{0}}}});
  EXPECT_EQ(asWritten[asWritten.size() - 5], 4u);
  EXPECT_EQ(asWritten.back(), 5u);
  EXPECT_EQ(set[set.size() - 5], 6u);
  EXPECT_EQ(set.back(), 6u);
}

TEST(SpirvModule, AConstantOfTwoSizesIsRefused) {
  const auto module = Module::parse(SpirvBuilder()
                                        .constant(3, SpirvBuilder::kUint, {4})
                                        .constant(3, SpirvBuilder::kUlong, {5, 0})
                                        .bytes());
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(module.error().message,
            "Specialization constant 3 of the SPIR-V module has 4 and also 8 bytes.");
}

} // namespace
} // namespace ursa::spirv
