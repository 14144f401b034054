// Enumerates adapters, platforms and devices through the C ABI.
#include "client/devices.h"

#include "client/check.h"
#include "client/selector.h"

#include "support/readable_names.h"

#include <algorithm>
#include <cstdlib>

namespace ursa::client {
namespace {

std::string deviceString(ur_device_handle_t device, ur_device_info_t property) {
  size_t size = 0;
  if (urDeviceGetInfo(device, property, 0, nullptr, &size) != UR_RESULT_SUCCESS || size == 0)
    return {};
  std::string text(size, '\0');
  if (urDeviceGetInfo(device, property, size, text.data(), nullptr) != UR_RESULT_SUCCESS)
    return {};
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

template <class T> T deviceValue(ur_device_handle_t device, ur_device_info_t property) {
  T value{};
  if (urDeviceGetInfo(device, property, sizeof(T), &value, nullptr) != UR_RESULT_SUCCESS)
    return T{};
  return value;
}

/// The devices of a platform that @p get (urDeviceGet or urDeviceGetSelected) returns. The caller
/// owns a reference to each.
template <class Get>
std::vector<ur_device_handle_t> platformDevices(Get *get, ur_adapter_handle_t adapter,
                                                ur_platform_handle_t platform) {
  uint32_t count = 0;
  const ur_result_t found = get(platform, UR_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (found == UR_RESULT_ERROR_DEVICE_NOT_FOUND || (found == UR_RESULT_SUCCESS && count == 0))
    return {};
  check(found, "Counting the devices", adapter);
  std::vector<ur_device_handle_t> handles(count);
  check(get(platform, UR_DEVICE_TYPE_ALL, count, handles.data(), nullptr), "Listing the devices",
        adapter);
  return handles;
}

} // namespace

std::string_view deviceTypeName(ur_device_type_t type) {
  switch (type) {
  case UR_DEVICE_TYPE_CPU:
    return "cpu";
  case UR_DEVICE_TYPE_GPU:
    return "gpu";
  case UR_DEVICE_TYPE_FPGA:
    return "fpga";
  default:
    return "other";
  }
}

std::string_view specializationModeName(ursa_specialization_mode_t mode) {
  switch (mode) {
  case URSA_SPECIALIZATION_MODE_NATIVE:
    return "native";
  case URSA_SPECIALIZATION_MODE_EMULATED:
    return "emulated";
  case URSA_SPECIALIZATION_MODE_TIERED:
    return "tiered";
  default:
    return "none";
  }
}

AdapterList::AdapterList() {
  check(urLoaderInit(0, nullptr), "Starting the loader");
  try {
    listNames();
  } catch (...) {
    release();
    throw;
  }
}

AdapterList::~AdapterList() { release(); }

void AdapterList::release() {
  for (ur_device_handle_t handle : handles_)
    urDeviceRelease(handle);
  for (const auto &[name, handle] : adapters_)
    urAdapterRelease(handle);
  urLoaderTearDown();
}

void AdapterList::listNames() {
  check(ursaAdapterGetNames(
            [](const char *name, void *all) {
              static_cast<std::vector<std::string> *>(all)->emplace_back(name);
            },
            &names_),
        "Asking the loader for the names of its adapters");
}

std::vector<Device> AdapterList::open(size_t index) {
  const std::string &name = names_[index];
  std::vector<Device> devices;
  uint32_t count = 0;
  check(ursaAdapterGetByName(name.c_str(), 0, nullptr, &count), "Counting the adapters");
  std::vector<ur_adapter_handle_t> handles(count);
  if (count > 0)
    check(ursaAdapterGetByName(name.c_str(), count, handles.data(), &count),
          "Listing the adapters");
  handles.resize(std::min<size_t>(count, handles.size())); // one may be rejected for its handles
  for (ur_adapter_handle_t handle : handles)
    adapters_.emplace_back(name, handle);
  for (ur_adapter_handle_t handle : handles)
    try {
      addPlatforms(name, handle, devices);
    } catch (const Failure &failure) {
      problems_.emplace(name, failure.what()); // platforms before it are kept
    }
  return devices;
}

ur_adapter_handle_t AdapterList::handleOf(const std::string &name) const {
  const auto found = std::find_if(adapters_.begin(), adapters_.end(),
                                  [&](const auto &adapter) { return adapter.first == name; });
  return found == adapters_.end() ? nullptr : found->second;
}

std::vector<Adapter> AdapterList::reports() const {
  std::vector<Adapter> all;
  check(ursaAdapterReport(
            [](const ursa_adapter_report_t *report, void *out) {
              static_cast<std::vector<Adapter> *>(out)->push_back(
                  {report->name, report->path, report->problem ? report->problem : "", nullptr});
            },
            &all),
        "Asking the loader for its adapters");
  for (Adapter &adapter : all)
    if (adapter.problem.empty()) {
      adapter.handle = handleOf(adapter.name);
      if (const auto problem = problems_.find(adapter.name); problem != problems_.end())
        adapter.problem = problem->second;
    }
  return all;
}

void AdapterList::addPlatforms(const std::string &name, ur_adapter_handle_t adapter,
                               std::vector<Device> &devices) {
  uint32_t count = 0;
  check(urPlatformGet(adapter, 0, nullptr, &count), "Counting the platforms", adapter);
  std::vector<ur_platform_handle_t> platforms(count);
  if (count > 0)
    check(urPlatformGet(adapter, count, platforms.data(), nullptr), "Listing the platforms",
          adapter);
  for (ur_platform_handle_t platform : platforms)
    addPlatform(name, adapter, platform, devices);
}

void AdapterList::addPlatform(const std::string &name, ur_adapter_handle_t adapter,
                              ur_platform_handle_t platform, std::vector<Device> &devices) {
  // Selectors number all devices, so that a device has the same name whatever
  // ONEAPI_DEVICE_SELECTOR hides.
  const std::vector<ur_device_handle_t> all = platformDevices(urDeviceGet, adapter, platform);
  const std::vector<ur_device_handle_t> selected =
      platformDevices(urDeviceGetSelected, adapter, platform);
  size_t &number = deviceCounts_[name];

  ur_backend_t backend = UR_BACKEND_UNKNOWN;
  check(urPlatformGetInfo(platform, UR_PLATFORM_INFO_BACKEND, sizeof(backend), &backend, nullptr),
        "Asking a platform for its backend", adapter);
  const auto add = [&](ur_device_handle_t handle, size_t index) {
    Device device;
    device.selector = fmt::format("{}:{}", name, index);
    device.name = trimmedName(deviceString(handle, UR_DEVICE_INFO_NAME));
    device.vendor = deviceString(handle, UR_DEVICE_INFO_VENDOR);
    device.driver = deviceString(handle, UR_DEVICE_INFO_DRIVER_VERSION);
    device.backend = backendName(backend);
    device.type = deviceValue<ur_device_type_t>(handle, UR_DEVICE_INFO_TYPE);
    device.computeUnits = deviceValue<uint32_t>(handle, UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
    device.memoryBytes = deviceValue<uint64_t>(handle, UR_DEVICE_INFO_GLOBAL_MEM_SIZE);
    device.adapterName = name;
    device.adapter = adapter;
    device.platform = platform;
    device.handle = handle;
    handles_.push_back(handle);
    devices.push_back(std::move(device));
  };

  for (ur_device_handle_t handle : selected) {
    const auto found = std::find(all.begin(), all.end(), handle);
    if (found != all.end())
      add(handle, number + static_cast<size_t>(found - all.begin()));
  }
  hidden_ += static_cast<size_t>(std::count_if(all.begin(), all.end(), [&](ur_device_handle_t d) {
    return std::find(selected.begin(), selected.end(), d) == selected.end();
  }));
  number += all.size();
  // Sub-devices that ONEAPI_DEVICE_SELECTOR selects.
  for (ur_device_handle_t handle : selected)
    if (std::find(all.begin(), all.end(), handle) == all.end())
      add(handle, number++);
  for (ur_device_handle_t handle : all)
    urDeviceRelease(handle);
}

void AdapterList::explainNone() const {
  if (!handles_.empty())
    return;
  for (const Adapter &adapter : reports())
    if (!adapter.problem.empty())
      fail("No device was found. The adapter '{}' cannot be used. {}", adapter.name,
           adapter.problem);
  const char *variable = std::getenv("ONEAPI_DEVICE_SELECTOR");
  if (variable && hidden_ > 0)
    fail("No device was found: ONEAPI_DEVICE_SELECTOR='{}' selects none of {}.", variable, hidden_);
  if (variable && *variable)
    fail("No device was found: ONEAPI_DEVICE_SELECTOR='{}' selects none of the adapters' devices.",
         variable);
}

DeviceList::DeviceList() {
  for (size_t i = 0; i < adapters_.names().size(); ++i)
    for (Device &device : adapters_.open(i))
      devices_.push_back(std::move(device));
  reports_ = adapters_.reports();
}

const Device &DeviceList::select(std::string_view selector) const {
  adapters_.explainNone();
  std::vector<std::string> selectors;
  for (const Device &device : devices_)
    selectors.push_back(device.selector);
  return devices_[selectDevice(selectors, selector)];
}

Session::Session(const Device &onDevice) : device(onDevice) {
  check(urContextCreate(1, &device.handle, nullptr, context.out()),
        fmt::format("Making a context of {}", device.selector), device.adapter);
  ur_queue_properties_t properties = {};
  properties.stype = UR_STRUCTURE_TYPE_QUEUE_PROPERTIES;
  properties.flags = UR_QUEUE_FLAG_PROFILING_ENABLE;
  if (urQueueCreate(context.get(), device.handle, &properties, queue.out()) == UR_RESULT_SUCCESS)
    return;
  check(urQueueCreate(context.get(), device.handle, nullptr, queue.out()),
        fmt::format("Making a queue of {}", device.selector), device.adapter);
}

} // namespace ursa::client
