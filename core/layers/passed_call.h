// The way of a call through the layers that are on.
#pragma once

#include "core/layers/call.h"

namespace ursa {

/// The rest of a call: intercepts and the adapter.
struct Continuation {
  ur_result_t (*function)(void *state);
  void *state;
  ur_result_t operator()() const { return function(state); }
};

/// Checks, traces and makes a call. Throws nothing.
ur_result_t passLayers(const Call &call, const Continuation &rest) noexcept;

} // namespace ursa
