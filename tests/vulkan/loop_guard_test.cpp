// The guard for loops that a driver ends early, in modules of the compiler; conformance tests run
// such modules.
#include "adapters/vulkan/quirks/loop_guard.h"
#include "adapters/vulkan/quirks/nesting.h"
#include "vulkan/guarded_module.h"

namespace ursa::vulkan {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kReports = 0x123456789abc0000;

class LoopGuard : public ::testing::Test {
protected:
  std::map<spv::Op, int> opsOf(std::span<const uint32_t> words) {
    std::map<spv::Op, int> ops;
    for (const spirv::Instruction &instruction : spirv::Walker(words))
      ++ops[instruction.op];
    return ops;
  }

  std::map<std::string, std::vector<uint32_t>> words_ = vulkan_test::loopModules();
};

TEST_F(LoopGuard, AppliesOnlyToKernelsWithLoops) {
  EXPECT_TRUE(hasLoops(words_["count"]));
  EXPECT_TRUE(hasLoops(words_["find"]));
  EXPECT_TRUE(hasLoops(words_["forever"]));
  EXPECT_FALSE(hasLoops(words_["straight"]));
  EXPECT_FALSE(hasLoops(words_["nested_64"]));
}

TEST_F(LoopGuard, AddsOneReportAndAMarkForEachExit) {
  for (const char *name : {"count", "find", "forever"}) {
    const auto guarded = withLoopGuard(words_[name], kReports);
    ASSERT_TRUE(guarded) << guarded.error().message;
    auto before = opsOf(words_[name]);
    auto after = opsOf(*guarded);
    EXPECT_EQ(after[spv::Op::OpLoopMerge], before[spv::Op::OpLoopMerge]);
    EXPECT_EQ(after[spv::Op::OpReturn], 1) << name;
    EXPECT_EQ(after[spv::Op::OpUnreachable], 0) << name;
    EXPECT_EQ(after[spv::Op::OpSelectionMerge], before[spv::Op::OpSelectionMerge] + 1);
    EXPECT_GE(after[spv::Op::OpSelect], before[spv::Op::OpSelect] + 1);
    EXPECT_GT((*guarded)[3], words_[name][3]);
  }
}

TEST_F(LoopGuard, ModulesOfEarlierCompilersAreRefused) {
  std::vector<uint32_t> words = words_["count"];
  // Its push constants are 15 words; a constant holds that number.
  size_t changed = 0;
  for (const spirv::Instruction &instruction : spirv::Walker(words))
    if (instruction.op == spv::Op::OpConstant && instruction[3] == 15) {
      words[instruction.at + 3] = 7;
      ++changed;
    }
  ASSERT_EQ(changed, 1u);
  const auto guarded = withLoopGuard(words, kReports);
  ASSERT_FALSE(guarded);
  EXPECT_THAT(guarded.error().message, HasSubstr("no word for the launch. Compile it again."));
}

TEST_F(LoopGuard, DamagedModulesCauseNoCrash) {
  for (const char *name : {"count", "find", "forever"})
    vulkan_test::damage(words_[name], [](std::span<const uint32_t> words) {
      (void)hasLoops(words);
      (void)nestingOf(words);
      (void)withLoopGuard(words, kReports);
    });
}

TEST_F(LoopGuard, NestingOfConditions) {
  EXPECT_EQ(nestingOf(words_["straight"]), 0u);
  EXPECT_EQ(nestingOf(words_["count"]), 2u); // the check for iterations, and the loop's own
  EXPECT_EQ(nestingOf(words_["nested_64"]), 64u);
  EXPECT_EQ(nestingOf(words_["nested_79"]), 79u);
  EXPECT_EQ(nestingOf(words_["nested_80"]), 80u);
}

} // namespace
} // namespace ursa::vulkan
