// The state of the loader between urLoaderInit and urLoaderTearDown.
#pragma once

#include "core/loader/loader_config.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace ursa::core::loader {

/// Counts initializations: the first one finds the adapters, and the last tear-down removes them.
/// Thread safe. One per process, never destroyed, so that static destructors can tear down. Every
/// function fails with UR_RESULT_ERROR_UNINITIALIZED in a child that was forked in between: see
/// fork_guard.h.
class Loader {
public:
  /// @param config retained until the last tear-down; only the first initialization uses it. Blocks
  /// other initializations while it searches. Opens no adapter. Finding none is not an error.
  Result<void> initialize(ur_loader_config_handle_t config);

  /// UR_RESULT_ERROR_UNINITIALIZED if there is no matching initialization.
  Result<void> tearDown();

  /// Returns UR_RESULT_ERROR_UNINITIALIZED, with a message that names @p function, before the first
  /// initialization.
  Result<void> checkInitialized(const char *function) const;

  /// Checks the same, and opens the libraries of the adapters, or of those with one name, that are
  /// not open yet. Blocks initializations meanwhile. A library that is no adapter is not an error.
  Result<void> loadAdapters(const char *function, std::optional<std::string_view> name = {});

private:
  /// Under the lock.
  Result<void> checkCounted(const char *function) const;

  mutable std::mutex
      mutex_; ///< guards the members below; the registry's lock is taken while it is held
  uint32_t initializations_ = 0;
  ur_loader_config_handle_t config_ = nullptr;
};

/// The loader of the process.
Loader &loader();

} // namespace ursa::core::loader
