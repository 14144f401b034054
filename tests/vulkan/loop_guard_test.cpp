// The guard for loops that a driver ends early, in modules of the compiler; conformance tests run
// such modules.
#include "adapters/vulkan/program/image.h"
#include "adapters/vulkan/quirks/loop_guard.h"
#include "adapters/vulkan/quirks/nesting.h"
#include "vulkan/image_builder.h"

#include <gmock/gmock.h>
#include <spirv/unified1/spirv.hpp11>

#include <map>

namespace ursa::vulkan {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kReports = 0x123456789abc0000;

class LoopGuard : public ::testing::Test {
protected:
  LoopGuard() {
    const auto bytes = vulkan_test::readFile(URSA_LOOPS_IMAGE);
    auto image = readImage(std::as_bytes(std::span(bytes)));
    EXPECT_TRUE(image) << image.error().message;
    for (const ImageKernel &kernel : image->kernels)
      words_[kernel.name] = kernel.words;
  }

  std::map<spv::Op, int> opsOf(std::span<const uint32_t> words) {
    std::map<spv::Op, int> ops;
    for (size_t at = 5; at < words.size(); at += words[at] >> spv::WordCountShift)
      ++ops[static_cast<spv::Op>(words[at] & spv::OpCodeMask)];
    return ops;
  }

  std::map<std::string, std::vector<uint32_t>> words_;
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
  for (size_t at = 5; at < words.size(); at += words[at] >> spv::WordCountShift)
    if (static_cast<spv::Op>(words[at] & spv::OpCodeMask) == spv::Op::OpConstant &&
        words[at + 3] == 15) {
      words[at + 3] = 7;
      ++changed;
    }
  ASSERT_EQ(changed, 1u);
  const auto guarded = withLoopGuard(words, kReports);
  ASSERT_FALSE(guarded);
  EXPECT_THAT(guarded.error().message, HasSubstr("no word for the launch. Compile it again."));
}

TEST_F(LoopGuard, DamagedModulesCauseNoCrash) {
  for (const char *name : {"count", "find", "forever"}) {
    const std::vector<uint32_t> &whole = words_[name];
    for (size_t length = 0; length < whole.size(); ++length) {
      const std::vector<uint32_t> part(whole.begin(),
                                       whole.begin() + static_cast<ptrdiff_t>(length));
      (void)hasLoops(part);
      (void)nestingOf(part);
      (void)withLoopGuard(part, kReports);
    }
    for (size_t at = 0; at < whole.size(); ++at)
      for (const uint32_t value : {0u, 1u, 0x10000u, 0x20000u | 248u, 0xffffffffu}) {
        std::vector<uint32_t> changed = whole;
        changed[at] = value;
        (void)hasLoops(changed);
        (void)nestingOf(changed);
        (void)withLoopGuard(changed, kReports);
      }
  }
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
