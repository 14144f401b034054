// Valid images with sizes that LLVM's code generators make code or data for, element by element and
// byte by byte, until memory is exhausted.
#include "damaged_images.h"

#include "adapters/host/jit/host_jit.h"

#include <gmock/gmock.h>

namespace ursa::jit {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct HugeSize {
  const char *name;
  const char *globals;
  const char *body; ///< of a kernel with the arguments %p and %n
  const char *named;
  const char *size;
};

class HugeSizes : public ::testing::TestWithParam<HugeSize> {};

TEST_P(HugeSizes, AreRefused) {
  const HugeSize &huge = GetParam();
  const Bytes image = hostBitcodeOf(std::string(huge.globals) +
                                    "\ndefine void @first(ptr %p, i64 %n) \"ursa-kernel\" {\n" +
                                    huge.body + "\n  ret void\n}\n");
  std::string log;
  EXPECT_THAT(sentenceOf(host::jit::inspectModule(image)),
              AllOf(HasSubstr(huge.named), HasSubstr(huge.size)));
  EXPECT_THAT(sentenceOf(host::jit::compileToMachineCode(image, {}, "", log)),
              HasSubstr(huge.named));
}

constexpr const char *kReadsBig = R"(
  %q = getelementptr i8, ptr @big, i64 %n
  %v = load volatile i8, ptr %q
  store i8 %v, ptr %p)";

INSTANTIATE_TEST_SUITE_P(
    , HugeSizes,
    ::testing::Values(HugeSize{"ZerosOfAConstant",
                               "@big = internal constant [3000000000 x i8] zeroinitializer",
                               kReadsBig, "'big'", "3000000000 bytes"},
                      HugeSize{"ZerosBesideData",
                               "@big = internal global { i32, [3000000000 x i8] } "
                               "{ i32 1, [3000000000 x i8] zeroinitializer }",
                               kReadsBig, "'big'", "3000000004 bytes"},
                      HugeSize{"Alignment", "@big = internal global i32 1, align 4294967296",
                               kReadsBig, "'big'", "alignment of 4294967296"},
                      HugeSize{"Vector", "", R"(
  %v = load <1048576 x i32>, ptr %p
  %w = mul <1048576 x i32> %v, %v
  store <1048576 x i32> %w, ptr %p)",
                               "'first'", "1048576 elements"},
                      HugeSize{"ConstantVector", "",
                               "store <200000000 x i32> zeroinitializer, ptr %p", "'first'",
                               "200000000 elements"},
                      HugeSize{"Aggregate", "", R"(
  %v = load { i32, [100000000 x i32] }, ptr %p
  store volatile { i32, [100000000 x i32] } %v, ptr %p)",
                               "'first'", "100000001 elements"},
                      HugeSize{"Integer", "", R"(
  %v = load i1000000, ptr %p
  %w = add i1000000 %v, 12345
  store i1000000 %w, ptr %p)",
                               "'first'", "1000000 bits"}),
    [](const auto &size) { return std::string(size.param.name); });

TEST(HugeSizesTogether, AreRefused) {
  std::string body;
  for (int i = 0; i < 400; ++i) {
    const std::string value = "%v" + std::to_string(i);
    body += value + " = load volatile [4096 x i32], ptr %p\n";
  }
  const Bytes image =
      hostBitcodeOf("define void @first(ptr %p) \"ursa-kernel\" {\n" + body + "ret void\n}\n");
  EXPECT_THAT(sentenceOf(host::jit::inspectModule(image)), HasSubstr("elements"));
}

TEST(LargeSizes, ThatTakeNoMemoryAreRead) {
  const Bytes image = hostBitcodeOf(R"(
@zeros = internal global [30000000000 x i8] zeroinitializer
@table = internal constant [4096 x i32] zeroinitializer, align 4096
define void @first(ptr %p, i64 %n) "ursa-kernel" {
  %q = getelementptr i8, ptr @zeros, i64 %n
  %v = load volatile i8, ptr %q
  %r = getelementptr i32, ptr @table, i64 %n
  %w = load i32, ptr %r
  %x = load <1024 x i32>, ptr %p
  store <1024 x i32> %x, ptr %p
  store i8 %v, ptr %p
  ret void
}
)");
  EXPECT_EQ(sentenceOf(host::jit::inspectModule(image)), "");
}

} // namespace
} // namespace ursa::jit
