// Mode TIERED: which launches run native or emulated, and which builds begin in the background.
#include "tiers_fixture.h"

#include "core/layers/tracer.h"
#include "unit/scoped_variable.h"

#include <algorithm>
#include <span>
#include <thread>

namespace ursa::testing::tiers {
namespace {

using core::api::Function;

TEST_F(Tiers, TheModeNeedsBothImagesAndANativeDevice) {
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_AUTO;
  const auto modeOf = [&](FakeDevice &fake, const std::vector<std::byte> &images) {
    const TestBundle bundle(fake, images, URSA_SPECIALIZATION_MODE_TIERED);
    EXPECT_EQ(bundle.result, UR_RESULT_SUCCESS) << lastSentence();
    EXPECT_EQ(ursaBundleGetMode(bundle.handle, fake.device, &mode), UR_RESULT_SUCCESS);
    return mode;
  };
  EXPECT_EQ(modeOf(fake_, bothImages()), URSA_SPECIALIZATION_MODE_TIERED);
  EXPECT_EQ(modeOf(fake_, buildImage("fake", "k", nativeProperties(), "native code")),
            URSA_SPECIALIZATION_MODE_NATIVE);
  EXPECT_EQ(modeOf(fake_, buildImage("fake+emulated", "k", emulatedProperties(), "code")),
            URSA_SPECIALIZATION_MODE_EMULATED);
  FakeDevice other(false);
  EXPECT_EQ(modeOf(other, bothImages()), URSA_SPECIALIZATION_MODE_EMULATED);
}

TEST_F(Tiers, TheNativeImageRunsUntilAValueIsSet) {
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(report(bundle).lastLaunch, URSA_TIER_NONE);
  EXPECT_TRUE(launch(kernel).empty());
  EXPECT_EQ(fake_.launchedKernels, std::vector{kernel});
  EXPECT_EQ(nativeScales(), std::vector<int32_t>{3});
  EXPECT_EQ(report(bundle).lastLaunch, URSA_TIER_NATIVE);
  EXPECT_EQ(report(bundle).buildsStarted, 0u);
  urKernelRelease(kernel);
}

// So that the first change of a value waits for no compiler.
TEST_F(Tiers, TheEmulatedImageIsBuiltInTheBackgroundBeforeAValueIsSet) {
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  held.waitFor(1);
  {
    const std::lock_guard lock(fake_.mutex);
    EXPECT_EQ(fake_.codes, (std::vector<std::string>{"native code", "emulated code"}));
  }
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t kernel = kernelFor(bundle, 5);
  EXPECT_EQ(launch(kernel), blobFor(5));
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_EQ(std::count(fake_.codes.begin(), fake_.codes.end(), "emulated code"), 1);
  urKernelRelease(kernel);
}

TEST_F(Tiers, LaunchesAreEmulatedUntilTheNativeBuildIsReady) {
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  const ur_kernel_handle_t kernel = kernelFor(bundle, 21);
  held.waitFor(1); // the build of the bundle did not wait for it
  EXPECT_EQ(launch(kernel), blobFor(21));
  EXPECT_EQ(launch(kernel), blobFor(21));
  EXPECT_EQ(report(bundle).lastLaunch, URSA_TIER_EMULATED);
  EXPECT_GE(report(bundle).pendingBuilds, 1u);
  EXPECT_EQ(report(bundle).swaps, 0u);

  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_TRUE(launch(kernel).empty());
  EXPECT_NE(fake_.launchedKernels.back(), kernel) << "the handle stays, another kernel runs";
  EXPECT_EQ(nativeScales(), std::vector<int32_t>{21});
  const ursa_tier_report_t after = report(bundle);
  EXPECT_EQ(after.lastLaunch, URSA_TIER_NATIVE);
  EXPECT_EQ(after.pendingBuilds, 0u);
  EXPECT_EQ(after.buildsStarted, 1u);
  EXPECT_EQ(after.buildsDropped, 0u);
  EXPECT_EQ(after.swaps, 1u);
  EXPECT_EQ(report(kernel).lastLaunch, URSA_TIER_NATIVE);
  EXPECT_EQ(report(kernel).swaps, 1u);
  urKernelRelease(kernel);
}

TEST_F(Tiers, TheNewestValuesWinAndStaleBuildsAreDropped) {
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  bundle.set("scale", 1);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  held.waitFor(1);
  for (const int32_t scale : {2, 4, 5}) {
    bundle.set("scale", scale);
    ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  }
  EXPECT_EQ(held.begun(), 1) << "one build of a program at a time";
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_EQ(nativeScales(), (std::vector<int32_t>{1, 5}));
  EXPECT_EQ(report(bundle).buildsStarted, 2u);
  EXPECT_EQ(report(bundle).buildsDropped, 2u);
  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(launch(kernel), blobFor(5)) << "a kernel of the emulated program";
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_TRUE(launch(kernel).empty());
  EXPECT_EQ(report(bundle).buildsStarted, 2u) << "the program was built already";
  urKernelRelease(kernel);
}

TEST_F(Tiers, OneBuildOfAProgramRunsAtATimeAndEveryKernelInUseGetsItsOwn) {
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  std::vector<ur_kernel_handle_t> kernels;
  for (const int32_t scale : {11, 12, 13})
    kernels.push_back(kernelFor(bundle, scale));
  for (int round = 0; round < 3; ++round)
    for (size_t i = 0; i < kernels.size(); ++i)
      EXPECT_EQ(launch(kernels[i]), blobFor(11 + static_cast<int32_t>(i)));
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  for (const ur_kernel_handle_t kernel : kernels) {
    EXPECT_TRUE(launch(kernel).empty());
    urKernelRelease(kernel);
  }
  EXPECT_EQ(held.mostAtOnce(), 1);
  EXPECT_EQ(report(bundle).swaps, 3u);
}

TEST_F(Tiers, ABuildForAKernelThatIsReleasedBeforeItsTurnIsDropped) {
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  const ur_kernel_handle_t first = kernelFor(bundle, 1);
  held.waitFor(1);
  const ur_kernel_handle_t second = kernelFor(bundle, 2);
  launch(second);
  urKernelRelease(second);
  bundle.set("scale", 3); // the default, which is native at once
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS);
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_EQ(nativeScales(), (std::vector<int32_t>{1, 3}));
  EXPECT_EQ(report(bundle).buildsStarted, 1u);
  EXPECT_EQ(report(bundle).buildsDropped, 1u);
  urKernelRelease(first);
}

TEST_F(Tiers, AFailedNativeBuildStaysEmulatedAndIsReportedOnce) {
  const LoaderWarnings warnings;
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  for (const int32_t scale : {1, 2}) {
    const ur_kernel_handle_t kernel = kernelFor(bundle, scale);
    EXPECT_EQ(launch(kernel), blobFor(scale));
    for (int i = 0; held.begun() < scale && i < 100; ++i)
      launch(kernel); // after a failure, kernels request builds after more launches
    held.waitFor(scale);
    held.release(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
    EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(launch(kernel), blobFor(scale));
    urKernelRelease(kernel);
  }
  EXPECT_EQ(report(bundle).buildsStarted, 2u) << "what failed is not built again";
  EXPECT_EQ(report(bundle).buildsFailed, 2u);
  EXPECT_EQ(report(bundle).swaps, 0u);
  ASSERT_EQ(warnings.lines.size(), 1u);
  EXPECT_NE(warnings.lines[0].find("stay emulated"), std::string::npos) << warnings.lines[0];
  EXPECT_NE(warnings.lines[0].find("'Fake Device'"), std::string::npos) << warnings.lines[0];

  // Other values may build.
  const ur_kernel_handle_t kernel = kernelFor(bundle, 9);
  for (int i = 0; held.begun() < 3 && i < 100; ++i)
    EXPECT_EQ(launch(kernel), blobFor(9));
  held.waitFor(3);
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_TRUE(launch(kernel).empty());
  urKernelRelease(kernel);
}

TEST_F(Tiers, ARequestForValuesWhoseBuildFailsMeanwhileIsNotBuilt) {
  const LoaderWarnings warnings;
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  const ur_kernel_handle_t kernel = kernelFor(bundle, 1);
  held.waitFor(1);
  EXPECT_EQ(launch(kernel), blobFor(1)); // requests the build that runs
  held.release(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  held.release(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE); // of a build that must not begin
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_EQ(held.begun(), 1);
  EXPECT_EQ(report(bundle).buildsFailed, 1u);
  EXPECT_EQ(report(bundle).pendingBuilds, 0u);
  urKernelRelease(kernel);
}

TEST_F(Tiers, ADefaultThatFailsToBuildNativelyIsEmulated) {
  const LoaderWarnings warnings;
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  EXPECT_CALL(fake_.mock.on<Function::urProgramBuild>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE))
      .WillRepeatedly(Return(UR_RESULT_SUCCESS));
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  const ur_kernel_handle_t kernel = bundle.kernel();
  EXPECT_EQ(launch(kernel), Constants().blob());
  EXPECT_EQ(warnings.lines.size(), 1u);
  urKernelRelease(kernel);
}

TEST_F(Tiers, ValuesThatReturnAreNativeAtOnce) {
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  urKernelRelease(kernelFor(bundle, 40));
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  urKernelRelease(kernelFor(bundle, 41));
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  const size_t programs = fake_.codes.size();
  const ur_kernel_handle_t kernel = kernelFor(bundle, 40);
  EXPECT_TRUE(launch(kernel).empty());
  EXPECT_EQ(fake_.launchedKernels.back(), kernel);
  EXPECT_EQ(fake_.codes.size(), programs);
  urKernelRelease(kernel);
}

TEST_F(Tiers, TheEmulatedImageIsBuiltOnceForAllValues) {
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  for (int32_t scale = 10; scale < 30; ++scale)
    urKernelRelease(kernelFor(bundle, scale));
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_EQ(std::count(fake_.codes.begin(), fake_.codes.end(), "emulated code"), 1);
}

TEST_F(Tiers, ANativeKernelOfABundleTakesOtherValues) {
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  held.release(); // of the emulated image
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  const ur_kernel_handle_t kernel = bundle.kernel();
  const int32_t scale = 66;
  const auto value = scaleInfo(scale);
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel, 1, &value), UR_RESULT_SUCCESS)
      << lastSentence();
  EXPECT_EQ(launch(kernel), blobFor(66)) << "an emulated kernel is launched instead";
  const int32_t standard = 3;
  const auto back = scaleInfo(standard);
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel, 1, &back), UR_RESULT_SUCCESS);
  EXPECT_TRUE(launch(kernel).empty());
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel, 1, &value), UR_RESULT_SUCCESS);
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  launch(kernel); // requests the build again if it was wasted before
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  launch(kernel);
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  EXPECT_TRUE(launch(kernel).empty());
  urKernelRelease(kernel);
}

