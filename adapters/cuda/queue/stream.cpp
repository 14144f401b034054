#include "adapters/cuda/queue/stream.h"

#include "adapters/cuda/driver/native_context.h"
#include "adapters/cuda/queue/host_tasks.h"
#include "adapters/cuda/queue/host_word.h"
#include "adapters/cuda/queue/host_writes.h"

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

Marker::Marker(NativeContext &itsContext, HostSignalPointer itsSignal)
    : context(itsContext), isTimed(false), signal(std::move(itsSignal)), isOwned_(true) {}

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
  if (signal)
    return eventAfterSignal();
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
  if (signal)
    return isSignalledAndReached();
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
  if (signal)
    return waitForSignal(/*isAsleep=*/false);
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
  if (signal)
    return waitForSignal(/*isAsleep=*/true);
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

const Marker *Marker::inStream() const {
  if (!signal || !signal->isGiven())
    return this;
  const Result<MarkerPointer> &outcome = signal->outcome();
  return outcome ? outcome->get() : nullptr;
}

Result<void> Marker::checkTaken() const {
  if (!signal || !signal->isGiven() || signal->outcome())
    return {};
  return signal->outcome().error();
}

void Marker::addHostSignals(HostSignals &signals) const {
  if (signal && !signal->isGiven()) {
    signals.push_back(signal);
    return;
  }
  const Marker *const point = inStream();
  if (!point || !point->stream || point->isKnownReached() || !point->stream->waitsForHost())
    return;
  const std::lock_guard guard(point->stream->mutex);
  point->stream->addHostSignals(point->number, signals);
}

Result<bool> Marker::isSignalledAndReached() const {
  if (!signal->isGiven()) {
    URSA_CHECK(context.checkNotLost());
    return false;
  }
  URSA_TRY(const MarkerPointer point, signal->outcome());
  if (point) {
    URSA_TRY(const bool isReached, point->isReached());
    if (!isReached)
      return false;
  }
  setReached();
  return true;
}

Result<void> Marker::waitForSignal(bool isAsleep) const {
  URSA_CHECK(signal->wait(isAsleep));
  URSA_TRY(const MarkerPointer point, signal->outcome());
  if (point)
    URSA_CHECK(isAsleep ? point->waitAsleep() : point->wait());
  setReached();
  return {};
}

// A stream waits for a word in memory. A thread of the adapter writes it, since the driver does not
// know the command yet.
Result<MarkerPointer> Marker::standIn() const {
  URSA_TRY(const std::shared_ptr<HostWord> word, HostWord::make(context));
  URSA_TRY(const StreamPointer waiting, context.acquireStream({}));
  const auto submit = [&]() -> Result<MarkerPointer> {
    const std::lock_guard guard(waiting->mutex);
    URSA_CHECK(waiting->begin());
    waiting->batch.keep(word);
    URSA_CHECK(word->submitWait(waiting->native));
    waiting->waitForHost(signal);
    URSA_CHECK(waiting->closeBatch());
    return waiting->inFlight.back().done;
  };
  ++context.waiting;
  auto reached = submit();
  context.releaseStream(waiting);
  signal->then([word, &of = context, told = signal] {
    const auto letGo = [word, &of] {
      --of.waiting;
      word->write();
    };
    const Result<MarkerPointer> &outcome = told->outcome();
    if (!outcome || !*outcome) {
      letGo();
      return;
    }
    auto task = std::make_unique<Task>();
    task->work = [letGo, point = *outcome] {
      (void)point->waitAsleep();
      letGo();
    };
    hostTasks().run(std::move(task));
  });
  return reached;
}

Result<CUevent> Marker::eventAfterSignal() const {
  if (!HostWord::isSupported())
    URSA_CHECK(signal->wait());
  static std::mutex &mutex = *new std::mutex; // acquired before those of streams
  const std::lock_guard guard(mutex);
  if (standIn_)
    return standIn_->event();
  if (CUevent event = event_.load())
    return event;
  URSA_TRY(const Current current, context.enter());
  if (!signal->isGiven()) {
    URSA_TRY(standIn_, standIn());
    return standIn_->event();
  }
  URSA_TRY(const MarkerPointer point, signal->outcome());
  if (point)
    return point->event();
  CUevent event = nullptr; // one that is never recorded is complete
  URSA_CHECK(context.check(cu().cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "cuEventCreate"));
  event_.store(event, std::memory_order_release);
  return event;
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
  HostWrite::alwaysExpect();
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

void Stream::dropGiven() {
  std::erase_if(hostWaits_, [](const HostWait &wait) { return wait.signal->isGiven(); });
  mayWaitForHost_.store(!hostWaits_.empty(), std::memory_order_relaxed);
}

void Stream::waitForHost(HostSignalPointer given) {
  dropGiven();
  hostWaits_.push_back({issued, std::move(given)});
  mayWaitForHost_.store(true, std::memory_order_relaxed);
}

void Stream::waitForHostTask(const HostSignalPointer &given) {
  given->setTurn(inFlight.back().done);
  waitForHost(given);
}

void Stream::addHostSignals(uint64_t last, HostSignals &signals) {
  for (const HostWait &wait : hostWaits_)
    if (wait.number <= last && !wait.signal->isGiven())
      signals.push_back(wait.signal);
}

bool Stream::waitsForHost() {
  if (!mayWaitForHost_.load(std::memory_order_relaxed))
    return false;
  const std::lock_guard guard(mutex);
  dropGiven();
  return !hostWaits_.empty();
}

void Stream::takeComplete(std::vector<Batch> &released, bool asks) {
  const bool isLost = !context.checkNotLost();
  if (mayWaitForHost_.load(std::memory_order_relaxed))
    dropGiven();
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
