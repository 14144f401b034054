// Tests of the corrections of SPIR-V modules and of canonical order.
#include "compiler/targets/spirv/module_cleanup.h"

#include "compiler/targets/spirv/canonical_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

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
class ModuleWords {
public:
  ModuleWords() {
    for (std::uint32_t capability : {6, 4, 5, 11, 22, 39})
      add(17, {capability});
    add(14, {2, 2}); // OpMemoryModel Physical64 OpenCL
  }
  ModuleWords &add(std::uint32_t opcode, Words operands) {
    const Words words = instruction(opcode, std::move(operands));
    words_.insert(words_.end(), words.begin(), words.end());
    return *this;
  }
  const Words &words() const { return words_; }

private:
  Words words_ = {0x07230203, 0x00010200, 0, 100, 0};
};

llvm::Expected<Words> clean(const Words &words) {
  auto module = SpirvModule::parse(words);
  if (!module)
    return module.takeError();
  if (llvm::Error error = cleanUpModule(*module))
    return error;
  return module->words();
}

Words canonical(const Words &words) {
  auto module = SpirvModule::parse(words);
  EXPECT_TRUE(static_cast<bool>(module)) << llvm::toString(module.takeError());
  if (!module)
    return {};
  canonicalizeModule(*module);
  return module->words();
}

TEST(ModuleCleanup, KeepsOneConstantForEachIdAndWhatUsesIt) {
  ModuleWords before;
  before.add(kName, {11, 'x'}).add(kDecorate, {10, 1, 7}).add(kDecorate, {11, 1, 7});
  before.add(kDecorate, {12, 1, 8}).add(kTypeInt, {1, 32, 0});
  before.add(kSpecConstant, {1, 10, 5}).add(kSpecConstant, {1, 11, 5});
  before.add(kSpecConstant, {1, 12, 11}); // a literal that looks like an id
  before.add(kSpecConstantOp, {1, 13, 128, 11, 12});
  ModuleWords after;
  after.add(kDecorate, {10, 1, 7}).add(kDecorate, {12, 1, 8}).add(kTypeInt, {1, 32, 0});
  after.add(kSpecConstant, {1, 10, 5}).add(kSpecConstant, {1, 12, 11});
  after.add(kSpecConstantOp, {1, 13, 128, 10, 12});
  auto cleaned = clean(before.words());
  ASSERT_TRUE(static_cast<bool>(cleaned)) << llvm::toString(cleaned.takeError());
  EXPECT_EQ(*cleaned, after.words());
}

TEST(ModuleCleanup, WritesZeroForNullConstantsOfScalars) {
  ModuleWords before;
  before.add(kTypeInt, {1, 32, 0}).add(kTypeInt, {2, 64, 0}).add(kTypeInt, {3, 8, 0});
  before.add(kTypeBool, {4}).add(kTypeVector, {5, 1, 2});
  ModuleWords after = before;
  for (std::uint32_t type : {1, 2, 3, 4, 5})
    before.add(kConstantNull, {type, type + 10});
  after.add(kConstant, {1, 11, 0}).add(kConstant, {2, 12, 0, 0}).add(kConstant, {3, 13, 0});
  after.add(kConstantFalse, {4, 14}).add(kConstantNull, {5, 15});
  auto cleaned = clean(before.words());
  ASSERT_TRUE(static_cast<bool>(cleaned)) << llvm::toString(cleaned.takeError());
  EXPECT_EQ(*cleaned, after.words());
  EXPECT_FALSE(static_cast<bool>(validateSpirv(*cleaned)));
}

TEST(ModuleCleanup, RefusesConstantsOfOneIdThatDiffer) {
  ModuleWords module;
  module.add(kDecorate, {10, 1, 7}).add(kDecorate, {11, 1, 7}).add(kTypeInt, {1, 32, 0});
  module.add(kSpecConstant, {1, 10, 5}).add(kSpecConstant, {1, 11, 6});
  auto cleaned = clean(module.words());
  ASSERT_FALSE(static_cast<bool>(cleaned));
  EXPECT_EQ(
      llvm::toString(cleaned.takeError()),
      "Specialization constant 7 has different types or default values in one SPIR-V module.");
}

TEST(ModuleCleanup, RefusesWhatIsNoSpirv) {
  auto empty = clean({});
  ASSERT_FALSE(static_cast<bool>(empty));
  EXPECT_EQ(llvm::toString(empty.takeError()), "The SPIR-V module has no header.");
  ModuleWords cut;
  cut.add(kTypeInt, {1, 32, 0});
  Words words = cut.words();
  words.pop_back();
  auto cleaned = clean(words);
  ASSERT_FALSE(static_cast<bool>(cleaned));
  EXPECT_THAT(llvm::toString(cleaned.takeError()),
              ::testing::StartsWith("The SPIR-V module cannot be read: "));
}

