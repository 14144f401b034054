// What a program asks of the loader before it is initialized.
#pragma once

#include "core/support/result.h"

#include <atomic>
#include <span>
#include <string_view>

namespace ursa {

/// The layers of this loader, by the names that urLoaderConfigEnableLayer and UR_ENABLE_LAYERS
/// take.
std::span<const std::string_view> availableLayers();

/// UR_RESULT_ERROR_LAYER_NOT_PRESENT, with the first such name, when the loader has not all of the
/// layers of a list separated by semicolons.
Result<void> checkLayers(std::string_view names);

} // namespace ursa

/// A program sets a config up before it hands it to urLoaderInit; only the references may be
/// changed by several threads at once.
struct ur_loader_config_handle_t_ {
  std::atomic<uint32_t> references{1};
  bool mocking = false;                               ///< load the adapter "mock" and no other
  ur_code_location_callback_t codeLocation = nullptr; ///< tells layers where a call comes from
  void *codeLocationData = nullptr;

  void retain() { references.fetch_add(1, std::memory_order_relaxed); }

  /// Deletes the config with its last reference.
  void release() {
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
};
