// The control flow of functions, and the definitions of modules.
#include "spirv/control_flow.h"
#include "spirv/definitions.h"

#include <gmock/gmock.h>

namespace ursa::spirv {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Id kWord = 1, kLong = 2, kSeven = 3, kBig = 4, kCondition = 5, kFunction = 6;

class SpirvControlFlow : public ::testing::Test {
protected:
  SpirvControlFlow() {
    add(spv::Op::OpTypeInt, {kWord, 32, 0});
    add(spv::Op::OpTypeInt, {kLong, 64, 0});
    add(spv::Op::OpConstant, {kWord, kSeven, 7});
    add(spv::Op::OpConstant, {kLong, kBig, 8, 9});
    add(spv::Op::OpFunction, {kWord, kFunction, 0, kWord});
  }

  void add(spv::Op op, Operands operands = {}) { append(words_, op, operands); }
  void label(Id id) { add(spv::Op::OpLabel, id); }
  void branch(Id target) { add(spv::Op::OpBranch, target); }
  void branch(Id ifTrue, Id ifFalse) {
    add(spv::Op::OpBranchConditional, {kCondition, ifTrue, ifFalse});
  }
  void loopMerge(Id merge, Id continueTarget) {
    add(spv::Op::OpLoopMerge, {merge, continueTarget, 0});
  }
  void selectionMerge(Id merge) { add(spv::Op::OpSelectionMerge, {merge, 0}); }

  ControlFlow analyze() {
    add(spv::Op::OpFunctionEnd);
    auto flow = ControlFlow::of(words_);
    EXPECT_TRUE(flow);
    return *std::move(flow);
  }

  /// A loop (10) with a selection (11) around a loop (12), and what follows them (19).
  ControlFlow nestedLoops() {
    label(9);
    branch(10);
    label(10);
    loopMerge(19, 18);
    branch(11);
    label(11);
    selectionMerge(16);
    branch(12, 16);
    label(12);
    loopMerge(15, 14);
    branch(13);
    label(13);
    branch(14, 15);
    label(14);
    branch(12);
    label(15);
    branch(16);
    label(16);
    branch(18);
    label(18);
    branch(10, 19);
    label(19);
    add(spv::Op::OpReturn);
    return analyze();
  }

  static const BasicBlock &blockOf(const ControlFlow &flow, Id id) {
    for (const BasicBlock &block : flow.blocks())
      if (block.id == id)
        return block;
    ADD_FAILURE() << id;
    return flow.blocks().front();
  }
  /// Returns the loops of all blocks, in their order; kNone is -1.
  static std::vector<int> loopsOf(const ControlFlow &flow) {
    std::vector<int> loops;
    for (const BasicBlock &block : flow.blocks())
      loops.push_back(static_cast<int>(block.loop));
    return loops;
  }

