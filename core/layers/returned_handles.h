// Facts about single functions that the generated parameter rows do not contain: queries that
// return handles, and calls that allocate or free memory.
#pragma once

#include "core/layers/call.h"

#include <functional>
#include <optional>

namespace ursa {

/// Visits the handles that a successful query returned.
void forEachReturnedHandle(const Call &call,
                           const std::function<void(HandleType type, const void *handle)> &visit);

/// A USM allocation that a call created.
struct AllocatedMemory {
  const void *address;
  uint64_t size;
};

/// Returns the allocation that a call created. Call only after the call succeeded.
std::optional<AllocatedMemory> allocatedMemory(const Call &call);

/// Returns the index of the parameter with the USM pointer that a call frees.
std::optional<size_t> freedMemory(const Call &call);

/// Returns the index of the parameter through which a call returns an object or null even if it
/// fails: the program of a failed link, which holds the log.
std::optional<size_t> createdOnFailure(const Call &call);

/// Returns the size in bytes of the buffer that a call created; 0 if it created none or the size is
/// unknown.
uint64_t createdBufferSize(const Call &call);

} // namespace ursa