TEST_F(Tiers, ExecutionPropertiesReachTheKernelsOfBothTiers) {
  std::map<ur_kernel_handle_t, std::vector<ur_kernel_exec_info_t>> applied;
  ON_CALL(fake_.mock.on<Function::urKernelSetExecInfo>(), Call)
      .WillByDefault([&](ur_kernel_handle_t kernel, ur_kernel_exec_info_t name, size_t,
                         const ur_kernel_exec_info_properties_t *, const void *) {
        const std::lock_guard lock(fake_.mutex);
        applied[kernel].push_back(name);
        return UR_RESULT_SUCCESS;
      });
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  const ur_kernel_handle_t kernel = kernelFor(bundle, 5);
  const ur_bool_t yes = true;
  EXPECT_EQ(urKernelSetExecInfo(kernel, UR_KERNEL_EXEC_INFO_USM_INDIRECT_ACCESS, sizeof(yes),
                                nullptr, &yes),
            UR_RESULT_SUCCESS);
  launch(kernel);
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  const uint32_t cache = UR_KERNEL_CACHE_CONFIG_DEFAULT;
  EXPECT_EQ(
      urKernelSetExecInfo(kernel, UR_KERNEL_EXEC_INFO_CACHE_CONFIG, sizeof(cache), nullptr, &cache),
      UR_RESULT_SUCCESS);
  launch(kernel);
  const ur_kernel_handle_t native = fake_.launchedKernels.back();
  ASSERT_NE(native, kernel);
  EXPECT_EQ(applied[native], (std::vector{UR_KERNEL_EXEC_INFO_USM_INDIRECT_ACCESS,
                                          UR_KERNEL_EXEC_INFO_CACHE_CONFIG}));
  EXPECT_EQ(applied[kernel], applied[native]);
  urKernelRelease(kernel);
}

