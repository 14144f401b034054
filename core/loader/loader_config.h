// What a program asks of the loader before it is initialized.
#pragma once

#include "core/layers/layers.h"
#include "core/support/result.h"

#include <atomic>

/// A program sets a config up before it hands it to urLoaderInit; only the references may be
/// changed by several threads at once.
struct ur_loader_config_handle_t_ {
  std::atomic<uint32_t> references{1};
  ursa::Layers layers = 0;                            ///< on while the loader is initialized
  bool mocking = false;                               ///< load the adapter "mock" and no other
  ur_code_location_callback_t codeLocation = nullptr; ///< tells layers where a call comes from
  void *codeLocationData = nullptr;

  void retain() { references.fetch_add(1, std::memory_order_relaxed); }
};

namespace ursa {

/// A config with one reference, which is known from now on. Throws std::bad_alloc.
ur_loader_config_handle_t makeLoaderConfig();

/// The program's handles are checked whether layers are on or not: most are used before any can be.
/// @p function names the caller. Thread safe, except against the release of the last reference.
///
/// UR_RESULT_ERROR_INVALID_NULL_HANDLE; UR_RESULT_ERROR_INVALID_ARGUMENT for one that was released
/// or is no config.
/// @{
Result<void> checkLoaderConfig(const char *function, ur_loader_config_handle_t config);
Result<void> retainLoaderConfig(const char *function, ur_loader_config_handle_t config);
/// Deletes the config with its last reference.
Result<void> releaseLoaderConfig(const char *function, ur_loader_config_handle_t config);
/// @}

} // namespace ursa
