// Tests the check of structured control flow, and that SPIRV-Tools accepts and rejects the same
// modules.
#include "compiler/targets/vulkan/control_flow.h"
#include "compiler/targets/vulkan/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spirv-tools/libspirv.h>

namespace ursa::vulkan {
namespace {

using spirv::Words;
using ::testing::HasSubstr;

/// Returns a module whose only function consists of @p blocks.
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
  const char *error = "";
};

void PrintTo(const Case &given, std::ostream *out) { *out << given.name; }

class ValidControlFlow : public ::testing::TestWithParam<Case> {};
class InvalidControlFlow : public ::testing::TestWithParam<Case> {};

TEST_P(ValidControlFlow, IsAccepted) {
  const Words words = moduleOf(GetParam().blocks);
  EXPECT_EQ(textOf(compiler::vulkan::checkControlFlow(words)), "");
  EXPECT_EQ(textOf(compiler::vulkan::validateWithSpirvTools(words)), "");
}

TEST_P(ValidControlFlow, IsValidInOneBlockWithoutControlFlow) {
  const Words oneBlock = compiler::vulkan::withoutControlFlow(moduleOf(GetParam().blocks));
  EXPECT_EQ(compiler::vulkan::countBlocks(oneBlock), 1U);
  EXPECT_EQ(textOf(compiler::vulkan::validateWithSpirvTools(oneBlock)), "");
}

TEST_P(InvalidControlFlow, IsRejectedByBothChecks) {
  const Words words = moduleOf(GetParam().blocks);
  EXPECT_THAT(textOf(compiler::vulkan::checkControlFlow(words)), HasSubstr(GetParam().error));
  EXPECT_NE(textOf(compiler::vulkan::validateWithSpirvTools(words)), "");
}

const auto kName = [](const ::testing::TestParamInfo<Case> &info) { return info.param.name; };

INSTANTIATE_TEST_SUITE_P(, ValidControlFlow,
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
                                           Case{"NestedLoops", R"(
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
                                           Case{"InfiniteLoop", R"(
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

INSTANTIATE_TEST_SUITE_P(, InvalidControlFlow,
                         ::testing::Values(Case{"UseIsNotDominated", R"(
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
                                           Case{"PhiOfBlockThatIsNoPredecessor", R"(
          %a = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %yes %b %c
          %b = OpLabel
          OpBranch %c
          %c = OpLabel
          %x = OpPhi %uint %one %b %one %c
          OpReturn)",
                                                "an OpPhi whose parents are not the predecessors"},
                                           Case{"PhiOfAnotherType", R"(
          %a = OpLabel
          OpBranch %b
          %b = OpLabel
          %x = OpPhi %float %one %a
          OpReturn)",
                                                "an OpPhi with a value of another type"},
                                           Case{"PhiAfterAnInstruction", R"(
          %a = OpLabel
          OpBranch %b
          %b = OpLabel
          %x = OpIAdd %uint %one %one
          %y = OpPhi %uint %one %a
          OpReturn)",
                                                "an OpPhi after other instructions"},
                                           Case{"SelectionWithoutMerge", R"(
          %a = OpLabel
          OpBranchConditional %yes %b %c
          %b = OpLabel
          OpReturn
          %c = OpLabel
          OpReturn)",
                                                "a conditional branch without a merge instruction"},
                                           Case{"ConditionIsNotABoolean", R"(
          %a = OpLabel
          OpSelectionMerge %c None
          OpBranchConditional %one %b %c
          %b = OpLabel
          OpBranch %c
          %c = OpLabel
          OpReturn)",
                                                "not a boolean"},
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
                                           Case{"MergeBlockOfTwoSelections", R"(
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
                                                "belongs to another construct"},
                                           Case{"BackEdgeWithoutALoop", R"(
          %a = OpLabel
          OpBranch %b
          %b = OpLabel
          OpBranch %c
          %c = OpLabel
          OpBranch %b)",
                                                "back edge"},
                                           Case{"BackEdgeFromTheBody", R"(
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
                                                "back edge"},
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
                                                "is unreachable or precedes its predecessors"}),
                         kName);

} // namespace
} // namespace ursa::vulkan
