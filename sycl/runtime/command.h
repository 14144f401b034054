// Commands and queues, as the run time sees those of a front end.
#pragma once

#include "ursa.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ursa::runtime {

class Command;
class HostAccess;
class Queue;
using SharedCommand = std::shared_ptr<Command>;
using Commands = std::vector<SharedCommand>;

/// An enqueued command, or an access of the host. Implementations are thread safe.
class Command {
public:
  Command() = default;
  Command(const Command &) = delete;
  Command &operator=(const Command &) = delete;
  virtual ~Command() = default;

  /// Never blocks.
  virtual bool isComplete() const = 0;
  /// Blocks until the command is complete. Throws if it failed.
  virtual void wait() const = 0;
  /// The queue of the command if its commands run in order, otherwise null.
  virtual const Queue *inOrderQueue() const { return nullptr; }
  /// Itself if it is an access of the host, otherwise null.
  virtual HostAccess *asHostAccess() { return nullptr; }
};

/// Where commands of a queue run. Two places with the same context and device are the same.
struct Place {
  ur_context_handle_t context = nullptr;
  ur_device_handle_t device = nullptr;
  std::string deviceName; ///< for sentences
  /// Kernels of the device can use all memory of the host, as a CPU of this machine does.
  bool usesHostMemory = false;
  std::shared_ptr<const void> owner; ///< keeps the handles alive
};

/// Takes commands of one device of one context. Implementations are thread safe.
class Queue {
public:
  Queue() = default;
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;
  virtual ~Queue() = default;

  virtual const Place &place() const = 0;
  virtual bool inOrder() const = 0;

  /// Calls @p enqueue with the queue, a wait list and where the event goes.
  /// @param waits commands of any context; a queue may block until those of other contexts are
  /// complete
  /// @param what begins the sentence of an error
  using Enqueue = std::function<ur_result_t(ur_queue_handle_t, uint32_t, const ur_event_handle_t *,
                                            ur_event_handle_t *)>;
  virtual SharedCommand submit(const char *what, std::span<const SharedCommand> waits,
                               const Enqueue &enqueue) = 0;

  /// Whether copies of this queue can read memory of another place, as from a direct peer.
  virtual bool readsDirectly(const Place & /*from*/) const { return false; }

  /// A queue of the same place for copies that commands of other queues ask for.
  virtual std::shared_ptr<Queue> transferQueue() = 0;
};

} // namespace ursa::runtime
