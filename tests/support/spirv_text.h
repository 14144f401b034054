// SPIR-V modules in assembly text.
#pragma once

#include <spirv-tools/libspirv.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ursa::testing {

inline std::vector<uint32_t> assembled(const std::string &text) {
  spvtools::SpirvTools tools(SPV_ENV_OPENCL_1_2);
  tools.SetMessageConsumer([](auto, auto, const spv_position_t &position, const char *message) {
    ADD_FAILURE() << "line " << position.line + 1 << ": " << message;
  });
  std::vector<uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text, &words));
  return words;
}

/// Returns the error of an invalid module, or an empty string.
inline std::string problemOf(const std::vector<uint32_t> &words) {
  spvtools::SpirvTools tools(SPV_ENV_OPENCL_1_2);
  std::string problem;
  tools.SetMessageConsumer([&](auto, auto, const spv_position_t &, const char *message) {
    problem += std::string(message) + "\n";
  });
  return tools.Validate(words) ? problem : problem + "invalid";
}

inline std::string disassembled(const std::vector<uint32_t> &words) {
  std::string text;
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_OPENCL_1_2).Disassemble(words, &text));
  return text;
}

/// Returns a module with the kernel "iota" of two arguments, a buffer and a number, and the
/// variables "total" (4 bytes, initially 7) and "table" (16 bytes).
inline std::vector<uint32_t> moduleWithVariables() {
  return assembled(R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability Int64
               OpCapability Linkage
          %1 = OpExtInstImport "OpenCL.std"
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %iota "iota"
               OpEntryPoint Kernel %other "other"
               OpName %total "total"
               OpName %table "table"
               OpDecorate %total LinkageAttributes "total" Export
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
     %uint_4 = OpConstant %uint 4
     %uint_7 = OpConstant %uint 7
      %array = OpTypeArray %uint %uint_4
       %pint = OpTypePointer CrossWorkgroup %uint
     %parray = OpTypePointer CrossWorkgroup %array
     %kernel = OpTypeFunction %void %pint %uint
     %helper = OpTypeFunction %void %uint
      %total = OpVariable %pint CrossWorkgroup %uint_7
      %table = OpVariable %parray CrossWorkgroup
       %iota = OpFunction %void None %kernel
        %out = OpFunctionParameter %pint
      %value = OpFunctionParameter %uint
      %begin = OpLabel
       %call = OpFunctionCall %void %add %value
        %sum = OpLoad %uint %total
               OpStore %out %sum
               OpReturn
               OpFunctionEnd
      %other = OpFunction %void None %kernel
      %other1 = OpFunctionParameter %pint
      %other2 = OpFunctionParameter %uint
     %begin2 = OpLabel
               OpReturn
               OpFunctionEnd
        %add = OpFunction %void None %helper
      %added = OpFunctionParameter %uint
     %begin3 = OpLabel
        %old = OpLoad %uint %total
        %new = OpIAdd %uint %old %added
               OpStore %total %new
               OpReturn
               OpFunctionEnd
)");
}

} // namespace ursa::testing
