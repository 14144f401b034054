// The functions that the loader implements itself.

#include "core/loader/loader_functions.h"
#include "core/api/names.h"
#include "core/dispatch/fork_guard.h"
#include "core/layers/layers.h"
#include "core/loader/adapter_registry.h"
#include "core/loader/loader.h"
#include "core/loader/loader_config.h"
#include "core/support/last_error.h"
#include "core/support/log.h"
#include "core/support/process_memory.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace ursa {
namespace {

Result<void> checkPointer(const char *function, const char *parameter, bool given) {
  if (!given)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "{}: the pointer {} is null.", function,
                     parameter);
  return {};
}

/// Answers a query with a size parameter.
Result<void> answer(const char *function, const void *value, size_t valueSize, size_t size,
                    void *out, size_t *outSize) {
  if (out && size < valueSize)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "{}: the value has {} bytes; propSize is {}.",
                     function, valueSize, size);
  if (out)
    std::memcpy(out, value, valueSize);
  if (outSize)
    *outSize = valueSize;
  return {};
}

Result<void> getConfigInfo(const char *function, ur_loader_config_handle_t config,
                           ur_loader_config_info_t query, size_t size, void *out, size_t *outSize) {
  switch (query) {
  case UR_LOADER_CONFIG_INFO_AVAILABLE_LAYERS: {
    const std::string layers = fmt::format("{}", fmt::join(availableLayers(), ";"));
    return answer(function, layers.c_str(), layers.size() + 1, size, out, outSize);
  }
  case UR_LOADER_CONFIG_INFO_REFERENCE_COUNT: {
    const uint32_t references = config->references.load(std::memory_order_relaxed);
    return answer(function, &references, sizeof(references), size, out, outSize);
  }
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "{}: {} is no query.", function,
                     static_cast<uint32_t>(query));
  }
}

/// Returns the first function in the table of a supposed adapter handle; null if it cannot be read.
ur_pfnAdapterGet_t firstFunctionOf(ur_adapter_handle_t handle) {
  const ur_dditable_t *tables = nullptr;
  ur_adapter_dditable_t first{};
  if (!readMemory(handle, &tables, sizeof(tables)) || !tables ||
      !readMemory(&tables->Adapter, &first, sizeof(first)))
    return nullptr;
  return first.pfnGet;
}

/// Returns why a supposed adapter handle cannot dispatch calls; empty if it can.
std::string dispatchProblem(ur_adapter_handle_t handle) {
  if (!handle)
    return "its urAdapterGet gave a null handle";
  const ur_pfnAdapterGet_t function = firstFunctionOf(handle);
  if (!function)
    return fmt::format("its urAdapterGet gave the handle {}, which leads to no table of functions",
                       static_cast<const void *>(handle));
  // The table contains the loader's own function, so every call would recurse endlessly.
  if (function == &::urAdapterGet)
    return "its handles lead back to the loader: it looked its own table getters up by name and "
           "found the loader's; it has to be linked with symbol versions, or with -Bsymbolic";
  return {};
}

/// Calls an adapter's urAdapterGet. Catches exceptions, which no function may throw across the C
/// ABI.
Result<uint32_t> callGet(const Adapter &adapter, std::span<ur_adapter_handle_t> out) {
  const auto get = adapter.tables->Adapter.pfnGet;
  uint32_t count = 0;
  ur_result_t result = UR_RESULT_ERROR_UNSUPPORTED_FEATURE;
  try {
    if (get)
      result = get(static_cast<uint32_t>(out.size()), out.empty() ? nullptr : out.data(), &count);
  } catch (const std::exception &exception) {
    return makeError(UR_RESULT_ERROR_UNKNOWN, "its urAdapterGet threw an exception: {}",
                     exception.what());
  } catch (...) {
    return makeError(UR_RESULT_ERROR_UNKNOWN, "its urAdapterGet threw an exception");
  }
  if (result != UR_RESULT_SUCCESS)
    return makeError(result, "its urAdapterGet answered {} ({})", resultName(result),
                     static_cast<int>(result));
  return count;
}

/// Queries the handles of one adapter, which writes them to @p out itself.
///
/// @return the number of its handles, 0 if the query fails.
uint32_t getFrom(const Adapter &adapter, std::span<ur_adapter_handle_t> out) {
  const auto leaveOut = [&adapter](const std::string &reason) {
    const bool first = adapterRegistry().isFirstFailure(adapter);
    loaderLog().write(first ? UR_LOGGER_LEVEL_WARN : UR_LOGGER_LEVEL_DEBUG,
                      "The adapter '{}'{}{} is left out: {}.", adapter.name,
                      adapter.path.empty() ? "" : " of ", adapter.path, reason);
    return 0;
  };
  const Result<uint32_t> count = callGet(adapter, out);
  if (!count)
    return leaveOut(count.error().message);
  const auto given = out.first(std::min<size_t>(*count, out.size()));
  std::string reason;
  for (auto handle = given.begin(); handle != given.end() && reason.empty(); ++handle)
    reason = dispatchProblem(*handle);
  if (reason.empty())
    return *count;
  std::fill(given.begin(), given.end(), nullptr);
  // Keeps the number of adapters consistent from now on.
  adapterRegistry().refuse(adapter, fmt::format("{}: {}.", adapter.path, reason));
  return leaveOut(reason);
}

