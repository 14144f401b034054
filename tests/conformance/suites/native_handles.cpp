// Native handles in both directions: a handle that is created from one is usable and is released on
// its own.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

class NativeHandles : public DeviceTest {};

TEST_F(NativeHandles, PlatformAndDevice) {
  ur_native_handle_t native = 0;
  ASSERT_OK(urPlatformGetNativeHandle(platform_, &native));
  ur_platform_handle_t platform = nullptr;
  ASSERT_OK(urPlatformCreateWithNativeHandle(native, adapter_, nullptr, &platform));
  ur_backend_t backend{};
  EXPECT_OK(
      urPlatformGetInfo(platform, UR_PLATFORM_INFO_BACKEND, sizeof(backend), &backend, nullptr));

  ASSERT_OK(urDeviceGetNativeHandle(device_, &native));
  ur_device_handle_t device = nullptr;
  ASSERT_OK(urDeviceCreateWithNativeHandle(native, adapter_, nullptr, &device));
  uint32_t units = 0;
  EXPECT_OK(
      urDeviceGetInfo(device, UR_DEVICE_INFO_MAX_COMPUTE_UNITS, sizeof(units), &units, nullptr));
  EXPECT_GE(units, 1u);
  EXPECT_OK(urDeviceRelease(device));
}

TEST_F(NativeHandles, ContextAndQueue) {
  ur_native_handle_t native = 0;
  ASSERT_OK(urContextGetNativeHandle(context_, &native));
  ur_context_handle_t context = nullptr;
  ASSERT_OK(urContextCreateWithNativeHandle(native, adapter_, 1, &device_, nullptr, &context));
  EXPECT_OK(urContextRelease(context));

  ASSERT_OK(urQueueGetNativeHandle(queue_, nullptr, &native));
  for (const bool owned : {false, true}) {
    if (owned && !capabilities().nativeHandlesAreAdapterObjects)
      break; // that would release the driver's only reference
    const ur_queue_native_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_NATIVE_PROPERTIES,
                                                  nullptr, owned};
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreateWithNativeHandle(native, context_, device_, &properties, &queue));
    EXPECT_OK(urQueueFinish(queue));
    EXPECT_OK(urQueueRelease(queue));
  }
}

TEST_F(NativeHandles, MemoryAndEvent) {
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer));
  ur_native_handle_t native = 0;
  ASSERT_OK(urMemGetNativeHandle(buffer, device_, &native));
  ur_mem_handle_t same = nullptr;
  ASSERT_OK(urMemBufferCreateWithNativeHandle(native, context_, nullptr, &same));
  EXPECT_OK(urMemRelease(buffer));
  // The second handle keeps the memory alive.
  const int pattern = 7;
  ur_event_handle_t event = nullptr;
  ASSERT_OK(
      urEnqueueMemBufferFill(queue_, same, &pattern, sizeof(pattern), 0, 64, 0, nullptr, &event));
  ASSERT_OK(urEventGetNativeHandle(event, &native));
  ur_event_handle_t sameEvent = nullptr;
  ASSERT_OK(urEventCreateWithNativeHandle(native, context_, nullptr, &sameEvent));
  EXPECT_OK(urEventRelease(event));
  EXPECT_OK(urEventWait(1, &sameEvent));
  int value = 0;
  EXPECT_OK(urEnqueueMemBufferRead(queue_, same, true, 60, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(value, 7);
  EXPECT_OK(urEventRelease(sameEvent));
  EXPECT_OK(urMemRelease(same));
}

TEST_F(NativeHandles, ProgramAndKernel) {
  ur_program_handle_t program = this->program("ids");
  ur_native_handle_t native = 0;
  ASSERT_OK(urProgramGetNativeHandle(program, &native));
  ur_program_handle_t same = nullptr;
  ASSERT_OK(urProgramCreateWithNativeHandle(native, context_, nullptr, &same));
  ur_kernel_handle_t iota = kernel(same, "iota");
  EXPECT_OK(urProgramRelease(same));
  ASSERT_OK(urKernelGetNativeHandle(iota, &native));
  ur_kernel_handle_t sameKernel = nullptr;
  ASSERT_OK(urKernelCreateWithNativeHandle(native, context_, program, nullptr, &sameKernel));
  Shared<int> out = shared<int>(2);
  run(sameKernel, Arguments().pointer(out.data()).value(5), {2, 1, 1});
  EXPECT_EQ(out[1], 6);
  EXPECT_OK(urKernelRelease(sameKernel));

  // Without a program the kernel has one of its own.
  ASSERT_OK(urKernelCreateWithNativeHandle(native, context_, nullptr, nullptr, &sameKernel));
  run(sameKernel, Arguments().pointer(out.data()).value(7), {2, 1, 1});
  EXPECT_EQ(out[1], 8);
  ASSERT_OK(urKernelGetInfo(sameKernel, UR_KERNEL_INFO_PROGRAM, sizeof(same), &same, nullptr));
  ur_native_handle_t its = 0;
  ASSERT_OK(urProgramGetNativeHandle(program, &native));
  ASSERT_OK(urProgramGetNativeHandle(same, &its));
  EXPECT_EQ(its, native);
  EXPECT_OK(urKernelRelease(sameKernel));
}

TEST_F(NativeHandles, InvalidInput) {
  ur_native_handle_t native = 0;
  EXPECT_EQ(urContextGetNativeHandle(nullptr, &native), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urContextGetNativeHandle(context_, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  ASSERT_OK(urQueueGetNativeHandle(queue_, nullptr, &native));
  ur_queue_handle_t queue = nullptr;
  EXPECT_EQ(urQueueCreateWithNativeHandle(native, nullptr, device_, nullptr, &queue),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urQueueCreateWithNativeHandle(native, context_, device_, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urQueueCreateWithNativeHandle(0, context_, device_, nullptr, &queue),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(queue, nullptr);
}

// Without a native event the new event is complete, for wait lists that must not be empty.
TEST_F(NativeHandles, NullEventIsComplete) {
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEventCreateWithNativeHandle(0, context_, nullptr, &event));
  ur_event_status_t status{};
  ASSERT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                           nullptr));
  EXPECT_EQ(status, UR_EVENT_STATUS_COMPLETE);
  EXPECT_OK(urEventWait(1, &event));
  EXPECT_OK(urEnqueueEventsWait(queue_, 1, &event, nullptr));
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urEventRelease(event));
}

} // namespace
} // namespace ursa::conformance