// On a device that compiles at launch, the swap would wait for its compiler.
TEST_F(Tiers, NativeKernelsAreCompiledForTheShapeOfTheirLaunches) {
  fake_.compilesAtLaunch = true;
  const auto buffer = fake_.mock.make<ur_exp_command_buffer_handle_t>();
  ON_CALL(fake_.mock.on<Function::urCommandBufferCreateExp>(), Call)
      .WillByDefault([&](auto, auto, auto, ur_exp_command_buffer_handle_t *created) {
        *created = buffer;
        return UR_RESULT_SUCCESS;
      });
  ur_kernel_handle_t recorded = nullptr;
  std::vector<ur_exp_kernel_arg_properties_t> args;
  size_t global = 0;
  bool hasLocal = true;
  ON_CALL(fake_.mock.on<Function::urCommandBufferAppendKernelLaunchWithArgsExp>(), Call)
      .WillByDefault([&](auto, ur_kernel_handle_t kernel, uint32_t, const size_t *,
                         const size_t *sizes, const size_t *local, uint32_t count,
                         const ur_exp_kernel_arg_properties_t *given, auto, auto, auto, auto, auto,
                         auto, auto, auto, auto) {
        recorded = kernel;
        args.assign(given, given + count);
        global = sizes[0];
        hasLocal = local != nullptr;
        return UR_RESULT_SUCCESS;
      });
  EXPECT_CALL(fake_.mock.on<Function::urCommandBufferReleaseExp>(), Call(buffer)).Times(1);
  HeldBuilds held(fake_);
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  const ur_kernel_handle_t kernel = kernelFor(bundle, 5);
  launch(kernel);
  held.releaseAll();
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  launch(kernel);
  EXPECT_EQ(recorded, fake_.launchedKernels.back());
  EXPECT_EQ(global, 1u);
  EXPECT_FALSE(hasLocal);
  ASSERT_EQ(args.size(), 2u) << "without the emulation buffer";
  EXPECT_EQ(args[0].type, UR_EXP_KERNEL_ARG_TYPE_POINTER);
  EXPECT_EQ(args[0].value.pointer, nullptr);
  EXPECT_EQ(args[1].type, UR_EXP_KERNEL_ARG_TYPE_VALUE);
  EXPECT_EQ(args[1].size, sizeof(int32_t));
  urKernelRelease(kernel);
}

