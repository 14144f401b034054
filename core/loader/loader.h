// The state of the loader between urLoaderInit and urLoaderTearDown.
#pragma once

#include "core/loader/loader_config.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace ursa {

/// Counts initializations; the first one loads the adapters, the last tear-down forgets them.
/// Thread safe. One per process, which is never destroyed, so that static destructors can tear
/// down. Every function fails with UR_RESULT_ERROR_UNINITIALIZED in a child that was forked in
/// between: see fork_guard.h.
class Loader {
public:
  /// @param config retained until the last tear-down; only that of the first initialization counts.
  /// Blocks other initializations while adapters are loaded. Finding no adapter is no error.
  Result<void> initialize(ur_loader_config_handle_t config);

  /// UR_RESULT_ERROR_UNINITIALIZED without an initialization to take back.
  Result<void> tearDown();

  /// UR_RESULT_ERROR_UNINITIALIZED, in the name of @p function, before the first initialization.
  Result<void> checkInitialized(const char *function) const;

private:
  mutable std::mutex mutex_; ///< guards the members below; the registry's lock is taken under it
  uint32_t initializations_ = 0;
  ur_loader_config_handle_t config_ = nullptr;
};

/// The loader of the process.
Loader &loader();

} // namespace ursa
