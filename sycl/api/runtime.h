// The run time of the process: its platforms and devices. Starts the loader at the first use, and
// tears it down when the program ends and its last context is gone: static objects of the program
// may outlive those of the library. Adapters are names until their devices are asked for: loading
// a library takes a millisecond, and opening some drivers a tenth of a second and 60 MB.
#pragma once

#include "sycl/api/live_queues.h"

#include "client/devices.h"

#include <sycl/detail/backend_enum.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class DeviceImpl;
class PlatformImpl;

class Runtime {
public:
  /// Throws if the loader cannot be started.
  static Runtime &get() { return *share(); }
  /// A reference for contexts and sub-devices to hold.
  static const std::shared_ptr<Runtime> &share();

  /// Platforms with at least one device, of all adapters.
  const std::vector<std::shared_ptr<PlatformImpl>> &platforms();

  /// @{ One adapter's name, and platforms with at least one device, for which it loads the library
  /// and opens the driver. An adapter that is not there has none.
  size_t adapterCount() const { return adapters_.names().size(); }
  const std::string &adapterName(size_t adapter) const { return adapters_.names()[adapter]; }
  const std::vector<std::shared_ptr<PlatformImpl>> &platformsOf(size_t adapter);
  /// @}

  /// @{ The object of a handle; null if ONEAPI_DEVICE_SELECTOR hides it.
  std::shared_ptr<PlatformImpl> find(ur_platform_handle_t handle);
  std::shared_ptr<DeviceImpl> find(ur_device_handle_t rootDevice);
  /// @}
  /// The first adapter with a platform of the backend; null without one.
  ur_adapter_handle_t adapter(backend wanted);
  /// Why there is no device.
  std::string explainNoDevice();

  LiveQueues &queues() { return queues_; }
  /// exit() on any thread waits for the commands of all queues, before it destroys static objects
  /// of the drivers that are loaded by now.
  static void finishQueuesAtExit();

  Runtime();
  ~Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

private:
  struct Holder;

  struct OpenAdapter {
    bool isOpen = false;
    std::vector<ursa::client::Device> devices;
    std::vector<std::shared_ptr<PlatformImpl>> platforms;
  };
  void open(size_t adapter);
  /// Looks at the adapters that are open first.
  template <class Matches> std::shared_ptr<PlatformImpl> findPlatform(Matches matches);

  std::mutex mutex_; ///< guards the members below; those of an open adapter do not change
  ursa::client::AdapterList adapters_;
  std::vector<OpenAdapter> open_; ///< one for each of them
  bool isComplete_ = false;       ///< all adapters are open
  std::vector<std::shared_ptr<PlatformImpl>> platforms_;
  std::atomic<size_t> openCount_ = 0; ///< adapters that are open
  LiveQueues queues_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
