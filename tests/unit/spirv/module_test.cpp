#include "spirv/module.h"

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

TEST(SpirvModule, AModuleThatWasCutAfterAnEntryPointIsRefused) {
  const std::vector<std::byte> whole =
      SpirvBuilder().kernel("k").constant(0, SpirvBuilder::kUint, {1}).bytes();
  ASSERT_TRUE(Module::parse(whole));
  for (size_t size = 0; size < whole.size(); size += sizeof(uint32_t)) {
    const auto module = Module::parse(std::span(whole).first(size));
    EXPECT_TRUE(!module || (*module).kernels().empty()) << size;
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
  // Without a value, each use keeps its own default; a value applies to all uses.
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

TEST(SpirvModule, ReportsTheRequirementsOfSettingAConstant) {
  const auto module = Module::parse(SpirvBuilder()
                                        .constant(1, SpirvBuilder::kUlong, {1, 2})
                                        .constant(2, SpirvBuilder::kChar, {1})
                                        .constant(3, SpirvBuilder::kFloat, {1})
                                        .boolean(4, true)
                                        .constant(5, SpirvBuilder::kUint, {1})
                                        .constant(5, SpirvBuilder::kUint, {1})
                                        .constant(6, SpirvBuilder::kUint, {1})
                                        .constant(6, SpirvBuilder::kFloat, {1})
                                        .bytes());
  ASSERT_TRUE(module) << module.error().message;
  std::vector<Traits> traits;
  for (const Constant &constant : (*module).constants())
    traits.push_back(constant.traits);
  EXPECT_EQ(traits, (std::vector<Traits>{kTraitInt64, kTraitInt8, kTraitFloat, kTraitBool,
                                         kTraitInt32 | kTraitRepeated,
                                         kTraitInt32 | kTraitFloat | kTraitRepeated}));
}

TEST(SpirvModule, SpecializableFormKeepsConstants) {
  const std::vector<std::byte> bytes =
      SpirvBuilder().constant(3, SpirvBuilder::kUint, {4}).null(SpirvBuilder::kUint).bytes();
  const auto module = Module::parse(bytes);
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_FALSE((*module).isFixed());
  const std::vector<uint32_t> words = (*module).specializable();
  EXPECT_EQ(words.size(), bytes.size() / 4 + 1);
  EXPECT_EQ(words.back(), 0u); // the null constant becomes a number
  const auto again = Module::parse(std::as_bytes(std::span(words)));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again).constants().size(), 1u);
}

TEST(SpirvModule, WithoutConstantsItIsFixed) {
  const std::vector<std::byte> bytes = SpirvBuilder().kernel("one").bytes();
  const auto module = Module::parse(bytes);
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_TRUE((*module).isFixed());
  EXPECT_TRUE((*module).isNativeOrder());
  EXPECT_FALSE(mayHaveConstants(bytes));
  EXPECT_TRUE(mayHaveConstants(SpirvBuilder().boolean(1, true).bytes()));
  // Bytes that are not a module are left to the code that reports them.
  EXPECT_TRUE(mayHaveConstants({}));
  EXPECT_TRUE(mayHaveConstants(std::vector<std::byte>(40)));
  for (size_t length = 21; length < bytes.size(); ++length)
    (void)mayHaveConstants(std::span(bytes).first(length));
}

} // namespace
} // namespace ursa::spirv
