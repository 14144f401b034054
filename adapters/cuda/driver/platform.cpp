#include "adapters/cuda/driver/platform.h"

#include "adapters/common/platform_functions.h"
#include "adapters/cuda/driver/adapter.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"

namespace ursa::cuda {

Platform::~Platform() = default;

namespace {

using Platforms = std::vector<ur_platform_handle_t>;

// A machine without the driver, or with a driver that is too old, is no reason for a warning.
void logMissing(const Error &error) {
  const bool isOrdinary = error.code == UR_RESULT_ERROR_UNINITIALIZED ||
                          error.code == UR_RESULT_ERROR_UNSUPPORTED_VERSION ||
                          error.code == UR_RESULT_ERROR_DEVICE_NOT_FOUND;
  log().write(isOrdinary ? UR_LOGGER_LEVEL_INFO : UR_LOGGER_LEVEL_WARN,
              "There are no CUDA devices: {}", error.message);
}

Result<int> countDevices() {
  if (const auto &driver = openDriver(); !driver)
    return driver.error();
  int count = 0;
  URSA_CHECK(URSA_CU(cuDeviceGetCount, &count));
  return count;
}

Platforms openPlatforms() {
  Platforms found;
  const auto count = countDevices();
  if (!count) {
    logMissing(count.error());
    return found;
  }
  auto platform = std::make_unique<ur_platform_handle_t_>();
  for (int i = 0; i < *count; ++i) {
    auto device = openDevice(*platform, i);
    if (device)
      platform->devices.push_back(*std::move(device));
    else
      log().write(UR_LOGGER_LEVEL_WARN, "CUDA device {} is left out: {}", i,
                  device.error().message);
  }
  if (!platform->devices.empty())
    found.push_back(platform.release());
  return found;
}

std::string text(const ur_platform_handle_t_ &, ur_platform_info_t query) {
  switch (query) {
  case UR_PLATFORM_INFO_NAME:
    return "NVIDIA CUDA";
  case UR_PLATFORM_INFO_VENDOR_NAME:
    return "NVIDIA Corporation";
  case UR_PLATFORM_INFO_VERSION:
    return fmt::format("CUDA {}.{}", cu().version / 1000, cu().version % 1000 / 10);
  case UR_PLATFORM_INFO_PROFILE:
    return "FULL_PROFILE";
  default:
    return "";
  }
}

using PlatformList = adapter::PlatformList<ur_platform_handle_t_, openPlatforms>;

const char *counterpart(std::string_view option) {
  return adapter::optionWithoutLevels(option, kNoOptimization);
}

} // namespace

std::span<const ur_platform_handle_t> platforms() { return PlatformList::all(); }

std::span<const ur_platform_handle_t> openedPlatforms() { return PlatformList::opened(); }

void fillPlatformTable(ur_dditable_t &table) {
  adapter::fillPlatformFunctions<ur_adapter_handle_t_, ur_platform_handle_t_, platforms, text,
                                 UR_BACKEND_CUDA, adapterHandle, counterpart>(table);
}

} // namespace ursa::cuda
