#include "fake_device.h"

#include <array>
#include <tuple>

namespace ursa::testing {
namespace {

using core::api::Function;
using ::testing::InSequence;

TEST(Bundle, NativelyFlushesEveryLeafBeforeTheBuild) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  ASSERT_EQ(bundle.result, UR_RESULT_SUCCESS) << lastSentence();
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_AUTO;
  EXPECT_EQ(ursaBundleGetMode(bundle.handle, fake.device, &mode), UR_RESULT_SUCCESS);
  EXPECT_EQ(mode, URSA_SPECIALIZATION_MODE_NATIVE);

  EXPECT_EQ(bundle.set("pair", Constants::Pair{1, -2}), UR_RESULT_SUCCESS);
  {
    const InSequence sequence;
    EXPECT_CALL(fake.mock.on<Function::urProgramCreateWithBinary>(), Call);
    EXPECT_CALL(fake.mock.on<Function::urProgramSetSpecializationConstants>(), Call(_, 3, _));
    EXPECT_CALL(fake.mock.on<Function::urProgramBuild>(), Call);
  }
  ASSERT_EQ(bundle.build("-cl-fast"), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.codes, std::vector<std::string>{"native code"});
  EXPECT_EQ(fake.builds, std::vector<std::string>{"-cl-fast"});
  ASSERT_EQ(fake.flushes.size(), 1u);
  EXPECT_EQ(fake.flushes[0].at(0), bytesOf(int32_t{3}));
  EXPECT_EQ(fake.flushes[0].at(1), bytesOf(int8_t{1}));
  EXPECT_EQ(fake.flushes[0].at(2), bytesOf(int32_t{-2}));

  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.launches[0].size(), 2u) << "a native image has no implicit argument";
  EXPECT_TRUE(fake.memory.empty());
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
}

// As earlier compilers wrote them.
TEST(Bundle, ANativeImageWithAnImplicitArgumentGetsNull) {
  FakeDevice fake(true);
  const std::string properties =
      nativeProperties() + PropertyText().set("Ursa/specialization buffer").number("k", 2).text;
  TestBundle bundle(fake, buildImage("fake", "k", properties, "native code"));
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
  ASSERT_EQ(fake.launches[0].size(), 3u);
  EXPECT_EQ(fake.launches[0][2].index, 2u);
  EXPECT_EQ(fake.launches[0][2].type, UR_EXP_KERNEL_ARG_TYPE_POINTER);
  EXPECT_EQ(fake.launches[0][2].value.pointer, nullptr);
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
}

TEST(Bundle, EmulatesWhereTheDeviceDoesNotSpecialize) {
  FakeDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urProgramSetSpecializationConstants>(), Call).Times(0);
  TestBundle bundle(fake, bothImages());
  Constants expected;
  expected.scale = 11;
  EXPECT_EQ(bundle.set("scale", expected.scale), UR_RESULT_SUCCESS);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.codes, std::vector<std::string>{"emulated code"});

  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS) << lastSentence();
  ASSERT_EQ(fake.launches[0].size(), 3u);
  EXPECT_EQ(fake.launches[0][0].index, 0u);
  EXPECT_EQ(fake.launches[0][2].index, 2u);
  EXPECT_EQ(fake.bufferOf(fake.launches[0]), expected.blob());
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
}

TEST(Bundle, ModeCanBeForced) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages(), URSA_SPECIALIZATION_MODE_EMULATED);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.codes, std::vector<std::string>{"emulated code"});
}

