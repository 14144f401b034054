// Tests of the corrections of SPIR-V modules and of canonical order.
#include "compiler/targets/spirv/module_cleanup.h"

#include "compiler/targets/spirv/canonical_order.h"
#include "compiler/targets/spirv/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace ursa {
namespace {

using compiler::spirv::cleanedUp;
using compiler::spirv::inCanonicalOrder;
using compiler::spirv::validateSpirv;
using spirv::Words;
using enum spv::Op;

/// A module without code, with Kernel, Addresses, Linkage and all the integers.
class ModuleWords {
public:
  ModuleWords() {
    for (std::uint32_t capability : {6, 4, 5, 11, 22, 39})
      add(OpCapability, {capability});
    add(OpMemoryModel, {2, 2}); // Physical64 OpenCL
  }
  ModuleWords &add(spv::Op op, spirv::Operands operands) {
    spirv::append(words_, op, operands);
    return *this;
  }
  const Words &words() const { return words_; }

private:
  Words words_ = {0x07230203, 0x00010200, 0, 100, 0};
};

TEST(ModuleCleanup, KeepsOneConstantForEachIdAndWhatUsesIt) {
  ModuleWords before;
  before.add(OpName, {11, 'x'}).add(OpDecorate, {10, 1, 7}).add(OpDecorate, {11, 1, 7});
  before.add(OpDecorate, {12, 1, 8}).add(OpTypeInt, {1, 32, 0});
  before.add(OpSpecConstant, {1, 10, 5}).add(OpSpecConstant, {1, 11, 5});
  before.add(OpSpecConstant, {1, 12, 11}); // a literal that looks like an id
  before.add(OpSpecConstantOp, {1, 13, 128, 11, 12});
  ModuleWords after;
  after.add(OpDecorate, {10, 1, 7}).add(OpDecorate, {12, 1, 8}).add(OpTypeInt, {1, 32, 0});
  after.add(OpSpecConstant, {1, 10, 5}).add(OpSpecConstant, {1, 12, 11});
  after.add(OpSpecConstantOp, {1, 13, 128, 10, 12});
  auto cleaned = cleanedUp(before.words());
  ASSERT_TRUE(static_cast<bool>(cleaned)) << llvm::toString(cleaned.takeError());
  EXPECT_EQ(*cleaned, after.words());
}

TEST(ModuleCleanup, WritesZeroForNullConstantsOfScalars) {
  ModuleWords before;
  before.add(OpTypeInt, {1, 32, 0}).add(OpTypeInt, {2, 64, 0}).add(OpTypeInt, {3, 8, 0});
  before.add(OpTypeBool, {4}).add(OpTypeVector, {5, 1, 2});
  ModuleWords after = before;
  for (std::uint32_t type : {1, 2, 3, 4, 5})
    before.add(OpConstantNull, {type, type + 10});
  after.add(OpConstant, {1, 11, 0}).add(OpConstant, {2, 12, 0, 0}).add(OpConstant, {3, 13, 0});
  after.add(OpConstantFalse, {4, 14}).add(OpConstantNull, {5, 15});
  auto cleaned = cleanedUp(before.words());
  ASSERT_TRUE(static_cast<bool>(cleaned)) << llvm::toString(cleaned.takeError());
  EXPECT_EQ(*cleaned, after.words());
  EXPECT_FALSE(static_cast<bool>(validateSpirv(*cleaned)));
}

TEST(ModuleCleanup, RefusesConstantsOfOneIdThatDiffer) {
  ModuleWords module;
  module.add(OpDecorate, {10, 1, 7}).add(OpDecorate, {11, 1, 7}).add(OpTypeInt, {1, 32, 0});
  module.add(OpSpecConstant, {1, 10, 5}).add(OpSpecConstant, {1, 11, 6});
  auto cleaned = cleanedUp(module.words());
  ASSERT_FALSE(static_cast<bool>(cleaned));
  EXPECT_EQ(
      llvm::toString(cleaned.takeError()),
      "Specialization constant 7 has different types or default values in one SPIR-V module.");
}

TEST(ModuleCleanup, RefusesWhatIsNoSpirv) {
  auto empty = cleanedUp({});
  ASSERT_FALSE(static_cast<bool>(empty));
  EXPECT_EQ(llvm::toString(empty.takeError()), "The SPIR-V module has no header.");
  ModuleWords cut;
  cut.add(OpTypeInt, {1, 32, 0});
  Words words = cut.words();
  words.pop_back();
  auto cleaned = cleanedUp(words);
  ASSERT_FALSE(static_cast<bool>(cleaned));
  EXPECT_THAT(llvm::toString(cleaned.takeError()),
              ::testing::StartsWith("The SPIR-V module cannot be read: "));
}

TEST(ValidateSpirv, NamesTheFirstProblem) {
  ModuleWords module;
  module.add(OpTypeInt, {1, 32, 0}).add(OpTypeInt, {2, 32, 0});
  EXPECT_THAT(llvm::toString(validateSpirv(module.words())),
              ::testing::StartsWith("The SPIR-V module is not valid: Duplicate"));
}

// Halves are of an extension of OpenCL, which its core rules do not know.
TEST(ValidateSpirv, LetsExtensionsOfOpenclPass) {
  const Words module = ModuleWords().add(OpTypeFloat, {1, 16}).words();
  Words words(module.begin(), module.begin() + spirv::kHeaderWords);
  spirv::append(words, OpCapability, static_cast<std::uint32_t>(spv::Capability::Float16));
  words.insert(words.end(), module.begin() + spirv::kHeaderWords, module.end());
  EXPECT_EQ(llvm::toString(validateSpirv(words)), "");
}

TEST(CanonicalOrder, NumbersAndOrdersByWhatFunctionsUse) {
  ModuleWords one;
  one.add(OpName, {20, 'k'}).add(OpName, {6, 'u'}).add(OpDecorate, {10, 1, 8});
  one.add(OpDecorate, {11, 1, 7});
  one.add(OpTypeInt, {1, 32, 0}).add(OpTypeInt, {6, 16, 0}).add(OpTypeVoid, {2});
  one.add(OpTypeFunction, {3, 2}).add(OpSpecConstant, {1, 10, 5}).add(OpSpecConstant, {1, 11, 5});
  one.add(OpTypeInt, {7, 64, 0}).add(OpConstant, {7, 8, 1, 2}).add(OpConstant, {6, 9, 2});
  one.add(OpFunction, {2, 20, 0, 3}).add(OpLabel, {21}).add(OpIAdd, {1, 22, 11, 10});
  one.add(OpReturn, {}).add(OpFunctionEnd, {});
  ModuleWords other;
  other.add(OpDecorate, {43, 1, 7}).add(OpDecorate, {42, 1, 8}).add(OpName, {33, 'u'});
  other.add(OpName, {50, 'k'});
  other.add(OpTypeVoid, {31}).add(OpTypeFunction, {32, 31}).add(OpTypeInt, {33, 16, 0});
  other.add(OpTypeInt, {34, 64, 0}).add(OpTypeInt, {35, 32, 0}).add(OpConstant, {33, 36, 2});
  other.add(OpConstant, {34, 37, 1, 2}).add(OpSpecConstant, {35, 42, 5});
  other.add(OpSpecConstant, {35, 43, 5});
  other.add(OpFunction, {31, 50, 0, 32}).add(OpLabel, {51}).add(OpIAdd, {35, 52, 43, 42});
  other.add(OpReturn, {}).add(OpFunctionEnd, {});
  const Words first = inCanonicalOrder(one.words());
  EXPECT_EQ(first, inCanonicalOrder(other.words()));
  EXPECT_EQ(first, inCanonicalOrder(first));
  EXPECT_EQ(llvm::toString(validateSpirv(first)), "");
  EXPECT_EQ(first[spirv::kBoundWord], 13U) << "twelve ids, from 1";
}

// The order of operands is no matter of taste.
TEST(CanonicalOrder, KeepsWhatFunctionsSay) {
  ModuleWords module;
  module.add(OpTypeVoid, {1}).add(OpTypeFunction, {2, 1}).add(OpTypeInt, {3, 32, 0});
  module.add(OpTypeVector, {4, 3, 2}).add(OpConstant, {3, 5, 9}).add(OpConstant, {3, 6, 4});
  module.add(OpFunction, {1, 7, 0, 2}).add(OpLabel, {8}).add(OpCompositeConstruct, {4, 9, 6, 5});
  module.add(OpReturn, {}).add(OpFunctionEnd, {});
  const Words after = inCanonicalOrder(module.words());
  std::map<std::uint32_t, std::uint32_t> values;
  std::vector<std::uint32_t> built;
  for (const spirv::Instruction &instruction : spirv::Walker(after))
    if (instruction.op == OpConstant)
      values[instruction[2]] = instruction[3];
    else if (instruction.op == OpCompositeConstruct)
      built = {values[instruction[3]], values[instruction[4]]};
  EXPECT_THAT(built, ::testing::ElementsAre(4, 9));
}

} // namespace
} // namespace ursa
