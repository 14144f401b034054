// Streams and events of the driver: where commands run, and how their completion is observed.
#pragma once

#include "adapters/common/inline_vector.h"
#include "adapters/cuda/cu.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

namespace ursa::cuda {

class NativeContext;

/// A driver's event that was recorded once, after a command. Thread safe.
class Marker {
public:
  /// @param isOwned the event returns to the context at the end
  Marker(NativeContext &itsContext, CUevent event, bool timed, bool isOwned)
      : context(itsContext), native(event), isTimed(timed), isOwned_(isOwned) {}
  Marker(const Marker &) = delete;
  Marker &operator=(const Marker &) = delete;
  ~Marker();

  /// Returns whether the command is complete. Does not block. Errors: the context is lost.
  Result<bool> isReached() const;
  /// Blocks until the command is complete. Errors: the context is lost.
  Result<void> wait() const;
  /// The same, for threads of the adapter: they sleep meanwhile.
  Result<void> waitAsleep() const;
  /// Returns the nanoseconds from another marker of the context to this one; both are timed and
  /// reached.
  Result<int64_t> timeSince(const Marker &earlier) const;

  NativeContext &context;
  const CUevent native;
  const bool isTimed;

private:
  const bool isOwned_;
  mutable std::atomic<bool> isReached_ = false;
};
using MarkerPointer = std::shared_ptr<const Marker>;
using Markers = adapter::InlineVector<MarkerPointer, 3>;

/// Returns whether all of them are reached.
Result<bool> areReached(const Markers &markers);

/// What commands use, until they are complete.
using Keeps = adapter::InlineVector<std::shared_ptr<const void>, 4>;

/// How a stream was created.
struct StreamKind {
  unsigned flags = CU_STREAM_NON_BLOCKING;
  int priority = 0;

  friend bool operator==(const StreamKind &, const StreamKind &) = default;
};

struct Stream {
  Stream(NativeContext &itsContext, CUstream stream, StreamKind itsKind, bool owned)
      : context(itsContext), native(stream), kind(itsKind), isOwned(owned) {}

  NativeContext &context;
  const CUstream native; ///< null: the default stream
  const StreamKind kind;
  const bool isOwned; ///< made by the adapter, and used again

  struct InFlight {
    MarkerPointer done;
    Keeps keeps;
  };
  std::mutex mutex;              ///< guards the members below; acquired after a queue's mutex
  MarkerPointer last;            ///< after the last command; null if there was none
  std::deque<InFlight> inFlight; ///< commands that were not complete when last looked at
  Keeps unfinished;              ///< of commands that were not enqueued completely
  bool isUsed = true;            ///< a queue has it
};
using StreamPointer = std::shared_ptr<Stream>;

} // namespace ursa::cuda
