// The adapter functions of ursa.h.

#include "core/api/names.h"
#include "core/dispatch/dispatch.h"
#include "core/loader/adapter_registry.h"
#include "core/loader/loader.h"
#include "support/background_worker.h"
#include "support/last_error.h"

namespace ursa::core::ursa_api {
namespace {

using loader::adapterRegistry;

Error nullPointer(const char *function, const char *parameter) {
  return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "{}: the pointer {} is null.", function,
                   parameter);
}

/// Counts the handles of an adapter in use. A failure is reported as its problem.
uint32_t countHandles(const loader::Adapter &adapter, std::string &problem) {
  const auto get = adapter.tables->Adapter.pfnGet;
  uint32_t count = 0;
  const ur_result_t result = get ? get(0, nullptr, &count) : UR_RESULT_ERROR_UNSUPPORTED_FEATURE;
  if (result == UR_RESULT_SUCCESS)
    return count;
  problem = fmt::format("{}{}Its urAdapterGet answered {} ({}).", adapter.path,
                        adapter.path.empty() ? "" : ": ", api::resultName(result),
                        static_cast<int>(result));
  return 0;
}

} // namespace

ur_result_t ursaAdapterReport(ursa_adapter_report_callback_t pfnReport, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    if (!pfnReport)
      return nullPointer("ursaAdapterReport", "pfnReport");
    URSA_CHECK(loader::loader().loadAdapters("ursaAdapterReport"));
    for (const loader::Adapter &adapter : adapterRegistry().adapters()) {
      std::string problem;
      const uint32_t handles = countHandles(adapter, problem);
      const ursa_adapter_report_t report = {adapter.name.c_str(), adapter.path.c_str(),
                                            problem.empty() ? nullptr : problem.c_str(), handles};
      pfnReport(&report, pUserData);
    }
    for (const loader::RefusedAdapter &adapter : adapterRegistry().refused()) {
      const ursa_adapter_report_t report = {adapter.name.c_str(), adapter.path.c_str(),
                                            adapter.problem.c_str(), 0};
      pfnReport(&report, pUserData);
    }
    return {};
  });
}

ur_result_t ursaAdapterGetNames(ursa_adapter_name_callback_t pfnName, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    if (!pfnName)
      return nullPointer("ursaAdapterGetNames", "pfnName");
    URSA_CHECK(loader::loader().checkInitialized("ursaAdapterGetNames"));
    for (const std::string &name : adapterRegistry().names())
      pfnName(name.c_str(), pUserData);
    return {};
  });
}

ur_result_t ursaAdapterRegister(const char *pName, const struct ur_dditable_t *pTables) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "ursaAdapterRegister";
    if (!pName)
      return nullPointer(kFunction, "pName");
    if (!pTables)
      return nullPointer(kFunction, "pTables");
    if (!*pName)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{}: the name is empty.", kFunction);
    if (!pTables->Adapter.pfnGet)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{}: the tables of the adapter '{}' have no Adapter.pfnGet.", kFunction,
                       pName);
    if (!adapterRegistry().add(pName, *pTables))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{}: the tables of the adapter '{}' are registered already.", kFunction,
                       pName);
    return {};
  });
}

ur_result_t ursaAdapterUnregister(const struct ur_dditable_t *pTables) {
  return atBoundary([&]() -> Result<void> {
    constexpr const char *kFunction = "ursaAdapterUnregister";
    if (!pTables)
      return nullPointer(kFunction, "pTables");
    stopBackgroundWorker(); // a build may use the adapter
    if (!adapterRegistry().remove(*pTables))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{}: the tables are not registered.",
                       kFunction);
    return {};
  });
}

} // namespace ursa::core::ursa_api
