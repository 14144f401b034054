// Enumerates adapters, platforms and devices through the C ABI.
#include "tools/client/devices.h"

#include "tools/client/check.h"
#include "tools/client/selector.h"

#include <algorithm>

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

std::string platformName(ur_platform_handle_t platform) {
  char name[256] = {};
  if (urPlatformGetInfo(platform, UR_PLATFORM_INFO_NAME, sizeof(name) - 1, name, nullptr) !=
      UR_RESULT_SUCCESS)
    return {};
  return name;
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

DeviceList::DeviceList() {
  check(urLoaderInit(0, nullptr), "Starting the loader");
  try {
    enumerate();
  } catch (...) {
    release();
    throw;
  }
}

DeviceList::~DeviceList() { release(); }

void DeviceList::release() {
  for (const Device &device : devices_)
    urDeviceRelease(device.handle);
  for (ur_adapter_handle_t adapter : adapters_)
    urAdapterRelease(adapter);
  urLoaderTearDown();
}

void DeviceList::enumerate() {
  uint32_t count = 0;
  check(urAdapterGet(0, nullptr, &count), "Counting the adapters");
  adapters_.resize(count);
  if (count > 0)
    check(urAdapterGet(count, adapters_.data(), nullptr), "Listing the adapters");

  for (ur_adapter_handle_t adapter : adapters_) {
    check(urPlatformGet(adapter, 0, nullptr, &count), "Counting the platforms", adapter);
    std::vector<ur_platform_handle_t> platforms(count);
    if (count > 0)
      check(urPlatformGet(adapter, count, platforms.data(), nullptr), "Listing the platforms",
            adapter);
    for (ur_platform_handle_t platform : platforms)
      addPlatform(adapter, platform);
  }
}

void DeviceList::addPlatform(ur_adapter_handle_t adapter, ur_platform_handle_t platform) {
  uint32_t count = 0;
  ur_result_t found = urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (found == UR_RESULT_ERROR_DEVICE_NOT_FOUND || (found == UR_RESULT_SUCCESS && count == 0))
    return;
  check(found, "Counting the devices", adapter);
  std::vector<ur_device_handle_t> handles(count);
  check(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, count, handles.data(), nullptr),
        "Listing the devices", adapter);

  ur_backend_t backend = UR_BACKEND_UNKNOWN;
  check(urPlatformGetInfo(platform, UR_PLATFORM_INFO_BACKEND, sizeof(backend), &backend, nullptr),
        "Asking a platform for its backend", adapter);
  const std::string name = backendName(backend, platformName(platform));

  for (ur_device_handle_t handle : handles) {
    auto earlier = std::count_if(devices_.begin(), devices_.end(),
                                 [&](const Device &d) { return d.backend == name; });
    Device device;
    device.selector = fmt::format("{}:{}", name, earlier);
    device.name = deviceString(handle, UR_DEVICE_INFO_NAME);
    device.vendor = deviceString(handle, UR_DEVICE_INFO_VENDOR);
    device.driver = deviceString(handle, UR_DEVICE_INFO_DRIVER_VERSION);
    device.backend = name;
    device.type = deviceValue<ur_device_type_t>(handle, UR_DEVICE_INFO_TYPE);
    device.computeUnits = deviceValue<uint32_t>(handle, UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
    device.memoryBytes = deviceValue<uint64_t>(handle, UR_DEVICE_INFO_GLOBAL_MEM_SIZE);
    device.adapter = adapter;
    device.handle = handle;
    devices_.push_back(std::move(device));
  }
}

const Device &DeviceList::select(std::string_view selector) const {
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
