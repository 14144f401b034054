// CUDA streams: where commands run, and how their completion is observed. The driver's events cost
// as much as a launch, so one is recorded only where somebody asks for a point in a stream, and
// after every so many commands, whose resources are released then.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/cuda/driver/cu.h"
#include "adapters/cuda/launch/launch_log.h"
#include "adapters/cuda/queue/host_signal.h"
#include "support/inline_vector.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

struct ur_mem_handle_t_;

namespace ursa::cuda {

class NativeContext;
struct Stream;

/// A point in a stream, after a command. It has a CUDA event from when one is needed, at the latest
/// before the next command of its stream. Thread safe.
///
/// The driver may get the command later: then the marker stands for a point that a signal tells,
/// and that is not reached before.
class Marker {
public:
  /// A point after the last command of a stream, which gets its event later.
  Marker(std::shared_ptr<Stream> stream, uint64_t number);
  /// A point whose event was recorded.
  /// @param stream null if its position among the commands is not known
  /// @param isOwned the event returns to the context at the end
  Marker(NativeContext &itsContext, std::shared_ptr<Stream> stream, uint64_t number, CUevent event,
         bool timed, bool isOwned);
  /// A point after a host task or a command that the driver does not have yet.
  Marker(NativeContext &itsContext, HostSignalPointer itsSignal);
  Marker(const Marker &) = delete;
  Marker &operator=(const Marker &) = delete;
  ~Marker();

  /// Returns whether the command is complete. Does not block. Errors: the context is lost.
  Result<bool> isReached() const {
    const Answer answer = ask();
    return answer == Answer::Unknown ? isReachedBySteps() : Result<bool>(answer == Answer::Reached);
  }
  /// The same as far as it needs neither a lock nor a current context.
  enum class Answer : uint8_t { Reached, NotReached, Unknown };
  Answer ask() const noexcept;
  /// The same as far as it is known without asking the driver.
  bool isKnownReached() const;
  /// Blocks until the command is complete. Errors: the context is lost.
  Result<void> wait() const;
  /// The same, for threads of the adapter: they sleep meanwhile.
  Result<void> waitAsleep() const;
  /// Returns the nanoseconds from another marker of the context to this one; both are timed and
  /// reached.
  Result<int64_t> timeSince(const Marker &earlier) const;
  /// Returns the event, and records it if there is none. Locks the stream. As long as the driver
  /// does not have the command, a stream that waits for memory stands for it.
  Result<CUevent> event() const;
  /// Returns the point in a stream that this one stands for; null if there is none, because the
  /// command is complete or has failed. Itself while the driver does not have the command.
  const Marker *inStream() const;
  /// Errors: the command was held back, and then the driver did not take it.
  Result<void> checkTaken() const;
  /// Adds the signals that must be given before this point can be reached, as far as is known.
  void addHostSignals(HostSignals &signals) const;

  NativeContext &context;
  const bool isTimed;
  const std::shared_ptr<Stream> stream; ///< null if it is not known
  const uint64_t number = 0;            ///< of the last command before this point; from 1
  const HostSignalPointer signal;       ///< null if the driver has the command

private:
  friend struct Stream;

  Result<bool> isReachedBySteps() const;
  Result<bool> isSignalledAndReached() const;
  Result<void> waitForSignal(bool isAsleep) const;
  Result<CUevent> eventAfterSignal() const;
  Result<MarkerPointer> standIn() const;
  Result<void> record() const;
  void setReached() const;

  const bool isOwned_;
  mutable std::atomic<CUevent> event_ =
      nullptr; ///< null until recorded; set with the stream locked
  mutable std::atomic<bool> isReached_ = false;
  mutable MarkerPointer standIn_; ///< whose event stands for this one's until the signal is given
};
using Markers = InlineVector<MarkerPointer, 3>;

/// Returns whether all of them are reached.
Result<bool> areReached(const Markers &markers);

/// Objects that commands use, retained until the commands are complete.
using Keeps = InlineVector<std::shared_ptr<const void>, 4>;

/// Objects that consecutive commands use. An object that several of them use is retained once, if
/// they follow each other closely.
class Batch {
public:
  Batch() = default;
  Batch(Batch &&other) noexcept
      : commands(std::exchange(other.commands, 0)), objects_(std::move(other.objects_)),
        keeps_(std::move(other.keeps_)), holdsMemory_(std::exchange(other.holdsMemory_, false)) {}
  Batch &operator=(Batch &&other) noexcept {
    std::swap(commands, other.commands);
    objects_.swap(other.objects_);
    keeps_.swap(other.keeps_);
    std::swap(holdsMemory_, other.holdsMemory_);
    return *this;
  }
  ~Batch() {
    for (const Retained &retained : objects_)
      retained.release(retained.object);
  }

  /// Retains an object of the adapter.
  template <class Object> void hold(Object *object) {
    constexpr size_t kLookedAt = 4;
    const size_t count = objects_.size();
    for (size_t i = 0; i < kLookedAt && i < count; ++i)
      if (objects_[count - 1 - i].object == object)
        return;
    adapter::retain(object);
    holdsMemory_ = holdsMemory_ || std::is_same_v<Object, ur_mem_handle_t_>;
    objects_.push_back({object, [](void *held) { adapter::release(static_cast<Object *>(held)); }});
  }
  void keep(std::shared_ptr<const void> used) { keeps_.push_back(std::move(used)); }

