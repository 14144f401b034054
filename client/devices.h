// The devices of all adapters, and the objects that a program needs to use one.
#pragma once

#include "client/handle.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ursa::client {

/// One adapter, usable or not; the AdapterList owns the handle.
struct Adapter {
  std::string name;    ///< "host"
  std::string path;    ///< path of its library; "" if it is linked into the program
  std::string problem; ///< why it, or a part of it, cannot be used; otherwise ""
  ur_adapter_handle_t handle = nullptr; ///< of several, the first; null when it was not loaded
};

/// One device; the AdapterList owns the handles.
struct Device {
  std::string selector; ///< "host:0"
  std::string name;
  std::string vendor;
  std::string driver;
  std::string backend; ///< "native_cpu", see selector.h
  ur_device_type_t type = UR_DEVICE_TYPE_DEFAULT;
  uint32_t computeUnits = 0;
  uint64_t memoryBytes = 0;
  std::string adapterName;
  ur_adapter_handle_t adapter = nullptr;
  ur_platform_handle_t platform = nullptr;
  ur_device_handle_t handle = nullptr;
};

/// "cpu", "gpu", … for display.
std::string_view deviceTypeName(ur_device_type_t type);

/// "native", "emulated", "tiered" or "none", for display.
std::string_view specializationModeName(ursa_specialization_mode_t mode);

/// Starts the loader, lists the adapters, and tears the loader down on destruction. Only one may
/// exist at a time. Libraries of adapters are opened when they are asked for.
class AdapterList {
public:
  AdapterList();
  ~AdapterList();
  AdapterList(const AdapterList &) = delete;
  AdapterList &operator=(const AdapterList &) = delete;

  /// The names of adapters that may be there: opening one may show that it is not.
  const std::vector<std::string> &names() const { return names_; }

  /// Opens the library and the driver of an adapter, once for each name.
  /// @return the devices that ONEAPI_DEVICE_SELECTOR selects (all without it). None if it fails,
  /// which reports tells.
  std::vector<Device> open(size_t name);

  /// Opens the libraries of all adapters. Returns those in use, in the order of names, then those
  /// that cannot be used.
  std::vector<Adapter> reports() const;

  /// Throws Failure that says why the opened adapters have no device, unless there is one.
  void explainNone() const;

private:
  void listNames();
  ur_adapter_handle_t handleOf(const std::string &name) const;
  void addPlatforms(const std::string &name, ur_adapter_handle_t adapter,
                    std::vector<Device> &devices);
  void addPlatform(const std::string &name, ur_adapter_handle_t adapter,
                   ur_platform_handle_t platform, std::vector<Device> &devices);
  void release();

  std::vector<std::string> names_;
  std::vector<std::pair<std::string, ur_adapter_handle_t>> adapters_; ///< that are open, by name
  std::map<std::string, std::string> problems_; ///< of opened adapters, by name
  std::vector<ur_device_handle_t> handles_;     ///< of the devices
  std::map<std::string, size_t> deviceCounts_;  ///< devices seen so far, by the adapter's name
  size_t hidden_ = 0;                           ///< devices that ONEAPI_DEVICE_SELECTOR leaves out
};

/// The devices of all adapters. An adapter that fails does not hide the devices of the others: its
/// `problem` describes the failure.
class DeviceList {
public:
  DeviceList();

  const std::vector<Device> &all() const { return devices_; }
  const std::vector<Adapter> &adapters() const { return reports_; }

  /// The device that a selector names (see selector.h); throws Failure.
  const Device &select(std::string_view selector) const;

private:
  AdapterList adapters_;
  std::vector<Device> devices_;
  std::vector<Adapter> reports_;
};

/// A context and an in-order queue of one device, with profiling where the device has it.
struct Session {
  explicit Session(const Device &onDevice);

  const Device &device;
  ContextHandle context;
  QueueHandle queue;
};

} // namespace ursa::client