TEST(Bundle, SaysWhyADeviceCannotHaveAMode) {
  FakeDevice fake(false);
  TestBundle bundle(fake, bothImages(), URSA_SPECIALIZATION_MODE_NATIVE);
  EXPECT_EQ(bundle.result, UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(bundle.handle, nullptr);
  EXPECT_NE(lastSentence().find("'Fake Device'"), std::string::npos) << lastSentence();
}

TEST(Bundle, NamesTheTargetsWhenNoImageIsForTheDevice) {
  FakeDevice fake(true);
  TestBundle bundle(fake, buildImage("host-s390x", "k", nativeProperties(), "code"));
  EXPECT_EQ(bundle.result, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_NE(lastSentence().find("'host-s390x'"), std::string::npos) << lastSentence();
}

TEST(Bundle, KernelsKeepTheValuesOfTheirBuild) {
  FakeDevice fake(false);
  TestBundle bundle(fake, bothImages());
  Constants old, now;
  old.scale = 1;
  now.scale = 2;
  bundle.set("scale", old.scale);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t first = bundle.kernel();
  bundle.set("scale", now.scale);
  EXPECT_EQ(fake.launch(first), UR_RESULT_SUCCESS); // set, but not built
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t second = bundle.kernel();
  EXPECT_EQ(fake.launch(first), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.launch(second), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.bufferOf(fake.launches[0]), old.blob());
  EXPECT_EQ(fake.bufferOf(fake.launches[1]), old.blob());
  EXPECT_EQ(fake.bufferOf(fake.launches[2]), now.blob());
  EXPECT_EQ(fake.codes.size(), 1u) << "an emulated image is built once, whatever the values";
  urKernelRelease(first);
  urKernelRelease(second);
}

TEST(Bundle, SettingADefaultBackRestoresIt) {
  FakeDevice fake(false);
  TestBundle bundle(fake, bothImages());
  const Constants defaults;
  // The first leaf keeps its default, so comparing only first leaves would miss the change.
  bundle.set("pair", Constants::Pair{defaults.pair.small, 100});
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t changed = bundle.kernel();
  bundle.set("pair", defaults.pair);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t restored = bundle.kernel();
  fake.launch(changed);
  fake.launch(restored);
  EXPECT_NE(fake.bufferOf(fake.launches[0]), defaults.blob());
  const auto blob = fake.bufferOf(fake.launches[1]);
  EXPECT_EQ(blob[4], 7);
  int32_t large = 0;
  std::memcpy(&large, blob.data() + 8, sizeof(large));
  EXPECT_EQ(large, defaults.pair.large);
  urKernelRelease(changed);
  urKernelRelease(restored);
}

TEST(Bundle, ReadsDefaultsAndValues) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  EXPECT_EQ(bundle.get<int32_t>("scale"), 3);
  bundle.set("scale", int32_t{-8});
  EXPECT_EQ(bundle.get<int32_t>("scale"), -8);
  EXPECT_EQ(bundle.get<Constants::Pair>("pair").large, 9);
}

TEST(Bundle, AConstantOfNoImageCanBeSetAndRead) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  double value = 0;
  EXPECT_EQ(ursaBundleGetSpecializationConstant(bundle.handle, "other", 8, &value, nullptr),
            UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_NE(lastSentence().find("'other'"), std::string::npos);
  EXPECT_EQ(bundle.set("other", 2.5), UR_RESULT_SUCCESS);
  EXPECT_EQ(bundle.get<double>("other"), 2.5);
  EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS);
}

TEST(Bundle, AFailedSetChangesNothing) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  EXPECT_EQ(bundle.set("scale", int64_t{1}), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_NE(lastSentence().find("'scale' is 4 bytes; 8 were given"), std::string::npos)
      << lastSentence();
  EXPECT_EQ(ursaBundleSetSpecializationConstant(bundle.handle, "scale", 4, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaBundleSetSpecializationConstant(bundle.handle, nullptr, 4, "abcd"),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(bundle.get<int32_t>("scale"), 3);
  int16_t small = 77;
  EXPECT_EQ(ursaBundleGetSpecializationConstant(bundle.handle, "scale", 2, &small, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(small, 77);
}

TEST(Bundle, BuildsOncePerValuesAndOptions) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.builds.size(), 1u);
  bundle.set("scale", int32_t{4});
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.builds.size(), 2u);
  bundle.set("scale", int32_t{3});
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.builds.size(), 2u) << "the default's program is in the cache";
  ASSERT_EQ(bundle.build("-O0"), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.builds.size(), 3u);
}

// A change to values of before creates no kernel, unless the application owns the earlier one.
TEST(Bundle, AReleasedKernelIsReturnedAgain) {
  FakeDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urKernelCreate>(), Call).Times(3);
  TestBundle bundle(fake, bothImages());
  for (int round = 0; round < 3; ++round)
    for (const int32_t value : {1, 2}) {
      bundle.set("scale", value);
      ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
      const ur_kernel_handle_t kernel = bundle.kernel();
      EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
      Constants expected;
      expected.scale = value;
      EXPECT_EQ(fake.bufferOf(fake.launches.back()), expected.blob());
      EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
    }
  const ur_kernel_handle_t first = bundle.kernel(), second = bundle.kernel();
  EXPECT_NE(first, second);
  EXPECT_EQ(urKernelRetain(second), UR_RESULT_SUCCESS);
  EXPECT_EQ(urKernelRelease(second), UR_RESULT_SUCCESS);
  EXPECT_EQ(urKernelRelease(first), UR_RESULT_SUCCESS);
  EXPECT_EQ(urKernelRelease(second), UR_RESULT_SUCCESS);
}

