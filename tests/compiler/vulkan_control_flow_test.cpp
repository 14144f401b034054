// The check of a Vulkan module's blocks. The validator of SPIRV-Tools says the same of each module.
#include "compiler/targets/vulkan/control_flow.h"
#include "compiler/targets/vulkan/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spirv-tools/libspirv.h>

namespace ursa::vulkan {
namespace {

using ::testing::HasSubstr;

/// A module whose one function is @p blocks.
Words moduleOf(const std::string &blocks) {
  const std::string text = R"(
    OpCapability Shader
    OpCapability VulkanMemoryModel
    OpMemoryModel Logical Vulkan
    OpEntryPoint GLCompute %1 "k"
    OpExecutionMode %1 LocalSize 1 1 1
    %void = OpTypeVoid
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %float = OpTypeFloat 32
    %type = OpTypeFunction %void
    %yes = OpConstantTrue %bool
    %one = OpConstant %uint 1
    %1 = OpFunction %void None %type
  )" + blocks + "\nOpFunctionEnd\n";
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_5);
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result =
      spvTextToBinary(context, text.data(), text.size(), &binary, &diagnostic);
  EXPECT_EQ(result, SPV_SUCCESS) << (diagnostic ? diagnostic->error : "") << text;
  const Words words = binary ? Words(binary->code, binary->code + binary->wordCount) : Words();
  spvDiagnosticDestroy(diagnostic);
  spvBinaryDestroy(binary);
  spvContextDestroy(context);
  return words;
}

std::string textOf(llvm::Error error) { return error ? toString(std::move(error)) : ""; }

struct Case {
  const char *name;
  const char *blocks;
  const char *problem = "";
};

void PrintTo(const Case &given, std::ostream *out) { *out << given.name; }

class RightControlFlow : public ::testing::TestWithParam<Case> {};
class WrongControlFlow : public ::testing::TestWithParam<Case> {};

TEST_P(RightControlFlow, IsAccepted) {
  const Words words = moduleOf(GetParam().blocks);
  EXPECT_EQ(textOf(checkControlFlow(words)), "");
  EXPECT_EQ(textOf(validateByTools(words)), "");
}

TEST_P(RightControlFlow, LeavesAValidModuleInOneBlock) {
  const Words straight = withoutControlFlow(moduleOf(GetParam().blocks));
  EXPECT_EQ(countBlocks(straight), 1U);
  EXPECT_EQ(textOf(validateByTools(straight)), "");
}

TEST_P(WrongControlFlow, IsRefusedByBothChecks) {
  const Words words = moduleOf(GetParam().blocks);
  EXPECT_THAT(textOf(checkControlFlow(words)), HasSubstr(GetParam().problem));
  EXPECT_NE(textOf(validateByTools(words)), "");
}

const auto kName = [](const ::testing::TestParamInfo<Case> &info) { return info.param.name; };

