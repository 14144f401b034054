// ursa.h on the host adapter behind layers: bundles, their kernels and launches are tracked once,
// and the last error is that of the component that failed.

#include "core/layers/layers.h"
#include "integration/layered_host.h"

#include "ursa.h"

#include <gmock/gmock.h>

#include <sys/wait.h>
#include <unistd.h>

namespace ursa {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string lastMessage() {
  const char *message = nullptr;
  EXPECT_OK(ursaGetLastError(&message));
  return message ? message : "";
}

/// Returns a built bundle of the test's images.
ursa_bundle_handle_t createBundle(const LayeredHost &host) {
  ursa_images_handle_t images = nullptr;
  ursa_bundle_handle_t bundle = nullptr;
  EXPECT_OK(ursaImagesLoad(URSA_TEST_IMAGES "/saxpy.ursa", &images)) << lastMessage();
  EXPECT_OK(ursaBundleCreate(host.context, 1, &host.device, images, URSA_SPECIALIZATION_MODE_AUTO,
                             &bundle))
      << lastMessage();
  EXPECT_OK(ursaImagesRelease(images));
  EXPECT_OK(ursaBundleBuild(bundle, nullptr)) << lastMessage();
  return bundle;
}

struct Lines {
  Lines() {
    core::layers::validationLog().setCallback(
        [](ur_logger_level_t, const char *line, void *self) {
          static_cast<Lines *>(self)->all.emplace_back(line);
        },
        this, UR_LOGGER_LEVEL_WARN);
  }
  ~Lines() { core::layers::validationLog().setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_QUIET); }
  std::vector<std::string> all;
};

TEST(HostOwnFunctions, ReleasedObjectsAreNotLeaks) {
  const Lines lines;
  {
    LayeredHost host("UR_LAYER_FULL_VALIDATION");
    ursa_bundle_handle_t bundle = createBundle(host);
    ur_kernel_handle_t kernel = nullptr;
    ASSERT_OK(ursaBundleGetKernel(bundle, nullptr, "saxpy", &kernel));
    const float a = 2;
    void *memory = nullptr;
    ASSERT_OK(urUSMHostAlloc(host.context, nullptr, nullptr, 64, &memory));
    const ursa_kernel_arg_t args[] = {{UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(a), &a},
                                      {UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, memory},
                                      {UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, memory}};
    const size_t global = 16;
    ur_event_handle_t event = nullptr;
    ASSERT_OK(ursaEnqueueKernelLaunch(host.queue, kernel, 1, nullptr, &global, nullptr, 3, args, 0,
                                      nullptr, &event))
        << lastMessage();
    EXPECT_OK(urEventWait(1, &event));
    EXPECT_OK(urEventRelease(event)); // once, because it is tracked once
    EXPECT_EQ(urEventRelease(event), UR_RESULT_ERROR_INVALID_EVENT);
    EXPECT_OK(urUSMFree(host.context, memory));
    EXPECT_OK(urKernelRelease(kernel));
    EXPECT_OK(ursaBundleRelease(bundle));
    EXPECT_EQ(ursaBundleBuild(bundle, nullptr), UR_RESULT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ursaEnqueueKernelLaunch(host.queue, kernel, 1, nullptr, &global, nullptr, 3, args, 0,
                                      nullptr, nullptr),
              UR_RESULT_ERROR_INVALID_KERNEL);
  }
  EXPECT_EQ(lines.all.size(), 3u) << "the three errors";
}

TEST(HostOwnFunctions, LeaksAreReported) {
  const Lines lines;
  ursa_bundle_handle_t bundle = nullptr;
  ur_kernel_handle_t kernel = nullptr;
  {
    LayeredHost host("UR_LAYER_LEAK_CHECKING");
    bundle = createBundle(host);
    ASSERT_OK(ursaBundleGetKernel(bundle, nullptr, "saxpy", &kernel));
  }
  ASSERT_EQ(lines.all.size(), 2u);
  EXPECT_THAT(lines.all[0], HasSubstr("A ursa_bundle_handle_t at "));
  EXPECT_THAT(lines.all[0], HasSubstr("ursaBundleCreate made it."));
  EXPECT_THAT(lines.all[1], HasSubstr("A ur_kernel_handle_t at "));
  EXPECT_THAT(lines.all[1], HasSubstr("ursaBundleGetKernel made it."));
  EXPECT_OK(urKernelRelease(kernel));
  EXPECT_OK(ursaBundleRelease(bundle));
}

// The message is that of the last failure in the thread.
TEST(HostOwnFunctions, TheLastErrorIsThatOfTheAdapter) {
  LayeredHost host(nullptr);
  const char *message = nullptr;
  int32_t code = 0;
  ASSERT_OK(
      urAdapterGetLastError(host.adapter, &message, &code)); // discards an error of an earlier test
  ur_mem_handle_t buffer = nullptr;
  EXPECT_EQ(urMemBufferCreate(host.context, UR_MEM_FLAG_READ_WRITE, 0, nullptr, &buffer),
            UR_RESULT_ERROR_INVALID_BUFFER_SIZE);
  const std::string ofAdapter = lastMessage();
  ASSERT_OK(urAdapterGetLastError(host.adapter, &message, &code));
  EXPECT_NE(ofAdapter, "");
  EXPECT_EQ(ofAdapter, message);
  EXPECT_EQ(urContextRetain(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(lastMessage(), "urContextRetain: the handle hContext is null.");
  EXPECT_EQ(urMemBufferCreate(host.context, UR_MEM_FLAG_READ_WRITE, 0, nullptr, &buffer),
            UR_RESULT_ERROR_INVALID_BUFFER_SIZE);
  EXPECT_EQ(lastMessage(), ofAdapter);
}

TEST(HostOwnFunctions, AFailedLaunchReturnsTheAdaptersMessage) {
  LayeredHost host(nullptr);
  const size_t global = 16;
  const ursa_kernel_arg_t wrong = {UR_EXP_KERNEL_ARG_TYPE_VALUE, 1, "x"};
  EXPECT_NE(ursaEnqueueKernelLaunch(host.queue, host.kernel(), 1, nullptr, &global, nullptr, 1,
                                    &wrong, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_THAT(lastMessage(), StartsWith("ursaEnqueueKernelLaunch: the adapter answered UR_RESULT"));
  EXPECT_THAT(lastMessage(), HasSubstr("saxpy"));
}

// All calls in a forked child process fail, and the child can read the reason.
TEST(HostOwnFunctions, AreRefusedInForkedChildren) {
  LayeredHost host(nullptr);
  ursa_bundle_handle_t bundle = createBundle(host);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60); // ends a child that hangs
    ursa_specialization_mode_flags_t modes = 0;
    const char *message = nullptr;
    const bool refused =
        ursaBundleBuild(bundle, nullptr) == UR_RESULT_ERROR_UNINITIALIZED &&
        ursaDeviceGetSpecializationModes(host.device, &modes) == UR_RESULT_ERROR_UNINITIALIZED &&
        ursaGetLastError(&message) == UR_RESULT_SUCCESS &&
        std::string_view(message).starts_with(
            "ursaDeviceGetSpecializationModes: this process was forked");
    _exit(refused ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_OK(ursaBundleRelease(bundle));
}

} // namespace
} // namespace ursa
