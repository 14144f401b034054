#include "adapters/cuda/queue/queue.h"

#include "adapters/common/queue_functions.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/graph/graph.h"
#include "adapters/cuda/queue/host_tasks.h"

namespace ursa::cuda {

Queue::Queue(ur_context_handle_t hContext, NativeContext &itsNative, ur_queue_flags_t queueFlags,
             StreamPointer stream)
    : context(hContext), native(itsNative), device(&itsNative.device), flags(queueFlags),
      inOrder(!(queueFlags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE)),
      profiling(queueFlags & UR_QUEUE_FLAG_PROFILING_ENABLE),
      holdsBack(!inOrder && stream->isOwned && stream->kind.flags == CU_STREAM_NON_BLOCKING) {
  streams_[0] = std::move(stream);
  adapter::retain(context);
}

Queue::~Queue() {
  Captures::abandon(static_cast<ur_queue_handle_t_ &>(*this));
  const bool isLeft = users_ == 0;
  for (const StreamPointer &stream : streams_)
    if (stream && (stream->isOwned || !isLeft))
      native.releaseStream(stream);
  for (const StreamPointer &stream : extra_)
    native.releaseStream(stream);
  floor = nullptr;
  adapter::release(context);
}

// A queue that the application gets from an event after its last reference stays left.
void Queue::addUser() {
  uint32_t before = users_.load();
  while (before != 0 && !users_.compare_exchange_weak(before, before + 1)) {
  }
}

void Queue::removeUser() {
  uint32_t before = users_.load();
  while (before != 0 && !users_.compare_exchange_weak(before, before - 1)) {
  }
  if (before == 1 && !streams_[0]->isOwned)
    native.releaseStream(streams_[0]);
}

Result<Stream *> Queue::next() {
  if (inOrder || !streams_[0]->isOwned)
    return streams_[0].get();
  for (size_t tried = 0; tried < streams_.size(); ++tried) {
    StreamPointer &stream = streams_[next_];
    if (!stream) {
      URSA_TRY(stream, native.acquireStream(streams_[0]->kind));
    }
    next_ = (next_ + 1) % streams_.size();
    if (!stream->waitsForHost()) [[likely]]
      return stream.get();
  }
  return nextExtra();
}

// Executions of graphs with host tasks wait in their streams, and so do native commands.
Result<Stream *> Queue::nextExtra() {
  constexpr size_t kMost = 12; // drivers do not make many while one waits
  for (const StreamPointer &stream : extra_)
    if (!stream->waitsForHost())
      return stream.get();
  if (extra_.size() == kMost)
    return extra_[nextExtra_++ % kMost].get();
  URSA_TRY(StreamPointer stream, native.acquireStream(streams_[0]->kind));
  return extra_.emplace_back(std::move(stream)).get();
}

void Queue::returnExtra() {
  const std::lock_guard guard(mutex);
  std::erase_if(extra_, [&](const StreamPointer &stream) {
    {
      const std::lock_guard streamGuard(stream->mutex);
      if (!stream->isKnownIdle(stream->issued))
        return false;
    }
    native.releaseStream(stream);
    return true;
  });
}

// The application may have enqueued commands of its own, so each gets a new marker.
Result<Markers> Queue::all(const Stream *without) const {
  Markers markers;
  const auto add = [&](const StreamPointer &stream) -> Result<void> {
    if (!stream || stream.get() == without)
      return {};
    URSA_TRY(auto marker, native.record(stream->native, /*isTimed=*/false));
    markers.push_back(std::move(marker));
    return {};
  };
  for (const StreamPointer &stream : streams_)
    URSA_CHECK(add(stream));
  for (const StreamPointer &stream : extra_)
    URSA_CHECK(add(stream));
  return markers;
}

HeldMarkers::iterator Queue::addHeld(MarkerPointer done) {
  ++heldCount_;
  return native.addHeld({this, std::move(done)});
}

void Queue::removeHeld(HeldMarkers::iterator held) {
  --heldCount_;
  native.removeHeld(held);
}

Markers Queue::held() const { return hasHeld() ? native.held(this) : Markers(); }

Queue::Streams Queue::streams() const {
  Streams all;
  const std::lock_guard guard(mutex);
  for (const StreamPointer &stream : streams_)
    if (stream)
      all.push_back(stream);
  for (const StreamPointer &stream : extra_)
    all.push_back(stream);
  return all;
}

// What is held back comes into the streams, which are waited for then.
Result<void> Queue::finish() {
  Markers heldBack;
  {
    const std::lock_guard guard(mutex);
    heldBack = held();
  }
  Result<void> result;
  for (const MarkerPointer &marker : heldBack)
    if (auto waited = marker->wait(); !waited)
      result = std::move(waited);
  const Streams all = streams();
  for (const StreamPointer &stream : all)
    URSA_CHECK(stream->finish());
  for (const StreamPointer &stream : all)
    native.reclaim(*stream);
  if (all.size() > streams_.size())
    returnExtra();
  URSA_CHECK(native.checkNotLost());
  return result;
}

Result<bool> Queue::isEmpty() {
  {
    const std::lock_guard guard(mutex);
    if (hasHeld())
      return false;
  }
  const Streams all = streams();
  for (const StreamPointer &stream : all) {
    const std::lock_guard guard(stream->mutex);
    URSA_TRY(const bool isIdle, stream->isIdle(stream->issued));
    if (!isIdle)
      return false;
  }
  if (all.size() > streams_.size())
    returnExtra();
  return true;
}

CUstream Queue::setNativeCapture(CUstream stream) {
  const std::lock_guard guard(mutex);
  return std::exchange(nativeCapture_, stream);
}

CUstream Queue::nativeCapture() const {
  const std::lock_guard guard(mutex);
  return nativeCapture_;
}

namespace {

struct QueueTraits : adapter::HandleTypes {
  static Result<Queue *> make(Context &context, Device &device, ur_queue_flags_t flags) {
    return makeQueue(context, device, flags);
  }
  static Result<bool> isEmpty(Queue &queue) {
    URSA_TRY(const Current current, queue.native.enter());
    return queue.isEmpty();
  }
  static uint32_t references(Queue &queue) {
    queue.native.reclaim(); // completed commands retain no references
    return queue.references.load();
  }
  static Result<void> finish(Queue &queue) {
    if (queue.inOrder) {
      URSA_CHECK(queue.onlyStream().finish());
      queue.native.reclaim(queue.onlyStream());
      return queue.native.checkNotLost();
    }
    return queue.finish();
  }
};

/// Returns the last markers of the streams with commands in flight, as far as the driver records
/// them, and those of what is held back. Later calls release what is left out.
Markers lastOf(const ur_queue_handle_t_ &queue) {
  Markers last;
  const auto current = queue.native.enter();
  if (!current) // the context is lost: its commands ended
    return last;
  {
    const std::lock_guard guard(queue.mutex);
    last = queue.held();
  }
  for (const StreamPointer &stream : queue.streams()) {
    const std::lock_guard guard(stream->mutex);
    if (!stream->batch.isEmpty())
      (void)stream->closeBatch();
    if (!stream->inFlight.empty())
      last.push_back(stream->inFlight.back().done);
  }
  return last;
}

ur_result_t retainQueue(ur_queue_handle_t hQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(adapter::checkHandle(hQueue, "to retain"));
    adapter::retain(hQueue);
    hQueue->addUser();
    return {};
  });
}

