// The functions that the loader implements itself.

#include "core/dispatch/intercepts.h"
#include "core/layers/layers.h"
#include "core/loader/loader.h"
#include "core/loader/loader_config.h"
#include "support/last_error.h"

#include <cstring>

namespace ursa::core::loader {
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
    const std::string layers = fmt::format("{}", fmt::join(layers::availableLayers(), ";"));
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

} // namespace

ur_result_t urLoaderConfigCreate(ur_loader_config_handle_t *phLoaderConfig) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPointer("urLoaderConfigCreate", "phLoaderConfig", phLoaderConfig));
    *phLoaderConfig = createLoaderConfig();
    return {};
  });
}

ur_result_t urLoaderConfigRetain(ur_loader_config_handle_t hLoaderConfig) {
  return atBoundary([&] { return retainLoaderConfig("urLoaderConfigRetain", hLoaderConfig); });
}

ur_result_t urLoaderConfigRelease(ur_loader_config_handle_t hLoaderConfig) {
  return atBoundary([&] { return releaseLoaderConfig("urLoaderConfigRelease", hLoaderConfig); });
}

ur_result_t urLoaderConfigGetInfo(ur_loader_config_handle_t hLoaderConfig,
                                  ur_loader_config_info_t propName, size_t propSize,
                                  void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "urLoaderConfigGetInfo";
    URSA_CHECK(checkLoaderConfig(kFunction, hLoaderConfig));
    return getConfigInfo(kFunction, hLoaderConfig, propName, propSize, pPropValue, pPropSizeRet);
  });
}

ur_result_t urLoaderConfigEnableLayer(ur_loader_config_handle_t hLoaderConfig,
                                      const char *pLayerName) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "urLoaderConfigEnableLayer";
    URSA_CHECK(checkLoaderConfig(kFunction, hLoaderConfig));
    URSA_CHECK(checkPointer(kFunction, "pLayerName", pLayerName));
    URSA_TRY(const layers::Layers layers, layers::parseLayers(pLayerName));
    hLoaderConfig->layers |= layers;
    return {};
  });
}

ur_result_t urLoaderConfigSetCodeLocationCallback(ur_loader_config_handle_t hLoaderConfig,
                                                  ur_code_location_callback_t pfnCodeloc,
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

ur_result_t urLoaderConfigSetMockingEnabled(ur_loader_config_handle_t hLoaderConfig,
                                            ur_bool_t enable) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkLoaderConfig("urLoaderConfigSetMockingEnabled", hLoaderConfig));
    hLoaderConfig->mocking = enable;
    return {};
  });
}

ur_result_t urLoaderInit(ur_device_init_flags_t device_flags,
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

ur_result_t urLoaderTearDown() {
  return atBoundary([] { return loader().tearDown(); });
}

} // namespace ursa::core::loader
