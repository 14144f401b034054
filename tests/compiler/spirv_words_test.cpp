// What is mended in the words of a SPIR-V module.
#include "compiler/targets/spirv/words.h"

#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <spirv-tools/libspirv.hpp>

namespace ursa {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::vector<uint32_t> assemble(const std::string &body) {
  const std::string text = R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Int64
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %kernel "k"
  )" + body;
  std::vector<uint32_t> words;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_2);
  EXPECT_TRUE(tools.Assemble(text, &words)) << text;
  return words;
}

std::string mended(const std::string &body) {
  auto words = spirv_target::mendWords(assemble(body));
  if (!words)
    return "error: " + llvm::toString(words.takeError());
  EXPECT_EQ(llvm::toString(spirv_target::validate(*words)), "");
  std::string text;
  spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_2).Disassemble(*words, &text, 0);
  return text;
}

constexpr const char *kFunction = R"(
    %void = OpTypeVoid
    %type = OpTypeFunction %void
    %kernel = OpFunction %void None %type
    %label = OpLabel
)";

TEST(SpirvWords, KeepsOneConstantForEachId) {
  const std::string text = mended(std::string(R"(
    OpDecorate %a SpecId 3
    OpDecorate %b SpecId 3
    %uint = OpTypeInt 32 0
    %a = OpSpecConstant %uint 7
    %b = OpSpecConstant %uint 7
  )") + kFunction + R"(
    %sum = OpIAdd %uint %a %b
    OpReturn
    OpFunctionEnd)");
  EXPECT_EQ(text.find("SpecId"), text.rfind("SpecId"));
  EXPECT_EQ(text.find("OpSpecConstant"), text.rfind("OpSpecConstant"));
}

TEST(SpirvWords, WritesScalarNullsAsZeros) {
  const std::string text = mended(std::string(R"(
    %uint = OpTypeInt 32 0
    %ulong = OpTypeInt 64 0
    %pair = OpTypeStruct %uint %ulong
    %n32 = OpConstantNull %uint
    %n64 = OpConstantNull %ulong
    %both = OpConstantNull %pair
  )") + kFunction + R"(
    OpReturn
    OpFunctionEnd)");
  EXPECT_THAT(text, ContainsRegex("= OpConstant %[0-9]+ 0\n.*= OpConstant %[0-9]+ 0\n"));
  EXPECT_THAT(text, HasSubstr("OpConstantNull")); // of the struct
}

TEST(SpirvWords, RefusesAnIdOfTwoTypes) {
  EXPECT_THAT(mended(std::string(R"(
    OpDecorate %a SpecId 3
    OpDecorate %b SpecId 3
    %uint = OpTypeInt 32 0
    %ulong = OpTypeInt 64 0
    %a = OpSpecConstant %uint 7
    %b = OpSpecConstant %ulong 7
  )") + kFunction + R"(
    OpReturn
    OpFunctionEnd)"),
              HasSubstr("error: The specialization constant 3 is read with two types."));
}

TEST(SpirvWords, RefusesWhatIsNoSpirv) {
  auto words = spirv_target::mendWords({1, 2, 3});
  ASSERT_FALSE(static_cast<bool>(words));
  EXPECT_THAT(llvm::toString(words.takeError()), HasSubstr("cannot be read"));
}

} // namespace
} // namespace ursa
