// How fences leave loops, in modules of the compiler; SYCL tests run such modules.
#include "adapters/vulkan/quirks/loop_fences.h"
#include "vulkan/guarded_module.h"

namespace ursa::vulkan {
namespace {

using vulkan_test::countOf;

class LoopFences : public ::testing::Test {
protected:
  /// The atomic instructions that order memory, and those that do not.
  std::pair<int, int> atomics(const std::vector<uint32_t> &words) {
    std::map<uint32_t, uint32_t> numbers;
    std::pair<int, int> counts;
    for (const spirv::Instruction &one : spirv::Walker(words)) {
      if (one.op == spv::Op::OpConstant)
        numbers[one[2]] = one[3];
      if (one.op == spv::Op::OpAtomicIAdd || one.op == spv::Op::OpAtomicCompareExchange)
        ++(numbers.at(one[5]) ? counts.first : counts.second);
      if (one.op == spv::Op::OpAtomicStore)
        ++(numbers.at(one[3]) ? counts.first : counts.second);
    }
    return counts;
  }

  std::map<std::string, std::vector<uint32_t>> words_ = vulkan_test::loopModules();
};

TEST_F(LoopFences, GoToTheOutermostLoop) {
  const std::vector<uint32_t> &before = words_["fences"];
  const std::vector<uint32_t> after = withoutFencesInLoops(before);
  vulkan_test::expectValid(after);
  EXPECT_EQ(atomics(before), std::pair(2, 1));
  EXPECT_EQ(atomics(after), std::pair(0, 3));
  EXPECT_EQ(countOf(spv::Op::OpMemoryBarrier, before), 1);
  EXPECT_EQ(countOf(spv::Op::OpLoopMerge, after), 3);
  // Before and behind the loop that had fences, in no loop.
  EXPECT_EQ(countOf(spv::Op::OpMemoryBarrier, after), 2);
  EXPECT_EQ(withoutFencesInLoops(after), after);
}

TEST_F(LoopFences, BarriersAndFencesOutsideStay) {
  for (const char *name : {"barriers", "count", "forever", "straight"})
    EXPECT_EQ(withoutFencesInLoops(words_[name]), words_[name]) << name;
  EXPECT_EQ(atomics(words_["barriers"]), std::pair(1, 1));
  EXPECT_EQ(countOf(spv::Op::OpMemoryBarrier, words_["barriers"]), 1);
}

TEST_F(LoopFences, DamagedModulesCauseNoCrash) {
  vulkan_test::damage(words_["fences"],
                      [](std::span<const uint32_t> words) { (void)withoutFencesInLoops(words); });
}

} // namespace
} // namespace ursa::vulkan
