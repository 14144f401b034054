// Events of an in-order queue that are made only when somebody asks for them: most programs drop
// what a launch returns, and a driver's event costs as much as the launch.
//
//   launch n       no event; a DeferredEvent joins the queue and what the program got
//   launch n + 1   the program dropped it: nothing. It kept it: an event is made before the launch
//   wait, query    before launch n + 1: an event is made
//   queue::wait    as before a launch
//
// In any case the event follows command n and precedes command n + 1, so that nobody waits for more
// than the command. Programs that keep their events get those of the launches for a while.
#pragma once

#include "ur_api.h"

#include <atomic>

inline namespace ursa_sycl {
namespace sycl::detail {

/// The place of an event in a queue. Belongs to the queue and the program's event; the last of both
/// deletes it.
class DeferredEvent {
public:
  DeferredEvent() = default;
  DeferredEvent(const DeferredEvent &) = delete;
  DeferredEvent &operator=(const DeferredEvent &) = delete;

  /// The program's event is gone.
  static void drop(DeferredEvent *event) noexcept {
    if (event->owner_.exchange(Owner::Queue, std::memory_order_acq_rel) == Owner::Program)
      delete event;
  }

private:
  friend class DeferredEvents;
  enum class Owner { Both, Queue, Program };
  ~DeferredEvent();

  std::atomic<Owner> owner_{Owner::Both};
  std::atomic<ur_event_handle_t> handle_{nullptr}; ///< owned; set once
  std::atomic<ur_result_t> error_{UR_RESULT_SUCCESS};
};

/// The deferred events of a queue, of which at most one waits for a decision. Thread safe.
class DeferredEvents {
public:
  DeferredEvents() = default;
  DeferredEvents(const DeferredEvents &) = delete;
  DeferredEvents &operator=(const DeferredEvents &) = delete;
  ~DeferredEvents();

  /// Launches on the queue may do without events. Until then they make them.
  void allow(ur_queue_handle_t queue) {
    queue_ = queue;
    isAllowed_ = true;
  }
  /// From now on they make them: others enqueue commands, too.
  void forbid();

  /// A launch, which is enqueued while this exists.
  class Launch {
  public:
    Launch(DeferredEvents &events, bool mayDefer) : events_(events) {
      if (events.isAllowed_.load(std::memory_order_relaxed)) {
        isLocked_ = true;
        events.lock();
        deferred_ = events.next(mayDefer);
      }
    }
    Launch(const Launch &) = delete;
    Launch &operator=(const Launch &) = delete;
    ~Launch() {
      if (!isLocked_)
        return;
      if (deferred_) [[unlikely]]
        events_.giveBack(deferred_);
      events_.unlock();
    }
    /// Null: the launch makes its event.
    DeferredEvent *deferred() const { return deferred_; }
    /// The launch was enqueued without an event.
    void commit() {
      events_.current_ = deferred_;
      deferred_ = nullptr;
    }

  private:
    DeferredEvents &events_;
    DeferredEvent *deferred_ = nullptr;
    bool isLocked_ = false;
  };

  /// Another command, which is enqueued while this exists. It may run functions of the program.
  class Command {
  public:
    explicit Command(DeferredEvents &events)
        : events_(events.isAllowed_.load(std::memory_order_relaxed) ? &events : nullptr) {
      if (events_)
        events_->begin();
    }
    Command(const Command &) = delete;
    Command &operator=(const Command &) = delete;
    ~Command() {
      if (events_)
        events_->end();
    }

  private:
    DeferredEvents *events_;
  };

  /// Makes the event of the last launch if the program keeps it.
  void makeKept();

  /// Returns the event, which is made now if it was not. Throws.
  ur_event_handle_t make(DeferredEvent &event);

private:
  void lock() {
    if (isLocked_.exchange(true, std::memory_order_acquire)) [[unlikely]]
      lockContended();
  }
  void lockContended();
  void unlock() { isLocked_.store(false, std::memory_order_release); }
  /// @{ Called with the lock.
  DeferredEvent *next(bool mayDefer);
  void giveBack(DeferredEvent *event);
  void settle();
  void makeCurrent();
  /// @}
  void begin();
  void end();

  ur_queue_handle_t queue_ = nullptr;
  std::atomic<bool> isAllowed_ = false;
  std::atomic<bool> isLocked_ = false;
  // Guarded by the lock:
  DeferredEvent *current_ = nullptr; ///< of the last command; null if it has an event
  DeferredEvent *spare_ = nullptr;   ///< nobody else has it
  unsigned others_ = 0;              ///< other commands that are being enqueued
  unsigned eager_ = 0;               ///< launches to come that make their events
  unsigned kept_ = 0;                ///< events in a row that were asked for
};

} // namespace sycl::detail
} // namespace ursa_sycl