TEST(Bundle, AKernelWhoseValuesWereSetIsNotReturnedAgain) {
  FakeDevice fake(false);
  TestBundle bundle(fake, bothImages());
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t changed = bundle.kernel();
  const int32_t scale = 17;
  const ur_specialization_constant_info_t value{0, sizeof(scale), &scale};
  EXPECT_EQ(urKernelSetSpecializationConstants(changed, 1, &value), UR_RESULT_SUCCESS);
  EXPECT_EQ(urKernelRelease(changed), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.bufferOf(fake.launches.back()), Constants{}.blob());
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
}

// The last reference to a kernel may be the application's.
TEST(Bundle, AKernelOutlivesItsBundle) {
  FakeDevice fake(false);
  ur_kernel_handle_t kernel = nullptr;
  {
    TestBundle bundle(fake, bothImages());
    ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
    kernel = bundle.kernel();
  }
  EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.bufferOf(fake.launches.back()), Constants{}.blob());
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
  EXPECT_TRUE(fake.memory.empty());
}

TEST(Bundle, AFailedBuildKeepsTheLastOne) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  bundle.set("scale", int32_t{4});
  EXPECT_CALL(fake.mock.on<Function::urProgramGetBuildInfo>(), Call)
      .WillRepeatedly([](ur_program_handle_t, ur_device_handle_t, ur_program_build_info_t, size_t,
                         void *value, size_t *size) {
        static constexpr char kLog[] = "a line of the log";
        if (size)
          *size = sizeof(kLog);
        if (value)
          std::memcpy(value, kLog, sizeof(kLog));
        return UR_RESULT_SUCCESS;
      });
  EXPECT_CALL(fake.mock.on<Function::urProgramBuild>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE));
  EXPECT_EQ(bundle.build(), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_NE(lastSentence().find("a line of the log"), std::string::npos) << lastSentence();
  EXPECT_NE(lastSentence().find("'Fake Device'"), std::string::npos) << lastSentence();
  urKernelRelease(bundle.kernel()); // kernel of the build that succeeded
}

TEST(Bundle, OnlyImagesWithTheKernelsThatAreNeededAreBuilt) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  EXPECT_EQ(bundle.build("-O1 --ursa-kernels=other"), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_TRUE(fake.builds.empty());
  // The driver does not receive the option.
  EXPECT_EQ(bundle.build("-O1 --ursa-kernels=other,k -w"), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.builds, std::vector<std::string>{"-O1 -w"});
  urKernelRelease(bundle.kernel());
}

TEST(Bundle, KernelsAreLookedUpByName) {
  FakeDevice fake(true);
  TestBundle bundle(fake, bothImages());
  ur_kernel_handle_t kernel = nullptr;
  EXPECT_EQ(ursaBundleGetKernel(bundle.handle, nullptr, "k", &kernel),
            UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_NE(lastSentence().find("before the bundle was built"), std::string::npos);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaBundleGetKernel(bundle.handle, nullptr, "q", &kernel),
            UR_RESULT_ERROR_INVALID_KERNEL_NAME);
  EXPECT_NE(lastSentence().find("'q'"), std::string::npos);
  EXPECT_EQ(kernel, nullptr);
  const auto stranger = fake.mock.make<ur_device_handle_t>();
  EXPECT_EQ(ursaBundleGetKernel(bundle.handle, stranger, "k", &kernel),
            UR_RESULT_ERROR_INVALID_DEVICE);
}

TEST(Bundle, AnImageWithoutConstantsIsPlain) {
  FakeDevice fake(false);
  TestBundle bundle(fake, buildImage("fake", "k", "", "plain code"));
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_AUTO;
  ASSERT_EQ(ursaBundleGetMode(bundle.handle, fake.device, &mode), UR_RESULT_SUCCESS);
  EXPECT_EQ(mode, URSA_SPECIALIZATION_MODE_NONE);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.launches[0].size(), 2u) << "no implicit argument";
  urKernelRelease(kernel);
}

