// The state of an event: a command of a queue, or none.
#pragma once

#include "sycl/api/deferred_events.h"
#include "sycl/api/recycled.h"

#include "sycl/runtime/command.h"

#include "client/handle.h"

#include <sycl/event.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class GraphImpl;
class QueueImpl;
using ursa::runtime::Commands;
using ursa::runtime::SharedCommand;

/// All commands that the run time sees are of this class, but accesses of the host.
class EventImpl final : public ursa::runtime::Command {
public:
  /// A command that is complete.
  EventImpl() = default;
  EventImpl(const std::shared_ptr<QueueImpl> &queue, ursa::client::EventHandle handle)
      : queue_(queue), handle_(std::move(handle)) {}
  /// The event is made when somebody asks for it.
  EventImpl(const std::shared_ptr<QueueImpl> &queue, DeferredEvent *deferred)
      : queue_(queue), deferred_(deferred) {}
  ~EventImpl() override {
    if (deferred_)
      DeferredEvent::drop(deferred_);
  }
  /// Allocates nothing as a rule. A reference to the pointer, because a copy that is moved into the
  /// event would be loaded as a whole right after its halves were stored, which stalls.
  template <class Event>
  static std::shared_ptr<EventImpl> make(const std::shared_ptr<QueueImpl> &queue, Event event) {
    return std::allocate_shared<EventImpl>(RecyclingAllocator<EventImpl>(), queue,
                                           std::move(event));
  }

  /// Null for a command without one, which is complete. Throws if a deferred event cannot be made.
  ur_event_handle_t handle() const { return deferred_ ? made(*deferred_) : handle_.get(); }
  const std::shared_ptr<QueueImpl> &queue() const { return queue_; }

  /// Blocks until the command is complete.
  void wait() const override;
  /// The same for a caller that cannot throw.
  /// @return the error, or null
  std::exception_ptr waitForError() const noexcept;
  bool isComplete() const override;
  /// Whether it is complete or has failed.
  bool hasEnded() const;
  const ursa::runtime::Queue *inOrderQueue() const override;

  /// @{ The commands that this one waits for, as far as somebody has their events. Set before the
  /// event is shared.
  void setWaitList(std::vector<std::weak_ptr<Command>> waits) { more().waits = std::move(waits); }
  std::vector<std::shared_ptr<EventImpl>> waitList() const;
  /// @}

  /// @{ A command that a graph records instead of enqueuing it: nobody can wait for it. Set before
  /// the event is shared.
  void setNode(std::weak_ptr<GraphImpl> graph, size_t node) {
    more().graph = std::move(graph);
    more().node = node;
  }
  bool isNode() const { return more_ && more_->node != SIZE_MAX; }
  const std::weak_ptr<GraphImpl> &graph() const { return more_->graph; } ///< of a node
  size_t node() const { return more_ ? more_->node : SIZE_MAX; }
  /// @}

  /// A run of a graph. Set before the event is shared.
  /// @param first the first command of the run; null if it is this one
  void setGraphRun(std::shared_ptr<EventImpl> first, bool isProfiled) {
    more().first = std::move(first);
    more().lacksTimes = !isProfiled;
  }
  /// Whether it is a run of a graph that was finalized without the property enable_profiling.
  bool lacksTimes() const { return more_ && more_->lacksTimes; }
  /// The command whose begin is the begin of this one: itself, as a rule.
  const EventImpl &first() const { return more_ && more_->first ? *more_->first : *this; }

  /// A command that belongs to this one: who waits for this one waits for it, too. Set before the
  /// event is shared; several are a chain.
  void setFollower(std::shared_ptr<EventImpl> event) {
    if (follower())
      follower()->setFollower(std::move(event));
    else
      more().follower = std::move(event);
  }

private:
  /// Members that most events do not need: the event of a kernel without dependencies is smaller
  /// without them.
  struct More {
    std::vector<std::weak_ptr<Command>> waits;
    std::shared_ptr<EventImpl> follower;
    std::weak_ptr<GraphImpl> graph;
    size_t node = SIZE_MAX; ///< of the graph
    std::shared_ptr<EventImpl> first;
    bool lacksTimes = false;
  };
  More &more() {
    if (!more_)
      more_ = std::make_unique<More>();
    return *more_;
  }
  ur_event_handle_t made(DeferredEvent &deferred) const;
  EventImpl *follower() const { return more_ ? more_->follower.get() : nullptr; }

  const std::shared_ptr<QueueImpl> queue_;
  DeferredEvent *const deferred_ = nullptr;
  std::unique_ptr<More> more_;
  ursa::client::EventHandle handle_;
};

/// The event of a command that is not an access of the host.
inline const EventImpl &eventOf(const SharedCommand &command) {
  return static_cast<const EventImpl &>(*command);
}

} // namespace sycl::detail
} // namespace ursa_sycl