  bool isEmpty() const { return objects_.empty() && keeps_.empty(); }
  /// Returns whether what it holds may as well stay until something else is released.
  bool isLight() const {
    constexpr size_t kFew = 4;
    return objects_.size() <= kFew && keeps_.empty() && !holdsMemory_;
  }

  uint32_t commands = 0;

private:
  struct Retained {
    void *object;
    void (*release)(void *);
  };
  std::vector<Retained> objects_;
  std::vector<std::shared_ptr<const void>> keeps_;
  bool holdsMemory_ = false;
};

/// How a stream was created.
struct StreamKind {
  unsigned flags = CU_STREAM_NON_BLOCKING;
  int priority = 0;

  friend bool operator==(const StreamKind &, const StreamKind &) = default;
};

struct Stream : std::enable_shared_from_this<Stream> {
  Stream(NativeContext &itsContext, CUstream stream, StreamKind itsKind, bool owned);
  ~Stream();

  /// @name Call with the mutex held and the driver's context current.
  /// @{
  /// Begins a command. The point after the last one gets its event if anybody has it.
  /// @return UR_RESULT_ERROR_INVALID_QUEUE after leave()
  Result<void> begin();
  /// Returns the point after the last command.
  Result<MarkerPointer> mark();
  /// The same, with an event.
  Result<MarkerPointer> record(bool isTimed);
  /// Ends the batch: its resources are released once the last command is complete.
  Result<void> closeBatch();
  /// Returns whether everything in the stream is complete. Asks the driver unless that is known.
  /// @param last the last command that was submitted
  Result<bool> isIdle(uint64_t last);
  /// The same, and asks the driver in any case.
  Result<bool> askIdle(uint64_t last);
  /// Moves the resources of complete commands to @p released, which the caller destroys without the
  /// lock. Errors of the driver count as "not complete".
  /// @param asks ask the driver about the last batch, too, and release all of it
  void takeComplete(std::vector<Batch> &released, bool asks);
  /// Returns whether the application captures the stream into a graph, which questions to the
  /// driver about the stream would end.
  bool isCaptured() const;
  /// Returns a point after all commands, also those that the application submitted to its own
  /// stream; null if they are complete. Of a stream that is captured it is the last known one.
  Result<MarkerPointer> last();
  /// Ends the use of an application's stream, which may destroy it then: events stand for its
  /// commands.
  void leave();
  /// The last command waits until the signal is given, and what follows it does.
  void waitForHost(HostSignalPointer given);
  /// The last command, which ended a batch, is a host task that gives the signal.
  void waitForHostTask(const HostSignalPointer &given);
  /// Adds the signals that commands up to this one wait for.
  void addHostSignals(uint64_t last, HostSignals &signals);
  /// @}

  /// Returns whether commands of the stream wait for the host. Locks the stream if they did lately.
  bool waitsForHost();

  /// From now on the application may submit commands of its own. Locks the stream.
  Result<void> share();
  /// Waits until the commands so far are complete. The application must not destroy the stream
  /// meanwhile, if it is its own.
  Result<void> finish();
  /// Commands up to this one are known to be complete.
  void setReached(uint64_t number) {
    uint64_t known = reached.load(std::memory_order_relaxed);
    while (known < number &&
           !reached.compare_exchange_weak(known, number, std::memory_order_acq_rel)) {
    }
  }

  /// Returns whether it is known that everything in the stream is complete.
  /// @param last the last command that was submitted
  bool isKnownIdle(uint64_t last) const {
    return reached.load(std::memory_order_acquire) >= last && !isShared.load();
  }

  NativeContext &context;
  const CUstream native; ///< null: the default stream
  const StreamKind kind;
  const bool isOwned;                ///< made by the adapter, and used again
  std::atomic<bool> isShared;        ///< the application may submit commands of its own
  std::atomic<uint64_t> reached = 0; ///< commands that are known to be complete
  std::atomic<bool> isLeft = false;  ///< after leave(); no CUDA function gets it

  struct InFlight {
    MarkerPointer done;
    Batch batch;
  };
  std::mutex mutex;              ///< guards the members below; acquired after a queue's mutex
  uint64_t issued = 0;           ///< commands
  MarkerPointer open;            ///< the point after the last command, without an event; or null
  MarkerPointer lastRecorded;    ///< the last point with an event; null if there is none
  Batch batch;                   ///< what the commands after those in flight use
  std::deque<InFlight> inFlight; ///< commands that were not complete when last looked at
  int users = 1;                 ///< queues that have it, and other uses
  LaunchLog launches;            ///< added to with the mutex held

private:
  struct HostWait {
    uint64_t number; ///< of the command that waits
    HostSignalPointer signal;
  };

  Result<void> closeMarker();
  void dropGiven();

  std::vector<HostWait> hostWaits_;          ///< some are perhaps given; guarded by the mutex
  std::atomic<bool> mayWaitForHost_ = false; ///< there are any; set with the mutex held
};
using StreamPointer = std::shared_ptr<Stream>;

inline bool Marker::isKnownReached() const {
  return isReached_.load(std::memory_order_acquire) ||
         (stream && stream->reached.load(std::memory_order_acquire) >= number);
}

} // namespace ursa::cuda
