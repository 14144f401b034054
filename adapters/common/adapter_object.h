// The entry points of the adapter object. Each process has one, and it is never freed, so that
// static destructors can release their references too. Unlike other handles it starts with no
// reference: urAdapterGet adds them.
#pragma once

#include "adapters/common/backend.h"
#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "support/last_error.h"
#include "support/log.h"

namespace ursa::adapter {

/// kBackend is the backend to report unless URSA_REPORT_BACKEND names another. onLastRelease is
/// called when the last reference is released.
template <class Traits>
concept AdapterTraits = requires {
  requires std::derived_from<typename Traits::Object, HandleBase>;
  { Traits::kBackend } -> std::convertible_to<ur_backend_t>;
  { Traits::handle() } -> std::same_as<ur_adapter_handle_t>;
  { Traits::log() } -> std::same_as<Log &>;
  Traits::onLastRelease();
};

template <AdapterTraits Adapter> class AdapterFunctions {
public:
  using Object = typename Adapter::Object;

  static ur_result_t get(uint32_t NumEntries, ur_adapter_handle_t *phAdapters,
                         uint32_t *pNumAdapters) {
    return atBoundary([&]() -> Result<void> {
      if (phAdapters && NumEntries == 0)
        return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                         "NumEntries is 0, but phAdapters is not null.");
      if (phAdapters) {
        *phAdapters = Adapter::handle();
        adapter::retain(Adapter::handle());
      }
      if (pNumAdapters)
        *pNumAdapters = 1;
      return {};
    });
  }

  static ur_result_t retain(ur_adapter_handle_t hAdapter) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hAdapter);
      adapter::retain(static_cast<Object *>(hAdapter));
      return {};
    });
  }

  static ur_result_t release(ur_adapter_handle_t hAdapter) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hAdapter);
      std::atomic<uint32_t> &references = static_cast<Object *>(hAdapter)->references;
      uint32_t count = references.load();
      do {
        if (count == 0)
          return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                           "The adapter was released more often than it was retained.");
      } while (!references.compare_exchange_weak(count, count - 1));
      if (count == 1)
        Adapter::onLastRelease();
      return {};
    });
  }

  // pError is always 0: the code of the failed function was already returned, and the message
  // includes the driver's code.
  static ur_result_t getLastError(ur_adapter_handle_t hAdapter, const char **ppMessage,
                                  int32_t *pError) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hAdapter);
      URSA_POINTER(ppMessage);
      URSA_POINTER(pError);
      *ppMessage = lastErrorMessage();
      *pError = 0;
      return {};
    });
  }

  static ur_result_t getInfo(ur_adapter_handle_t hAdapter, ur_adapter_info_t propName,
                             size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hAdapter);
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      switch (propName) {
      case UR_ADAPTER_INFO_BACKEND:
        return writer.value(reportedBackend(Adapter::kBackend));
      case UR_ADAPTER_INFO_REFERENCE_COUNT:
        return writer.value(static_cast<Object *>(hAdapter)->references.load());
      case UR_ADAPTER_INFO_VERSION:
        return writer.value<uint32_t>(1);
      default:
        return InfoWriter::unknown("urAdapterGetInfo", propName);
      }
    });
  }

  static ur_result_t setLoggerCallback(ur_adapter_handle_t hAdapter,
                                       ur_logger_callback_t pfnLoggerCallback, void *pUserData,
                                       ur_logger_level_t level) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hAdapter);
      Adapter::log().setCallback(pfnLoggerCallback, pUserData, level);
      return {};
    });
  }

  static ur_result_t setLoggerCallbackLevel(ur_adapter_handle_t hAdapter, ur_logger_level_t level) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hAdapter);
      Adapter::log().setCallbackLevel(level);
      return {};
    });
  }
};

template <AdapterTraits Adapter> void fillAdapterFunctions(ur_dditable_t &table) {
  using Functions = AdapterFunctions<Adapter>;
  table.Adapter.pfnGet = Functions::get;
  table.Adapter.pfnRetain = Functions::retain;
  table.Adapter.pfnRelease = Functions::release;
  table.Adapter.pfnGetLastError = Functions::getLastError;
  table.Adapter.pfnGetInfo = Functions::getInfo;
  table.Adapter.pfnSetLoggerCallback = Functions::setLoggerCallback;
  table.Adapter.pfnSetLoggerCallbackLevel = Functions::setLoggerCallbackLevel;
}

} // namespace ursa::adapter
