#include "adapters/opencl/platform.h"

#include "adapters/common/backend.h"
#include "adapters/common/info.h"
#include "adapters/opencl/adapter.h"
#include "adapters/opencl/device.h"
#include "adapters/opencl/icd_files.h"
#include "adapters/opencl/tables.h"
#include "core/support/last_error.h"

#include <algorithm>

void ur_platform_handle_t_::addSubDevice(ur_device_handle_t device) {
  const std::lock_guard guard(mutex_);
  subDevices_.push_back(device);
}

void ur_platform_handle_t_::removeSubDevice(ur_device_handle_t device) {
  const std::lock_guard guard(mutex_);
  std::erase(subDevices_, device);
}

ur_device_handle_t ur_platform_handle_t_::find(cl_device_id device) {
  const auto isIt = [&](ur_device_handle_t known) { return known->id == device; };
  if (const auto root = std::find_if(devices.begin(), devices.end(), isIt); root != devices.end())
    return *root;
  const std::lock_guard guard(mutex_);
  const auto part = std::find_if(subDevices_.begin(), subDevices_.end(), isIt);
  return part == subDevices_.end() ? nullptr : *part;
}

namespace ursa::opencl {
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
    log().write(UR_LOGGER_LEVEL_WARN, "There are no platforms: {}", ids.error().message);
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

ur_result_t get(ur_adapter_handle_t hAdapter, uint32_t NumEntries,
                ur_platform_handle_t *phPlatforms, uint32_t *pNumPlatforms) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    if (phPlatforms && NumEntries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "NumEntries is 0, but phPlatforms is not null.");
    const auto all = platforms();
    if (phPlatforms)
      std::copy_n(all.begin(), std::min<size_t>(NumEntries, all.size()), phPlatforms);
    if (pNumPlatforms)
      *pNumPlatforms = static_cast<uint32_t>(all.size());
    return {};
  });
}

ur_result_t getInfo(ur_platform_handle_t hPlatform, ur_platform_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const auto text = [&](cl_platform_info query) -> Result<void> {
      URSA_TRY(const std::string answer, URSA_CL_STRING(clGetPlatformInfo, query, hPlatform->id));
      return writer.string(answer);
    };
    switch (propName) {
    case UR_PLATFORM_INFO_NAME:
      return text(CL_PLATFORM_NAME);
    case UR_PLATFORM_INFO_VENDOR_NAME:
      return text(CL_PLATFORM_VENDOR);
    case UR_PLATFORM_INFO_VERSION:
      return text(CL_PLATFORM_VERSION);
    case UR_PLATFORM_INFO_EXTENSIONS:
      return text(CL_PLATFORM_EXTENSIONS);
    case UR_PLATFORM_INFO_PROFILE:
      return text(CL_PLATFORM_PROFILE);
    case UR_PLATFORM_INFO_BACKEND:
      return writer.value(adapter::reportedBackend(UR_BACKEND_OPENCL));
    case UR_PLATFORM_INFO_ADAPTER:
      return writer.value(adapterHandle());
    default:
      return adapter::InfoWriter::unknown("urPlatformGetInfo", propName);
    }
  });
}

ur_result_t getApiVersion(ur_platform_handle_t hPlatform, ur_api_version_t *pVersion) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    URSA_POINTER(pVersion);
    *pVersion = UR_API_VERSION_CURRENT;
    return {};
  });
}

// OpenCL compilers optimize unless they are told not to; levels have no counterpart.
ur_result_t getBackendOption(ur_platform_handle_t hPlatform, const char *pFrontendOption,
                             const char **ppPlatformOption) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    URSA_POINTER(pFrontendOption);
    URSA_POINTER(ppPlatformOption);
    const std::string_view option = pFrontendOption;
    if (option == "-O0")
      *ppPlatformOption = "-cl-opt-disable";
    else if (option == "" || option == "-O1" || option == "-O2" || option == "-O3")
      *ppPlatformOption = "";
    else
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The option '{}' has no counterpart on this platform.", option);
    return {};
  });
}

} // namespace

std::span<const ur_platform_handle_t> platforms() {
  static const auto &all = *new std::vector<ur_platform_handle_t>(openPlatforms());
  return all;
}

void fillPlatformTable(ur_dditable_t &table) {
  table.Platform.pfnGet = get;
  table.Platform.pfnGetInfo = getInfo;
  table.Platform.pfnGetApiVersion = getApiVersion;
  table.Platform.pfnGetBackendOption = getBackendOption;
}

} // namespace ursa::opencl
