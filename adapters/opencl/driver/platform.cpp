#include "adapters/opencl/driver/platform.h"

#include "adapters/common/platform_functions.h"
#include "adapters/opencl/driver/adapter.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/icd_files.h"
#include "adapters/opencl/driver/tables.h"
#include "support/last_error.h"
#include "support/stack.h"

#include <algorithm>

namespace ursa::opencl {

void Platform::addSubDevice(ur_device_handle_t device) {
  const std::lock_guard guard(mutex_);
  subDevices_.push_back(device);
}

void Platform::removeSubDevice(ur_device_handle_t device) {
  const std::lock_guard guard(mutex_);
  std::erase(subDevices_, device);
}

ur_device_handle_t Platform::find(cl_device_id device) {
  const auto isIt = [&](ur_device_handle_t known) { return known->id == device; };
  if (const auto root = std::find_if(devices.begin(), devices.end(), isIt); root != devices.end())
    return *root;
  const std::lock_guard guard(mutex_);
  const auto part = std::find_if(subDevices_.begin(), subDevices_.end(), isIt);
  return part == subDevices_.end() ? nullptr : *part;
}

namespace {

Result<std::vector<cl_platform_id>> findPlatforms() {
  cl_uint count = 0;
  const cl_int code = clGetPlatformIDs(0, nullptr, &count);
  constexpr cl_int kNoPlatform = -1001; // CL_PLATFORM_NOT_FOUND_KHR: no driver is installed
  if (code == kNoPlatform || (code == CL_SUCCESS && count == 0))
    return std::vector<cl_platform_id>{};
  URSA_CHECK(checkCl(code, "clGetPlatformIDs"));
  std::vector<cl_platform_id> ids(count);
  URSA_CHECK(checkCl(clGetPlatformIDs(count, ids.data(), nullptr), "clGetPlatformIDs"));
  return ids;
}

Result<std::unique_ptr<ur_platform_handle_t_>> openPlatform(cl_platform_id id) {
  auto platform = std::make_unique<ur_platform_handle_t_>(id);
  cl_uint count = 0;
  const cl_int code = clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (code == CL_DEVICE_NOT_FOUND)
    return platform;
  URSA_CHECK(checkCl(code, "clGetDeviceIDs"));
  std::vector<cl_device_id> ids(count);
  URSA_CHECK(checkCl(clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr),
                     "clGetDeviceIDs"));
  for (cl_device_id deviceId : ids) {
    auto device = openDevice(*platform, deviceId);
    if (device)
      platform->devices.push_back((*device).release());
    else
      log().write(UR_LOGGER_LEVEL_WARN, "A device is left out: {}", device.error().message);
  }
  return platform;
}

std::vector<ur_platform_handle_t> openPlatforms() {
  std::vector<ur_platform_handle_t> opened;
  auto ids = findPlatforms();
  for (const std::string &sentence : brokenIcds())
    log().write(UR_LOGGER_LEVEL_WARN, "{}", sentence);
  if (!ids) {
    log().write(UR_LOGGER_LEVEL_WARN, "No platform is available: {}", ids.error().message);
    return opened;
  }
  for (cl_platform_id id : *ids) {
    auto platform = openPlatform(id);
    if (platform) {
      opened.push_back((*platform).release());
      continue;
    }
    auto name = URSA_CL_STRING(clGetPlatformInfo, CL_PLATFORM_NAME, id);
    log().write(UR_LOGGER_LEVEL_WARN, "Platform '{}' is left out: {}",
                name ? *name : "without name", platform.error().message);
  }
  return opened;
}

Result<std::string> text(const ur_platform_handle_t_ &platform, ur_platform_info_t query) {
  const cl_platform_info native = query == UR_PLATFORM_INFO_NAME          ? CL_PLATFORM_NAME
                                  : query == UR_PLATFORM_INFO_VENDOR_NAME ? CL_PLATFORM_VENDOR
                                  : query == UR_PLATFORM_INFO_VERSION     ? CL_PLATFORM_VERSION
                                  : query == UR_PLATFORM_INFO_PROFILE     ? CL_PLATFORM_PROFILE
                                                                          : CL_PLATFORM_EXTENSIONS;
  return URSA_CL_STRING(clGetPlatformInfo, native, platform.id);
}

// PoCL alone uses 64 KiB of stack when it looks at the processor, and starts the threads in which
// it compiles kernels.
std::vector<ur_platform_handle_t> openOnLargeStack() {
  const LargeThreadStacks ofDrivers;
  auto opened = onLargeStack([] { return Result(openPlatforms()); });
  return opened ? *std::move(opened) : openPlatforms();
}

// OpenCL compilers optimize by default.
const char *counterpart(std::string_view option) {
  return adapter::optionWithoutLevels(option, "-cl-opt-disable");
}

} // namespace

std::span<const ur_platform_handle_t> platforms() {
  return adapter::PlatformList<ur_platform_handle_t_, openOnLargeStack>::all();
}

void fillPlatformTable(ur_dditable_t &table) {
  adapter::fillPlatformFunctions<ur_adapter_handle_t_, ur_platform_handle_t_, platforms, text,
                                 UR_BACKEND_OPENCL, adapterHandle, counterpart>(table);
}

} // namespace ursa::opencl
