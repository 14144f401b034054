// Functions of halves by those of floats, in modules for drivers that have none.
#include "adapters/opencl/quirks/half_functions.h"

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>

#include <string>

namespace ursa::opencl {
namespace {

constexpr const char *kBegin = R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability Int8
               OpCapability Int16
               OpCapability Int64
               OpCapability Float16
               OpCapability Float64
    %opencl  = OpExtInstImport "OpenCL.std"
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %kernel "k"
               OpName %x "x"
               OpName %pair "pair"
               OpName %r "r"
)";
constexpr const char *kTypes = R"(
       %void = OpTypeVoid
       %bool = OpTypeBool
       %uint = OpTypeInt 32 0
      %ulong = OpTypeInt 64 0
     %ushort = OpTypeInt 16 0
       %half = OpTypeFloat 16
      %float = OpTypeFloat 32
     %double = OpTypeFloat 64
      %half2 = OpTypeVector %half 2
      %uint2 = OpTypeVector %uint 2
      %halfs = OpTypePointer CrossWorkgroup %half
         %fn = OpTypeFunction %void %half %half2 %halfs
         %n3 = OpConstant %ulong 3
     %kernel = OpFunction %void None %fn
          %x = OpFunctionParameter %half
       %pair = OpFunctionParameter %half2
    %pointer = OpFunctionParameter %halfs
      %label = OpLabel
)";
constexpr const char *kEnd = "OpReturn\nOpFunctionEnd\n";

class HalfFunctions : public ::testing::Test {
protected:
  HalfFunctions() {
    tools_.SetMessageConsumer([this](spv_message_level_t, const char *, const spv_position_t &,
                                     const char *message) { messages_ += message; });
  }
  std::vector<uint32_t> assembled(const std::string &body, const std::string &decorations = "") {
    std::vector<uint32_t> words;
    EXPECT_TRUE(tools_.Assemble(kBegin + decorations + kTypes + body + kEnd, &words)) << messages_;
    return words;
  }
  /// Returns the body of the function after the change.
  std::string changed(const std::string &body, const std::string &decorations = "") {
    const auto words = withHalfFunctionsByFloat(assembled(body, decorations));
    EXPECT_TRUE(tools_.Validate(words)) << messages_;
    std::string text;
    EXPECT_TRUE(tools_.Disassemble(words, &text,
                                   SPV_BINARY_TO_TEXT_OPTION_NO_HEADER |
                                       SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES));
    decorations_ = text.substr(0, text.find("OpTypeVoid"));
    return text.substr(text.find("OpLabel"));
  }
  static bool has(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  spvtools::SpirvTools tools_{SPV_ENV_UNIVERSAL_1_2};
  std::string messages_;
  std::string decorations_; ///< what is before the types of the changed module
};

TEST_F(HalfFunctions, AreThoseOfFloats) {
  const std::string text = changed("%r = OpExtInst %half %opencl sin %x\n");
  const size_t extended = text.find("OpFConvert %float %x");
  const size_t called = text.find("OpExtInst %float", extended);
  EXPECT_NE(called, std::string::npos) << text;
  EXPECT_NE(text.find("%r = OpFConvert %half", called), std::string::npos) << text;
}

TEST_F(HalfFunctions, VectorsAreConvertedElementByElement) {
  const std::string text = changed("%r = OpExtInst %half2 %opencl exp %pair\n");
  EXPECT_TRUE(has(text, "OpCompositeExtract %half %pair 1")) << text;
  EXPECT_TRUE(has(text, "OpExtInst %v2float")) << text;
  EXPECT_TRUE(has(text, "%r = OpCompositeInsert %v2half")) << text;
  EXPECT_FALSE(has(text, "OpFConvert %v2")) << text;
}

TEST_F(HalfFunctions, FmaRoundsOnce) {
  const std::string text = changed("%r = OpExtInst %half %opencl fma %x %x %x\n");
  EXPECT_TRUE(has(text, "OpFMul %float")) << text;
  EXPECT_TRUE(has(text, "OpBitwiseOr %uint")) << text; // rounds to odd
  EXPECT_FALSE(has(text, "fma")) << text;
}

TEST_F(HalfFunctions, ThoseThatMoveHalvesMoveIntegers) {
  const std::string text = changed("%v = OpExtInst %half2 %opencl vloadn %n3 %pointer 2\n"
                                   "%r = OpExtInst %half2 %opencl bitselect %v %pair %v\n"
                                   "%done = OpExtInst %void %opencl vstoren %r %n3 %pointer\n");
  EXPECT_TRUE(has(text, "OpBitcast %_ptr_CrossWorkgroup_ushort %")) << text;
  EXPECT_TRUE(has(text, "vloadn")) << text;
  EXPECT_FALSE(has(text, "OpExtInst %v2half")) << text;
}

TEST_F(HalfFunctions, DirectedRoundingsAreComputed) {
  const std::string text = changed("%f = OpFConvert %float %x\n%r = OpFConvert %half %f\n",
                                   "OpDecorate %r FPRoundingMode RTZ\n");
  EXPECT_TRUE(has(text, "%r = OpBitcast %half")) << text;
  EXPECT_FALSE(has(decorations_, "FPRoundingMode")) << decorations_;
}

TEST_F(HalfFunctions, ConversionsToTheNearestLoseTheirMode) {
  const std::string text =
      changed("%f = OpFConvert %double %x\n%r = OpFConvert %half %f\n",
              "OpDecorate %r FPRoundingMode RTE\nOpDecorate %f FPRoundingMode RTP\n");
  EXPECT_TRUE(has(text, "OpFConvert %double %x")) << text;
  EXPECT_TRUE(has(text, "%r = OpFConvert %half")) << text;
  EXPECT_FALSE(has(decorations_, "FPRoundingMode")) << decorations_;
}

TEST_F(HalfFunctions, IntegersOfHalvesKeepTheirMode) {
  const std::string text =
      changed("%r = OpConvertFToU %uint %x\n",
              "OpDecorate %r FPRoundingMode RTP\nOpDecorate %r SaturatedConversion\n");
  EXPECT_TRUE(has(text, "OpFConvert %float %x")) << text;
  EXPECT_TRUE(has(decorations_, "OpDecorate %r FPRoundingMode RTP")) << decorations_;
  EXPECT_TRUE(has(decorations_, "OpDecorate %r SaturatedConversion")) << decorations_;
}

TEST_F(HalfFunctions, ModulesWithoutThemStay) {
  const std::vector<uint32_t> words =
      assembled("%s = OpFAdd %half %x %x\n"
                "%f = OpFConvert %float %s\n"
                "%g = OpExtInst %float %opencl sin %f\n"
                "%h = OpExtInst %float %opencl vload_half %n3 %pointer\n");
  EXPECT_EQ(withHalfFunctionsByFloat(words), words);
}

} // namespace
} // namespace ursa::opencl
