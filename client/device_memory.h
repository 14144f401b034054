// Device memory for copies from and to host data: device USM, or a buffer object on a device
// without USM.
#pragma once

#include "client/devices.h"

#include <cstddef>
#include <span>

namespace ursa::client {

class DeviceMemory {
public:
  /// Allocates @p size bytes (at least 1); throws Failure. @p session must outlive the memory.
  DeviceMemory(const Session &session, size_t size);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;

  size_t size() const { return size_; }

  /// Copies all bytes, blocking; @p data has size() bytes.
  void upload(std::span<const std::byte> data);
  void download(std::span<std::byte> data) const;

  /// The memory as an argument of ursaEnqueueKernelLaunch.
  ursa_kernel_arg_t argument() const;

private:
  const Session &session_;
  size_t size_;
  void *usm_ = nullptr;
  MemHandle buffer_;
};

} // namespace ursa::client
