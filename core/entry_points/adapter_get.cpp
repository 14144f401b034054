// urAdapterGet, which queries every adapter, and ursaAdapterGetByName. They are here and not in
// core/loader because they compare the adapters' functions with the loader's own entry point.

#include "core/api/names.h"
#include "core/dispatch/intercepts.h"
#include "core/loader/adapter_registry.h"
#include "core/loader/loader.h"
#include "support/last_error.h"
#include "support/log.h"
#include "support/process_memory.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace ursa::core::entry_points {
namespace {

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
Result<uint32_t> callGet(const loader::Adapter &adapter, std::span<ur_adapter_handle_t> out) {
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
    return makeError(result, "its urAdapterGet answered {} ({})", api::resultName(result),
                     static_cast<int>(result));
  return count;
}

/// Queries the handles of one adapter, which writes them to @p out itself.
///
/// @return the number of its handles, 0 if the query fails.
uint32_t getFrom(const loader::Adapter &adapter, std::span<ur_adapter_handle_t> out) {
  const auto leaveOut = [&adapter](const std::string &reason) {
    const bool first = loader::adapterRegistry().isFirstFailure(adapter);
    loaderLog().write(first ? UR_LOGGER_LEVEL_WARN : UR_LOGGER_LEVEL_DEBUG,
                      "The adapter '{}'{}{} is left out: {}.", adapter.name,
                      adapter.path.empty() ? "" : " of ", adapter.path, reason);
    return 0;
  };
  const Result<uint32_t> count = callGet(adapter, out);
  if (!count)
    return leaveOut(count.error().message);
  const auto handles = out.first(std::min<size_t>(*count, out.size()));
  std::string reason;
  for (auto handle = handles.begin(); handle != handles.end() && reason.empty(); ++handle)
    reason = dispatchProblem(*handle);
  if (reason.empty())
    return *count;
  std::fill(handles.begin(), handles.end(), nullptr);
  // Keeps the number of adapters consistent from now on.
  loader::adapterRegistry().refuse(adapter, fmt::format("{}: {}.", adapter.path, reason));
  return leaveOut(reason);
}

/// Returns the handles of all adapters, or of those with one name, in order. Opens what is not open
/// yet. Handles beyond @p capacity are counted but not retained.
Result<void> getAdapters(const char *function, std::optional<std::string_view> name,
                         uint32_t capacity, ur_adapter_handle_t *out, uint32_t *outCount) {
  URSA_CHECK(loader::loader().loadAdapters(function, name));
  if (out && capacity == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "{}: phAdapters is given, and NumEntries is 0.",
                     function);
  uint32_t total = 0;
  for (const loader::Adapter &adapter : loader::adapterRegistry().adapters()) {
    if (name && adapter.name != *name)
      continue;
    const uint32_t left = out && total < capacity ? capacity - total : 0;
    total += getFrom(adapter, {left ? out + total : nullptr, left});
  }
  if (outCount)
    *outCount = total;
  return {};
}

} // namespace

// It has no handle to dispatch on.
ur_result_t urAdapterGet(uint32_t NumEntries, ur_adapter_handle_t *phAdapters,
                         uint32_t *pNumAdapters) {
  return atBoundary([&] {
    return getAdapters("urAdapterGet", std::nullopt, NumEntries, phAdapters, pNumAdapters);
  });
}

} // namespace ursa::core::entry_points

ur_result_t ursa::core::ursa_api::ursaAdapterGetByName(const char *pName, uint32_t NumEntries,
                                                       ur_adapter_handle_t *phAdapters,
                                                       uint32_t *pNumAdapters) {
  return atBoundary([&]() -> Result<void> {
    if (!pName)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "ursaAdapterGetByName: the pointer pName is null.");
    return entry_points::getAdapters("ursaAdapterGetByName", pName, NumEntries, phAdapters,
                                     pNumAdapters);
  });
}