/// Returns the handles of all adapters in order. Handles beyond @p room are counted but not
/// retained.
Result<void> getAdapters(uint32_t room, ur_adapter_handle_t *out, uint32_t *outCount) {
  URSA_CHECK(loader().checkInitialized("urAdapterGet"));
  if (out && room == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "urAdapterGet: phAdapters is given, and NumEntries is 0.");
  uint32_t total = 0;
  for (const Adapter &adapter : adapterRegistry().adapters()) {
    const uint32_t left = out && total < room ? room - total : 0;
    total += getFrom(adapter, {left ? out + total : nullptr, left});
  }
  if (outCount)
    *outCount = total;
  return {};
}

} // namespace

ur_result_t Intercept<Function::urAdapterGet>::call(uint32_t NumEntries,
                                                    ur_adapter_handle_t *phAdapters,
                                                    uint32_t *pNumAdapters) {
  return atBoundary([&] { return getAdapters(NumEntries, phAdapters, pNumAdapters); });
}

ur_result_t
Intercept<Function::urLoaderConfigCreate>::call(ur_loader_config_handle_t *phLoaderConfig) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPointer("urLoaderConfigCreate", "phLoaderConfig", phLoaderConfig));
    *phLoaderConfig = createLoaderConfig();
    return {};
  });
}

ur_result_t
Intercept<Function::urLoaderConfigRetain>::call(ur_loader_config_handle_t hLoaderConfig) {
  return atBoundary([&] { return retainLoaderConfig("urLoaderConfigRetain", hLoaderConfig); });
}

ur_result_t
Intercept<Function::urLoaderConfigRelease>::call(ur_loader_config_handle_t hLoaderConfig) {
  return atBoundary([&] { return releaseLoaderConfig("urLoaderConfigRelease", hLoaderConfig); });
}

ur_result_t
Intercept<Function::urLoaderConfigGetInfo>::call(ur_loader_config_handle_t hLoaderConfig,
                                                 ur_loader_config_info_t propName, size_t propSize,
                                                 void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "urLoaderConfigGetInfo";
    URSA_CHECK(checkLoaderConfig(kFunction, hLoaderConfig));
    return getConfigInfo(kFunction, hLoaderConfig, propName, propSize, pPropValue, pPropSizeRet);
  });
}

ur_result_t
Intercept<Function::urLoaderConfigEnableLayer>::call(ur_loader_config_handle_t hLoaderConfig,
                                                     const char *pLayerName) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "urLoaderConfigEnableLayer";
    URSA_CHECK(checkLoaderConfig(kFunction, hLoaderConfig));
    URSA_CHECK(checkPointer(kFunction, "pLayerName", pLayerName));
    URSA_TRY(const Layers layers, parseLayers(pLayerName));
    hLoaderConfig->layers |= layers;
    return {};
  });
}

ur_result_t Intercept<Function::urLoaderConfigSetCodeLocationCallback>::call(
    ur_loader_config_handle_t hLoaderConfig, ur_code_location_callback_t pfnCodeloc,
    void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "urLoaderConfigSetCodeLocationCallback";
    URSA_CHECK(checkLoaderConfig(kFunction, hLoaderConfig));
    URSA_CHECK(checkPointer(kFunction, "pfnCodeloc", pfnCodeloc));
    hLoaderConfig->codeLocation = pfnCodeloc;
    hLoaderConfig->codeLocationData = pUserData;
    return {};
  });
}

ur_result_t
Intercept<Function::urLoaderConfigSetMockingEnabled>::call(ur_loader_config_handle_t hLoaderConfig,
                                                           ur_bool_t enable) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkLoaderConfig("urLoaderConfigSetMockingEnabled", hLoaderConfig));
    hLoaderConfig->mocking = enable;
    return {};
  });
}

ur_result_t Intercept<Function::urLoaderInit>::call(ur_device_init_flags_t device_flags,
                                                    ur_loader_config_handle_t hLoaderConfig) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "urLoaderInit";
    if (const uint32_t unknown = device_flags & UR_DEVICE_INIT_FLAGS_MASK)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "{}: device_flags has the unknown bits {:#x}.", kFunction, unknown);
    if (hLoaderConfig)
      URSA_CHECK(checkLoaderConfig(kFunction, hLoaderConfig));
    return loader().initialize(hLoaderConfig);
  });
}

ur_result_t Intercept<Function::urLoaderTearDown>::call() {
  return atBoundary([] { return loader().tearDown(); });
}

} // namespace ursa
