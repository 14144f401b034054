// The choice of an image for a device of a foreign adapter, by the answers of such adapters.
#include "fake_device.h"

namespace ursa::testing {
namespace {

constexpr std::string_view kSpirv("\x03\x02\x23\x07wxyz", 8);

ur_result_t createProgram(FakeDevice &fake, const std::vector<std::byte> &bytes,
                          ur_program_handle_t *program) {
  size_t length = bytes.size();
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  return urProgramCreateWithBinary(fake.context, 1, &fake.device, &length, &data, nullptr, program);
}

/// Returns both images in SPIR-V, and an emulated one in a device-specific form.
std::vector<std::byte> threeImages() {
  return concatenate(buildImage("spirv64", "k", nativeProperties(), kSpirv),
                     concatenate(buildImage("spirv64+emulated", "k", emulatedProperties(), kSpirv),
                                 buildImage("fake+emulated", "k", emulatedProperties(), "code")));
}

ursa_specialization_mode_t modeOf(FakeDevice &fake, const TestBundle &bundle) {
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_AUTO;
  EXPECT_EQ(ursaBundleGetMode(bundle.handle, fake.device, &mode), UR_RESULT_SUCCESS)
      << lastSentence();
  return mode;
}

TEST(ImageChoice, TheSpirvTargetIsKnownByTheNameOfTheAbi) {
  FakeDevice fake(true);
  fake.targets = {UR_DEVICE_BINARY_TARGET_SPIRV64};
  fake.ilVersion = "SPIR-V_1.0 SPIR-V_1.2 ";
  EXPECT_EQ(modeOf(fake, TestBundle(fake, threeImages())), URSA_SPECIALIZATION_MODE_NATIVE);
}

TEST(ImageChoice, SpirvDoesNotFitADeviceWithoutSpirv) {
  FakeDevice fake(true);
  fake.targets.insert(
      UR_DEVICE_BINARY_TARGET_SPIRV64); // foreign adapters accept this target for every device
  for (const char *version : {"", "PTX 8.0"}) {
    fake.ilVersion = version;
    fake.codes.clear();
    TestBundle bundle(fake, threeImages());
    EXPECT_EQ(modeOf(fake, bundle), URSA_SPECIALIZATION_MODE_EMULATED);
    EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
    EXPECT_EQ(fake.codes, std::vector<std::string>{"code"});
  }
}

TEST(ImageChoice, KernelsWithoutAnImageForTheDeviceDoNotHinderTheOthers) {
  FakeDevice fake(true);
  TestBundle bundle(
      fake, concatenate(buildImage("mars", "other", nativeProperties(), "x"), bothImages()));
  EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  ur_kernel_handle_t kernel = nullptr;
  EXPECT_EQ(ursaBundleGetKernel(bundle.handle, fake.device, "other", &kernel),
            UR_RESULT_ERROR_INVALID_KERNEL_NAME);
  EXPECT_THAT(lastSentence(), ::testing::HasSubstr("has a kernel 'other'."));
  ASSERT_EQ(ursaBundleGetKernel(bundle.handle, fake.device, "k", &kernel), UR_RESULT_SUCCESS)
      << lastSentence();
  urKernelRelease(kernel);
}

TEST(ImageChoice, TheMessageSaysThatSpirvIsUnsupported) {
  FakeDevice fake(true);
  fake.targets = {UR_DEVICE_BINARY_TARGET_SPIRV64};
  fake.ilVersion = "";
  const TestBundle bundle(fake, threeImages());
  EXPECT_EQ(bundle.result, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastSentence(),
              ::testing::HasSubstr("there are images for: 'spirv64' (SPIR-V, which the device does "
                                   "not take), 'spirv64+emulated' (SPIR-V, which the device does "
                                   "not take), 'fake+emulated'."));
}

TEST(ImageChoice, NumericIdsAreThoseOfTheNativeImageAlsoWhereItDoesNotRun) {
  FakeDevice fake(false);
  ur_program_handle_t program = nullptr;
  ASSERT_EQ(createProgram(fake, threeImages(), &program), UR_RESULT_SUCCESS) << lastSentence();
  const int32_t large = -5; // the second leaf of the second constant
  const ur_specialization_constant_info_t value = {2, sizeof(large), &large};
  EXPECT_EQ(urProgramSetSpecializationConstants(program, 1, &value), UR_RESULT_SUCCESS)
      << lastSentence();
  ur_kernel_handle_t kernel = nullptr;
  ASSERT_EQ(urKernelCreate(program, "k", &kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
  Constants expected;
  expected.pair.large = large;
  EXPECT_EQ(fake.bufferOf(fake.launches.at(0)), expected.blob());
  urKernelRelease(kernel);
  urProgramRelease(program);
}

// The function that sets constants may exist although the device accepts no code with constants.
constexpr ursa_specialization_mode_flags_t kAllModes = URSA_SPECIALIZATION_MODE_FLAG_NATIVE |
                                                       URSA_SPECIALIZATION_MODE_FLAG_EMULATED |
                                                       URSA_SPECIALIZATION_MODE_FLAG_TIERED;

TEST(ImageChoice, ADeviceOfOpenClWithoutSpirvDoesNotSpecialize) {
  FakeDevice fake(true);
  fake.ilVersion = "";
  ursa_specialization_mode_flags_t modes = 0;
  EXPECT_EQ(ursaDeviceGetSpecializationModes(fake.device, &modes), UR_RESULT_SUCCESS);
  EXPECT_EQ(modes, kAllModes);
  EXPECT_EQ(modeOf(fake, TestBundle(fake, bothImages())), URSA_SPECIALIZATION_MODE_NATIVE);

  fake.backend = UR_BACKEND_OPENCL;
  EXPECT_EQ(ursaDeviceGetSpecializationModes(fake.device, &modes), UR_RESULT_SUCCESS);
  EXPECT_EQ(modes, URSA_SPECIALIZATION_MODE_FLAG_EMULATED);
  EXPECT_EQ(modeOf(fake, TestBundle(fake, bothImages())), URSA_SPECIALIZATION_MODE_EMULATED);

  fake.ilVersion = "SPIR-V_1.2";
  EXPECT_EQ(ursaDeviceGetSpecializationModes(fake.device, &modes), UR_RESULT_SUCCESS);
  EXPECT_EQ(modes, kAllModes);
}

/// Makes the device prefer the last image.
void preferTheLast(FakeDevice &fake) {
  ON_CALL(fake.mock.on<core::api::Function::urDeviceSelectBinary>(), Call)
      .WillByDefault([&fake](ur_device_handle_t, const ur_device_binary_t *binaries, uint32_t count,
                             uint32_t *selected) {
        for (uint32_t index = count; index-- > 0;)
          if (fake.targets.contains(std::string_view(binaries[index].pDeviceTargetSpec))) {
            *selected = index;
            return UR_RESULT_SUCCESS;
          }
        return UR_RESULT_ERROR_INVALID_BINARY;
      });
}

TEST(ImageChoice, ADeviceGetsThePreferredOfSeveralImages) {
  const std::vector<std::byte> images =
      concatenate(buildImage("fake+emulated", "k", emulatedProperties(), "bitcode"),
                  buildImage("fake-aot+emulated", "k", emulatedProperties(), "machine code"));
  FakeDevice fake(true);
  fake.targets = {"fake", "fake-aot"};
  TestBundle first(fake, images);
  EXPECT_EQ(first.build(), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.codes, std::vector<std::string>{"bitcode"});

  preferTheLast(fake);
  fake.codes.clear();
  TestBundle last(fake, images);
  EXPECT_EQ(last.build(), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.codes, std::vector<std::string>{"machine code"});
}

TEST(ImageChoice, AnImageWithFoldedDefaultsIsTheLastResort) {
  const std::string folded = "[SYCL/misc properties]\nspecConstsReplacedWithDefault=1|1\n";
  const std::vector<std::byte> images =
      concatenate(buildImage("fake", "k", nativeProperties(), "bitcode"),
                  buildImage("fake-aot", "k", folded, "machine code"));
  FakeDevice fake(true);
  fake.targets = {"fake", "fake-aot"};
  preferTheLast(fake);
  EXPECT_EQ(modeOf(fake, TestBundle(fake, images)), URSA_SPECIALIZATION_MODE_NATIVE);
  fake.targets = {"fake-aot"};
  TestBundle bundle(fake, images);
  EXPECT_EQ(modeOf(fake, bundle), URSA_SPECIALIZATION_MODE_NONE);
  EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.codes.back(), "machine code");
}

std::string requiring(const std::string &kernel, const std::string &lines) {
  const std::vector<uint8_t> bytes(lines.begin(), lines.end());
  return PropertyText().set("Ursa/kernel requirements").bytes(kernel, bytes).text;
}

TEST(ImageChoice, AnImageWithoutARunnableKernelDoesNotFit) {
  FakeDevice fake(true);
  fake.targets = {"fake", "fake-aot"};
  const std::vector<std::byte> images =
      concatenate(buildImage("fake", "k", requiring("k", "Float64"), "wide"),
                  buildImage("fake-aot", "k", "", "plain"));
  TestBundle plain(fake, images);
  EXPECT_EQ(plain.build(), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.codes, std::vector<std::string>{"plain"});

  fake.abilities = {"Float64"};
  fake.codes.clear();
  TestBundle wide(fake, images);
  EXPECT_EQ(wide.build(), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.codes, std::vector<std::string>{"wide"});
}

TEST(ImageChoice, TheMessageNamesMissingRequirements) {
  FakeDevice fake(true);
  const TestBundle bundle(fake, buildImage("fake", "k", requiring("k", "Float64"), "code"));
  EXPECT_EQ(bundle.result, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastSentence(),
              ::testing::HasSubstr("No device image is for device 'Fake Device'; there are images "
                                   "for: 'fake'. The device lacks what kernel 'k' requires."));
}

/// The description of a kernel that uses double.
std::string usingDouble(const std::string &kernel) {
  const std::string_view json =
      R"({"args":[],"aspects":[6],"aspect_uses":["double in function '_Z5scaled' at a.cpp:7"]})";
  const std::vector<uint8_t> bytes(json.begin(), json.end());
  return PropertyText().set("Ursa/kernels").bytes(kernel, bytes).text;
}

TEST(ImageChoice, TheMessageTellsWhatUsesAMissingFeature) {
  FakeDevice fake(true);
  const TestBundle feature(
      fake, buildImage("fake", "k", requiring("k", "Float64") + usingDouble("k"), "code"));
  EXPECT_THAT(lastSentence(),
              ::testing::HasSubstr("The device lacks what kernel 'k' requires. It uses double in "
                                   "function 'scale(double)' at a.cpp:7."));
  const TestBundle size(
      fake, buildImage("fake", "k", requiring("k", "localBytes 4") + usingDouble("k"), "code"));
  EXPECT_THAT(lastSentence(), ::testing::Not(::testing::HasSubstr("It uses")));
}

TEST(ImageChoice, AKernelThatNoImageFitsIsToldOfWithItsReason) {
  FakeDevice fake(true);
  fake.targets = {"fake"};
  TestBundle bundle(
      fake,
      concatenate(buildImage("fake", "_ZTS4Wide",
                             requiring("_ZTS4Wide", "Float64") + usingDouble("_ZTS4Wide"), "wide"),
                  buildImage("fake", "plain", "", "plain")));
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  ur_kernel_handle_t kernel = nullptr;
  EXPECT_EQ(ursaBundleGetKernel(bundle.handle, fake.device, "_ZTS4Wide", &kernel),
            UR_RESULT_ERROR_INVALID_KERNEL_NAME);
  EXPECT_THAT(lastSentence(), ::testing::HasSubstr("has a kernel 'Wide'."));
  EXPECT_THAT(lastSentence(), ::testing::HasSubstr("requires. It uses double in function "
                                                   "'scale(double)' at a.cpp:7."));
}

TEST(ImageChoice, AnImageWithOneRunnableKernelFits) {
  FakeDevice fake(true);
  TestBundle bundle(fake, buildImage("fake", "j\nk", requiring("k", "Float64"), "code"));
  EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
}

} // namespace
} // namespace ursa::testing