TEST(Bundle, ImagesThatDisagreeAboutASizeAreRefused) {
  FakeDevice fake(true);
  const std::string other = PropertyText()
                                .set("SYCL/specialization constants")
                                .bytes("scale", bytesOf(0u, 0u, 8u))
                                .set("SYCL/specialization constants default values")
                                .bytes("all", bytesOf(uint64_t{1}))
                                .text;
  TestBundle bundle(fake, concatenate(buildImage("fake", "k", nativeProperties(), "one"),
                                      buildImage("fake", "other", other, "two")));
  EXPECT_EQ(bundle.result, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_NE(lastSentence().find("'scale' is 4 bytes in one image and 8"), std::string::npos)
      << lastSentence();
}

TEST(Bundle, SpirvGoesThroughCreateWithIL) {
  FakeDevice fake(true);
  EXPECT_CALL(fake.mock.on<Function::urProgramCreateWithIL>(), Call(fake.context, _, 8, _, _))
      .WillOnce([&](ur_context_handle_t, const void *, size_t, const ur_program_properties_t *,
                    ur_program_handle_t *program) {
        *program = fake.mock.make<ur_program_handle_t>();
        return UR_RESULT_SUCCESS;
      });
  TestBundle bundle(fake, buildImage("fake", "k", "", std::string_view("\x03\x02\x23\x07wxyz", 8)));
  EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
}

TEST(Bundle, TellsWhatAKernelRequires) {
  FakeDevice fake(true);
  const auto kernels = [](std::string_view json) {
    return PropertyText().set("Ursa/kernels").bytes("k", {json.begin(), json.end()}).text;
  };
  const auto ask = [](const TestBundle &bundle, ursa_kernel_requirement_t requirement) {
    std::array<uint64_t, 4> room{};
    size_t size = 77;
    const ur_result_t result = ursaBundleGetKernelRequirement(
        bundle.handle, nullptr, "k", requirement, sizeof(room), room.data(), &size);
    return std::tuple(result, size, room);
  };
  using Room = std::array<uint64_t, 4>;
  {
    const TestBundle bundle(
        fake, buildImage("fake", "k",
                         kernels(R"({"args":[],"aspects":[5,6],"reqd_sub_group_size":16,)"
                                 R"("hierarchical_work_group_size":[8,4,1]})"),
                         "code"));
    EXPECT_EQ(ask(bundle, URSA_KERNEL_REQUIREMENT_ASPECTS),
              std::tuple(UR_RESULT_SUCCESS, size_t{8}, Room{5 | uint64_t{6} << 32}));
    EXPECT_EQ(ask(bundle, URSA_KERNEL_REQUIREMENT_SUB_GROUP_SIZE),
              std::tuple(UR_RESULT_SUCCESS, size_t{4}, Room{16}));
    EXPECT_EQ(ask(bundle, URSA_KERNEL_REQUIREMENT_WORK_GROUP_SIZE),
              std::tuple(UR_RESULT_SUCCESS, size_t{24}, Room{8, 4, 1}));
    EXPECT_EQ(std::get<0>(ask(bundle, static_cast<ursa_kernel_requirement_t>(9))),
              UR_RESULT_ERROR_INVALID_ENUMERATION);
    char small[7];
    EXPECT_EQ(ursaBundleGetKernelRequirement(bundle.handle, nullptr, "k",
                                             URSA_KERNEL_REQUIREMENT_ASPECTS, sizeof(small), small,
                                             nullptr),
              UR_RESULT_ERROR_INVALID_SIZE);
    EXPECT_NE(lastSentence().find("is 8 bytes; there is room for 7"), std::string::npos)
        << lastSentence();
  }
  {
    const TestBundle bundle(fake, buildImage("fake", "k", kernels(R"({"args":[]})"), "code"));
    for (const auto each : {URSA_KERNEL_REQUIREMENT_ASPECTS, URSA_KERNEL_REQUIREMENT_SUB_GROUP_SIZE,
                            URSA_KERNEL_REQUIREMENT_WORK_GROUP_SIZE})
      EXPECT_EQ(ask(bundle, each), std::tuple(UR_RESULT_SUCCESS, size_t{0}, Room{}));
  }
  for (const char *json :
       {R"({"aspects":"fp64"})", R"({"aspects":[-)", "[]", R"({"aspects":{}})"}) {
    const TestBundle bundle(fake, buildImage("fake", "k", kernels(json), "code"));
    EXPECT_EQ(std::get<0>(ask(bundle, URSA_KERNEL_REQUIREMENT_ASPECTS)),
              UR_RESULT_ERROR_INVALID_BINARY)
        << json;
  }
}

TEST(Bundle, BadParametersAreNamed) {
  FakeDevice fake(true);
  ursa_bundle_handle_t bundle = nullptr;
  const auto mode = URSA_SPECIALIZATION_MODE_AUTO;
  EXPECT_EQ(ursaBundleCreate(nullptr, 1, &fake.device, nullptr, mode, &bundle),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaBundleCreate(fake.context, 1, nullptr, nullptr, mode, &bundle),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaBundleCreate(fake.context, 0, &fake.device, nullptr, mode, &bundle),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(ursaBundleCreate(fake.context, 1, &fake.device, nullptr, mode, &bundle),
            UR_RESULT_ERROR_INVALID_BINARY)
      << "nothing is registered";
  EXPECT_EQ(bundle, nullptr);
  EXPECT_EQ(ursaBundleBuild(nullptr, nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaBundleRelease(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
}

} // namespace
} // namespace ursa::testing
