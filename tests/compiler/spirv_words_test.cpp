// What is put right in SPIR-V.
#include "compiler/targets/spirv/spirv_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ursa {
namespace {

using Words = std::vector<std::uint32_t>;

Words instruction(std::uint32_t opcode, Words operands) {
  operands.insert(operands.begin(), static_cast<std::uint32_t>(operands.size() + 1) << 16 | opcode);
  return operands;
}

constexpr std::uint32_t kConstantFalse = 42, kConstant = 43, kConstantNull = 46, kSpecConstant = 50,
                        kDecorate = 71, kTypeBool = 20, kTypeInt = 21, kTypeVector = 23,
                        kSpecConstantOp = 52, kName = 5;

/// A module without code, with Kernel, Addresses, Linkage and all the integers.
class SpirvModule {
public:
  SpirvModule() {
    for (std::uint32_t capability : {6, 4, 5, 11, 22, 39})
      add(17, {capability});
    add(14, {2, 2}); // OpMemoryModel Physical64 OpenCL
  }
  SpirvModule &add(std::uint32_t opcode, Words operands) {
    const Words words = instruction(opcode, std::move(operands));
    words_.insert(words_.end(), words.begin(), words.end());
    return *this;
  }
  const Words &words() const { return words_; }

private:
  Words words_ = {0x07230203, 0x00010200, 0, 100, 0};
};

TEST(CleanSpirv, KeepsOneConstantForEachIdAndWhatUsesIt) {
  SpirvModule before;
  before.add(kName, {11, 'x'}).add(kDecorate, {10, 1, 7}).add(kDecorate, {11, 1, 7});
  before.add(kDecorate, {12, 1, 8}).add(kTypeInt, {1, 32, 0});
  before.add(kSpecConstant, {1, 10, 5}).add(kSpecConstant, {1, 11, 5});
  before.add(kSpecConstant, {1, 12, 11}); // a literal that looks like an id
  before.add(kSpecConstantOp, {1, 13, 128, 11, 12});
  SpirvModule after;
  after.add(kDecorate, {10, 1, 7}).add(kDecorate, {12, 1, 8}).add(kTypeInt, {1, 32, 0});
  after.add(kSpecConstant, {1, 10, 5}).add(kSpecConstant, {1, 12, 11});
  after.add(kSpecConstantOp, {1, 13, 128, 10, 12});
  auto cleaned = cleanSpirv(before.words());
  ASSERT_TRUE(static_cast<bool>(cleaned)) << llvm::toString(cleaned.takeError());
  EXPECT_EQ(*cleaned, after.words());
}

TEST(CleanSpirv, WritesZeroForNullConstantsOfScalars) {
  SpirvModule before;
  before.add(kTypeInt, {1, 32, 0}).add(kTypeInt, {2, 64, 0}).add(kTypeInt, {3, 8, 0});
  before.add(kTypeBool, {4}).add(kTypeVector, {5, 1, 2});
  SpirvModule after = before;
  for (std::uint32_t type : {1, 2, 3, 4, 5})
    before.add(kConstantNull, {type, type + 10});
  after.add(kConstant, {1, 11, 0}).add(kConstant, {2, 12, 0, 0}).add(kConstant, {3, 13, 0});
  after.add(kConstantFalse, {4, 14}).add(kConstantNull, {5, 15});
  auto cleaned = cleanSpirv(before.words());
  ASSERT_TRUE(static_cast<bool>(cleaned)) << llvm::toString(cleaned.takeError());
  EXPECT_EQ(*cleaned, after.words());
  EXPECT_FALSE(static_cast<bool>(validateSpirv(*cleaned)));
}

TEST(CleanSpirv, RefusesConstantsOfOneIdThatDiffer) {
  SpirvModule module;
  module.add(kDecorate, {10, 1, 7}).add(kDecorate, {11, 1, 7}).add(kTypeInt, {1, 32, 0});
  module.add(kSpecConstant, {1, 10, 5}).add(kSpecConstant, {1, 11, 6});
  auto cleaned = cleanSpirv(module.words());
  ASSERT_FALSE(static_cast<bool>(cleaned));
  EXPECT_EQ(llvm::toString(cleaned.takeError()),
            "Specialization constant 7 has two types or defaults in one SPIR-V module.");
}

TEST(CleanSpirv, RefusesWhatIsNoSpirv) {
  auto empty = cleanSpirv({});
  ASSERT_FALSE(static_cast<bool>(empty));
  EXPECT_EQ(llvm::toString(empty.takeError()), "The SPIR-V module has no header.");
  SpirvModule cut;
  cut.add(kTypeInt, {1, 32, 0});
  Words words = cut.words();
  words.pop_back();
  auto cleaned = cleanSpirv(words);
  ASSERT_FALSE(static_cast<bool>(cleaned));
  EXPECT_THAT(llvm::toString(cleaned.takeError()),
              ::testing::StartsWith("The SPIR-V module cannot be read: "));
}

TEST(ValidateSpirv, NamesTheFirstProblem) {
  SpirvModule module;
  module.add(kTypeInt, {1, 32, 0}).add(kTypeInt, {2, 32, 0});
  EXPECT_THAT(llvm::toString(validateSpirv(module.words())),
              ::testing::StartsWith("The SPIR-V module is not valid: Duplicate"));
}

} // namespace
} // namespace ursa