INSTANTIATE_TEST_SUITE_P(, RightControlFlow,
                         ::testing::Values(Case{"Selection", R"(
          %a = OpLabel
          OpSelectionMerge %d None
          OpBranchConditional %yes %b %c
          %b = OpLabel
          %x = OpIAdd %uint %one %one
          OpBranch %d
          %c = OpLabel
          OpBranch %d
          %d = OpLabel
          %y = OpPhi %uint %x %b %one %c
          OpReturn)"},
                                           Case{"LoopWithBreakAndContinueInSelections", R"(
          %a = OpLabel
          OpBranch %head
          %head = OpLabel
          %i = OpPhi %uint %one %a %next %continue
          OpLoopMerge %end %continue None
          OpBranch %body
          %body = OpLabel
          OpSelectionMerge %behind None
          OpBranchConditional %yes %then %behind
          %then = OpLabel
          OpBranchConditional %yes %end %more
          %more = OpLabel
          OpBranchConditional %yes %continue %behind
          %behind = OpLabel
          OpBranch %continue
          %continue = OpLabel
          %next = OpIAdd %uint %i %one
          OpBranchConditional %yes %head %end
          %end = OpLabel
          OpReturn)"},
                                           Case{"LoopInALoop", R"(
          %a = OpLabel
          OpBranch %head
          %head = OpLabel
          OpLoopMerge %end %continue None
          OpBranch %inner
          %inner = OpLabel
          OpLoopMerge %innerend %innercontinue None
          OpBranch %body
          %body = OpLabel
          OpBranchConditional %yes %innercontinue %innerend
          %innercontinue = OpLabel
          OpBranch %inner
          %innerend = OpLabel
          OpBranchConditional %yes %continue %end
          %continue = OpLabel
          OpBranch %head
          %end = OpLabel
          OpReturn)"},
                                           Case{"LoopThatNeverEnds", R"(
          %a = OpLabel
          OpBranch %head
          %head = OpLabel
          OpLoopMerge %end %continue None
          OpBranch %body
          %body = OpLabel
          OpBranch %continue
          %continue = OpLabel
          OpBranch %head
          %end = OpLabel
          OpUnreachable)"}),
                         kName);

INSTANTIATE_TEST_SUITE_P(, WrongControlFlow,
                         ::testing::Values(Case{"UseThatIsNotDominated", R"(
          %a = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %yes %b %c
          %b = OpLabel
          %x = OpIAdd %uint %one %one
          OpBranch %c
          %c = OpLabel
          %y = OpIAdd %uint %x %one
          OpReturn)",
                                                "does not dominate"},
                                           Case{"PhiOfAnotherBlock", R"(
          %a = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %yes %b %c
          %b = OpLabel
          OpBranch %c
          %c = OpLabel
          %x = OpPhi %uint %one %b %one %c
          OpReturn)",
                                                "a phi whose blocks are not those"},
                                           Case{"PhiOfAnotherType", R"(
          %a = OpLabel
          OpBranch %b
          %b = OpLabel
          %x = OpPhi %float %one %a
          OpReturn)",
                                                "a phi with a value of another type"},
                                           Case{"PhiBehindAnInstruction", R"(
          %a = OpLabel
          OpBranch %b
          %b = OpLabel
          %x = OpIAdd %uint %one %one
          %y = OpPhi %uint %one %a
          OpReturn)",
                                                "a phi that is not at its start"},
                                           Case{"SelectionWithoutMerge", R"(
          %a = OpLabel
          OpBranchConditional %yes %b %c
          %b = OpLabel
          OpReturn
          %c = OpLabel
          OpReturn)",
                                                "selects without a merge"},
                                           Case{"ConditionThatIsNoBool", R"(
          %a = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %one %b %c
          %b = OpLabel
          OpBranch %c
          %c = OpLabel
          OpReturn)",
                                                "no bool"},
                                           Case{"BranchIntoASelection", R"(
          %a = OpLabel
          OpSelectionMerge %e None
          OpBranchConditional %yes %b %d
          %b = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %yes %d %c
          %c = OpLabel
          OpBranch %e
          %d = OpLabel
          OpBranch %e
          %e = OpLabel
          OpReturn)",
                                                "branches"},
                                           Case{"BranchOutOfTwoSelections", R"(
          %a = OpLabel
          OpSelectionMerge %e None
          OpBranchConditional %yes %b %e
          %b = OpLabel
          OpSelectionMerge %d None
          OpBranchConditional %yes %c %d
          %c = OpLabel
          OpBranch %e
          %d = OpLabel
          OpBranch %e
          %e = OpLabel
          OpReturn)",
                                                "merge block of a construct that it is not in"},
                                           Case{"MergeOfTwo", R"(
          %a = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %yes %b %c
          %b = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %yes %d %c
          %d = OpLabel
          OpBranch %c
          %c = OpLabel
          OpReturn)",
                                                "its own"},
                                           Case{"BranchBackWithoutALoop", R"(
          %a = OpLabel
          OpBranch %b
          %b = OpLabel
          OpBranch %c
          %c = OpLabel
          OpBranch %b)",
                                                "branches back"},
                                           Case{"BranchBackFromTheBody", R"(
          %a = OpLabel
          OpBranch %head
          %head = OpLabel
          OpLoopMerge %end %continue None
          OpBranch %body
          %body = OpLabel
          OpSelectionMerge %merge None
          OpBranchConditional %yes %merge %back
          %back = OpLabel
          OpBranch %head
          %merge = OpLabel
          OpBranch %continue
          %continue = OpLabel
          OpBranch %head
          %end = OpLabel
          OpReturn)",
                                                "branches back"},
                                           Case{"BreakOutOfTwoLoops", R"(
          %a = OpLabel
          OpBranch %head
          %head = OpLabel
          OpLoopMerge %end %continue None
          OpBranch %inner
          %inner = OpLabel
          OpLoopMerge %innerend %innercontinue None
          OpBranch %body
          %body = OpLabel
          OpBranchConditional %yes %innercontinue %end
          %innercontinue = OpLabel
          OpBranchConditional %yes %inner %innerend
          %innerend = OpLabel
          OpBranch %continue
          %continue = OpLabel
          OpBranch %head
          %end = OpLabel
          OpReturn)",
                                                "merge block of a construct that it is not in"},
                                           Case{"ReturnInAContinueConstruct", R"(
          %a = OpLabel
          OpBranch %head
          %head = OpLabel
          OpLoopMerge %end %continue None
          OpBranch %body
          %body = OpLabel
          OpBranch %continue
          %continue = OpLabel
          OpSelectionMerge %back None
          OpBranchConditional %yes %leave %back
          %leave = OpLabel
          OpReturn
          %back = OpLabel
          OpBranch %head
          %end = OpLabel
          OpReturn)",
                                                "ends the function in a continue construct"},
                                           Case{"BlockBeforeItsDominator", R"(
          %a = OpLabel
          OpBranch %c
          %b = OpLabel
          OpReturn
          %c = OpLabel
          OpBranch %b)",
                                                "is before the blocks that lead to it"}),
                         kName);

} // namespace
} // namespace ursa::vulkan
