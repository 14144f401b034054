// Mode TIERED of programs and kernels of the ABI.
#include "tiers_fixture.h"

#include "unit/scoped_variable.h"

#include <thread>

namespace ursa::testing::tiers {
namespace {

class TieredProgram : public Tiers {
protected:
  ~TieredProgram() override {
    if (kernel_)
      urKernelRelease(kernel_);
    if (program_)
      urProgramRelease(program_);
  }

  void create() {
    const std::vector<std::byte> bytes = bothImages();
    size_t length = bytes.size();
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    ASSERT_EQ(urProgramCreateWithBinary(fake_.context, 1, &fake_.device, &length, &data, nullptr,
                                        &program_),
              UR_RESULT_SUCCESS)
        << lastSentence();
  }
  void build() {
    ASSERT_EQ(urProgramBuild(fake_.context, program_, nullptr), UR_RESULT_SUCCESS);
    ASSERT_EQ(urKernelCreate(program_, "k", &kernel_), UR_RESULT_SUCCESS);
  }
  void setScale(int32_t scale) {
    const auto value = scaleInfo(scale);
    EXPECT_EQ(urProgramSetSpecializationConstants(program_, 1, &value), UR_RESULT_SUCCESS);
  }
  /// Blocks until nothing waits or runs in the background.
  void finish() {
    while (report(kernel_).pendingBuilds != 0)
      std::this_thread::yield();
  }

  const ScopedVariable mode_{"URSA_SPECIALIZATION", "tiered"};
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
};

TEST_F(TieredProgram, RunsItsDefaultsNatively) {
  create();
  build();
  EXPECT_TRUE(launch(kernel_).empty());
  EXPECT_EQ(report(kernel_).lastLaunch, URSA_TIER_NATIVE);
  EXPECT_EQ(report(kernel_).buildsStarted, 0u);
}

TEST_F(TieredProgram, LaunchesSeeTheValuesSetBeforeThemInEveryTier) {
  HeldBuilds held(fake_);
  create();
  build();
  setScale(30);
  EXPECT_EQ(launch(kernel_), blobFor(30)) << "without another build";
  held.waitFor(1);
  setScale(31);
  EXPECT_EQ(launch(kernel_), blobFor(31));
  setScale(30);
  EXPECT_EQ(launch(kernel_), blobFor(30));
  held.releaseAll();
  finish();
  EXPECT_TRUE(launch(kernel_).empty());
  setScale(31);
  for (int i = 0; i < 2; ++i) {
    launch(kernel_);
    finish();
  }
  EXPECT_TRUE(launch(kernel_).empty());
  setScale(3);
  EXPECT_TRUE(launch(kernel_).empty()) << "the defaults are native again";
  EXPECT_EQ(nativeScales(), (std::vector<int32_t>{3, 30, 31}));
}

// The build of each value is complete only after the values have changed again.
TEST_F(TieredProgram, ThatChangesFasterThanItCanBeBuiltStaysEmulated) {
  HeldBuilds held(fake_);
  create();
  build();
  int begun = 0;
  for (int32_t scale = 100; scale < 300; ++scale) {
    setScale(scale);
    EXPECT_EQ(launch(kernel_), blobFor(scale));
    if (report(kernel_).pendingBuilds == 0)
      continue;
    held.waitFor(++begun);
    setScale(++scale);
    EXPECT_EQ(launch(kernel_), blobFor(scale));
    const bool isSecondRequested = report(kernel_).pendingBuilds > 1;
    held.release();
    if (isSecondRequested) {
      held.waitFor(++begun);
      setScale(++scale);
      held.release();
    }
    finish();
  }
  EXPECT_LT(report(kernel_).buildsStarted, 4u) << "wasted builds become rare";
  EXPECT_EQ(report(kernel_).swaps, 0u);

  // When the values stay, they are built.
  held.releaseAll();
  setScale(7);
  for (int i = 0; i < 64; ++i)
    launch(kernel_);
  finish();
  EXPECT_TRUE(launch(kernel_).empty());
}

TEST_F(TieredProgram, KernelsHaveTheirOwnValuesInBothTiers) {
  HeldBuilds held(fake_);
  create();
  build();
  ur_kernel_handle_t other = nullptr;
  ASSERT_EQ(urKernelCreate(program_, "k", &other), UR_RESULT_SUCCESS);
  const int32_t scale = 77;
  const auto value = scaleInfo(scale);
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel_, 1, &value), UR_RESULT_SUCCESS);
  EXPECT_EQ(launch(kernel_), blobFor(77));
  EXPECT_TRUE(launch(other).empty());
  held.releaseAll();
  finish();
  EXPECT_TRUE(launch(kernel_).empty());
  EXPECT_EQ(nativeScales(), (std::vector<int32_t>{3, 77}));
  urKernelRelease(other);
}

} // namespace
} // namespace ursa::testing::tiers
