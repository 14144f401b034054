#include "sycl/api/buffer_state.h"

#include "sycl/api/error.h"

#include <algorithm>
#include <cstring>

namespace sycl::detail {
namespace {

/// Completed readers are forgotten once there are so many.
constexpr size_t kManyReaders = 32;

void waitForAll(const std::vector<SharedEvent> &events) {
  for (const SharedEvent &each : events)
    each->wait();
}

} // namespace

class BufferState::HostGate {
public:
  void close() {
    const std::lock_guard lock(mutex_);
    isOpen_ = false;
    changed_.notify_all();
  }
  /// Enqueues a task that runs until the access has ended.
  static SharedEvent enqueue(const std::shared_ptr<HostGate> &gate, QueueImpl &queue) {
    auto held = std::make_unique<std::shared_ptr<HostGate>>(gate);
    SharedEvent event = queue.enqueue("Waiting for a host_accessor", {},
                                      [&](ur_queue_handle_t handle, uint32_t count,
                                          const ur_event_handle_t *waits, ur_event_handle_t *out) {
                                        return urEnqueueHostTaskExp(handle, waitForGate, held.get(),
                                                                    nullptr, count, waits, out);
                                      });
    (void)held.release();
    return event;
  }

private:
  static void waitForGate(void *data) {
    const std::unique_ptr<std::shared_ptr<HostGate>> held(
        static_cast<std::shared_ptr<HostGate> *>(data));
    HostGate &gate = **held;
    std::unique_lock lock(gate.mutex_);
    gate.changed_.wait(lock, [&gate] { return !gate.isOpen_; });
  }

