// The guard for drivers that run the unused lanes of vectors, in modules of the compiler;
// conformance tests run such modules.
#include "adapters/vulkan/quirks/lane_guard.h"
#include "adapters/vulkan/quirks/loop_guard.h"
#include "vulkan/guarded_module.h"

namespace ursa::vulkan {
namespace {

using ::testing::HasSubstr;

using vulkan_test::countOf;
using vulkan_test::expectValid;

class LaneGuard : public ::testing::Test {
protected:
  /// The number of variables and constants of a built-in.
  int builtIns(spv::BuiltIn builtIn, const std::vector<uint32_t> &words) {
    int count = 0;
    for (const spirv::Instruction &instruction : spirv::Walker(words))
      count += instruction.op == spv::Op::OpDecorate &&
               instruction[2] == static_cast<uint32_t>(spv::Decoration::BuiltIn) &&
               instruction[3] == static_cast<uint32_t>(builtIn);
    return count;
  }

  std::map<std::string, std::vector<uint32_t>> words_ = vulkan_test::loopModules();
};

TEST_F(LaneGuard, AddsABranchToAReturn) {
  for (const char *name : {"count", "find", "forever", "straight", "partial_vectors"}) {
    SCOPED_TRACE(name);
    const std::vector<uint32_t> &before = words_[name];
    const auto after = withLaneGuard(before);
    ASSERT_TRUE(after) << after.error().message;
    expectValid(*after);
    for (const spv::Op op :
         {spv::Op::OpReturn, spv::Op::OpSelectionMerge, spv::Op::OpBranchConditional})
      EXPECT_EQ(countOf(op, *after), countOf(op, before) + 1);
    EXPECT_EQ(countOf(spv::Op::OpLabel, *after), countOf(spv::Op::OpLabel, before) + 2);
    EXPECT_EQ(builtIns(spv::BuiltIn::LocalInvocationId, *after), 1);
    EXPECT_EQ(builtIns(spv::BuiltIn::SubgroupLocalInvocationId, *after), 1);
  }
  EXPECT_EQ(builtIns(spv::BuiltIn::LocalInvocationId, words_["count"]), 1);
  EXPECT_EQ(builtIns(spv::BuiltIn::LocalInvocationId, words_["find"]), 0);
}

TEST_F(LaneGuard, GoesWithTheLoopGuard) {
  for (const char *name : {"count", "find", "forever", "partial_vectors"}) {
    SCOPED_TRACE(name);
    const auto first = withLoopGuard(words_[name], 0x123456789abc0000);
    ASSERT_TRUE(first) << first.error().message;
    const auto both = withLaneGuard(*first);
    ASSERT_TRUE(both) << both.error().message;
    expectValid(*both);
  }
}

TEST_F(LaneGuard, LeavesRequiredSizesOfFullVectorsAlone) {
  const auto after = withLaneGuard(words_["full_vectors"]);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(*after, words_["full_vectors"]);
}

TEST_F(LaneGuard, DamagedModulesCauseNoCrash) {
  for (const char *name : {"count", "find", "partial_vectors"})
    vulkan_test::damage(words_[name],
                        [](std::span<const uint32_t> words) { (void)withLaneGuard(words); });
  const auto none = withLaneGuard(std::span(words_["count"]).first(5));
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("its parts are not in order"));
}

} // namespace
} // namespace ursa::vulkan