// ---- ends while a build runs

TEST_F(Tiers, EverythingMayBeReleasedWhileABuildRuns) {
  std::atomic<int> contexts{0};
  ON_CALL(fake_.mock.on<Function::urContextRetain>(), Call).WillByDefault([&](auto) {
    ++contexts;
    return UR_RESULT_SUCCESS;
  });
  ON_CALL(fake_.mock.on<Function::urContextRelease>(), Call).WillByDefault([&](auto) {
    --contexts;
    return UR_RESULT_SUCCESS;
  });
  HeldBuilds held(fake_);
  {
    TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
    const ur_kernel_handle_t kernel = kernelFor(bundle, 5);
    launch(kernel);
    held.waitFor(1);
    urKernelRelease(kernel);
  }
  EXPECT_GT(contexts, 0) << "the build needs the context";
  held.releaseAll();
  stopBackgroundWorker();
  EXPECT_EQ(contexts, 0);
  EXPECT_TRUE(fake_.memory.empty());
}

TEST_F(Tiers, TearDownWaitsForTheBuildThatRuns) {
  HeldBuilds held(fake_);
  ur_kernel_handle_t kernel = nullptr;
  {
    TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
    kernel = kernelFor(bundle, 5);
    launch(kernel);
    held.waitFor(1);
  }
  urKernelRelease(kernel);
  std::thread opener([&] { held.releaseAll(); });
  fake_.loader = nullptr;
  opener.join();
  EXPECT_EQ(held.begun(), 1);
  EXPECT_TRUE(fake_.memory.empty());
}

TEST(TierTraces, BuildsAndSwapsAreTraced) {
  const ScopedVariable layers("UR_ENABLE_LAYERS", "UR_LAYER_TRACING");
  std::mutex mutex; // guards lines
  std::vector<std::string> lines;
  const auto note = [&](const char *line) {
    const std::lock_guard lock(mutex);
    if (std::string(line).starts_with("****"))
      lines.emplace_back(line);
  };
  core::layers::tracingLog().setCallback(
      [](ur_logger_level_t, const char *line, void *to) {
        (*static_cast<decltype(&note)>(to))(line);
      },
      const_cast<void *>(static_cast<const void *>(&note)), UR_LOGGER_LEVEL_INFO);
  {
    FakeDevice fake(true);
    TestBundle bundle(fake, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
    bundle.set("scale", 5);
    EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS);
    const ur_kernel_handle_t kernel = bundle.kernel();
    fake.launch(kernel);
    EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
    fake.launch(kernel);
    urKernelRelease(kernel);
  }
  core::layers::tracingLog().setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_QUIET);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].starts_with("**** native build: fake (")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("**** swap to native: fake (")) << lines[1];
}

TEST_F(Tiers, ReportsRefuseBadParameters) {
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_TIERED);
  ursa_tier_report_t report{};
  EXPECT_EQ(ursaBundleGetTierReport(nullptr, fake_.device, &report),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaBundleGetTierReport(bundle.handle, nullptr, &report),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaBundleGetTierReport(bundle.handle, fake_.device, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaBundleGetTierReport(bundle.handle, fake_.mock.make<ur_device_handle_t>(), &report),
            UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_EQ(ursaKernelGetTierReport(nullptr, &report), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaBundleFinishBuilds(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
}

TEST_F(Tiers, OtherModesReportNothing) {
  TestBundle bundle(fake_, bothImages(), URSA_SPECIALIZATION_MODE_NATIVE);
  const ur_kernel_handle_t kernel = kernelFor(bundle, 5);
  launch(kernel);
  EXPECT_EQ(report(bundle).lastLaunch, URSA_TIER_NONE);
  EXPECT_EQ(report(kernel).lastLaunch, URSA_TIER_NONE);
  EXPECT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  urKernelRelease(kernel);
}

} // namespace
} // namespace ursa::testing::tiers
