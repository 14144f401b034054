// Results of calls: the handles in arrays and in answers of queries, and facts about single
// functions that the generated parameter rows do not contain, such as allocations of memory.
#pragma once

#include "core/layers/call.h"

#include <functional>
#include <optional>

namespace ursa::core::layers {

/// Makes a call tell how many handles it wrote. The program may pass no pointer for the number of
/// elements of an array, or for the size of an answer, and only the adapter knows how much of the
/// memory it wrote. While this object lives, the call then passes a pointer to this object's
/// number.
class ReturnedCount {
public:
  explicit ReturnedCount(const Call &call);
  /// The tracer shows the arguments of the program.
  ~ReturnedCount();
  ReturnedCount(const ReturnedCount &) = delete;
  ReturnedCount &operator=(const ReturnedCount &) = delete;

private:
  const Call &call_;
  size_t replaced_;    ///< index of the argument; the number of arguments if it is the program's
  uint64_t count_ = 0; ///< the call writes a uint32_t or a size_t
};

/// Returns how many handles a successful call wrote to a non-null array, or to the answer of a
/// query. Requires a ReturnedCount of the call.
uint64_t returnedHandles(const Call &call, size_t index);

/// Visits the handles that a successful query returned. Requires a ReturnedCount of the call.
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

} // namespace ursa::core::layers