  Words words_ = Words(kHeaderWords);
};

TEST_F(SpirvControlFlow, BlocksEndWithTheirMergeInstructionAndTerminator) {
  label(7);
  add(spv::Op::OpLoad, {kWord, 20, 21});
  selectionMerge(8);
  branch(8, 8);
  label(8);
  add(spv::Op::OpReturn);
  const ControlFlow flow = analyze();
  ASSERT_EQ(flow.blocks().size(), 2u);
  const BasicBlock &first = flow.blocks()[0], &last = flow.blocks()[1];
  EXPECT_EQ(flow.instructions()[0].op, spv::Op::OpFunction);
  EXPECT_EQ(flow.instructions()[first.label].op, spv::Op::OpLabel);
  EXPECT_EQ(flow.instructions()[first.end].op, spv::Op::OpSelectionMerge);
  EXPECT_EQ(flow.mergeOf(first), spv::Op::OpSelectionMerge);
  EXPECT_EQ(flow.terminatorOf(first).op, spv::Op::OpBranchConditional);
  EXPECT_FALSE(last.hasMerge());
  EXPECT_EQ(flow.mergeOf(last), spv::Op::OpNop);
  EXPECT_EQ(flow.instructions()[last.end].op, spv::Op::OpReturn);
  EXPECT_THAT(first.successors, ElementsAre(8, 8));
  EXPECT_THAT(last.successors, IsEmpty());
  EXPECT_THAT(flow.predecessorsOf(8), ElementsAre(0, 0));
  EXPECT_THAT(flow.predecessorsOf(7), IsEmpty());
}

TEST_F(SpirvControlFlow, BlocksAreInTheInnermostLoop) {
  const ControlFlow flow = nestedLoops();
  ASSERT_EQ(flow.loops().size(), 2u);
  const Loop &outer = flow.loops()[0], &inner = flow.loops()[1];
  EXPECT_THAT(std::tuple(outer.header, outer.merge, outer.continueTarget, outer.depth),
              std::tuple(10, 19, 18, 1));
  EXPECT_THAT(std::tuple(inner.header, inner.merge, inner.continueTarget, inner.depth),
              std::tuple(12, 15, 14, 2));
  EXPECT_EQ(inner.outermost, 0u);
  EXPECT_THAT(loopsOf(flow), ElementsAre(-1, 0, 0, 1, 1, 1, 0, 0, 0, -1));
  EXPECT_EQ(flow.outermostLoopOf(blockOf(flow, 13)), 0u);
  EXPECT_EQ(flow.outermostLoopOf(blockOf(flow, 19)), kNone);
  EXPECT_EQ(flow.loopMergedAt(15), 1u);
  EXPECT_EQ(flow.loopMergedAt(16), kNone);
}

TEST_F(SpirvControlFlow, SelectionsCountTheirHeadersAndNotTheirMergeBlocks) {
  const ControlFlow flow = nestedLoops();
  std::vector<uint32_t> depths;
  for (const BasicBlock &block : flow.blocks())
    depths.push_back(block.selectionDepth);
  EXPECT_THAT(depths, ElementsAre(0, 0, 1, 1, 1, 1, 1, 0, 0, 0));
}

TEST_F(SpirvControlFlow, LoopsOfSeveralFunctionsAreApart) {
  label(7);
  loopMerge(8, 7);
  branch(7, 8);
  label(8);
  add(spv::Op::OpReturn);
  add(spv::Op::OpFunctionEnd);
  add(spv::Op::OpFunction, {kWord, 30, 0, kWord});
  label(31);
  add(spv::Op::OpReturnValue, kSeven);
  const ControlFlow flow = analyze();
  EXPECT_EQ(flow.functionCount(), 2u);
  EXPECT_THAT(loopsOf(flow), ElementsAre(0, -1, -1));
  EXPECT_THAT(flow.predecessorsOf(7), ElementsAre(0));
}

TEST_F(SpirvControlFlow, CasesOfASwitchAreAsWideAsItsSelector) {
  label(7);
  selectionMerge(10);
  add(spv::Op::OpSwitch, {kSeven, 10, 0, 8, 1, 9});
  label(8);
  selectionMerge(9);
  add(spv::Op::OpSwitch, {kBig, 9, 0, 0, 9, 1, 1, 9});
  label(9);
  branch(10);
  label(10);
  add(spv::Op::OpReturn);
  const ControlFlow flow = analyze();
  EXPECT_THAT(flow.blocks()[0].successors, ElementsAre(10, 8, 9));
  EXPECT_THAT(flow.blocks()[1].successors, ElementsAre(9, 9, 9));
}

TEST_F(SpirvControlFlow, NothingForBlocksThatAreNotInOrder) {
  const Words start = words_;
  branch(8); // in no block
  EXPECT_FALSE(ControlFlow::of(words_));
  words_ = start;
  label(7);
  EXPECT_FALSE(ControlFlow::of(words_)); // without a terminator
  label(8);
  add(spv::Op::OpReturn);
  EXPECT_FALSE(ControlFlow::of(words_));
  EXPECT_TRUE(ControlFlow::of(start));
  words_ = start;
  words_.push_back(firstWord(spv::Op::OpBranch, 1));
  EXPECT_FALSE(ControlFlow::of(words_)); // without a target
  EXPECT_FALSE(ControlFlow::of({}));
}

TEST_F(SpirvControlFlow, DefinitionsAndConstantsById) {
  words_.push_back(firstWord(spv::Op::OpConstant, 3)); // not complete
  words_.insert(words_.end(), {kWord, 40});
  const Definitions definitions(words_);
  EXPECT_EQ(definitions.of(kWord).op, spv::Op::OpTypeInt);
  EXPECT_EQ(definitions.of(kFunction).op, spv::Op::OpFunction);
  EXPECT_TRUE(definitions.of(40).empty());
  EXPECT_TRUE(definitions.of(41).empty());
  EXPECT_EQ(definitions.constant(kSeven), 7u);
  EXPECT_EQ(definitions.constant(kBig), 8u);
  EXPECT_EQ(definitions.constant(kWord), std::nullopt);
}

} // namespace
} // namespace ursa::spirv