// Objects that commands in flight use are released when the commands are complete, even if the
// application calls nothing any more. They may hold the last references to the queue and its
// context.
ur_result_t releaseQueue(ur_queue_handle_t hQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(adapter::checkHandle(hQueue, "to release"));
    NativeContext &native = hQueue->native;
    native.reclaim();
    const Markers last = lastOf(*hQueue);
    hQueue->removeUser();
    adapter::release(hQueue);
    if (last.empty())
      return {};
    auto task = std::make_unique<Task>();
    task->work = [&native, last] {
      for (const MarkerPointer &marker : last)
        (void)marker->waitAsleep();
      native.reclaim();
    };
    hostTasks().run(std::move(task));
    return {};
  });
}

} // namespace

// Streams of the adapter do not wait for the default stream, unless the application asks for it.
Result<ur_queue_handle_t> makeQueue(ur_context_handle_t_ &context, ur_device_handle_t_ &device,
                                    ur_queue_flags_t flags) {
  NativeContext &native = context.of(&device);
  URSA_TRY(const Current current, native.enter());
  native.reclaim();
  if (flags & UR_QUEUE_FLAG_USE_DEFAULT_STREAM)
    return new ur_queue_handle_t_(&context, native, flags, native.adoptStream(nullptr));
  StreamKind kind;
  if (flags & UR_QUEUE_FLAG_SYNC_WITH_DEFAULT_STREAM)
    kind.flags = CU_STREAM_DEFAULT;
  if (flags & (UR_QUEUE_FLAG_PRIORITY_LOW | UR_QUEUE_FLAG_PRIORITY_HIGH)) {
    URSA_TRY(const auto range, native.priorities());
    kind.priority = flags & UR_QUEUE_FLAG_PRIORITY_LOW ? range.first : range.second;
  }
  URSA_TRY(StreamPointer stream, native.acquireStream(kind));
  return new ur_queue_handle_t_(&context, native, flags, std::move(stream));
}

void fillQueueTable(ur_dditable_t &table) {
  adapter::fillQueueFunctions<QueueTraits>(table);
  table.Queue.pfnRetain = retainQueue;
  table.Queue.pfnRelease = releaseQueue;
}

} // namespace ursa::cuda
