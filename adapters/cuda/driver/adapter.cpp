#include "adapters/cuda/driver/adapter.h"

#include "adapters/common/adapter_object.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/platform.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/queue/host_tasks.h"

const ur_dditable_t &ursa::adapter::table() {
  static const ur_dditable_t instance = [] {
    ur_dditable_t table = {};
    cuda::fillAdapterTable(table);
    cuda::fillPlatformTable(table);
    cuda::fillDeviceTable(table);
    cuda::fillContextTable(table);
    cuda::fillQueueTable(table);
    cuda::fillEventTable(table);
    cuda::fillHostCommands(table);
    cuda::fillMemoryTable(table);
    cuda::fillMemoryCommands(table);
    cuda::fillUsmTable(table);
    cuda::fillUsmPools(table);
    cuda::fillMemImages(table);
    cuda::fillSamplerTable(table);
    cuda::fillImageArrays(table);
    cuda::fillImageHandles(table);
    cuda::fillImageCopies(table);
    cuda::fillExternalMemory(table);
    cuda::fillExternalSemaphores(table);
    cuda::fillPeerAccess(table);
    cuda::fillForeignMemory(table);
    cuda::fillSharedEvents(table);
    cuda::fillVirtualMemory(table);
    cuda::fillMemoryExport(table);
    cuda::fillProgramTable(table);
    cuda::fillKernelTable(table);
    cuda::fillLaunches(table);
    cuda::fillVariableCommands(table);
    cuda::fillCommandBufferTable(table);
    cuda::fillGraphTable(table);
    cuda::fillNativeHandles(table);
    return table;
  }();
  return instance;
}

namespace ursa::cuda {
namespace {

struct AdapterTraits {
  using Object = ur_adapter_handle_t_;
  static constexpr ur_backend_t kBackend = UR_BACKEND_CUDA;
  static ur_adapter_handle_t handle() { return adapterHandle(); }
  static Log &log() { return cuda::log(); }
  // Waits until all commands complete, ends the threads and releases the primary contexts.
  static void onLastRelease() {
    for (ur_platform_handle_t platform : openedPlatforms())
      for (const auto &device : platform->devices)
        device->wait();
    hostTasks().stop();
    for (ur_platform_handle_t platform : openedPlatforms())
      for (const auto &device : platform->devices)
        device->close();
  }
};

} // namespace

Log &log() {
  static Log &instance = *new Log("CUDA");
  return instance;
}

ur_adapter_handle_t adapterHandle() {
  static ur_adapter_handle_t const instance = new ur_adapter_handle_t_;
  return instance;
}

void fillAdapterTable(ur_dditable_t &table) { adapter::fillAdapterFunctions<AdapterTraits>(table); }

} // namespace ursa::cuda
