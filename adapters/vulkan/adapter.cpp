#include "adapters/vulkan/adapter.h"

#include "adapters/common/backend.h"
#include "adapters/common/info.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/platform.h"
#include "adapters/vulkan/tables.h"
#include "core/support/last_error.h"

namespace ursa::adapter {

const ur_dditable_t &table() {
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

} // namespace ursa::adapter

namespace ursa::vulkan {
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

// The last release waits until all commands complete and ends the threads. Devices stay open.
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
      for (ur_platform_handle_t platform : openedPlatforms())
        platform->device->stop();
    return {};
  });
}

ur_result_t getLastError(ur_adapter_handle_t hAdapter, const char **ppMessage, int32_t *pError) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hAdapter);
    URSA_POINTER(ppMessage);
    URSA_POINTER(pError);
    *ppMessage = lastErrorMessage();
    *pError = 0; // the message contains the driver's code
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
      return writer.value(adapter::reportedBackend(UR_BACKEND_UNKNOWN));
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
  static Log &instance = *new Log("VULKAN");
  return instance;
}

ur_adapter_handle_t adapterHandle() {
  static ur_adapter_handle_t const instance = [] {
    auto *adapter = new ur_adapter_handle_t_;
    adapter->references = 0;
    return adapter;
  }();
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

} // namespace ursa::vulkan
