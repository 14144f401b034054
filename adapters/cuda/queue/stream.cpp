#include "adapters/cuda/queue/stream.h"

#include "adapters/cuda/driver/native_context.h"

namespace ursa::cuda {

Stream::Stream(NativeContext &itsContext, CUstream stream, StreamKind itsKind, bool owned)
    : context(itsContext), native(stream), kind(itsKind), isOwned(owned), isShared(!owned) {
  context.addLog(*this);
}

Stream::~Stream() { context.removeLog(*this); }

Marker::Marker(StreamPointer itsStream, uint64_t itsNumber)
    : context(itsStream->context), isTimed(false), stream(std::move(itsStream)), number(itsNumber),
      isOwned_(true) {}

Marker::Marker(NativeContext &itsContext, StreamPointer itsStream, uint64_t itsNumber,
               CUevent event, bool timed, bool isOwned)
    : context(itsContext), isTimed(timed), stream(std::move(itsStream)), number(itsNumber),
      isOwned_(isOwned), event_(event) {}

Marker::~Marker() {
  if (CUevent event = event_.load(); event && isOwned_)
    context.returnEvent(event, isTimed);
}

// With the stream locked. The marker is after the last command: a later one would have made the
// stream record it, unless it was known to be reached.
Result<void> Marker::record() const {
  // The command is complete, and so is an event that is never recorded.
  if (stream->isLeft || isKnownReached()) {
    CUevent event = nullptr;
    URSA_CHECK(context.check(cu().cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "cuEventCreate"));
    event_.store(event, std::memory_order_release);
    return {};
  }
  URSA_TRY(CUevent event, context.takeEvent(isTimed));
  if (const CUresult code = cu().cuEventRecord(event, stream->native); code != CUDA_SUCCESS) {
    context.returnEvent(event, isTimed);
    return context.check(code, "cuEventRecord");
  }
  event_.store(event, std::memory_order_release);
  return {};
}

void Marker::setReached() const {
  isReached_.store(true, std::memory_order_release);
  if (stream)
    stream->setReached(number);
}

Result<CUevent> Marker::event() const {
  if (CUevent event = event_.load(std::memory_order_acquire))
    return event;
  URSA_TRY(const Current current, context.enter());
  const std::lock_guard guard(stream->mutex);
  if (!event_.load()) {
    URSA_CHECK(record());
    if (stream->open.get() == this)
      stream->lastRecorded = std::exchange(stream->open, nullptr);
  }
  return event_.load();
}

Marker::Answer Marker::ask() const noexcept {
  if (isKnownReached())
    return Answer::Reached;
  const CUevent event = event_.load(std::memory_order_acquire);
  if (!event || context.isLost())
    return Answer::Unknown;
  switch (cu().cuEventQuery(event)) {
  case CUDA_SUCCESS:
    setReached();
    return Answer::Reached;
  case CUDA_ERROR_NOT_READY:
    return Answer::NotReached;
  default:
    return Answer::Unknown;
  }
}

// The first query asks about the stream, and records the event for later ones.
Result<bool> Marker::isReachedBySteps() const {
  if (!event_.load(std::memory_order_acquire)) {
    URSA_TRY(const Current current, context.enter());
    std::unique_lock lock(stream->mutex);
    if (!event_.load()) {
      URSA_TRY(const bool isIdle, stream->isIdle(number));
      if (isIdle) {
        isReached_.store(true, std::memory_order_release);
        return true;
      }
    }
    lock.unlock();
    URSA_TRY([[maybe_unused]] const CUevent recorded, event());
    return false;
  }
  URSA_TRY(const CUresult code, context.ask([&] { return cu().cuEventQuery(event_.load()); }));
  if (code == CUDA_ERROR_NOT_READY)
    return false;
  URSA_CHECK(context.check(code, "cuEventQuery"));
  setReached();
  return true;
}

Result<void> Marker::wait() const {
  if (isKnownReached())
    return {};
  CUevent event = event_.load(std::memory_order_acquire);
  if (!event) {
    const std::lock_guard guard(stream->mutex);
    event = event_.load();
  }
  // Another thread may release the queue of the application's stream meanwhile, and destroy that.
  if (!event && !stream->isOwned) {
    URSA_TRY(event, this->event());
  }
  // Nothing follows a marker without an event.
  if (event) {
    URSA_TRY(const CUresult code, context.ask([&] { return cu().cuEventSynchronize(event); }));
    URSA_CHECK(context.check(code, "cuEventSynchronize"));
  } else {
    URSA_CHECK(stream->finish());
  }
  setReached();
  return {};
}

// An event of a stream of its own lets the thread sleep.
Result<void> Marker::waitAsleep() const {
  URSA_TRY(const bool isComplete, isReached());
  if (isComplete)
    return {};
  URSA_TRY(const Current current, context.enter());
  URSA_TRY(const CUevent reached, event());
  URSA_TRY(const StreamPointer sleeping, context.acquireStream({}));
  CUevent sleeper = nullptr;
  const auto wait = [&]() -> Result<void> {
    URSA_CHECK(context.check(
        cu().cuEventCreate(&sleeper, CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING),
        "cuEventCreate"));
    URSA_CHECK(
        context.check(cu().cuStreamWaitEvent(sleeping->native, reached, 0), "cuStreamWaitEvent"));
    URSA_CHECK(context.check(cu().cuEventRecord(sleeper, sleeping->native), "cuEventRecord"));
    return context.check(cu().cuEventSynchronize(sleeper), "cuEventSynchronize");
  };
  const auto result = wait();
  if (sleeper)
    (void)cu().cuEventDestroy(sleeper);
  context.releaseStream(sleeping);
  if (result)
    setReached();
  return result;
}

Result<int64_t> Marker::timeSince(const Marker &earlier) const {
  URSA_TRY(const Current current, context.enter());
  float milliseconds = 0;
  URSA_CHECK(
      context.check(cu().cuEventElapsedTime(&milliseconds, earlier.event_.load(), event_.load()),
                    "cuEventElapsedTime"));
  return static_cast<int64_t>(static_cast<double>(milliseconds) * 1e6);
}

Result<bool> areReached(const Markers &markers) {
  for (const MarkerPointer &marker : markers) {
    URSA_TRY(const bool isReached, marker->isReached());
    if (!isReached)
      return false;
  }
  return true;
}

// Besides the stream, those who got the open marker hold it; nobody gets it later.
Result<void> Stream::closeMarker() {
  if (open.use_count() > 1 && reached.load(std::memory_order_acquire) < open->number) {
    URSA_CHECK(open->record());
    lastRecorded = std::move(open);
  }
  open = nullptr;
  return {};
}

Result<void> Stream::begin() {
  if (isLeft.load(std::memory_order_relaxed))
    return Error{
        UR_RESULT_ERROR_INVALID_QUEUE,
        "The queue was created from a stream of the application, and released: it takes no "
        "more commands."};
  if (open)
    URSA_CHECK(closeMarker());
  ++issued;
  ++batch.commands;
  return {};
}

// Commands of the application may follow at once.
Result<MarkerPointer> Stream::mark() {
  if (isShared.load(std::memory_order_relaxed))
    return record(/*isTimed=*/false);
  if (!open)
    open = std::make_shared<const Marker>(shared_from_this(), issued);
  return open;
}

Result<MarkerPointer> Stream::record(bool isTimed) {
  URSA_TRY(CUevent event, context.takeEvent(isTimed));
  auto marker = std::make_shared<const Marker>(context, shared_from_this(), issued, event, isTimed,
                                               /*isOwned=*/true);
  URSA_CHECK(context.check(cu().cuEventRecord(event, native), "cuEventRecord"));
  lastRecorded = marker;
  return MarkerPointer(std::move(marker));
}

Result<void> Stream::closeBatch() {
  MarkerPointer done = lastRecorded && lastRecorded->number == issued ? lastRecorded : nullptr;
  if (!done) {
    URSA_TRY(done, record(/*isTimed=*/false));
  }
  inFlight.push_back({std::move(done), std::move(batch)});
  return {};
}

Result<bool> Stream::isIdle(uint64_t last) { return isKnownIdle(last) ? true : askIdle(last); }

Result<void> Stream::share() {
  URSA_TRY(const Current current, context.enter());
  const std::lock_guard guard(mutex);
  if (isLeft)
    return {};
  isShared = true;
  return open ? closeMarker() : Result<void>();
}

bool Stream::isCaptured() const {
  if (!isShared || isLeft || !cu().cuStreamGetCaptureInfo)
    return false;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUresult code =
      cu().cuStreamGetCaptureInfo(native, &status, nullptr, nullptr, nullptr, nullptr);
  return !isSticky(code) && (code != CUDA_SUCCESS || status != CU_STREAM_CAPTURE_STATUS_NONE);
}

Result<bool> Stream::askIdle(uint64_t last) {
  if (isLeft)
    return lastRecorded ? lastRecorded->isReached() : true;
  if (isCaptured())
    return false;
  const CUresult code = cu().cuStreamQuery(native);
  if (code == CUDA_ERROR_NOT_READY)
    return false;
  URSA_CHECK(context.check(code, "cuStreamQuery"));
  setReached(last);
  return true;
}

Result<void> Stream::finish() {
  uint64_t last = 0;
  MarkerPointer left;
  {
    const std::lock_guard guard(mutex);
    last = issued;
    if (isLeft)
      left = lastRecorded;
  }
  if (isLeft || isKnownIdle(last))
    return left ? left->wait() : Result<void>();
  URSA_TRY(const CUresult code, context.ask([&] { return cu().cuStreamSynchronize(native); }));
  URSA_CHECK(context.check(code, "cuStreamSynchronize"));
  setReached(last);
  return {};
}

Result<MarkerPointer> Stream::last() {
  URSA_TRY(const bool isIdle, this->isIdle(issued));
  if (isIdle)
    return MarkerPointer();
  const bool isRecorded = lastRecorded && lastRecorded->number == issued && !isShared;
  return isLeft || isRecorded || isCaptured() ? lastRecorded : record(/*isTimed=*/false);
}

// Events that have the open marker need its event, even if another one is recorded at the same
// point. Without the driver, as after a loss, nobody waits for the commands.
void Stream::leave() {
  if (reached.load(std::memory_order_acquire) < issued) {
    bool isRecorded = lastRecorded && lastRecorded->number == issued;
    if (open && open.use_count() > 1) {
      isRecorded = static_cast<bool>(open->record());
      if (isRecorded)
        lastRecorded = open;
    } else if (!isRecorded) {
      isRecorded = static_cast<bool>(record(/*isTimed=*/false));
    }
    if (!isRecorded && cu().cuStreamSynchronize(native) == CUDA_SUCCESS)
      setReached(issued);
    if (!batch.isEmpty() && lastRecorded && lastRecorded->number == issued)
      inFlight.push_back({lastRecorded, std::move(batch)});
  }
  open = nullptr;
  isShared = false;
  isLeft = true;
}

void Stream::takeComplete(std::vector<Batch> &released, bool asks) {
  const bool isLost = !context.checkNotLost();
  while (!inFlight.empty()) {
    const auto isReached = inFlight.front().done->isReached();
    if (isReached ? !*isReached : !isLost)
      break;
    released.push_back(std::move(inFlight.front().batch));
    inFlight.pop_front();
  }
  if (!inFlight.empty())
    return;
  bool isComplete = isLost || reached.load(std::memory_order_acquire) >= issued;
  if (!isComplete && asks) {
    const auto isIdle = this->isIdle(issued);
    isComplete = isIdle && *isIdle;
  }
  if (!isComplete)
    return;
  if (asks || isLost ? !batch.isEmpty() : !batch.isLight())
    released.push_back(std::move(batch));
  batch.commands = 0;
  lastRecorded = nullptr;
  if (open.use_count() == 1)
    open = nullptr;
}

} // namespace ursa::cuda
