// UR_LAYER_LIFETIME_VALIDATION and UR_LAYER_LEAK_CHECKING: check how a program uses its handles.
//
// The layers know the objects that calls returned to the program while the layers were active. A
// check looks up the address and never reads the object, which may no longer exist.
#pragma once

#include "core/layers/call.h"
#include "core/layers/handle_tracker.h"
#include "support/result.h"

namespace ursa::core::layers {

/// The tracked objects of the process.
HandleTracker &handleTracker();

/// Checks all handles of a call, including those in arrays and kernel arguments: not null, alive,
/// of the right type, and all of one adapter. Returns the error code of the handle type, for
/// example UR_RESULT_ERROR_INVALID_QUEUE, UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST for a wait list,
/// and UR_RESULT_ERROR_INVALID_MEM_OBJECT for USM that was freed or never allocated.
Result<void> checkHandles(const Call &call);

/// Tracks objects through one call. Construct before the adapter runs, call finish with its result.
class HandleChanges {
public:
  /// @param withStack record the call stack that creates an object, for reportLeaks
  ///
  /// Throws std::bad_alloc and then changes nothing.
  HandleChanges(const Call &call, bool withStack);

  /// Throws nothing, because the call has been made and its result must reach the program. If there
  /// is no memory to record an object, unknown handles are accepted from then on.
  void finish(ur_result_t result) noexcept;

private:
  void note(ur_result_t result);
  void recordCreated(size_t index);
  void recordFound();
  void noteMemory();

  const Call &call_;
  const bool withStack_;
  const void *releasedAddress_ = nullptr;
  std::optional<TrackedObject> released_;
};

/// Logs a line for each object and allocation that the program still holds, with the stack of the
/// call that created it. Returns their number.
size_t reportLeaks();

} // namespace ursa::core::layers
