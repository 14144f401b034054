#include "core/loader/loader.h"

#include "core/dispatch/fork_guard.h"
#include "core/layers/layers.h"
#include "core/loader/adapter_registry.h"
#include "format/toggles.h"
#include "support/background_worker.h"
#include "support/environment.h"
#include "support/log.h"

namespace ursa::core::loader {
namespace {

using layers::Layers;

/// Returns the layers that a variable names. An unknown layer must not stop a program.
Layers layersFromEnvironment(const char *variable) {
  Layers layers = 0;
  for (const std::string &name : environmentList(variable, ';')) {
    if (const Result<Layers> layer = layers::parseLayers(name))
      layers |= *layer;
    else
      loaderLog().write(UR_LOGGER_LEVEL_WARN, "{}: {}", variable, layer.error().message);
  }
  return layers;
}

/// Returns the layers that the user or the program enables, minus those that the user disables.
Layers layersToEnable(ur_loader_config_handle_t config) {
  const Layers enabled = layersFromEnvironment("UR_ENABLE_LAYERS") | (config ? config->layers : 0);
  return enabled & ~layersFromEnvironment("URSA_DISABLE_LAYERS");
}

/// Logs what is wrong in URSA_TOGGLES, which each adapter reads for itself.
void reportToggleProblems() {
  const std::string text = environmentVariable("URSA_TOGGLES").value_or("");
  for (const std::string &problem : format::parseToggles(text, format::kAdapters).problems)
    loaderLog().write(UR_LOGGER_LEVEL_WARN, "URSA_TOGGLES: {}", problem);
}

/// Releases the claim if initialization fails.
class Claim {
public:
  Claim() = default;
  Claim(const Claim &) = delete;
  Claim &operator=(const Claim &) = delete;
  ~Claim() {
    if (!kept_)
      dispatch::releaseProcess();
  }
  void keep() { kept_ = true; }

private:
  bool kept_ = false;
};

} // namespace

Result<void> Loader::initialize(ur_loader_config_handle_t config) {
  URSA_CHECK(dispatch::checkNotForked("urLoaderInit"));
  URSA_CHECK(
      dispatch::claimProcess()); // before taking the lock, which a forked child must not wait for
  const std::lock_guard lock(mutex_);
  if (initializations_ == 0) {
    Claim claim;
    URSA_CHECK(dispatch::claimProcess()); // another thread may have released it meanwhile
    const Layers layers = layersToEnable(config);
    reportToggleProblems();
    adapterRegistry().find(adapterSearchFromEnvironment(config && config->mocking));
    layers::enableLayers(layers);
    claim.keep();
    if (config)
      config->retain();
    config_ = config;
  }
  ++initializations_;
  return {};
}

Result<void> Loader::tearDown() {
  URSA_CHECK(dispatch::checkNotForked("urLoaderTearDown"));
  const std::lock_guard lock(mutex_);
  if (initializations_ == 0)
    return makeError(UR_RESULT_ERROR_UNINITIALIZED,
                     "urLoaderTearDown: there is no urLoaderInit left to take back.");
  if (--initializations_ == 0) {
    stopBackgroundWorker(); // its builds use the adapters and the trace
    layers::disableLayers();
    adapterRegistry().forgetFound();
    if (config_)
      (void)releaseLoaderConfig("urLoaderTearDown",
                                config_); // the loader's reference, unless the program released it
    config_ = nullptr;
    dispatch::releaseProcess();
  }
  return {};
}

Result<void> Loader::checkInitialized(const char *function) const {
  URSA_CHECK(dispatch::checkNotForked(function));
  const std::lock_guard lock(mutex_);
  return checkCounted(function);
}

Result<void> Loader::loadAdapters(const char *function, std::optional<std::string_view> name) {
  URSA_CHECK(dispatch::checkNotForked(function));
  const std::lock_guard lock(mutex_);
  URSA_CHECK(checkCounted(function));
  adapterRegistry().load(name);
  return {};
}

Result<void> Loader::checkCounted(const char *function) const {
  if (initializations_ == 0)
    return makeError(UR_RESULT_ERROR_UNINITIALIZED, "{}: urLoaderInit must have succeeded before.",
                     function);
  return {};
}

Loader &loader() {
  static Loader &instance = *new Loader;
  return instance;
}

namespace {

// Created when the library is loaded: a child that is forked during the first call in another
// thread would wait for ever for the initialization of the static variable.
[[maybe_unused]] const Loader &loaderAtLoad = loader();

} // namespace
} // namespace ursa::core::loader
