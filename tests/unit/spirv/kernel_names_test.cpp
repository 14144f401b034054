#include "spirv/kernel_names.h"

#include "spirv/module.h"
#include "support/spirv_builder.h"

#include <gmock/gmock.h>

namespace ursa::spirv {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;
using ursa::testing::SpirvBuilder;

TEST(SpirvKernelNames, OnlyLongNamesBecomeShort) {
  const std::string longest(kLongestKernelName, 'k');
  EXPECT_EQ(shortKernelName(""), "");
  EXPECT_EQ(shortKernelName(longest), longest);
  const std::string one = shortKernelName(longest + "1");
  const std::string two = shortKernelName(longest + "2");
  EXPECT_THAT(one, StartsWith("kkkkkkkk"));
  EXPECT_EQ(one.size(), kLongestKernelName);
  EXPECT_EQ(one, shortKernelName(longest + "1"));
  EXPECT_NE(one, two);
}

TEST(SpirvKernelNames, AModuleIsRenamed) {
  for (const size_t length : {129, 130, 131, 132, 255, 256, 4000}) {
    const std::string name(length, 'n');
    const auto module =
        Module::parse(SpirvBuilder().kernel("one").kernel(name).kernel("two").bytes());
    ASSERT_TRUE(module);
    const std::vector<uint32_t> words = withShortKernelNames((*module).words());
    const auto renamed = Module::parse(std::as_bytes(std::span(words)));
    ASSERT_TRUE(renamed) << renamed.error().message;
    EXPECT_THAT((*renamed).kernels(), ElementsAre("one", shortKernelName(name), "two"));
    EXPECT_EQ(withShortKernelNames(words), words);
  }
}

} // namespace
} // namespace ursa::spirv
