// A buffer that a command uses, as the queue sees it.
#pragma once

#include "ursa.h"

#include <memory>
#include <vector>

namespace sycl::detail {

class EventImpl;
class QueueImpl;

class Requirement {
public:
  virtual ~Requirement() = default;

  /// Called before the command is enqueued: makes the memory valid on the queue's device, and adds
  /// the events that the command must wait for. They stay valid until end() is called. Throws.
  virtual void begin(QueueImpl &queue, std::vector<std::shared_ptr<EventImpl>> &waits) = 0;
  /// Called when the command was enqueued.
  virtual void end(QueueImpl &queue, const std::shared_ptr<EventImpl> &command) = 0;
  /// Called after end(): makes the host's memory of the buffer valid. Returns what is enqueued for
  /// it, or @p command.
  virtual std::shared_ptr<EventImpl> updateHost(const std::shared_ptr<EventImpl> &command) = 0;
  /// The address of the memory for kernels of the queue's device, after begin().
  virtual void *pointer() const = 0;
};

} // namespace sycl::detail
