#include "adapters/vulkan/driver/adapter.h"

#include "adapters/common/adapter_object.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/platform.h"
#include "adapters/vulkan/driver/tables.h"

const ur_dditable_t &ursa::adapter::table() {
  static const ur_dditable_t instance = [] {
    ur_dditable_t table = {};
    vulkan::fillAdapterTable(table);
    vulkan::fillPlatformTable(table);
    vulkan::fillDeviceTable(table);
    vulkan::fillContextTable(table);
    vulkan::fillQueueTable(table);
    vulkan::fillEventTable(table);
    vulkan::fillWaits(table);
    vulkan::fillMemoryTable(table);
    vulkan::fillUsmTable(table);
    vulkan::fillUsmPools(table);
    vulkan::fillUsmImports(table);
    vulkan::fillProgramTable(table);
    vulkan::fillKernelTable(table);
    vulkan::fillLaunches(table);
    vulkan::fillMemoryCommands(table);
    vulkan::fillVariableCommands(table);
    vulkan::fillCommandBufferTable(table);

    vulkan::fillNativeHandles(table);
    return table;
  }();
  return instance;
}

namespace ursa::vulkan {
namespace {

struct AdapterTraits {
  using Object = ur_adapter_handle_t_;
  static constexpr ur_backend_t kBackend = UR_BACKEND_UNKNOWN;
  static ur_adapter_handle_t handle() { return adapterHandle(); }
  static Log &log() { return vulkan::log(); }
  // Waits until all commands complete and ends the threads. Devices stay open.
  static void onLastRelease() {
    for (ur_platform_handle_t platform : openedPlatforms())
      platform->device->stop();
  }
};

} // namespace

Log &log() {
  static Log &instance = *new Log("VULKAN");
  return instance;
}

ur_adapter_handle_t adapterHandle() {
  static ur_adapter_handle_t const instance = new ur_adapter_handle_t_;
  return instance;
}

void fillAdapterTable(ur_dditable_t &table) { adapter::fillAdapterFunctions<AdapterTraits>(table); }

} // namespace ursa::vulkan