  std::mutex mutex_; // guards the members below
  std::condition_variable changed_;
  bool isOpen_ = true;
};

BufferState::BufferState(size_t bytes, void *host, bool isInitialized)
    : bytes_(bytes), host_(host), isHostValid_(isInitialized) {}

BufferState::~BufferState() {
  if (writer_)
    readers_.push_back(std::move(writer_));
  std::exception_ptr failure;
  for (const SharedEvent &each : readers_)
    if (std::exception_ptr error = each->waitForError(); error && !failure)
      failure = std::move(error);
  if (failure)
    report(std::move(failure));
  for (const Copy &copy : copies_)
    (void)urUSMFree(copy.context->handle(), copy.memory);
}

// A kernel fails on a queue of the program, and so do the copies that wait for it: one error is
// enough.
void BufferState::report(std::exception_ptr failure) {
  const auto isOfProgram = [this](const SharedEvent &each) {
    return std::none_of(copies_.begin(), copies_.end(),
                        [&](const Copy &copy) { return copy.transfers == each->queue(); });
  };
  const auto found = std::find_if(readers_.begin(), readers_.end(), isOfProgram);
  (found == readers_.end() ? readers_.front() : *found)->queue()->addError(std::move(failure));
}

void BufferState::setInitial(const void *data) {
  const std::lock_guard lock(mutex_);
  std::memcpy(hostMemory(), data, bytes_);
  isHostValid_ = true;
}

bool BufferState::wasWritten() const {
  const std::lock_guard lock(mutex_);
  return wasWritten_;
}

void *BufferState::hostMemory() {
  if (!host_) {
    own_.resize(std::max<size_t>(bytes_, 1));
    host_ = own_.data();
  }
  return host_;
}

BufferState::Copy &BufferState::copyFor(QueueImpl &queue) {
  for (Copy &copy : copies_)
    if (copy.context.get() == &queue.context() && copy.device.get() == &queue.device())
      return copy;
  void *memory = nullptr;
  const size_t size = std::max<size_t>(bytes_, 1);
  ur_result_t result = urUSMDeviceAlloc(queue.context().handle(), queue.device().handle(), nullptr,
                                        nullptr, size, &memory);
  if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
    result = urUSMSharedAlloc(queue.context().handle(), queue.device().handle(), nullptr, nullptr,
                              size, &memory);
  check(result,
        "Allocating a buffer of " + std::to_string(bytes_) + " bytes on '" +
            queue.device().entry().name + "'",
        errc::memory_allocation);
  std::shared_ptr<QueueImpl> transfers;
  try {
    transfers = transferQueue(queue.sharedContext(), queue.sharedDevice());
  } catch (...) {
    (void)urUSMFree(queue.context().handle(), memory);
    throw;
  }
  copies_.push_back(
      {queue.sharedContext(), queue.sharedDevice(), std::move(transfers), memory, false});
  return copies_.back();
}

void BufferState::addConflicts(bool writes, std::vector<SharedEvent> &waits) {
  if (writer_)
    waits.push_back(writer_);
  if (hostCopied_)
    waits.push_back(hostCopied_);
  if (writes)
    waits.insert(waits.end(), readers_.begin(), readers_.end());
}

void BufferState::note(bool writes, const SharedEvent &command) {
  if (writes) {
    writer_ = command;
    hostCopied_.reset();
    readers_.clear();
    wasWritten_ = true;
    return;
  }
  if (readers_.size() >= kManyReaders)
    std::erase_if(readers_, [](const SharedEvent &each) { return each->isComplete(); });
  readers_.push_back(command);
}

void BufferState::makeHostValid() {
  const auto valid =
      std::find_if(copies_.begin(), copies_.end(), [](const Copy &copy) { return copy.isValid; });
  if (isHostValid_ || valid == copies_.end() || bytes_ == 0)
    return; // it is, or there are no contents yet
  void *const to = hostMemory();
  const void *const from = valid->memory;
  std::vector<SharedEvent> waits;
  addConflicts(false, waits);
  hostCopied_ = valid->transfers->enqueue(
      "Copying a buffer to the host", waits,
      [&](ur_queue_handle_t handle, uint32_t count, const ur_event_handle_t *events,
          ur_event_handle_t *out) {
        return urEnqueueUSMMemcpy(handle, false, to, from, bytes_, count, events, out);
      });
  readers_.push_back(hostCopied_);
  isHostValid_ = true;
}

SharedEvent BufferState::updateHost() {
  const std::lock_guard lock(mutex_);
  makeHostValid();
  return hostCopied_;
}

void *BufferState::begin(QueueImpl &queue, bool reads, bool writes,
                         std::vector<SharedEvent> &waits) {
  const std::lock_guard lock(mutex_);
  Copy &copy = copyFor(queue);
  const bool needsContents = reads && !copy.isValid && bytes_ > 0;
  if (needsContents)
    makeHostValid();
  addConflicts(writes, waits);
  addGates(queue, waits);
  if (needsContents) {
    if (isHostValid_) {
      // The copy begins when the memory is free, and the command after it.
      void *const memory = copy.memory;
      const void *const from = hostMemory();
      SharedEvent copied = queue.enqueue(
          "Copying a buffer to a device", waits,
          [&](ur_queue_handle_t handle, uint32_t count, const ur_event_handle_t *events,
              ur_event_handle_t *out) {
            return urEnqueueUSMMemcpy(handle, false, memory, from, bytes_, count, events, out);
          });
      readers_.push_back(copied); // of the host's copy
      waits.push_back(std::move(copied));
    }
    copy.isValid = true;
  }
  return copy.memory;
}

void BufferState::end(QueueImpl &queue, bool writes, const SharedEvent &command) {
  const std::lock_guard lock(mutex_);
  note(writes, command);
  if (!writes)
    return;
  isHostValid_ = false;
  for (Copy &copy : copies_)
    copy.isValid = copy.context.get() == &queue.context() && copy.device.get() == &queue.device();
}

void BufferState::addGates(QueueImpl &queue, std::vector<SharedEvent> &waits) {
  for (const std::shared_ptr<HostGate> &gate : gates_)
    waits.push_back(HostGate::enqueue(gate, queue));
}

void *BufferState::beginHostAccess(bool reads, bool writes, std::shared_ptr<HostGate> &access) {
  access = std::make_shared<HostGate>();
  std::vector<SharedEvent> waits;
  void *memory = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (reads)
      makeHostValid();
    addConflicts(writes, waits);
    gates_.push_back(access); // commands from now on come after this access
    if (writes) {
      isHostValid_ = true;
      wasWritten_ = true;
      for (Copy &copy : copies_)
        copy.isValid = false;
    }
    memory = hostMemory();
  }
  waitForAll(waits);
  return memory;
}

void BufferState::endHostAccess(const std::shared_ptr<HostGate> &access) {
  {
    const std::lock_guard lock(mutex_);
    std::erase(gates_, access);
  }
  access->close();
}

void *BufferState::beginHostTask(QueueImpl &queue, bool reads, bool writes,
                                 std::vector<SharedEvent> &waits) {
  const std::lock_guard lock(mutex_);
  if (reads)
    makeHostValid();
  addConflicts(writes, waits);
  addGates(queue, waits);
  return hostMemory();
}

void BufferState::endHostTask(bool writes, const SharedEvent &command) {
  const std::lock_guard lock(mutex_);
  note(writes, command);
  if (!writes)
    return;
  isHostValid_ = true;
  for (Copy &copy : copies_)
    copy.isValid = false;
}

void *BufferState::finish(bool needsContents) {
  std::vector<SharedEvent> waits;
  void *memory = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (needsContents)
      makeHostValid();
    addConflicts(true, waits);
    memory = needsContents && isHostValid_ ? hostMemory() : nullptr;
  }
  waitForAll(waits);
  return memory;
}

} // namespace sycl::detail
