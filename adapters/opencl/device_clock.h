// The clock of a device whose driver does not tell it: a command that keeps its times does.
#pragma once

#include "adapters/opencl/cl.h"
#include "ur_api.h"

#include <mutex>

namespace ursa::opencl {

/// Thread safe. The driver's objects are made when the clock is first read.
class DeviceClock {
public:
  struct Times {
    uint64_t device = 0; ///< nanoseconds, as in profiles
    uint64_t host = 0;   ///< of the same moment, as near as it could be had
  };

  DeviceClock() = default;
  DeviceClock(const DeviceClock &) = delete;
  DeviceClock &operator=(const DeviceClock &) = delete;
  ~DeviceClock();

  Result<Times> read(const ur_device_handle_t_ &device);

private:
  Result<void> open(const ur_device_handle_t_ &device);

  std::mutex mutex_; ///< guards the rest
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

} // namespace ursa::opencl
