#include "adapters/cuda/driver/device.h"

#include "adapters/common/device_functions.h"
#include "adapters/common/ptx.h"
#include "adapters/cuda/driver/adapter.h"
#include "adapters/cuda/driver/platform.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/launch/clusters.h"
#include "adapters/cuda/memory/virtual_memory.h"
#include "format/names.h"
#include "support/last_error.h"
#include "support/readable_names.h"

#include <algorithm>

namespace ursa::cuda {

Result<NativeContext *> Device::primary() {
  const std::lock_guard guard(mutex_);
  if (!primary_) {
    CUcontext native = nullptr;
    URSA_CHECK(URSA_CU(cuDevicePrimaryCtxRetain, &native, id));
    primary_ = std::make_unique<NativeContext>(static_cast<ur_device_handle_t_ &>(*this), native);
  }
  return primary_.get();
}

Result<NativeContext *> Device::contextOf(CUcontext native) {
  URSA_TRY(NativeContext *const own, primary());
  if (own->native == native)
    return own;
  const std::lock_guard guard(mutex_);
  for (const auto &context : foreign_)
    if (context->native == native)
      return context.get();
  foreign_.push_back(
      std::make_unique<NativeContext>(static_cast<ur_device_handle_t_ &>(*this), native));
  return foreign_.back().get();
}

std::vector<NativeContext *> Device::contexts() const {
  std::vector<NativeContext *> all;
  const std::lock_guard guard(mutex_);
  if (primary_)
    all.push_back(primary_.get());
  for (const auto &context : foreign_)
    if (context->users != 0)
      all.push_back(context.get());
  return all;
}

void Device::wait() {
  for (NativeContext *context : contexts())
    (void)context->finish();
}

void Device::close() {
  const std::lock_guard guard(mutex_);
  if (!primary_ || primary_->users != 0)
    return;
  primary_->destroyObjects();
  if (primary_->users != 0) // an object that ended meanwhile had made another
    return;
  // A thread for which it is current must not use it any more.
  CUcontext current = nullptr;
  if (URSA_CU(cuCtxGetCurrent, &current) && current == primary_->native)
    (void)URSA_CU(cuCtxSetCurrent, nullptr);
  primary_.reset();
  (void)URSA_CU(cuDevicePrimaryCtxRelease, id);
}

namespace {

Result<std::vector<ur_device_handle_t>> findDevices(const ur_platform_handle_t_ &platform,
                                                    ur_device_type_t type) {
  std::vector<ur_device_handle_t> found;
  for (const auto &device : platform.devices)
    if (adapter::isOfType(UR_DEVICE_TYPE_GPU, type))
      found.push_back(device.get());
  return found;
}

Result<uint32_t> chooseBinary(const ur_device_handle_t_ &device,
                              std::span<const ur_device_binary_t> binaries) {
  return adapter::chooseBinary(binaries, imageTargets(device));
}

Result<void> finish(ur_device_handle_t_ &device) {
  URSA_TRY(NativeContext *const context, device.primary());
  return context->finish();
}

} // namespace

int attribute(const ur_device_handle_t_ &device, CUdevice_attribute query) {
  int value = 0;
  return cu().cuDeviceGetAttribute(&value, query, device.id) == CUDA_SUCCESS ? value : 0;
}

Result<std::unique_ptr<ur_device_handle_t_>> openDevice(ur_platform_handle_t_ &platform,
                                                        int index) {
  CUdevice id = 0;
  URSA_CHECK(URSA_CU(cuDeviceGet, &id, index));
  auto device = std::make_unique<ur_device_handle_t_>(&platform, id);
  char name[256] = {};
  URSA_CHECK(URSA_CU(cuDeviceGetName, name, sizeof(name) - 1, id));
  device->name = trimmedName(name);
  size_t bytes = 0;
  URSA_CHECK(URSA_CU(cuDeviceTotalMem, &bytes, id));
  device->memoryBytes = bytes;
  const auto number = [&](CUdevice_attribute query) -> Result<size_t> {
    int value = 0;
    URSA_CHECK(URSA_CU(cuDeviceGetAttribute, &value, query, id));
    return static_cast<size_t>(std::max(value, 0));
  };
  constexpr CUdevice_attribute kGroups[] = {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
                                            CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
                                            CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z};
  constexpr CUdevice_attribute kGrids[] = {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
                                           CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
                                           CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z};
  for (size_t d = 0; d < 3; ++d) {
    URSA_TRY(device->maxGroupSizes[d], number(kGroups[d]));
    URSA_TRY(device->maxGridSizes[d], number(kGrids[d]));
  }
  URSA_TRY(device->maxGroupSize, number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  URSA_TRY(const size_t local, number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
  device->localBytes = std::max<uint64_t>(
      local, static_cast<uint64_t>(std::max(
                 attribute(*device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), 0)));
  URSA_TRY(device->maxPitch, number(CU_DEVICE_ATTRIBUTE_MAX_PITCH));
  URSA_TRY(const size_t warp, number(CU_DEVICE_ATTRIBUTE_WARP_SIZE));
  URSA_TRY(const size_t multiprocessors, number(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  URSA_TRY(const size_t major, number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
  URSA_TRY(const size_t minor, number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  device->subGroupSize = static_cast<uint32_t>(std::max<size_t>(warp, 1));
  device->multiprocessors = static_cast<uint32_t>(multiprocessors);
  device->computeCapability = static_cast<uint32_t>(major * 10 + minor);
  if (attribute(*device, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) != 0) {
    device->mappingGranularity =
        mappingGranularity(*device, CU_MEM_ALLOC_GRANULARITY_MINIMUM).value_or(0);
    device->sharesMemory =
        attribute(*device, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED) != 0;
  }
  device->hasManagedMemory = attribute(*device, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY) != 0;
  device->hasConcurrentManagedAccess =
      attribute(*device, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS) != 0;
  device->launchesCooperatively = attribute(*device, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0;
  device->launchesClusters =
      clustersAreKnown() && attribute(*device, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0;
  return device;
}

std::vector<std::string> imageTargets(const ur_device_handle_t_ &device) {
  std::vector<std::string> targets =
      adapter::ptx::imageTargets(format::target::kNvptx, device.computeCapability);
  targets.emplace_back(UR_DEVICE_BINARY_TARGET_NVPTX64); // of other compilers
  return targets;
}

void fillDeviceTable(ur_dditable_t &table) {
  adapter::fillDeviceFunctions<ur_platform_handle_t_, ur_device_handle_t_, findDevices,
                               chooseBinary>(table);
  table.Device.pfnGetInfo = getDeviceInfo;
  table.Device.pfnGetGlobalTimestamps = adapter::getHostTimestamps<ur_device_handle_t_>;
  table.DeviceExp.pfnWaitExp = adapter::waitForDevice<ur_device_handle_t_, finish>;
}

} // namespace ursa::cuda
