// What a program asks of the loader before it is initialized.
#pragma once

#include "core/layers/layers.h"

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

  /// Deletes the config with its last reference.
  void release() {
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
};
