// What single functions do with objects and memory that the rows of their parameters do not tell:
// queries that answer with handles, and calls that make or free memory.
#pragma once

#include "core/layers/call.h"

#include <functional>
#include <optional>

namespace ursa {

/// Visits the handles in the answer of a query that succeeded.
void forEachFoundHandle(const Call &call,
                        const std::function<void(HandleType type, const void *handle)> &visit);

/// USM that a call made.
struct MadeMemory {
  const void *address;
  uint64_t size;
};

/// Of a call that succeeded.
std::optional<MadeMemory> madeMemory(const Call &call);

/// The index of the parameter with USM that a call frees.
std::optional<size_t> freedMemory(const Call &call);

/// The index of the parameter through which a call gives an object even when it fails, or null: the
/// program of a link that failed, which has the log.
std::optional<size_t> madeOnFailure(const Call &call);

/// Size in bytes of the buffer that a call made; 0 when it made none or does not tell.
uint64_t madeBufferSize(const Call &call);

} // namespace ursa
