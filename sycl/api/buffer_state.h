// The memory of a buffer: a copy on the host and one on each device that used it, which of them are
// valid, and the commands that use them. Buffers that share memory (sub-buffers, reinterpreted
// ones) share one state. A command depends on others by the whole state.
#pragma once

#include "sycl/api/queue_impl.h"
#include "sycl/api/requirement.h"

#include <condition_variable>
#include <mutex>
#include <vector>

namespace sycl::detail {

/// Thread safe.
class BufferState {
public:
  /// A host access, which commands that come after it wait for.
  class HostGate;

  /// @param host memory of the caller that holds the contents; null: the state's own
  BufferState(size_t bytes, void *host, bool isInitialized);
  ~BufferState();
  BufferState(const BufferState &) = delete;
  BufferState &operator=(const BufferState &) = delete;

  size_t bytes() const { return bytes_; }

  /// Prepares the memory for a command of a queue, and returns its address. Adds the events that
  /// the command must wait for. Throws.
  void *begin(QueueImpl &queue, bool reads, bool writes, std::vector<SharedEvent> &waits);
  void end(QueueImpl &queue, bool writes, const SharedEvent &command);

  /// Blocks until the contents are valid on the host and no command uses them in conflict. Commands
  /// from now on wait until endHostAccess.
  /// @param access [out] ends the access
  void *beginHostAccess(bool reads, bool writes, std::shared_ptr<HostGate> &access);
  void endHostAccess(const std::shared_ptr<HostGate> &access);

  /// Prepares the host's copy for a host task, without blocking if possible.
  void *beginHostTask(QueueImpl &queue, bool reads, bool writes, std::vector<SharedEvent> &waits);
  void endHostTask(bool writes, const SharedEvent &command);

  /// Makes the host's copy valid. Returns the command that does it, or null if it is.
  SharedEvent updateHost();

  /// Blocks until no command uses the memory.
  /// @return the contents on the host; null if there are none, or they are not needed
  void *finish(bool needsContents);
  bool wasWritten() const;
  /// Queues for copies, of the devices of a backend that have a copy.
  std::vector<std::shared_ptr<QueueImpl>> queuesOf(backend wanted) const;
  void setInitial(const void *data);

private:
  struct Copy {
    std::shared_ptr<ContextImpl> context;
    std::shared_ptr<DeviceImpl> device;
    std::shared_ptr<QueueImpl> transfers; ///< for copies to the host
    void *memory = nullptr;
    bool isValid = false;
  };
  void report(std::exception_ptr failure);
  Copy &copyFor(QueueImpl &queue);
  void addConflicts(bool writes, std::vector<SharedEvent> &waits);
  void note(bool writes, const SharedEvent &command);
  void addGates(QueueImpl &queue, std::vector<SharedEvent> &waits);
  /// Enqueues a copy to the host if it needs one. Commands that read it wait for hostCopied_.
  void makeHostValid();
  void *hostMemory();

  const size_t bytes_;
  mutable std::mutex mutex_; ///< guards the members below
  void *host_;
  std::vector<std::byte> own_;
  bool isHostValid_;
  bool wasWritten_ = false;
  std::vector<Copy> copies_;
  SharedEvent hostCopied_;           ///< the command that made the host's copy valid, or null
  SharedEvent writer_;               ///< the last command that writes; null if it is known complete
  std::vector<SharedEvent> readers_; ///< commands since then
  std::vector<std::shared_ptr<HostGate>> gates_; ///< open host accesses
};

} // namespace sycl::detail
