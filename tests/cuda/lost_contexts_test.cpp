// Messages about the kernels that may have ended a context.
#include "cuda/capture_fixture.h"

#include <future>

namespace ursa {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char *kFaults = R"(
.version 7.0
.target sm_70
.visible .entry fault() { ret; }
.visible .entry asserts() { ret; }
.visible .entry harmless() { ret; }
)";

struct CudaLostContexts : CudaCapture {
  /// Ends the test's context: what the fake driver had of it is left.
  void TearDown() override {
    for (ur_kernel_handle_t kernel : kernels_)
      EXPECT_OK(urKernelRelease(kernel));
    releaseCapture();
    releaseAll();
    leftObjects_ = driver_.objects - 1; // all but the primary context ended with it
  }

  ur_kernel_handle_t kernelOf(const char *name) {
    const std::string text = kFaults;
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.data());
    size_t size = text.size();
    ur_program_handle_t program = nullptr;
    ur_kernel_handle_t made = nullptr;
    EXPECT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &bytes, nullptr, &program));
    EXPECT_OK(urProgramBuild(context_, program, nullptr));
    EXPECT_OK(urKernelCreate(program, name, &made)) << lastError();
    EXPECT_OK(urProgramRelease(program));
    kernels_.push_back(made);
    return made;
  }
  void launchOf(ur_kernel_handle_t kernel, ur_queue_handle_t queue) {
    const size_t one = 1;
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                               nullptr, 0, nullptr, nullptr))
        << lastError();
  }

  std::vector<ur_kernel_handle_t> kernels_;
};

TEST_F(CudaLostContexts, AFailedAssertionNamesItsKernel) {
  start();
  ur_kernel_handle_t asserts = kernelOf("asserts");
  step(queue_, values_, 0);
  finish();
  launchOf(asserts, queue_);
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_THAT(lastError(),
              HasSubstr("The context of 'Fake GPU 0' is lost and cannot be used any more: "));
  EXPECT_THAT(lastError(), HasSubstr("reported CUDA_ERROR_ASSERT (710), which an earlier command "
                                     "may have caused. Kernel 'asserts' was not known to be "
                                     "complete."));
}

// Each call that meets the fault first tells the same.
TEST_F(CudaLostContexts, OtherCallsNameTheKernels) {
  start();
  ur_kernel_handle_t fault = kernelOf("fault");
  launchOf(fault, queue_);
  ur_result_t result = UR_RESULT_SUCCESS;
  while (result == UR_RESULT_SUCCESS) {
    void *memory = nullptr;
    result = urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory);
    if (result == UR_RESULT_SUCCESS)
      result = urUSMFree(context_, memory);
  }
  EXPECT_EQ(result, UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_THAT(lastError(), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
  EXPECT_THAT(lastError(), EndsWith("Kernel 'fault' was not known to be complete."));
}

TEST_F(CudaLostContexts, AllStreamsAreLookedAt) {
  start();
  launchOf(kernelOf("harmless"), queue_);
  step(queue_, values_, 0);
  step(other_, values_ + 1, 0);
  driver_.fail("cuStreamSynchronize", cuda::CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_EQ(urQueueFinish(other_), UR_RESULT_ERROR_DEVICE_LOST);
  driver_.fail("");
  EXPECT_THAT(lastError(),
              HasSubstr("cuStreamSynchronize reported CUDA_ERROR_LAUNCH_TIMEOUT (702)"));
  EXPECT_THAT(lastError(),
              EndsWith("Kernels 'harmless' and 'step' were not known to be complete."));
}

// Launches of long ago are not named.
TEST_F(CudaLostContexts, TheLastLaunchesAreTold) {
  start();
  ur_kernel_handle_t first = kernelOf("harmless");
  launchOf(first, queue_);
  for (int i = 0; i < 8; ++i)
    step(queue_, values_, i);
  driver_.fail("cuStreamSynchronize", cuda::CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_ERROR_DEVICE_LOST);
  driver_.fail("");
  EXPECT_THAT(lastError(), EndsWith("Kernel 'step' was not known to be complete."));
}

TEST_F(CudaLostContexts, WithoutLaunchesNoneIsTold) {
  start();
  step(queue_, values_, 0);
  finish();
  driver_.fail("cuMemAlloc", cuda::CUDA_ERROR_ECC_UNCORRECTABLE);
  void *memory = nullptr;
  EXPECT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory),
            UR_RESULT_ERROR_DEVICE_LOST);
  driver_.fail("");
  EXPECT_THAT(lastError(), HasSubstr("CUDA_ERROR_ECC_UNCORRECTABLE (214)"));
  EXPECT_THAT(lastError(), Not(HasSubstr("ernel")));
}

TEST_F(CudaLostContexts, GraphsNameTheirKernels) {
  start();
  ur_kernel_handle_t asserts = kernelOf("asserts");
  begin();
  step(queue_, values_, 0);
  launchOf(asserts, queue_);
  step(queue_, values_, 1);
  end();
  instantiate();
  execute();
  EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_ERROR_DEVICE_LOST);
  EXPECT_THAT(lastError(), HasSubstr("CUDA_ERROR_ASSERT (710)"));
  EXPECT_THAT(lastError(), EndsWith("Kernels 'asserts' and 'step' were not known to be complete."));
}

} // namespace
} // namespace ursa
