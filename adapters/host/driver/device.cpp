#include "adapters/host/driver/device.h"

#include "adapters/common/context_functions.h"
#include "adapters/common/device_functions.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/device_info.h"
#include "adapters/host/driver/partition.h"
#include "adapters/host/driver/platform.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/spirv_intake.h"
#include "adapters/host/queue/worker_pools.h"
#include "format/host/isa.h"
#include "format/names.h"
#include "support/last_error.h"

#include <optional>
#include <span>

namespace ursa::host {

Device::Device() : parent(nullptr), units(topology().allUnits()), pool(host::pool()) {}

Device::Device(ur_device_handle_t of, UnitList itsUnits,
               std::vector<ur_device_partition_property_t> properties)
    : parent(of), units(std::move(itsUnits)), partition(std::move(properties)),
      ownPool_(makeConfinedPool(units)), pool(*ownPool_) {
  adapter::retain(parent);
}

Device::~Device() {
  if (parent)
    adapter::release(parent);
}

bool Device::isPartOf(const ur_device_handle_t_ *whole) const {
  for (const Device *device = this; device; device = device->parent)
    if (device == whole)
      return true;
  return false;
}

namespace {

Result<std::vector<ur_device_handle_t>> findDevices(const ur_platform_handle_t_ &,
                                                    ur_device_type_t type) {
  std::vector<ur_device_handle_t> found;
  if (adapter::isOfType(UR_DEVICE_TYPE_CPU, type))
    found.push_back(device());
  return found;
}

ur_result_t partition(ur_device_handle_t hDevice,
                      const ur_device_partition_properties_t *pProperties, uint32_t NumDevices,
                      ur_device_handle_t *phSubDevices, uint32_t *pNumDevicesRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pProperties);
    URSA_TRY(const Partition cut, partitionUnits(topology().handle, hDevice->units, *pProperties));
    URSA_CHECK(adapter::checkDeviceOutput(NumDevices, phSubDevices, "phSubDevices"));
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
    const unsigned level = spec ? format::host::levelOfTarget(spec) : 0;
    if (level > bestLevel && format::host::missingRequirements(spec).empty()) {
      best = i;
      bestLevel = level;
    }
  }
  return best;
}

Result<uint32_t> chooseBinary(const ur_device_handle_t_ &,
                              std::span<const ur_device_binary_t> binaries) {
  if (const auto best = bestMachineCode(binaries))
    return *best;
  // Prefers the device's own format, because IL has to be translated first.
  std::vector<std::string> targets = {
      fmt::format("{}{}", format::target::kHost, jit::hostArchitecture())};
  if (!std::string_view(jit::supportedIl()).empty())
    targets.emplace_back(UR_DEVICE_BINARY_TARGET_SPIRV64);
  if (const auto found = adapter::findBinary(binaries, targets))
    return *found;
  std::vector<std::string> offered;
  for (const ur_device_binary_t &binary : binaries) {
    const std::string_view spec = adapter::targetName(binary);
    offered.push_back(fmt::format("'{}'", spec));
    if (spec.starts_with(format::host::kMachineTarget))
      offered.back() += fmt::format(" ({})", format::host::missingRequirements(spec));
  }
  return adapter::noBinaryError(targets, offered);
}

Result<void> waitUntilIdle(const ur_device_handle_t_ &device) {
  waitForPoolsOf(device.units);
  return {};
}

} // namespace

uint64_t localMemoryBytes() {
  return std::max<uint64_t>(64 << 10, topology().firstLevelCacheBytes);
}

Result<void> checkDevice(ur_device_handle_t hDevice) { return adapter::checkOwnDevice(*hDevice); }

void fillDeviceTable(ur_dditable_t &table) {
  using Device = ur_device_handle_t_;
  adapter::fillDeviceFunctions<ur_platform_handle_t_, Device, findDevices, chooseBinary>(table);
  table.Device.pfnGetInfo = getDeviceInfo;
  table.Device.pfnPartition = partition;
  table.Device.pfnGetGlobalTimestamps = adapter::getHostTimestamps<Device>;
  table.DeviceExp.pfnWaitExp = adapter::waitForDevice<Device, waitUntilIdle>;
}

} // namespace ursa::host
