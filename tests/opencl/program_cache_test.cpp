// How often the driver builds: once for the same code, constants, devices and options, regardless
// of how many programs and bundles use them and how many threads build at once.
#include "opencl/fixture.h"
#include "support/container_builder.h"

#include "ursa.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <functional>
#include <latch>
#include <thread>

namespace ursa {
namespace {

using ursa::testing::FakeDriver;

constexpr int kThreads = 16;

std::string temporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "ursa-programs-XXXXXX").string();
  EXPECT_NE(mkdtemp(name.data()), nullptr);
  return name;
}

class OpenclProgramCache : public OpenclFaults {
protected:
  void SetUp() override {
    ASSERT_EQ(devices(), 1u);
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    driver_.calls.clear();
  }
  void TearDown() override {
    releaseAll();
    EXPECT_EQ(driver_.objects, 0);
  }

  static std::vector<std::byte> module() {
    return testing::SpirvBuilder()
        .kernel("iota")
        .constant(7, testing::SpirvBuilder::kUint, {3})
        .bytes();
  }

  // Creates, builds and releases a program of the module with a value of the constant.
  void buildOne(uint32_t value, const char *options = nullptr, bool withKernel = false) {
    const std::vector<std::byte> words = module();
    ur_program_handle_t program = nullptr;
    ASSERT_OK(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program));
    const ur_specialization_constant_info_t constant{7, sizeof(value), &value};
    EXPECT_OK(urProgramSetSpecializationConstants(program, 1, &constant));
    EXPECT_OK(urProgramBuild(context_, program, options));
    if (withKernel) {
      ur_kernel_handle_t kernel = nullptr;
      EXPECT_OK(urKernelCreate(program, "iota", &kernel));
      EXPECT_OK(urKernelRelease(kernel));
    }
    EXPECT_OK(urProgramRelease(program));
  }

  static void inThreads(const std::function<void(int)> &run) {
    std::latch start(kThreads);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&, i] {
        start.arrive_and_wait();
        run(i);
      });
    for (std::thread &thread : threads)
      thread.join();
  }

  int builds() { return driver_.calls["clBuildProgram"]; }
};

TEST_F(OpenclProgramCache, ProgramsOfTheSameCodeAreBuiltOnce) {
  inThreads([this](int) { buildOne(5, nullptr, true); });
  EXPECT_EQ(builds(), 1);
  buildOne(5);
  EXPECT_EQ(builds(), 1);
}

/// The cache on disk is on, in a folder that does not exist before.
class OpenclStoredPrograms : public OpenclProgramCache, public ::testing::WithParamInterface<bool> {
protected:
  OpenclStoredPrograms() {
    if (GetParam())
      driver_.platform = "Portable Computing Language";
  }
  ~OpenclStoredPrograms() override { driver_.platform = "Fake"; }
  void TearDown() override {
    OpenclProgramCache::TearDown();
    std::filesystem::remove_all(folder_);
  }

  const std::string folder_ = temporaryFolder();
  const ScopedVariable on_{"URSA_CACHE", "1"};
  const ScopedVariable dir_{"URSA_CACHE_DIR", folder_};
};

// A driver that compiles kernels at their launch would compile all of them to return a binary, also
// those that nobody launches.
TEST_P(OpenclStoredPrograms, AreNotOfDriversThatCompileAtLaunches) {
  driver_.binaryQueries = 0;
  buildOne(5, nullptr, true);
  EXPECT_EQ(builds(), 1);
  EXPECT_EQ(driver_.binaryQueries == 0, GetParam());
}

INSTANTIATE_TEST_SUITE_P(, OpenclStoredPrograms, ::testing::Bool(),
                         [](const auto &isPocl) { return isPocl.param ? "Pocl" : "Others"; });

struct SkippedByUsers : OpenclProgramCache {
  void TearDown() override {
    OpenclProgramCache::TearDown();
    std::filesystem::remove_all(folder);
  }
  const std::string folder = temporaryFolder();
  const ScopedVariable on{"URSA_CACHE", "1"};
  const ScopedVariable dir{"URSA_CACHE_DIR", folder};
  const ScopedVariable toggles{"URSA_TOGGLES", "skip_program_binaries"};
};
TEST_F(SkippedByUsers, NoBinaryIsStored) {
  driver_.binaryQueries = 0;
  buildOne(5, nullptr, true);
  EXPECT_EQ(driver_.binaryQueries, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(OpenclProgramCache, OtherValuesAndOptionsNeedAnotherBuild) {
  inThreads([this](int i) { buildOne(static_cast<uint32_t>(i % 4)); });
  EXPECT_EQ(builds(), 4);
  buildOne(1, "-cl-fast-relaxed-math");
  EXPECT_EQ(builds(), 5);
}

TEST_F(OpenclProgramCache, AFailureIsNotCached) {
  const std::vector<std::byte> words = module();
  ur_program_handle_t program = nullptr;
  ASSERT_OK(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program));
  driver_.fail("clBuildProgram", CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(urProgramBuild(context_, program, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  char log[100] = {};
  EXPECT_OK(urProgramGetBuildInfo(program, device_, UR_PROGRAM_BUILD_INFO_LOG, sizeof(log), log,
                                  nullptr));
  EXPECT_EQ(std::string(log), driver_.buildLog);
  driver_.fail("");
  EXPECT_OK(urProgramBuild(context_, program, nullptr));
  EXPECT_EQ(builds(), 2);
  EXPECT_OK(urProgramRelease(program));
}

// Each bundle, and each kernel with its own values, requests programs of the same image.
TEST_F(OpenclProgramCache, BundlesShareBuilds) {
  const std::vector<std::byte> words = module();
  const std::vector<std::byte> container =
      testing::buildImage("spirv64", "iota", "",
                          std::string(reinterpret_cast<const char *>(words.data()), words.size()));
  inThreads([&](int) {
    ursa_images_handle_t images = nullptr;
    ASSERT_OK(ursaImagesCreate(container.data(), container.size(), &images));
    ursa_bundle_handle_t bundle = nullptr;
    ASSERT_OK(
        ursaBundleCreate(context_, 1, &device_, images, URSA_SPECIALIZATION_MODE_AUTO, &bundle));
    EXPECT_OK(ursaBundleBuild(bundle, nullptr));
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_OK(ursaBundleGetKernel(bundle, nullptr, "iota", &kernel));
    EXPECT_OK(urKernelRelease(kernel));
    EXPECT_OK(ursaBundleRelease(bundle));
    EXPECT_OK(ursaImagesRelease(images));
  });
  EXPECT_EQ(builds(), 1);
}

TEST_F(OpenclProgramCache, KernelsWithOwnValuesShareBuilds) {
  const std::vector<std::byte> words = module();
  inThreads([&](int) {
    ur_program_handle_t program = nullptr;
    ASSERT_OK(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program));
    EXPECT_OK(urProgramBuild(context_, program, nullptr));
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_OK(urKernelCreate(program, "iota", &kernel));
    const uint32_t value = 11;
    const ur_specialization_constant_info_t constant{7, sizeof(value), &value};
    EXPECT_OK(urKernelSetSpecializationConstants(kernel, 1, &constant));
    EXPECT_OK(urKernelRelease(kernel));
    EXPECT_OK(urProgramRelease(program));
  });
  EXPECT_EQ(builds(), 2); // with the default, and with the value
}

} // namespace
} // namespace ursa
