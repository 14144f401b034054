// Events that processes share: urEventCreateExp makes one with UR_EXP_EVENT_FLAG_IPC_EXP, a barrier
// signals it, and another process waits for what signalled it last.
#pragma once

#include "adapters/cuda/driver/native_context.h"

#include <memory>

namespace ursa::cuda {

/// A CUDA event for several processes. Thread safe.
class SharedEvent : public std::enable_shared_from_this<SharedEvent> {
public:
  /// Errors: the driver's.
  static Result<std::shared_ptr<SharedEvent>> create(NativeContext &native);
  /// Opens an event of another process. Errors: the driver's.
  static Result<std::shared_ptr<SharedEvent>> open(NativeContext &native,
                                                   const CUipcEventHandle &handle);
  /// Returns an event of this process by its number; null if it does not exist any more.
  static std::shared_ptr<SharedEvent> find(uint64_t number);
  ~SharedEvent();
  SharedEvent(const SharedEvent &) = delete;
  SharedEvent &operator=(const SharedEvent &) = delete;

  /// Signals the event when the commands of a stream so far are complete. The context is current.
  Result<MarkerPointer> signal(Stream &stream) const;
  /// Returns a marker for what signalled the event last.
  MarkerPointer marker() const;

  NativeContext &native;
  const CUevent event;
  const uint64_t number; ///< in this process; never used again

private:
  SharedEvent(NativeContext &itsContext, CUevent itsEvent);
};

Error noSharedEvents();

} // namespace ursa::cuda
