// Buffers of bytes and what accessors need of them.
#include "sycl/api/buffer_state.h"
#include "sycl/api/command_group.h"
#include "sycl/api/error.h"

#include <sycl/detail/buffer_base.hpp>
#include <sycl/handler.hpp>

namespace sycl::detail {

BufferImpl::BufferImpl(size_t bytes, void *storage, const void *initial,
                       std::shared_ptr<void> keepAlive)
    : state_(std::make_shared<BufferState>(bytes, storage, storage != nullptr)),
      hasStorage_(storage != nullptr), keepAlive_(std::move(keepAlive)) {
  if (initial && bytes > 0)
    state_->setInitial(initial);
}

BufferImpl::~BufferImpl() {
  try {
    const void *contents = state_->finish(isWrittenBack_ && (write_ || hasStorage_));
    if (write_ && contents && state_->wasWritten())
      write_(contents);
  } catch (const std::exception &) { // the device failed; its contents are lost
  }
}

void BufferImpl::setFinalData(std::function<void(const void *)> write) {
  write_ = std::move(write);
}

namespace {

class BufferRequirement final : public Requirement {
public:
  BufferRequirement(std::shared_ptr<BufferState> state, size_t offset, bool reads, bool writes,
                    bool isForHostTask)
      : state_(std::move(state)), offset_(offset), reads_(reads), writes_(writes),
        isForHostTask_(isForHostTask) {}

  void begin(QueueImpl &queue, std::vector<SharedEvent> &waits) override {
    void *memory = isForHostTask_ ? state_->beginHostTask(queue, reads_, writes_, waits)
                                  : state_->begin(queue, reads_, writes_, waits);
    pointer_ = static_cast<std::byte *>(memory) + offset_;
  }
  void end(QueueImpl &queue, const SharedEvent &command) override {
    if (isForHostTask_)
      state_->endHostTask(writes_, command);
    else
      state_->end(queue, writes_, command);
  }
  SharedEvent updateHost(const SharedEvent &command) override {
    const SharedEvent copied = state_->updateHost();
    return copied ? copied : command;
  }
  void *pointer() const override { return pointer_; }

private:
  const std::shared_ptr<BufferState> state_;
  const size_t offset_;
  const bool reads_, writes_, isForHostTask_;
  void *pointer_ = nullptr;
};

} // namespace

std::shared_ptr<Requirement> makeRequirement(const std::shared_ptr<BufferImpl> &buffer,
                                             size_t offset, bool reads, bool writes,
                                             bool isForHostTask) {
  return std::make_shared<BufferRequirement>(buffer->state(), offset, reads, writes, isForHostTask);
}

void require(handler &group, const std::shared_ptr<Requirement> &requirement) {
  if (!requirement)
    fail(errc::accessor, "A command group requires an accessor that has no buffer.");
  Access::impl(group)->require(requirement);
}

std::shared_ptr<void> beginHostAccess(const std::shared_ptr<BufferImpl> &buffer, bool reads,
                                      bool writes, void **memory) {
  const std::shared_ptr<BufferState> state = buffer->state();
  std::shared_ptr<BufferState::HostGate> access;
  *memory = state->beginHostAccess(reads, writes, access);
  return {nullptr, [state, access](void *) { state->endHostAccess(access); }};
}

} // namespace sycl::detail
