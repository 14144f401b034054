// Parses PTX text for the parameters of kernels.
#include "adapters/common/ptx.h"
#include "format/ptx.h"

#include <gtest/gtest.h>

namespace ursa::adapter::ptx {
namespace {

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

void expect(const Kernel &kernel, const std::vector<std::pair<ParameterKind, uint64_t>> &expected) {
  const std::vector<KernelParameter> &parameters = kernel.parameters;
  ASSERT_EQ(parameters.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(parameters[i].kind, expected[i].first) << i;
    EXPECT_EQ(parameters[i].size, expected[i].second) << i;
  }
}

TEST(Ptx, BeginsWithItsVersion) {
  EXPECT_TRUE(isPtx(bytes(".version 6.0\n")));
  EXPECT_TRUE(isPtx(bytes("//\n// Generated\n//\n\n /* and */ .version 9.0\n.target sm_90")));
  EXPECT_FALSE(isPtx(bytes("")));
  EXPECT_FALSE(isPtx(bytes("// .version 6.0")));
  EXPECT_FALSE(isPtx(bytes("/* .version 6.0")));
  EXPECT_FALSE(isPtx(bytes("version 6.0")));
  EXPECT_FALSE(isPtx(bytes("\x7f"
                           "ELF.version")));
}

TEST(Ptx, ParametersOfEveryKind) {
  const auto kernels = readKernels(R"(
.version 6.0
.func (.param .b32 r) helper(.param .b64 x);
	// .globl k
.visible .entry k(
	.param .u64 .ptr .global .align 4 k_param_0, // .param .u8 no
	.param .u64 .ptr .shared .align 16 k_param_1,
	.param .u8 k_param_2,
	.param .f64 k_param_3,
	.param .align 16 .b8 k_param_4[48],
	.param .b16 k_param_5, .param .align 4 .b32 k_param_6[3],
	.param .texref t, .param .samplerref s
)
.reqntid 8, 2, 1
{ ret; }
.entry none { ret; }
.entry empty() { ret; })");
  ASSERT_EQ(kernels.size(), 3u);
  expect(kernels.at("k"), {{ParameterKind::Pointer, 8},
                           {ParameterKind::Local, 8},
                           {ParameterKind::Value, 1},
                           {ParameterKind::Value, 8},
                           {ParameterKind::Value, 48},
                           {ParameterKind::Value, 2},
                           {ParameterKind::Value, 12},
                           {ParameterKind::Image, 0},
                           {ParameterKind::Sampler, 0}});
  EXPECT_EQ(kernels.at("k").requiredSize, (std::array<size_t, 3>{8, 2, 1}));
  EXPECT_EQ(kernels.at("none").requiredSize, std::nullopt);
  expect(kernels.at("none"), {});
  expect(kernels.at("empty"), {});
}

TEST(Ptx, KernelsBehindBlocksAreFound) {
  const Kernels kernels = readKernels(R"(
.global .align 4 .b32 data[2] = {1, 2};
.func helper() { { .reg .b32 r; /* } */ } // }
  .pragma "nounroll"; ret; }
.entry first() { { .param .b32 r; { call helper, (); } } ret; }
.section .debug_str { .b8 0 }
.entry second(.param .u64 x) { ret; })");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels.at("second").parameters.size(), 1u);
  for (const std::string before :
       {R"(.file 1 "a{b.cpp")", R"(.file 1 "{\"{" /* " */)", "// {\n",
        R"(.func f() { .pragma "{"; })", R"(.func f() { .pragma "\"}"; })"}) {
    const Kernels behind = readKernels(before + "\n.entry k() { ret; }");
    EXPECT_TRUE(behind.size() == 1 && behind.contains("k")) << before;
  }
  EXPECT_EQ(readKernels("\"open {\n.entry k()").size(), 1u); // a string ends with its line
  EXPECT_EQ(readKernels("{ .entry k()").size(), 0u);
  EXPECT_EQ(readKernels("} .entry k() {").size(), 1u);
}

TEST(Ptx, KernelsRequireSizesOfSubGroups) {
  const std::string begin(format::ptx::kSubGroupSizeLine);
  const Kernels kernels =
      readKernels(".entry k() { ret; } .entry any() { ret; } .entry bad() {}\n" + begin + "k 32\n" +
                  begin + "bad x\n" + begin + "\n" + begin + "other 32\n");
  EXPECT_EQ(kernels.at("k").requiredSubGroupSize, 32u);
  EXPECT_EQ(kernels.at("any").requiredSubGroupSize, 0u);
  EXPECT_EQ(kernels.at("bad").requiredSubGroupSize, 0u);
  EXPECT_EQ(kernels.size(), 3u);
}

TEST(Ptx, TargetsAndLinesTellOfDebugInfo) {
  const std::string begin = ".version 6.3\n.target sm_70";
  const std::string kernel = "\n.entry k() {\n\t.loc\t1 2 3\n\tret;\n}\n";
  EXPECT_EQ(debugInfoOf(begin + "\n.entry k() { ret; }"), DebugInfo::None);
  EXPECT_EQ(debugInfoOf(begin + kernel), DebugInfo::Lines);
  EXPECT_EQ(debugInfoOf("// .target sm_70, debug\n" + begin + kernel), DebugInfo::Lines);
  EXPECT_EQ(debugInfoOf(begin + ", debug" + kernel), DebugInfo::Full);
  EXPECT_EQ(debugInfoOf(begin + ", texmode_independent, debug" + kernel), DebugInfo::Full);
  EXPECT_EQ(debugInfoOf(""), DebugInfo::None);
  EXPECT_EQ(debugInfoOf(".target"), DebugInfo::None);
}

// Truncated or invalid PTX is not an error here: the driver reports it.
TEST(Ptx, AnyTextIsParsedToItsEnd) {
  const std::string text =
      ".version 6.0 .entry k(.param .align 4 .b8 a[12], .param .u64 .ptr .shared b) "
      "{ /* text */ } // end";
  for (size_t length = 0; length <= text.size(); ++length)
    EXPECT_LE(readKernels(text.substr(0, length)).size(), 1u);
  EXPECT_EQ(readKernels(".entry k(.param .b8 a[99999999999], .param .u7 b, .param")
                .at("k")
                .parameters.size(),
            3u);
  EXPECT_EQ(readKernels(std::string(1000, '(')).size(), 0u);
  EXPECT_EQ(readKernels(".entry").size(), 0u);
}

// Reading the rest of a line for each beginning in it would take hours.
TEST(Ptx, OneLineIsReadOnce) {
  std::string text = ".entry k(.param .u64 a) { ret; } ";
  for (int i = 0; i < 1000000; ++i)
    text += format::ptx::kOffsetFormLine;
  text += "\n" + std::string(format::ptx::kOffsetFormLine) + "k\n";
  EXPECT_TRUE(readKernels(text).at("k").leavesOffsetForm);
}

} // namespace
} // namespace ursa::adapter::ptx
