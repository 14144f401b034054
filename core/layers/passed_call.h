// Passes a call through the active layers.
#pragma once

#include "core/layers/call.h"

namespace ursa::core::layers {

/// The rest of a call after the layers: intercepts and the adapter.
struct Continuation {
  ur_result_t (*function)(void *state);
  void *state;
  ur_result_t operator()() const { return function(state); }
};

/// Checks, traces and executes a call. Throws nothing.
ur_result_t passLayers(const Call &call, const Continuation &rest) noexcept;

} // namespace ursa::core::layers
