// Fences as atomic instructions, in modules for drivers that have none.
#include "adapters/opencl/quirks/fences.h"

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>

#include <string>

namespace ursa::opencl {
namespace {

constexpr const char *kBegin = R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability Int64
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %kernel "order"
               OpName %kernel "order"
               OpDecorate %aligned Alignment 4
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
       %out  = OpTypePointer CrossWorkgroup %uint
         %fn = OpTypeFunction %void %out
     %device = OpConstant %uint 1
      %group = OpConstant %uint 2
        %all = OpConstant %uint 776
)";

class Fences : public ::testing::Test {
protected:
  Fences() {
    tools_.SetMessageConsumer([this](spv_message_level_t, const char *, const spv_position_t &,
                                     const char *message) { messages_ += message; });
  }
  std::vector<uint32_t> assembled(const std::string &body) {
    std::vector<uint32_t> words;
    EXPECT_TRUE(tools_.Assemble(kBegin + body, &words)) << messages_;
    return words;
  }
  std::string text(const std::vector<uint32_t> &words) {
    EXPECT_TRUE(tools_.Validate(words)) << messages_;
    std::string text;
    EXPECT_TRUE(tools_.Disassemble(words, &text,
                                   SPV_BINARY_TO_TEXT_OPTION_NO_HEADER |
                                       SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES));
    return text;
  }

  spvtools::SpirvTools tools_{SPV_ENV_OPENCL_2_2};
  std::string messages_;
};

constexpr const char *kFences = R"(
     %kernel = OpFunction %void None %fn
    %aligned = OpFunctionParameter %out
      %label = OpLabel
               OpStore %aligned %device Aligned 4
               OpMemoryBarrier %device %all
               OpStore %aligned %group Aligned 4
               OpMemoryBarrier %group %all
               OpReturn
               OpFunctionEnd
)";

TEST_F(Fences, BecomeAtomicInstructionsOnLocalMemory) {
  const std::string after = text(withFencesAsAtomics(assembled(kFences)));
  EXPECT_EQ(after.find("OpMemoryBarrier"), std::string::npos) << after;
  EXPECT_NE(after.find("OpName %order_fence \"order.fence\""), std::string::npos) << after;
  EXPECT_NE(after.find("%order_fence = OpVariable %_ptr_Workgroup_uint Workgroup"),
            std::string::npos)
      << after;
  EXPECT_NE(after.find("OpAtomicOr %uint %order_fence %uint_1 %uint_776 %uint_0"),
            std::string::npos)
      << after;
  EXPECT_NE(after.find("OpAtomicOr %uint %order_fence %uint_2 %uint_776 %uint_0"),
            std::string::npos)
      << after;
}

TEST_F(Fences, UseTheModulesType) {
  const std::string after = text(withFencesAsAtomics(
      assembled("%local = OpTypePointer Workgroup %uint\n%tile = OpVariable %local Workgroup\n" +
                std::string(kFences))));
  EXPECT_EQ(after.find("OpTypePointer Workgroup"), after.rfind("OpTypePointer Workgroup")) << after;
}

TEST_F(Fences, ModulesWithoutThemStay) {
  const std::vector<uint32_t> words = assembled(R"(
     %kernel = OpFunction %void None %fn
    %aligned = OpFunctionParameter %out
      %label = OpLabel
               OpControlBarrier %group %group %all
               OpReturn
               OpFunctionEnd
)");
  EXPECT_EQ(withFencesAsAtomics(words), words);
}

} // namespace
} // namespace ursa::opencl
