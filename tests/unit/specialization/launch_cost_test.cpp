// The cost of a launch of a kernel with constants in the loader: no allocation and no lock, unless
// the launch requests a build. A program of its own, because it replaces operator new and
// pthread_mutex_lock.
#include "fake_device.h"

#include "support/operator_new.h"
#include "unit/scoped_variable.h"

#include <memory>
#include <mutex>

#include <dlfcn.h>
#include <pthread.h>

namespace {
thread_local int allocations = 0; // since the test set it to 0
thread_local int locks = 0;
} // namespace

void ursa::allocation_hooks::allocating(size_t) { ++allocations; }
void ursa::allocation_hooks::freeing(const void *) noexcept {}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) // which replace it themselves
extern "C" int pthread_mutex_lock(pthread_mutex_t *mutex) noexcept {
  using Lock = int (*)(pthread_mutex_t *);
  static const auto original = reinterpret_cast<Lock>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  ++locks;
  return original(mutex);
}
#endif

namespace ursa::testing::cost {
namespace {

int launched = 0;
size_t lastCount = 0;

ur_result_t UR_APICALL countLaunch(ur_queue_handle_t, ur_kernel_handle_t, uint32_t, const size_t *,
                                   const size_t *, const size_t *, uint32_t count,
                                   const ur_exp_kernel_arg_properties_t *,
                                   const ur_kernel_launch_ext_properties_t *, uint32_t,
                                   const ur_event_handle_t *, ur_event_handle_t *) {
  ++launched;
  lastCount = count;
  return UR_RESULT_SUCCESS;
}

class LaunchCost : public ::testing::TestWithParam<ursa_specialization_mode_t> {
protected:
  LaunchCost() { fake_.mock.tables().EnqueueExp.pfnKernelLaunchWithArgsExp = countLaunch; }

  void expectFree(ur_kernel_handle_t kernel, const char *what) {
    allocations = locks = 0;
    const int before = launched;
    for (int i = 0; i < 100; ++i)
      (void)fake_.launch(kernel);
    EXPECT_EQ(allocations, 0) << what;
    EXPECT_EQ(locks, 0) << what;
    EXPECT_EQ(launched, before + 100) << what;
  }

  FakeDevice fake_{true};
};

TEST(LaunchCostCounters, Count) {
  allocations = locks = 0;
  {
    std::mutex mutex;
    const std::lock_guard lock(mutex);
    EXPECT_NE(std::make_unique<int>(1), nullptr);
  }
  EXPECT_EQ(allocations, 1);
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
  EXPECT_EQ(locks, 1);
#endif
}

TEST_P(LaunchCost, OfAKernelOfABundle) {
  TestBundle bundle(fake_, bothImages(), GetParam());
  ASSERT_EQ(bundle.result, UR_RESULT_SUCCESS) << lastSentence();
  bundle.set("scale", 5);
  ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
  const ur_kernel_handle_t kernel = bundle.kernel();
  (void)fake_.launch(kernel); // may request a build
  ASSERT_EQ(ursaBundleFinishBuilds(bundle.handle), UR_RESULT_SUCCESS);
  (void)fake_.launch(kernel);
  expectFree(kernel, "kernel of a build");
  EXPECT_EQ(lastCount, GetParam() == URSA_SPECIALIZATION_MODE_EMULATED ? 3u : 2u);
  urKernelRelease(kernel);
}

TEST_P(LaunchCost, OfAKernelOfAProgramWhoseValuesChange) {
  const char *const name = GetParam() == URSA_SPECIALIZATION_MODE_NATIVE     ? "native"
                           : GetParam() == URSA_SPECIALIZATION_MODE_EMULATED ? "emulated"
                                                                             : "tiered";
  const ScopedVariable mode("URSA_SPECIALIZATION", name);
  const std::vector<std::byte> bytes = bothImages();
  size_t length = bytes.size();
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  ur_program_handle_t program = nullptr;
  ur_kernel_handle_t kernel = nullptr;
  ASSERT_EQ(
      urProgramCreateWithBinary(fake_.context, 1, &fake_.device, &length, &data, nullptr, &program),
      UR_RESULT_SUCCESS)
      << lastSentence();
  ASSERT_EQ(urProgramBuild(fake_.context, program, nullptr), UR_RESULT_SUCCESS);
  ASSERT_EQ(urKernelCreate(program, "k", &kernel), UR_RESULT_SUCCESS);
  expectFree(kernel, "defaults");
  const int32_t scale = 9;
  const ur_specialization_constant_info_t info = {0, sizeof(scale), &scale};
  EXPECT_EQ(urProgramSetSpecializationConstants(program, 1, &info), UR_RESULT_SUCCESS);
  (void)fake_.launch(kernel);
  expectFree(kernel, "values of the program");
  EXPECT_EQ(urKernelSetSpecializationConstants(kernel, 1, &info), UR_RESULT_SUCCESS);
  (void)fake_.launch(kernel);
  expectFree(kernel, "values of the kernel");
  urKernelRelease(kernel);
  urProgramRelease(program);
}

INSTANTIATE_TEST_SUITE_P(Modes, LaunchCost,
                         ::testing::Values(URSA_SPECIALIZATION_MODE_NATIVE,
                                           URSA_SPECIALIZATION_MODE_EMULATED,
                                           URSA_SPECIALIZATION_MODE_TIERED));

} // namespace
} // namespace ursa::testing::cost
