#include "adapters/opencl/driver/device_clock.h"

#include "adapters/common/event_profile.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/queue/event.h"
#include "adapters/opencl/queue/queue.h"

namespace ursa::opencl {
namespace {

// The command completes at an unknown time during the call, so the shortest of several calls gives
// the most accurate reading.
constexpr int kMaxReadings = 16;
constexpr uint64_t kGoodEnough = 20'000; // nanoseconds

} // namespace

DeviceClock::~DeviceClock() {
  if (queue_)
    clReleaseCommandQueue(queue_);
  if (context_)
    clReleaseContext(context_);
}

Result<void> DeviceClock::open(const ur_device_handle_t_ &device) {
  cl_int code = CL_SUCCESS;
  if (!context_) {
    context_ = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code);
    URSA_CHECK(checkCl(code, "clCreateContext"));
  }
  if (!queue_) {
    URSA_TRY(queue_, createNativeQueue(context_, device, UR_QUEUE_FLAG_PROFILING_ENABLE));
  }
  return {};
}

Result<DeviceClock::Times> DeviceClock::read(const ur_device_handle_t_ &device) {
  const std::lock_guard guard(mutex_);
  URSA_CHECK(open(device));
  Times times;
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < kMaxReadings && shortest > kGoodEnough; ++i) {
    const uint64_t before = adapter::profileClock();
    cl_event marker = nullptr;
    URSA_CHECK(checkCl(clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &marker),
                       "clEnqueueMarkerWithWaitList"));
    const HeldEvent held(marker);
    URSA_CHECK(checkCl(clWaitForEvents(1, &marker), "clWaitForEvents"));
    const uint64_t after = adapter::profileClock();
    URSA_TRY(const auto end,
             URSA_CL_VALUE(cl_ulong, clGetEventProfilingInfo, CL_PROFILING_COMMAND_END, marker));
    if (after - before < shortest) {
      shortest = after - before;
      times = {end, before + shortest / 2};
    }
  }
  return times;
}

} // namespace ursa::opencl
