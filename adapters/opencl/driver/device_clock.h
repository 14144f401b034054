// Reads the clock of a device whose driver has no timer query, by the profiling times of a command.
#pragma once

#include "adapters/opencl/driver/cl.h"
#include "ur_api.h"

#include <mutex>

namespace ursa::opencl {

/// Thread safe. The first reading creates the driver's objects.
class DeviceClock {
public:
  struct Times {
    uint64_t device = 0; ///< nanoseconds, as in profiles
    uint64_t host = 0;   ///< nanoseconds, approximately at the same time
  };

  DeviceClock() = default;
  DeviceClock(const DeviceClock &) = delete;
  DeviceClock &operator=(const DeviceClock &) = delete;
  ~DeviceClock();

  Result<Times> read(const ur_device_handle_t_ &device);

private:
  Result<void> open(const ur_device_handle_t_ &device);

  std::mutex mutex_; ///< guards the members below
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

} // namespace ursa::opencl
