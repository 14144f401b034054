#include "adapters/host/driver/adapter.h"

#include "adapters/common/adapter_object.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/driver/platform.h"
#include "adapters/host/graph/command_buffer.h"
#include "adapters/host/graph/graph.h"
#include "adapters/host/image/image.h"
#include "adapters/host/image/sampler.h"
#include "adapters/host/interop/native_handles.h"
#include "adapters/host/memory/memory.h"
#include "adapters/host/memory/memory_sharing.h"
#include "adapters/host/memory/physical_memory.h"
#include "adapters/host/memory/usm.h"
#include "adapters/host/program/kernel.h"
#include "adapters/host/program/program.h"
#include "adapters/host/queue/enqueue.h"
#include "adapters/host/queue/event.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/worker_pools.h"
#include "support/background_worker.h"

const ur_dditable_t &ursa::adapter::table() {
  static const ur_dditable_t instance = [] {
    ur_dditable_t table = {};
    host::fillAdapterTable(table);
    host::fillPlatformTable(table);
    host::fillDeviceTable(table);
    host::fillContextTable(table);
    host::fillQueueTable(table);
    host::fillEventTable(table);
    host::fillMemoryTable(table);
    host::fillImageTable(table);
    host::fillSamplerTable(table);
    host::fillUsmTable(table);
    host::fillProgramTable(table);
    host::fillKernelTable(table);
    host::fillLaunches(table);
    host::fillMemoryCommands(table);
    host::fillImageCommands(table);
    host::fillVariableCommands(table);
    host::fillHostCommands(table);
    host::fillCommandBufferTable(table);
    host::fillGraphTable(table);
    host::fillNativeHandles(table);
    host::fillVirtualMemoryTable(table);
    host::fillUsmRegisterTable(table);
    host::fillMemoryExportTable(table);
    host::fillIpcMemoryTable(table);
    host::fillPeerAccessTable(table);
    return table;
  }();
  return instance;
}

namespace ursa::host {
namespace {

struct AdapterTraits {
  using Object = ur_adapter_handle_t_;
  static constexpr ur_backend_t kBackend = UR_BACKEND_NATIVE_CPU;
  static ur_adapter_handle_t handle() { return adapterHandle(); }
  static Log &log() { return host::log(); }
  static void onLastRelease() {
    stopBackgroundWorker(); // its builds use the log and the store of binaries
    stopPools();
  }
};

} // namespace

Log &log() {
  static Log &instance = *new Log("HOST");
  return instance;
}

ur_adapter_handle_t adapterHandle() {
  static ur_adapter_handle_t const instance = new ur_adapter_handle_t_;
  return instance;
}

ur_platform_handle_t platform() {
  static ur_platform_handle_t const instance = new ur_platform_handle_t_;
  return instance;
}

ur_device_handle_t device() {
  static ur_device_handle_t const instance = new ur_device_handle_t_;
  return instance;
}

void fillAdapterTable(ur_dditable_t &table) { adapter::fillAdapterFunctions<AdapterTraits>(table); }

} // namespace ursa::host
