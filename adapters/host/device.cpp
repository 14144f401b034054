#include "adapters/host/device.h"

#include "adapters/common/device_functions.h"
#include "adapters/host/adapter.h"
#include "adapters/host/device_info.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/spirv_intake.h"
#include "adapters/host/partition.h"
#include "adapters/host/worker_pools.h"
#include "compiler/targets/host/runtime/isa.h"
#include "core/support/last_error.h"

#include <fmt/ranges.h>

#include <optional>
#include <span>

ur_device_handle_t_::ur_device_handle_t_()
    : parent(nullptr), units(ursa::host::topology().allUnits()), pool(ursa::host::pool()) {}

ur_device_handle_t_::ur_device_handle_t_(ur_device_handle_t of, ursa::host::UnitList itsUnits,
                                         std::vector<ur_device_partition_property_t> properties)
    : parent(of), units(std::move(itsUnits)), partition(std::move(properties)),
      ownPool_(ursa::host::makeConfinedPool(units)), pool(*ownPool_) {
  ursa::adapter::retain(parent);
}

ur_device_handle_t_::~ur_device_handle_t_() {
  if (parent)
    ursa::adapter::release(parent);
}

bool ur_device_handle_t_::isPartOf(const ur_device_handle_t_ *whole) const {
  for (const ur_device_handle_t_ *device = this; device; device = device->parent)
    if (device == whole)
      return true;
  return false;
}

namespace ursa::host {
namespace {

ur_result_t get(ur_platform_handle_t hPlatform, ur_device_type_t DeviceType, uint32_t NumEntries,
                ur_device_handle_t *phDevices, uint32_t *pNumDevices) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    if (DeviceType < UR_DEVICE_TYPE_DEFAULT || DeviceType > UR_DEVICE_TYPE_CUSTOM)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no device type {}.",
                       static_cast<int>(DeviceType));
    if (phDevices && NumEntries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "NumEntries is 0, but phDevices is not null.");
    if (!phDevices && NumEntries != 0)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "NumEntries is {}, but phDevices is null.", NumEntries);
    const bool matches = DeviceType == UR_DEVICE_TYPE_DEFAULT || DeviceType == UR_DEVICE_TYPE_ALL ||
                         DeviceType == UR_DEVICE_TYPE_CPU;
    if (matches && phDevices)
      *phDevices = device();
    if (pNumDevices)
      *pNumDevices = matches;
    return {};
  });
}

ur_result_t retainDevice(ur_device_handle_t hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    if (!hDevice->isRoot())
      adapter::retain(hDevice);
    return {};
  });
}

ur_result_t releaseDevice(ur_device_handle_t hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    if (!hDevice->isRoot())
      adapter::release(hDevice);
    return {};
  });
}

ur_result_t partition(ur_device_handle_t hDevice,
                      const ur_device_partition_properties_t *pProperties, uint32_t NumDevices,
                      ur_device_handle_t *phSubDevices, uint32_t *pNumDevicesRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pProperties);
    URSA_TRY(const Partition cut, partitionUnits(topology().handle, hDevice->units, *pProperties));
    if (phSubDevices && NumDevices == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "NumDevices is 0, but phSubDevices is not null.");
    if (!phSubDevices && NumDevices != 0)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "NumDevices is {}, but phSubDevices is null.", NumDevices);
    std::vector<adapter::Ref<ur_device_handle_t_>> made;
    for (size_t i = 0; i < std::min<size_t>(NumDevices, cut.parts.size()); ++i)
      made.push_back(adapter::Ref<ur_device_handle_t_>::adopt(
          new ur_device_handle_t_(hDevice, cut.parts[i], cut.properties)));
    for (size_t i = 0; i < made.size(); ++i)
      phSubDevices[i] = made[i].detach();
    if (pNumDevicesRet)
      *pNumDevicesRet = static_cast<uint32_t>(cut.parts.size());
    return {};
  });
}

// Selects the runnable machine code with the highest ISA level. It is preferred to bitcode because
// it needs no compiler.
std::optional<uint32_t> bestMachineCode(std::span<const ur_device_binary_t> binaries) {
  std::optional<uint32_t> best;
  unsigned bestLevel = 0;
  for (uint32_t i = 0; i < binaries.size(); ++i) {
    const char *spec = binaries[i].pDeviceTargetSpec;
    const unsigned level = spec ? levelOfTarget(spec) : 0;
    if (level > bestLevel && missingRequirements(spec).empty()) {
      best = i;
      bestLevel = level;
    }
  }
  return best;
}

ur_result_t selectBinary(ur_device_handle_t hDevice, const ur_device_binary_t *pBinaries,
                         uint32_t NumBinaries, uint32_t *pSelectedBinary) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pBinaries);
    URSA_POINTER(pSelectedBinary);
    if (NumBinaries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "NumBinaries is 0.");
    const std::span binaries(pBinaries, NumBinaries);
    if (const auto best = bestMachineCode(binaries)) {
      *pSelectedBinary = *best;
      return {};
    }
    // Prefers the device's own format, because IL has to be translated first.
    std::vector<std::string> targets = {fmt::format("host-{}", jit::hostArchitecture())};
    if (!std::string_view(jit::supportedIl()).empty())
      targets.emplace_back(UR_DEVICE_BINARY_TARGET_SPIRV64);
    for (const std::string &target : targets)
      for (uint32_t i = 0; i < NumBinaries; ++i)
        if (const char *spec = binaries[i].pDeviceTargetSpec; spec && target == spec) {
          *pSelectedBinary = i;
          return {};
        }
    std::string offered;
    for (const ur_device_binary_t &binary : binaries) {
      const std::string_view spec = binary.pDeviceTargetSpec ? binary.pDeviceTargetSpec : "(null)";
      offered += fmt::format(" '{}'", spec);
      if (spec.starts_with(kMachineTarget))
        offered += fmt::format(" ({})", missingRequirements(spec));
    }
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "This device takes binaries for '{}'; offered were:{}.",
                     fmt::join(targets, "' or '"), offered);
  });
}

ur_result_t waitForDevice(ur_device_handle_t hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    waitForPoolsOf(hDevice->units);
    return {};
  });
}

} // namespace

uint64_t localMemoryBytes() {
  return std::max<uint64_t>(64 << 10, topology().firstLevelCacheBytes);
}

Result<void> checkDevice(ur_device_handle_t hDevice) {
  if (hDevice->ddiTable != &adapter::table())
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "The device belongs to another adapter.");
  return {};
}

void fillDeviceTable(ur_dditable_t &table) {
  table.Device.pfnGet = get;
  table.Device.pfnGetInfo = getDeviceInfo;
  table.Device.pfnRetain = retainDevice;
  table.Device.pfnRelease = releaseDevice;
  table.Device.pfnPartition = partition;
  table.Device.pfnSelectBinary = selectBinary;
  table.Device.pfnGetGlobalTimestamps = adapter::getHostTimestamps<ur_device_handle_t_>;
  table.DeviceExp.pfnWaitExp = waitForDevice;
}

} // namespace ursa::host
