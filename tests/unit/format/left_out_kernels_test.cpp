// What images tell of kernels that the compiler left out for other targets.
#include "format/left_out_kernels.h"

#include "format/container_writer.h"
#include "format/image_set.h"
#include "format/names.h"

#include <gmock/gmock.h>

namespace ursa::format {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string container() {
  ContainerImage image;
  image.kind = ImageKind::Bitcode;
  image.code = "code";
  image.triple = "x86_64";
  image.target = "host-x86_64";
  image.symbols = "first\nlast\n";
  PropertySet set(kMiscProperties);
  set.properties.emplace_back("p", 7);
  EXPECT_EQ(writePropertySets({&set, 1}, image.properties), "");
  const ContainerImage images[] = {image, image};
  return writeContainer(images);
}

std::vector<DeviceImage> read(const std::string &bytes) {
  const auto view = std::as_bytes(std::span(bytes));
  const auto set = ImageSet::fromBytes({view.begin(), view.end()});
  EXPECT_TRUE(set);
  return set ? (*set)->images() : std::vector<DeviceImage>();
}

TEST(LeftOutKernels, AreAddedToAllImages) {
  std::string bytes = container();
  const LeftOutKernel kernels[] = {{"first", "spirv64", "a.cpp:1: no: such"},
                                   {"last", "spirv64", "for another reason"},
                                   {"first", "vulkan1.2", "too many"}};
  EXPECT_EQ(addLeftOutKernels(bytes, kernels), "");
  const auto images = read(bytes);
  ASSERT_EQ(images.size(), 2U);
  for (const DeviceImage &image : images) {
    EXPECT_EQ(image.target, "host-x86_64");
    EXPECT_EQ(image.kernels.size(), 2U);
    ASSERT_TRUE(image.findProperty(kMiscProperties, "p"));
    const auto first = leftOutKernels(image.properties, "first");
    ASSERT_EQ(first.size(), 2U);
    EXPECT_EQ(first[0].target, "spirv64");
    EXPECT_EQ(first[0].reason, "a.cpp:1: no: such");
    EXPECT_EQ(first[1].target, "vulkan1.2");
    EXPECT_EQ(first[1].reason, "too many");
    EXPECT_EQ(leftOutKernels(image.properties, "last").size(), 1U);
    EXPECT_THAT(leftOutKernels(image.properties, "other"), IsEmpty());
  }
}

TEST(LeftOutKernels, NeedAContainerThatCanBeRead) {
  std::string empty;
  EXPECT_EQ(addLeftOutKernels(empty, {}), "");
  EXPECT_EQ(empty, "");
  std::string damaged = container();
  damaged.resize(damaged.size() - 8);
  const std::string before = damaged;
  const LeftOutKernel kernel{"k", "spirv64", "reason"};
  EXPECT_THAT(addLeftOutKernels(damaged, {&kernel, 1}), HasSubstr("."));
  EXPECT_EQ(damaged, before);
}

TEST(LeftOutKernels, IgnoreWhatIsNoLineOfText) {
  PropertySet set(kLeftOutKernels);
  set.properties.emplace_back("number", 3);
  set.properties.emplace_back("text", "no colon\nspirv64: reason\n\n: \nlast: ");
  EXPECT_THAT(leftOutKernels({&set, 1}, "number"), IsEmpty());
  const auto found = leftOutKernels({&set, 1}, "text");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].reason, "reason");
  EXPECT_EQ(found[2].target, "last");
}

} // namespace
} // namespace ursa::format
