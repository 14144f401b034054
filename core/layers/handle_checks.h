// UR_LAYER_LIFETIME_VALIDATION and UR_LAYER_LEAK_CHECKING: what a program does with its handles.
//
// Known are the objects that calls gave the program while the layers were on, and that it found by
// queries. A check looks an address up and never at what it points to: the object may be gone.
#pragma once

#include "core/layers/call.h"
#include "core/layers/handle_tracker.h"
#include "core/support/result.h"

namespace ursa {

/// The objects of the process.
HandleTracker &handleTracker();

/// Checks all handles of a call, those in arrays and in kernel arguments too: not null, alive, of
/// the right type, and all of one adapter. The code of the handle's type, as
/// UR_RESULT_ERROR_INVALID_QUEUE, or for a wait list UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST.
/// UR_RESULT_ERROR_INVALID_MEM_OBJECT for USM that was freed or never allocated.
Result<void> checkHandles(const Call &call);

/// Follows the objects through one call: made before the adapter sees it, told the result after.
class HandleChanges {
public:
  /// @param withStack remember who makes objects, for reportLeaks
  ///
  /// Throws std::bad_alloc, with nothing changed.
  HandleChanges(const Call &call, bool withStack);

  /// Throws nothing: the call has been made, and its result is the program's. An object for which
  /// there is no memory is not noted; from then on unknown handles pass.
  void finish(ur_result_t result) noexcept;

private:
  void note(ur_result_t result);
  void noteMade(size_t index);
  void noteFound();
  void noteMemory();

  const Call &call_;
  const bool withStack_;
  const void *releasedAddress_ = nullptr;
  std::optional<TrackedObject> released_;
};

/// Writes a line for each object and allocation that the program still has, with the stack of the
/// call that made it, and returns their number.
size_t reportLeaks();

} // namespace ursa
