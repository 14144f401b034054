// The layers: code that sees every call before an adapter does, if the program or its user enables
// it.
//
//   UR_LAYER_PARAMETER_VALIDATION  null, enumerators, flags, lengths      parameter_checks.h
//   UR_LAYER_LIFETIME_VALIDATION   dead, foreign and mistyped handles     handle_checks.h
//   UR_LAYER_LEAK_CHECKING         unreleased objects and their creators  handle_checks.h
//   UR_LAYER_BOUNDS_CHECKING       ranges of buffers and USM              bounds_checks.h
//   UR_LAYER_FULL_VALIDATION       all four of the above
//   UR_LAYER_TRACING               lines per call, a timeline             tracer.h
//
// A call that a check rejects does not reach the adapter. The message becomes the thread's last
// error and a line of the log UR_LOG_VALIDATION.
#pragma once

#include "support/log.h"
#include "support/result.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace ursa::core::layers {

/// A set of layers, one bit per layer.
using Layers = uint32_t;
inline constexpr Layers kParameterValidation = 1;
inline constexpr Layers kLifetimeValidation = 2;
inline constexpr Layers kLeakChecking = 4;
inline constexpr Layers kBoundsChecking = 8;
inline constexpr Layers kTracing = 16;
inline constexpr Layers kFullValidation =
    kParameterValidation | kLifetimeValidation | kLeakChecking | kBoundsChecking;

/// Returns the names that urLoaderConfigEnableLayer and UR_ENABLE_LAYERS accept.
std::span<const std::string_view> availableLayers();

/// Parses a list of layer names separated by semicolons. Returns UR_RESULT_ERROR_LAYER_NOT_PRESENT,
/// with the first unknown name, if this loader does not have all of them.
Result<Layers> parseLayers(std::string_view names);

/// From now on every call passes through these layers. The loader calls this during initialization,
/// before it calls any adapter.
void enableLayers(Layers layers);

/// Reports leaks, ends the trace, disables all layers and discards what they recorded.
void disableLayers();

/// Returns the active layers.
Layers activeLayers();

/// The log for failed checks: UR_LOG_VALIDATION.
Log &validationLog();

} // namespace ursa::core::layers
