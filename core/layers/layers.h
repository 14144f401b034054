// The layers: what sees every call before an adapter does, when a program or its user asks for it.
//
//   UR_LAYER_PARAMETER_VALIDATION  null, enumerators, flags, lengths      parameter_checks.h
//   UR_LAYER_LIFETIME_VALIDATION   dead, foreign and mistaken handles     handle_checks.h
//   UR_LAYER_LEAK_CHECKING         what was not released, and who made it handle_checks.h
//   UR_LAYER_BOUNDS_CHECKING       ranges of buffers and USM              bounds_checks.h
//   UR_LAYER_FULL_VALIDATION       these four
//   UR_LAYER_TRACING               a line a call, a timeline              tracer.h
//
// A call that a check refuses does not reach the adapter; the sentence is the thread's last error
// and a line of the log UR_LOG_VALIDATION.
#pragma once

#include "core/support/log.h"
#include "core/support/result.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace ursa {

/// A set of layers, one bit each.
using Layers = uint32_t;
inline constexpr Layers kParameterValidation = 1;
inline constexpr Layers kLifetimeValidation = 2;
inline constexpr Layers kLeakChecking = 4;
inline constexpr Layers kBoundsChecking = 8;
inline constexpr Layers kTracing = 16;
inline constexpr Layers kFullValidation =
    kParameterValidation | kLifetimeValidation | kLeakChecking | kBoundsChecking;

/// The names that urLoaderConfigEnableLayer and UR_ENABLE_LAYERS take.
std::span<const std::string_view> availableLayers();

/// The layers of a list of names separated by semicolons. UR_RESULT_ERROR_LAYER_NOT_PRESENT, with
/// the first such name, when this loader has not all of them.
Result<Layers> parseLayers(std::string_view names);

/// From now on every call passes these layers. The loader calls it when it is initialized, before
/// adapters are asked for anything.
void enableLayers(Layers layers);

/// Reports leaks, ends the trace and lets calls pass as before. What the layers knew is forgotten.
void disableLayers();

/// The layers that are on.
Layers activeLayers();

/// Where checks write: UR_LOG_VALIDATION.
Log &validationLog();

} // namespace ursa
