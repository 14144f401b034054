#include "core/loader/loader_config.h"

#include "core/dispatch/fork_guard.h"

#include <memory>
#include <mutex>
#include <unordered_set>

namespace ursa::core::loader {
namespace {

/// The config handles of the process.
struct Known {
  std::mutex mutex; ///< guards the set and the deletion of configs
  std::unordered_set<ur_loader_config_handle_t> configs;
};

std::mutex &mutexOfKnown();

Known &known() {
  static Known &instance = *[] {
    auto *created = new Known;
    dispatch::refuseInChildren<mutexOfKnown>();
    return created;
  }();
  return instance;
}

std::mutex &mutexOfKnown() { return known().mutex; }

// Created when the library is loaded: a child that is forked during the first call in another
// thread would wait for ever for the initialization of the static variable.
[[maybe_unused]] const Known &configsAtLoad = known();

/// The caller must hold the lock.
Result<void> checkKnown(const char *function, ur_loader_config_handle_t config) {
  if (!config)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "{}: the handle hLoaderConfig is null.",
                     function);
  if (!known().configs.contains(config))
    return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                     "{}: hLoaderConfig is {}, which is no config of this loader, or was released.",
                     function, static_cast<const void *>(config));
  return {};
}

} // namespace

ur_loader_config_handle_t createLoaderConfig() {
  auto config = std::make_unique<ur_loader_config_handle_t_>();
  const std::lock_guard lock(known().mutex);
  known().configs.insert(config.get());
  return config.release();
}

Result<void> checkLoaderConfig(const char *function, ur_loader_config_handle_t config) {
  const std::lock_guard lock(known().mutex);
  return checkKnown(function, config);
}

Result<void> retainLoaderConfig(const char *function, ur_loader_config_handle_t config) {
  const std::lock_guard lock(known().mutex);
  URSA_CHECK(checkKnown(function, config));
  config->retain();
  return {};
}

Result<void> releaseLoaderConfig(const char *function, ur_loader_config_handle_t config) {
  const std::lock_guard lock(known().mutex);
  URSA_CHECK(checkKnown(function, config));
  if (config->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    known().configs.erase(config);
    delete config;
  }
  return {};
}

} // namespace ursa::core::loader
