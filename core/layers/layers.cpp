#include "core/layers/layers.h"

#include "core/dispatch/layer_gate.h"
#include "core/layers/bounds_checks.h"
#include "core/layers/handle_checks.h"
#include "core/layers/timeline.h"

#include <algorithm>
#include <array>

namespace ursa::core::layers {

namespace {

std::atomic<Layers> active{0};

constexpr std::array<std::string_view, 6> kNames = {
    "UR_LAYER_PARAMETER_VALIDATION", "UR_LAYER_BOUNDS_CHECKING", "UR_LAYER_LEAK_CHECKING",
    "UR_LAYER_LIFETIME_VALIDATION",  "UR_LAYER_FULL_VALIDATION", "UR_LAYER_TRACING"};
constexpr std::array<Layers, kNames.size()> kLayers = {kParameterValidation, kBoundsChecking,
                                                       kLeakChecking,        kLifetimeValidation,
                                                       kFullValidation,      kTracing};

} // namespace

std::span<const std::string_view> availableLayers() { return kNames; }

Result<Layers> parseLayers(std::string_view names) {
  Layers layers = 0;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(';'));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    if (name.empty())
      continue;
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
      return makeError(UR_RESULT_ERROR_LAYER_NOT_PRESENT,
                       "The layer '{}' is not present; this loader has {}.", name,
                       fmt::join(kNames, ", "));
    layers |= kLayers[static_cast<size_t>(found - kNames.begin())];
  }
  return layers;
}

void enableLayers(Layers layers) {
  if (layers & kTracing)
    timeline().begin();
  active.store(layers, std::memory_order_relaxed);
  dispatch::layerGate.store(layers ? UINTPTR_MAX : 0, std::memory_order_relaxed);
}

void disableLayers() {
  dispatch::layerGate.store(0, std::memory_order_relaxed);
  const Layers layers = active.exchange(0, std::memory_order_relaxed);
  if (layers & kTracing)
    timeline().end();
  if (layers & kLeakChecking)
    reportLeaks();
  handleTracker().clear();
  memoryRanges().clear();
}

Layers activeLayers() { return active.load(std::memory_order_relaxed); }

Log &validationLog() {
  static Log &log = *new Log("VALIDATION");
  return log;
}

} // namespace ursa::core::layers
