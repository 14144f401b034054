#include "adapters/opencl/driver/adapter.h"

#include "adapters/common/adapter_object.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/queue/host_tasks.h"

const ur_dditable_t &ursa::adapter::table() {
  static const ur_dditable_t instance = [] {
    ur_dditable_t table = {};
    opencl::fillAdapterTable(table);
    opencl::fillPlatformTable(table);
    opencl::fillDeviceTable(table);
    opencl::fillContextTable(table);
    opencl::fillQueueTable(table);
    opencl::fillEventTable(table);
    opencl::fillMemoryTable(table);
    opencl::fillImageTable(table);
    opencl::fillUsmTable(table);
    opencl::fillProgramTable(table);
    opencl::fillKernelTable(table);
    opencl::fillLaunches(table);
    opencl::fillVariables(table);
    opencl::fillBufferCommands(table);
    opencl::fillUsmCommands(table);
    opencl::fillHostCommands(table);
    opencl::fillReusableEvents(table);
    opencl::fillCommandBufferTable(table);
    opencl::fillNativeHandles(table);
    return table;
  }();
  return instance;
}

namespace ursa::opencl {
namespace {

struct AdapterTraits {
  using Object = ur_adapter_handle_t_;
  static constexpr ur_backend_t kBackend = UR_BACKEND_OPENCL;
  static ur_adapter_handle_t handle() { return adapterHandle(); }
  static Log &log() { return opencl::log(); }
  // Stops only the host tasks: the driver cleans up its own threads and objects.
  static void onLastRelease() { HostTasks::instance().stop(); }
};

} // namespace

Log &log() {
  static Log &instance = *new Log("OPENCL");
  return instance;
}

ur_adapter_handle_t adapterHandle() {
  static ur_adapter_handle_t const instance = new ur_adapter_handle_t_;
  return instance;
}

void fillAdapterTable(ur_dditable_t &table) { adapter::fillAdapterFunctions<AdapterTraits>(table); }

} // namespace ursa::opencl
