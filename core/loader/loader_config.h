// The configuration that a program passes to the loader's initialization.
#pragma once

#include "core/layers/layers.h"
#include "support/result.h"

#include <atomic>

namespace ursa::core::loader {

/// A program fills a config before it passes it to urLoaderInit; only the reference count is thread
/// safe.
struct LoaderConfig {
  std::atomic<uint32_t> references{1};
  layers::Layers layers = 0; ///< enabled while the loader is initialized
  bool mocking = false;      ///< load only the adapter "mock"
  ur_code_location_callback_t codeLocation =
      nullptr; ///< reports to layers the source location of a call
  void *codeLocationData = nullptr;

  void retain() { references.fetch_add(1, std::memory_order_relaxed); }
};

/// Creates and registers a config with one reference. Throws std::bad_alloc.
ur_loader_config_handle_t createLoaderConfig();

/// Checks a handle of the program. The loader always does this, even without layers, because most
/// configs are used before any layer can be enabled. @p function names the caller. Thread safe,
/// except against the release of the last reference.
///
/// Returns UR_RESULT_ERROR_INVALID_NULL_HANDLE, or UR_RESULT_ERROR_INVALID_ARGUMENT if the handle
/// was released or is not a config.
/// @{
Result<void> checkLoaderConfig(const char *function, ur_loader_config_handle_t config);
Result<void> retainLoaderConfig(const char *function, ur_loader_config_handle_t config);
/// Releases a reference, and deletes the config with the last one.
Result<void> releaseLoaderConfig(const char *function, ur_loader_config_handle_t config);
/// @}

} // namespace ursa::core::loader

struct ur_loader_config_handle_t_ : ursa::core::loader::LoaderConfig {};
