// The run time of the process: its platforms and devices. Starts the loader at the first use and
// tears it down when the program ends, after the static objects of the program.
#pragma once

#include "client/devices.h"

#include <memory>
#include <vector>

namespace sycl::detail {

class PlatformImpl;

class Runtime {
public:
  /// Throws if the loader cannot be started.
  static Runtime &get();

  /// Platforms with at least one device.
  const std::vector<std::shared_ptr<PlatformImpl>> &platforms() const { return platforms_; }

  Runtime();
  ~Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

private:
  ursa::client::DeviceList devices_;
  std::vector<std::shared_ptr<PlatformImpl>> platforms_;
};

} // namespace sycl::detail
