#include "adapters/host/adapter.h"

#include "adapters/common/backend.h"
#include "adapters/common/info.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/enqueue.h"
#include "adapters/host/event.h"
#include "adapters/host/image.h"
#include "adapters/host/kernel.h"
#include "adapters/host/memory.h"
#include "adapters/host/memory_sharing.h"
#include "adapters/host/native_handles.h"
#include "adapters/host/physical_memory.h"
#include "adapters/host/platform.h"
#include "adapters/host/program.h"
#include "adapters/host/queue.h"
#include "adapters/host/sampler.h"
#include "adapters/host/usm.h"
#include "adapters/host/virtual_memory.h"
#include "adapters/host/worker_pools.h"
#include "core/support/last_error.h"

namespace ursa::adapter {

const ur_dditable_t &table() {
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
    host::fillEnqueueTable(table);
    host::fillNativeHandles(table);
    host::fillVirtualMemoryTable(table);
    host::fillPhysicalMemoryTable(table);
    host::fillUsmRegisterTable(table);
    host::fillMemoryExportTable(table);
    host::fillPeerAccessTable(table);
    return table;
  }();
  return instance;
}

} // namespace ursa::adapter

namespace ursa::host {
namespace {

ur_result_t get(uint32_t NumEntries, ur_adapter_handle_t *phAdapters, uint32_t *pNumAdapters) {
  return atBoundary([&]() -> Result<void> {
    if (phAdapters && NumEntries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "NumEntries is 0, but phAdapters is not null.");
    if (phAdapters) {
      *phAdapters = adapterHandle();
      adapter::retain(*phAdapters);
    }
    if (pNumAdapters)
      *pNumAdapters = 1;
    return {};
  });
}

ur_result_t retainAdapter(ur_adapter_handle_t hAdapter) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    adapter::retain(hAdapter);
    return {};
  });
}

ur_result_t releaseAdapter(ur_adapter_handle_t hAdapter) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    uint32_t count = hAdapter->references.load();
    do {
      if (count == 0)
        return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                         "The adapter was released more often than it was retained.");
    } while (!hAdapter->references.compare_exchange_weak(count, count - 1));
    if (count == 1)
      stopPools();
    return {};
  });
}

ur_result_t getLastError(ur_adapter_handle_t hAdapter, const char **ppMessage, int32_t *pError) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_POINTER(ppMessage);
    URSA_POINTER(pError);
    *ppMessage = lastErrorMessage();
    *pError = 0; // there is no code beyond the one that the failed function returned
    return {};
  });
}

ur_result_t getInfo(ur_adapter_handle_t hAdapter, ur_adapter_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_ADAPTER_INFO_BACKEND:
      return writer.value(adapter::reportedBackend(UR_BACKEND_NATIVE_CPU));
    case UR_ADAPTER_INFO_REFERENCE_COUNT:
      return writer.value(hAdapter->references.load());
    case UR_ADAPTER_INFO_VERSION:
      return writer.value<uint32_t>(1);
    default:
      return adapter::InfoWriter::unknown("urAdapterGetInfo", propName);
    }
  });
}

ur_result_t setLoggerCallback(ur_adapter_handle_t hAdapter, ur_logger_callback_t pfnLoggerCallback,
                              void *pUserData, ur_logger_level_t level) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    log().setCallback(pfnLoggerCallback, pUserData, level);
    return {};
  });
}

ur_result_t setLoggerCallbackLevel(ur_adapter_handle_t hAdapter, ur_logger_level_t level) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    log().setCallbackLevel(level);
    return {};
  });
}

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

void fillAdapterTable(ur_dditable_t &table) {
  table.Adapter.pfnGet = get;
  table.Adapter.pfnRetain = retainAdapter;
  table.Adapter.pfnRelease = releaseAdapter;
  table.Adapter.pfnGetLastError = getLastError;
  table.Adapter.pfnGetInfo = getInfo;
  table.Adapter.pfnSetLoggerCallback = setLoggerCallback;
  table.Adapter.pfnSetLoggerCallbackLevel = setLoggerCallbackLevel;
}

} // namespace ursa::host