TEST(ValidateSpirv, NamesTheFirstProblem) {
  ModuleWords module;
  module.add(kTypeInt, {1, 32, 0}).add(kTypeInt, {2, 32, 0});
  EXPECT_THAT(llvm::toString(validateSpirv(module.words())),
              ::testing::StartsWith("The SPIR-V module is not valid: Duplicate"));
}

// Halves are of an extension of OpenCL, which its core rules do not know.
TEST(ValidateSpirv, LetsExtensionsOfOpenclPass) {
  constexpr std::uint32_t kCapability = 17, kTypeFloat = 22, kFloat16 = 9;
  Words words = ModuleWords().add(kTypeFloat, {1, 16}).words();
  const Words capability = instruction(kCapability, {kFloat16});
  words.insert(words.begin() + 5, capability.begin(), capability.end());
  EXPECT_EQ(llvm::toString(validateSpirv(words)), "");
}

constexpr std::uint32_t kTypeVoid = 19, kTypeFunction = 33, kFunction = 54, kFunctionEnd = 56,
                        kLabel = 248, kReturn = 253, kIAdd = 128, kCompositeConstruct = 80;

TEST(CanonicalOrder, NumbersAndOrdersByWhatFunctionsUse) {
  ModuleWords one;
  one.add(kName, {20, 'k'}).add(kName, {6, 'u'}).add(kDecorate, {10, 1, 8});
  one.add(kDecorate, {11, 1, 7});
  one.add(kTypeInt, {1, 32, 0}).add(kTypeInt, {6, 16, 0}).add(kTypeVoid, {2});
  one.add(kTypeFunction, {3, 2}).add(kSpecConstant, {1, 10, 5}).add(kSpecConstant, {1, 11, 5});
  one.add(kTypeInt, {7, 64, 0}).add(kConstant, {7, 8, 1, 2}).add(kConstant, {6, 9, 2});
  one.add(kFunction, {2, 20, 0, 3}).add(kLabel, {21}).add(kIAdd, {1, 22, 11, 10});
  one.add(kReturn, {}).add(kFunctionEnd, {});
  ModuleWords other;
  other.add(kDecorate, {43, 1, 7}).add(kDecorate, {42, 1, 8}).add(kName, {33, 'u'});
  other.add(kName, {50, 'k'});
  other.add(kTypeVoid, {31}).add(kTypeFunction, {32, 31}).add(kTypeInt, {33, 16, 0});
  other.add(kTypeInt, {34, 64, 0}).add(kTypeInt, {35, 32, 0}).add(kConstant, {33, 36, 2});
  other.add(kConstant, {34, 37, 1, 2}).add(kSpecConstant, {35, 42, 5});
  other.add(kSpecConstant, {35, 43, 5});
  other.add(kFunction, {31, 50, 0, 32}).add(kLabel, {51}).add(kIAdd, {35, 52, 43, 42});
  other.add(kReturn, {}).add(kFunctionEnd, {});
  const Words first = canonical(one.words());
  EXPECT_EQ(first, canonical(other.words()));
  EXPECT_EQ(first, canonical(first));
  EXPECT_EQ(llvm::toString(validateSpirv(first)), "");
  EXPECT_EQ(first[SpirvModule::kBoundWord], 13U) << "twelve ids, from 1";
}

// The order of operands is no matter of taste.
TEST(CanonicalOrder, KeepsWhatFunctionsSay) {
  ModuleWords module;
  module.add(kTypeVoid, {1}).add(kTypeFunction, {2, 1}).add(kTypeInt, {3, 32, 0});
  module.add(kTypeVector, {4, 3, 2}).add(kConstant, {3, 5, 9}).add(kConstant, {3, 6, 4});
  module.add(kFunction, {1, 7, 0, 2}).add(kLabel, {8}).add(kCompositeConstruct, {4, 9, 6, 5});
  module.add(kReturn, {}).add(kFunctionEnd, {});
  auto after = SpirvModule::parse(canonical(module.words()));
  ASSERT_TRUE(static_cast<bool>(after));
  std::map<std::uint32_t, std::uint32_t> values;
  std::vector<std::uint32_t> built;
  for (const SpirvInstruction &instruction : after->instructions)
    if (instruction.opcode == spv::Op::OpConstant)
      values[instruction.result()] = instruction.words[3];
    else if (instruction.opcode == spv::Op::OpCompositeConstruct)
      built = {values[instruction.words[3]], values[instruction.words[4]]};
  EXPECT_THAT(built, ::testing::ElementsAre(4, 9));
}

} // namespace
} // namespace ursa
