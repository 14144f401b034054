// How modules of the compiler change for drivers that compute them wrongly; driver_shapes_test runs
// such modules.
#include "adapters/vulkan/quirks/float_shapes.h"
#include "adapters/vulkan/quirks/loop_values.h"
#include "adapters/vulkan/quirks/shapes.h"
#include "vulkan/guarded_module.h"

#include <spirv/unified1/GLSL.std.450.h>

namespace ursa::vulkan {
namespace {

using format::Toggle;
using vulkan_test::countOf;
using Words = std::vector<uint32_t>;

class Shapes : public ::testing::Test {
protected:
  static int countOfGlsl(uint32_t number, const Words &words) {
    int count = 0;
    for (const spirv::Instruction &one : spirv::Walker(words))
      count += one.op == spv::Op::OpExtInst && one[4] == number;
    return count;
  }
  /// The loops that test for their end where they begin.
  static int loopsWithTests(const Words &words) {
    int count = 0;
    bool isHeader = false;
    for (const spirv::Instruction &one : spirv::Walker(words)) {
      count += isHeader && one.op == spv::Op::OpBranchConditional;
      isHeader = one.op == spv::Op::OpLoopMerge;
    }
    return count;
  }

  std::map<std::string, Words> words_ = vulkan_test::modulesOf(URSA_SHAPES_IMAGE);
  std::map<std::string, Words> loops_ = vulkan_test::loopModules();
};

TEST_F(Shapes, LoopsKeepTheirValuesInPhis) {
  for (const auto &[name, loops] :
       {std::pair("loop_values", 1), {"irreducible", 2}, {"loaded_values", 1}}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(loopsWithTests(words_[name]), 0);
    const Words after = withLoopValuesInPhis(words_[name]);
    vulkan_test::expectValid(after);
    EXPECT_EQ(loopsWithTests(after), loops);
    EXPECT_EQ(countOf(spv::Op::OpLoopMerge, after), countOf(spv::Op::OpLoopMerge, words_[name]));
    EXPECT_EQ(withLoopValuesInPhis(after), after);
  }
}

TEST_F(Shapes, LoopsWithoutValuesBehindThemStay) {
  for (const char *name : {"forever", "straight", "full_vectors", "barriers"})
    EXPECT_EQ(withLoopValuesInPhis(loops_[name]), loops_[name]) << name;
}

TEST_F(Shapes, DoublesAreRoundedBySums) {
  const Words &before = words_["roundings"];
  EXPECT_EQ(countOfGlsl(GLSLstd450RoundEven, before), 1);
  const Words after = withDoublesRoundedBySums(before);
  vulkan_test::expectValid(after);
  for (const uint32_t number :
       {GLSLstd450RoundEven, GLSLstd450Trunc, GLSLstd450Floor, GLSLstd450Ceil}) {
    EXPECT_EQ(countOfGlsl(number, before), 1) << number;
    EXPECT_EQ(countOfGlsl(number, after), 0) << number;
  }
  EXPECT_EQ(withDoublesRoundedBySums(after), after);
  EXPECT_EQ(withDoublesRoundedBySums(words_["signs"]), words_["signs"]);
}

TEST_F(Shapes, ConversionsAreSeparate) {
  const Words &before = words_["conversions"];
  EXPECT_EQ(countOfGlsl(GLSLstd450NMin, before), 0);
  const Words after = withSeparateConversions(before);
  vulkan_test::expectValid(after);
  EXPECT_EQ(countOfGlsl(GLSLstd450NMin, after), 1);
  EXPECT_EQ(withSeparateConversions(after), after);
  EXPECT_EQ(withSeparateConversions(words_["loop_values"]), words_["loop_values"]);
}

TEST_F(Shapes, SignsAreSelected) {
  const Words &before = words_["signs"];
  const Words after = withSelectedSigns(before);
  vulkan_test::expectValid(after);
  EXPECT_EQ(countOf(spv::Op::OpSelect, after), countOf(spv::Op::OpSelect, before) + 1);
  EXPECT_EQ(countOf(spv::Op::OpFNegate, after), countOf(spv::Op::OpFNegate, before) + 1);
  EXPECT_EQ(withSelectedSigns(after), after);
  EXPECT_EQ(withSelectedSigns(words_["loop_values"]), words_["loop_values"]);
}

TEST_F(Shapes, TogglesDecide) {
  EXPECT_EQ(shapedBy({}, words_["signs"]), words_["signs"]);
  format::ToggleSet toggles;
  toggles.set(Toggle::SelectSigns);
  EXPECT_EQ(shapedBy(toggles, words_["signs"]), withSelectedSigns(words_["signs"]));
  EXPECT_EQ(shapedBy(toggles, words_["conversions"]), words_["conversions"]);
  for (const format::ToggleInfo &info : format::toggleTable())
    toggles.set(info.toggle);
  for (const auto &[name, words] : words_)
    vulkan_test::expectValid(shapedBy(toggles, words));
  for (const auto &[name, words] : loops_)
    vulkan_test::expectValid(shapedBy(toggles, words));
}

TEST_F(Shapes, DamagedModulesCauseNoCrash) {
  format::ToggleSet toggles;
  for (const format::ToggleInfo &info : format::toggleTable())
    toggles.set(info.toggle);
  for (const char *name : {"irreducible", "signs", "conversions", "roundings"})
    vulkan_test::damage(words_[name],
                        [&](std::span<const uint32_t> words) { (void)shapedBy(toggles, words); });
}

} // namespace
} // namespace ursa::vulkan
