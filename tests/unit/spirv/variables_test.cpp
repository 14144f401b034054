#include "spirv/variables.h"

#include "support/spirv_text.h"

#include <gmock/gmock.h>

namespace ursa::spirv {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ursa::testing::assembled;
using ursa::testing::disassembled;
using ursa::testing::moduleWithVariables;
using ursa::testing::problemOf;

std::optional<ModuleWithMemory> moved(const std::vector<uint32_t> &words) {
  auto changed = putVariablesIntoMemory(words);
  EXPECT_TRUE(changed);
  return changed ? *std::move(changed) : std::nullopt;
}

TEST(SpirvVariables, AreInMemoryThatKernelsReceive) {
  const auto changed = moved(moduleWithVariables());
  ASSERT_TRUE(changed);
  EXPECT_EQ(problemOf(changed->words), "");
  const VariableMemory &memory = changed->memory;
  EXPECT_TRUE(memory.hasInitializer);
  EXPECT_EQ(memory.size, 32u);
  ASSERT_EQ(memory.variables.size(), 2u);
  EXPECT_EQ(memory.variables[0].name, "total");
  EXPECT_EQ(memory.variables[0].offset, 0u);
  EXPECT_EQ(memory.variables[0].size, 4u);
  EXPECT_EQ(memory.variables[1].name, "table");
  EXPECT_EQ(memory.variables[1].offset, 16u);
  EXPECT_EQ(memory.variables[1].size, 16u);
  EXPECT_THAT(memory.kernels, ElementsAre("iota")); // 'other' needs no memory
  const std::string text = disassembled(changed->words);
  EXPECT_THAT(text, HasSubstr(std::string("\"") + kInitializer + "\""));
  EXPECT_THAT(text, HasSubstr("OpCopyMemorySized"));
  // Once for the kernel, once for the function that it calls, once for the initial values.
  EXPECT_THAT(text, Not(HasSubstr("OpLoad %uint %total")));
  EXPECT_THAT(text, Not(HasSubstr("OpStore %total")));
}

constexpr const char *kHead = R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability Int64
               OpCapability Linkage
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %k "k"
)";
constexpr const char *kTypes = R"(
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
      %ulong = OpTypeInt 64 0
     %uint_2 = OpConstant %uint 2
    %ulong_1 = OpConstant %ulong 1
    %ulong_9 = OpConstant %ulong 9
       %pint = OpTypePointer CrossWorkgroup %uint
      %ppint = OpTypePointer CrossWorkgroup %pint
       %pair = OpTypeArray %uint %uint_2
      %ppair = OpTypePointer CrossWorkgroup %pair
      %place = OpTypeStruct %ulong %pint
     %places = OpTypeArray %place %uint_2
    %pplaces = OpTypePointer CrossWorkgroup %places
         %fn = OpTypeFunction %void
)";
constexpr const char *kKernel = R"(
          %k = OpFunction %void None %fn
      %begin = OpLabel
)";
constexpr const char *kEnd = R"(
               OpReturn
               OpFunctionEnd
)";

std::optional<ModuleWithMemory> change(const std::string &decorations, const std::string &variables,
                                       const std::string &body) {
  const auto words =
      assembled(std::string(kHead) + decorations + kTypes + variables + kKernel + body + kEnd);
  EXPECT_EQ(problemOf(words), "");
  auto changed = moved(words);
  if (changed) {
    EXPECT_EQ(problemOf(changed->words), "");
  }
  return changed;
}

// Initial values that are addresses become addresses in memory, wherever they occur in a variable.
TEST(SpirvVariables, AddressesAmongInitialValues) {
  const auto changed =
      change("OpName %row \"row\"\nOpName %where \"where\"\nOpName %all \"all\"", R"(
    %row = OpVariable %ppair CrossWorkgroup
 %second = OpSpecConstantOp %pint InBoundsPtrAccessChain %row %ulong_1 %ulong_1
  %where = OpVariable %ppint CrossWorkgroup %second
  %count = OpVariable %pint CrossWorkgroup %uint_2
%address = OpSpecConstantOp %pint Bitcast %count
  %place0 = OpConstantComposite %place %ulong_9 %address
  %place1 = OpConstantComposite %place %ulong_9 %second
  %values = OpConstantComposite %places %place0 %place1
    %all = OpVariable %pplaces CrossWorkgroup %values)",
             R"(
      %a = OpLoad %pint %where
           OpStore %a %uint_2
           OpStore %second %uint_2
      %b = OpLoad %places %all)");
  ASSERT_TRUE(changed);
  const std::string text = disassembled(changed->words);
  // One address in `where`, two in `all`: each is stored after the copies.
  size_t stores = 0;
  const size_t initializer = text.rfind("OpCopyMemorySized");
  ASSERT_NE(initializer, text.npos);
  for (size_t at = text.find("OpStore", initializer); at != text.npos;
       at = text.find("OpStore", at + 1))
    ++stores;
  EXPECT_EQ(stores, 3u);
  EXPECT_THAT(text.substr(text.find("OpLabel")), Not(HasSubstr("OpStore %second")));
}

// Variables that are never written may stay, and reads are faster.
TEST(SpirvVariables, ConstantsStay) {
  EXPECT_FALSE(change("OpDecorate %c Constant", "%c = OpVariable %pint CrossWorkgroup %uint_2",
                      "%a = OpLoad %uint %c"));
  EXPECT_FALSE(change("", "", ""));
}

// A table in constant memory contains the address, which is an initial value that cannot change
// later.
TEST(SpirvVariables, StayWhenConstantMemoryHasTheirAddress) {
  const auto changed =
      change("OpName %free \"free\"", R"(
    %held = OpVariable %pint CrossWorkgroup %uint_2
    %free = OpVariable %pint CrossWorkgroup
 %pconst = OpTypePointer UniformConstant %pint
  %table = OpVariable %pconst UniformConstant %held)",
             "OpStore %held %uint_2\nOpStore %free %uint_2\n%a = OpLoad %pint %table");
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->memory.variables.size(), 1u);
  EXPECT_FALSE(changed->memory.hasInitializer);
}

TEST(SpirvVariables, AlignmentIsKept) {
  const auto changed = change("OpName %a \"a\"\nOpName %b \"b\"\nOpDecorate %b Alignment 64", R"(
    %a = OpVariable %pint CrossWorkgroup
    %b = OpVariable %pint CrossWorkgroup)",
                              "OpStore %a %uint_2\nOpStore %b %uint_2");
  ASSERT_TRUE(changed);
  ASSERT_EQ(changed->memory.variables.size(), 2u);
  for (const Variable &variable : changed->memory.variables)
    if (variable.name == "b") {
      EXPECT_EQ(variable.offset % 64, 0u);
    }
}

// Parsing of damaged modules terminates without a crash.
TEST(SpirvVariables, AnythingIsReadToItsEnd) {
  const std::vector<uint32_t> good = moduleWithVariables();
  for (size_t at = 5; at < good.size(); ++at)
    for (const uint32_t change : {0u, 1u, 0xffffu, ~0u}) {
      std::vector<uint32_t> words = good;
      words[at] = change;
      (void)putVariablesIntoMemory(words);
    }
  for (size_t size = 5; size < good.size(); ++size)
    (void)putVariablesIntoMemory(std::span(good).first(size));
}

} // namespace
} // namespace ursa::spirv
