// The description behind machine code, and the names of processors.
#include "format/host/isa.h"
#include "format/host/machine_image.h"

#include <gmock/gmock.h>

namespace ursa::host {
namespace {

using format::host::ArgumentKind;
using format::host::MachineDescription;
using format::host::missingRequirements;
using format::host::readMachineImage;
using format::host::spellCpu;
using testing::HasSubstr;

std::vector<std::byte> elf() {
  std::vector<std::byte> bytes;
  for (const char c : std::string("\177ELF and more"))
    bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

MachineDescription example() {
  MachineDescription description;
  description.cpu = "v3+aes";
  format::host::KernelInfo kernel;
  kernel.name = "a";
  kernel.arguments = {{ArgumentKind::Value, 3, 0, {}},
                      {ArgumentKind::Image, 8, 8, format::host::ImageType::Image2DArray},
                      {ArgumentKind::Local, 8, 16, {}}};
  kernel.argumentBytes = 24;
  kernel.staticLocalBytes = 100;
  kernel.itemBytes = 48;
  kernel.privateBytes = 7;
  kernel.stackBytes = 1000;
  kernel.itemInstructions = 12;
  kernel.requiredGroupSize = {{4, 2, 1}};
  kernel.requiredSubGroupSize = 8;
  kernel.subGroupSize = 8;
  kernel.hasBarriers = true;
  kernel.shapingArguments = {{0, true}};
  kernel.width = 16;
  kernel.rivalWidths = {32, 1};
  description.kernels.push_back(kernel);
  kernel = {};
  kernel.name = "b";
  description.kernels.push_back(kernel);
  description.variables = {{"total", 12, nullptr}};
  description.imports = {"cosf", "sinf"};
  return description;
}

std::string problemOf(const MachineDescription &description) {
  const auto read = readMachineImage(format::host::writeMachineImage(elf(), description));
  EXPECT_FALSE(read);
  return read ? "" : read.error().message;
}

TEST(MachineImage, ReadsWhatWasWritten) {
  const auto read = readMachineImage(format::host::writeMachineImage(elf(), example()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ((*read).cpu, "v3+aes");
  ASSERT_EQ((*read).kernels.size(), 2u);
  const format::host::KernelInfo &kernel = (*read).kernels[0];
  EXPECT_EQ(kernel.name, "a");
  ASSERT_EQ(kernel.arguments.size(), 3u);
  EXPECT_EQ(kernel.arguments[0].size, 3u);
  EXPECT_EQ(kernel.arguments[1].kind, ArgumentKind::Image);
  EXPECT_EQ(kernel.arguments[1].imageType, format::host::ImageType::Image2DArray);
  EXPECT_EQ(kernel.arguments[2].kind, ArgumentKind::Local);
  EXPECT_EQ(kernel.arguments[2].offset, 16u);
  EXPECT_EQ(kernel.argumentBytes, 24u);
  EXPECT_EQ(kernel.staticLocalBytes, 100u);
  EXPECT_EQ(kernel.itemBytes, 48u);
  EXPECT_EQ(kernel.privateBytes, 7u);
  EXPECT_EQ(kernel.stackBytes, 1000u);
  EXPECT_EQ(kernel.itemInstructions, 12u);
  EXPECT_EQ(kernel.requiredGroupSize, (std::array<uint32_t, 3>{4, 2, 1}));
  EXPECT_EQ(kernel.requiredSubGroupSize, 8u);
  EXPECT_EQ(kernel.subGroupSize, 8u);
  EXPECT_TRUE(kernel.hasBarriers);
  ASSERT_EQ(kernel.shapingArguments.size(), 1u);
  EXPECT_EQ(kernel.shapingArguments[0].index, 0u);
  EXPECT_TRUE(kernel.shapingArguments[0].isLength);
  EXPECT_EQ(kernel.width, 16u);
  EXPECT_EQ(kernel.rivalWidths, (std::vector<uint32_t>{32, 1}));
  EXPECT_EQ((*read).kernels[1].width, 1u);
  EXPECT_FALSE((*read).kernels[1].requiredGroupSize);
  EXPECT_EQ((*read).variables[0].size, 12u);
  EXPECT_EQ((*read).imports, (std::vector<std::string>{"cosf", "sinf"}));
}

TEST(MachineImage, ThatIsBrokenIsRefusedThoughItsChecksumIsRight) {
  MachineDescription description = example();
  description.kernels[1].name = "a";
  EXPECT_THAT(problemOf(description), HasSubstr("kernel 'a' is not in ascending order"));
  description = example();
  description.kernels[0].arguments[1].size = 9;
  EXPECT_THAT(problemOf(description), HasSubstr("kernel 'a' has an argument of 9 bytes"));
  description = example();
  description.kernels[0].arguments[0].kind = static_cast<ArgumentKind>(17);
  EXPECT_THAT(problemOf(description), HasSubstr("an argument of an unknown kind"));
  description = example();
  description.kernels[0].itemBytes = uint64_t{1} << 40;
  EXPECT_THAT(problemOf(description), HasSubstr("kernel 'a' requires 1099511627776 bytes"));
  description = example();
  description.kernels[0].requiredGroupSize = {{4, 0, 1}};
  EXPECT_THAT(problemOf(description), HasSubstr("requires the work-group size 4 x 0 x 1"));
  for (const uint32_t index : {1u, 3u}) { // an image, and none
    description = example();
    description.kernels[0].shapingArguments = {{index, false}};
    EXPECT_THAT(problemOf(description),
                HasSubstr(fmt::format("kernel 'a' has no argument {} by value", index)));
  }
}

TEST(MachineImage, HasWidthsOfPacks) {
  for (const uint32_t width : {0u, 3u, 128u}) {
    MachineDescription description = example();
    description.kernels[0].width = width;
    EXPECT_THAT(problemOf(description), HasSubstr("kernel 'a' has packs of an impossible width"));
    description = example();
    description.kernels[0].rivalWidths[1] = width;
    EXPECT_THAT(problemOf(description), HasSubstr("kernel 'a' has packs of an impossible width"));
  }
}

TEST(MachineImage, EveryDamagedByteIsNoticed) {
  const std::vector<std::byte> image = format::host::writeMachineImage(elf(), example());
  for (size_t i = 0; i < image.size(); ++i) {
    std::vector<std::byte> damaged = image;
    damaged[i] ^= std::byte{1};
    EXPECT_FALSE(readMachineImage(damaged)) << i;
    EXPECT_FALSE(readMachineImage(std::span(image).first(i))) << i;
  }
}

TEST(Isa, CpusAreSpelledByLevelAndExtras) {
  std::vector<std::string> features;
  const auto add = [&features](std::span<const std::string_view> more) {
    features.insert(features.end(), more.begin(), more.end());
  };
  EXPECT_EQ(spellCpu(features), "v1");
  features = {"gfni", "aes", "unheard-of"};
  EXPECT_EQ(spellCpu(features), "v1+aes+gfni");
  add(format::host::featuresOfLevel(2));
  add(format::host::featuresOfLevel(3));
  EXPECT_EQ(spellCpu(features), "v3+aes+gfni");
  features.push_back("avx512f"); // of the next level, which is not whole
  EXPECT_EQ(spellCpu(features), "v3+aes+gfni");
  add(format::host::featuresOfLevel(4));
  EXPECT_EQ(spellCpu(features), "v4+aes+gfni");
}

TEST(Isa, TargetsTellTheCpu) {
  EXPECT_EQ(format::host::machineTarget("v1"), "host-x86_64-aot");
  EXPECT_EQ(format::host::machineTarget("v1+aes"), "host-x86_64-aot+aes");
  EXPECT_EQ(format::host::machineTarget("v3"), "host-x86_64-aot-v3");
  EXPECT_EQ(format::host::levelOfTarget("host-x86_64-aot"), 1u);
  EXPECT_EQ(format::host::levelOfTarget("host-x86_64-aot-v4+aes"), 4u);
  for (const char *other : {"host-x86_64", "host-x86_64-aot-", "host-x86_64-aot-v", "spirv64",
                            "host-x86_64-aot-v1", "host-x86_64-aot-v3x"})
    EXPECT_EQ(format::host::levelOfTarget(other), 0u) << other;
}

TEST(Isa, ReasonsNameTheFeature) {
  EXPECT_EQ(missingRequirements("host-x86_64-aot+warp"), "this CPU has no warp");
  EXPECT_THAT(missingRequirements("host-x86_64-aot-v9"), HasSubstr("this CPU has no "));
  EXPECT_EQ(missingRequirements("spirv64"), "it is no machine code for x86-64");
#ifdef __x86_64__
  EXPECT_EQ(missingRequirements("host-x86_64-aot"), "");
#endif
}

} // namespace
} // namespace ursa::host
