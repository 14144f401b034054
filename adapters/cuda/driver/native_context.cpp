#include "adapters/cuda/driver/native_context.h"

#include "adapters/common/event_profile.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/queue/host_tasks.h"

#include <algorithm>
#include <bit>

namespace ursa::cuda {
namespace {

constexpr size_t kMostIdlePinned = size_t{64} << 20; ///< bytes that are kept for later copies
constexpr uint64_t kClockAge = 1'000'000'000;        ///< nanoseconds; elapsed times are floats
constexpr unsigned kHostFlags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;
constexpr uint64_t kChainedClockAge = 10 * kClockAge;

} // namespace

Current::~Current() {
  if (isPushed_) {
    CUcontext popped = nullptr;
    (void)cu().cuCtxPopCurrent(&popped);
  }
}

PinnedBlock::~PinnedBlock() { context.returnPinned(memory, size); }

// A thread without a current context keeps this one, which costs less at its next call.
Result<Current> NativeContext::enter() {
  URSA_CHECK(checkNotLost());
  CUcontext current = nullptr;
  URSA_CHECK(check(cu().cuCtxGetCurrent(&current), "cuCtxGetCurrent"));
  if (current == native)
    return Current(false);
  if (!current) {
    URSA_CHECK(check(cu().cuCtxSetCurrent(native), "cuCtxSetCurrent"));
    return Current(false);
  }
  URSA_CHECK(check(cu().cuCtxPushCurrent(native), "cuCtxPushCurrent"));
  return Current(true);
}

Error NativeContext::lossError() const {
  const std::lock_guard guard(lossMutex_);
  return {UR_RESULT_ERROR_DEVICE_LOST, lossReason_};
}

Error NativeContext::failed(CUresult code, const char *call) {
  if (!isSticky(code))
    return checkCu(code, call).error();
  {
    const std::lock_guard guard(lossMutex_);
    if (lossReason_.empty()) {
      std::vector<std::string_view> kernels;
      for (const Stream *stream : logged_)
        stream->launches.list(stream->reached.load(), kernels);
      lossReason_ = fmt::format("The context of '{}' is lost and cannot be used any more: {} "
                                "reported {}, which an earlier command may have caused.{}",
                                device.name, call, nameOf(code), incompleteKernels(kernels));
    }
  }
  isLost_.store(true, std::memory_order_release);
  return lossError();
}

void NativeContext::addLog(const Stream &stream) {
  const std::lock_guard guard(lossMutex_);
  logged_.push_back(&stream);
}

void NativeContext::removeLog(const Stream &stream) {
  const std::lock_guard guard(lossMutex_);
  std::erase(logged_, &stream);
}

Result<StreamPointer> NativeContext::acquireStream(StreamKind kind) {
  for (const StreamPointer &stream : streams()) {
    if (!stream->isOwned || stream->kind != kind)
      continue;
    const std::lock_guard guard(stream->mutex);
    if (stream->users != 0)
      continue;
    if (const auto isIdle = stream->isIdle(stream->issued); !isIdle || !*isIdle)
      continue;
    stream->users = 1;
    stream->isShared = false;
    return stream;
  }
  CUstream created = nullptr;
  URSA_CHECK(check(cu().cuStreamCreateWithPriority(&created, kind.flags, kind.priority),
                   "cuStreamCreateWithPriority"));
  auto stream = std::make_shared<Stream>(*this, created, kind, /*owned=*/true);
  const std::lock_guard guard(mutex_);
  streams_.push_back(stream);
  return stream;
}

// Queues that share a CUDA stream share what is known of its commands.
StreamPointer NativeContext::adoptStream(CUstream handle) {
  for (const StreamPointer &stream : streams())
    if (stream->native == handle) {
      const std::lock_guard guard(stream->mutex);
      if (stream->isLeft)
        continue;
      ++stream->users;
      return stream;
    }
  auto adopted = std::make_shared<Stream>(*this, handle, StreamKind(), /*owned=*/false);
  const std::lock_guard guard(mutex_);
  streams_.push_back(adopted);
  return adopted;
}

void NativeContext::releaseStream(const StreamPointer &stream) {
  const auto current = enter();
  const std::lock_guard guard(stream->mutex);
  if (--stream->users == 0 && !stream->isOwned)
    stream->leave();
}

Result<CUevent> NativeContext::takeEvent(bool isTimed) {
  {
    const std::lock_guard guard(mutex_);
    if (auto &idle = idleEvents_[isTimed]; !idle.empty()) {
      CUevent event = idle.back();
      idle.pop_back();
      return event;
    }
  }
  CUevent event = nullptr;
  URSA_CHECK(check(cu().cuEventCreate(&event, isTimed ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING),
                   "cuEventCreate"));
  return event;
}

Result<MarkerPointer> NativeContext::record(CUstream stream, bool isTimed) {
  URSA_TRY(CUevent event, takeEvent(isTimed));
  auto marker = std::make_shared<const Marker>(*this, nullptr, 0, event, isTimed, /*isOwned=*/true);
  URSA_CHECK(check(cu().cuEventRecord(event, stream), "cuEventRecord"));
  return MarkerPointer(std::move(marker));
}

// The first base relates the device's clock to the host's. Later ones follow from it, so that times
// of one queue stay ordered, until the sum of the errors matters.
Result<std::shared_ptr<const ClockBase>> NativeContext::clock() {
  const std::lock_guard guard(clockMutex_);
  const uint64_t now = adapter::profileClock();
  if (clock_ && (now - clock_->time < kClockAge || waiting != 0))
    return clock_;
  if (!clockStream_) {
    URSA_TRY(clockStream_, acquireStream({}));
  }
  const uint64_t before = adapter::profileClock();
  URSA_TRY(MarkerPointer marker, record(clockStream_->native, /*isTimed=*/true));
  URSA_CHECK(marker->wait());
  const uint64_t after = adapter::profileClock();
  uint64_t time = before;
  if (clock_ && now - clock_->time < kChainedClockAge) {
    URSA_TRY(const int64_t elapsed, marker->timeSince(*clock_->marker));
    const uint64_t follows =
        clock_->time + clock_->correction + static_cast<uint64_t>(std::max<int64_t>(elapsed, 0));
    time = std::clamp(follows, before, after);
  }
  clock_ = std::make_shared<const ClockBase>(std::move(marker), time);
  return clock_;
}

Result<std::pair<int, int>> NativeContext::priorities() {
  int lowest = 0;
  int highest = 0;
  URSA_CHECK(
      check(cu().cuCtxGetStreamPriorityRange(&lowest, &highest), "cuCtxGetStreamPriorityRange"));
  return std::pair(lowest, highest);
}

HeldMarkers::iterator NativeContext::addHeld(HeldMarker held) {
  const std::lock_guard guard(mutex_);
  return held_.insert(held_.end(), std::move(held));
}

void NativeContext::removeHeld(HeldMarkers::iterator held) {
  HeldMarkers removed; // destroyed without the lock
  const std::lock_guard guard(mutex_);
  removed.splice(removed.end(), held_, held);
}

Markers NativeContext::held(const Queue *queue) const {
  Markers markers;
  const std::lock_guard guard(mutex_);
  for (const HeldMarker &held : held_)
    if (!queue || held.queue == queue)
      markers.push_back(held.done);
  return markers;
}

// Memory may be waiting for its last commands, or be kept for later copies.
template <class Allocate> CUresult NativeContext::withRetry(Allocate &&allocate) {
  CUresult code = allocate();
  if (code != CUDA_ERROR_OUT_OF_MEMORY)
    return code;
  reclaim();
  trim();
  return allocate();
}

Result<CUdeviceptr> NativeContext::allocateDevice(size_t size) {
  CUdeviceptr memory = 0;
  URSA_CHECK(check(withRetry([&] { return cu().cuMemAlloc(&memory, size); }), "cuMemAlloc"));
  return memory;
}

Result<CUdeviceptr> NativeContext::allocateManaged(size_t size) {
  CUdeviceptr memory = 0;
  URSA_CHECK(
      check(withRetry([&] { return cu().cuMemAllocManaged(&memory, size, CU_MEM_ATTACH_GLOBAL); }),
            "cuMemAllocManaged"));
  return memory;
}

Result<void *> NativeContext::allocateHost(size_t size) {
  void *memory = nullptr;
  URSA_CHECK(checkHostMemory(
      withRetry([&] { return cu().cuMemHostAlloc(&memory, size, kHostFlags); }), size));
  return memory;
}

Result<void> NativeContext::checkHostMemory(CUresult code, size_t size) {
  if (code == CUDA_ERROR_OUT_OF_MEMORY)
    return makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, "cuMemHostAlloc of {} bytes failed: {}.",
                     size, nameOf(code));
  return check(code, "cuMemHostAlloc");
}

Result<PinnedPointer> NativeContext::pinned(size_t size) {
  constexpr size_t kSmallest = 4096;
  const size_t rounded = std::bit_ceil(std::max(size, kSmallest));
  {
    const std::lock_guard guard(mutex_);
    const auto found = std::find_if(idlePinned_.begin(), idlePinned_.end(),
                                    [&](const auto &idle) { return idle.second == rounded; });
    if (found != idlePinned_.end()) {
      std::byte *const memory = found->first;
      idlePinned_.erase(found);
      return PinnedPointer(new PinnedBlock{*this, memory, rounded});
    }
  }
  // The caller holds a stream, so commands are not looked at, only memory that is kept.
  void *memory = nullptr;
  CUresult code = cu().cuMemHostAlloc(&memory, rounded, kHostFlags);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    trim();
    code = cu().cuMemHostAlloc(&memory, rounded, kHostFlags);
  }
  URSA_CHECK(checkHostMemory(code, rounded));
  return PinnedPointer(new PinnedBlock{*this, static_cast<std::byte *>(memory), rounded});
}

void NativeContext::returnPinned(std::byte *memory, size_t size) {
  {
    const std::lock_guard guard(mutex_);
    size_t idle = size;
    for (const auto &[_, bytes] : idlePinned_)
      idle += bytes;
    if (idle <= kMostIdlePinned) {
      idlePinned_.emplace_back(memory, size);
      return;
    }
  }
  retire([memory] { (void)cu().cuMemFreeHost(memory); });
}

bool NativeContext::knows(CUdeviceptr address) {
  unsigned type = 0;
  int attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
  void *result = &type;
  return cu().cuPointerGetAttributes(1, &attribute, &result, address) == CUDA_SUCCESS && type != 0;
}

std::vector<StreamPointer> NativeContext::streams() const {
  const std::lock_guard guard(mutex_);
  return streams_;
}

// Returns false if the driver does not answer, as while the application captures a stream, whose
// earlier commands may run.
bool NativeContext::addLast(Markers &markers) const {
  for (const MarkerPointer &marker : held(nullptr))
    markers.push_back(marker);
  for (const StreamPointer &stream : streams()) {
    const std::lock_guard guard(stream->mutex);
    if (stream->isCaptured())
      return false;
    auto last = stream->last();
    if (!last)
      return false;
    if (MarkerPointer marker = *std::move(last))
      markers.push_back(std::move(marker));
  }
  return true;
}

std::optional<Markers>
NativeContext::lastMarkers(const std::vector<NativeContext *> &others) const {
  Markers markers;
  bool isKnown = addLast(markers);
  for (NativeContext *other : others)
    if (const auto current = other->enter())
      isKnown = other->addLast(markers) && isKnown;
  return isKnown ? std::optional(std::move(markers)) : std::nullopt;
}

// The driver may wait for the whole device when memory is freed. A stream may wait for a host task,
// whose end may depend on the thread that frees, so nothing is freed meanwhile.
void NativeContext::retire(std::function<void()> free, const std::vector<NativeContext *> &others) {
  Retired retired{others, std::nullopt, std::move(free)};
  std::erase(retired.others, this);
  if (!isInHostFunction()) {
    const auto current = enter();
    if (!current)
      return; // the driver's objects ended with the context
    retired.after = lastMarkers(retired.others);
    if (retired.after && retired.after->empty() && waiting == 0) {
      retired.free();
      return;
    }
  }
  const std::lock_guard guard(mutex_);
  retired_.push_back(std::move(retired));
  hasRetired_ = true;
}

// Commands of a lost context have ended.
bool NativeContext::isUnused(Retired &retired) const {
  if (!retired.after)
    retired.after = lastMarkers(retired.others);
  if (isLost() || !retired.after)
    return isLost();
  retired.after->eraseIf([](const MarkerPointer &marker) { return !marker->checkTaken(); });
  const auto isDone = areReached(*retired.after);
  return isDone ? *isDone : isDone.error().code == UR_RESULT_ERROR_DEVICE_LOST;
}

void NativeContext::freeRetired(bool isForced) {
  std::vector<Retired> all;
  {
    const std::lock_guard guard(mutex_);
    if (retired_.empty() || (waiting != 0 && !isForced))
      return;
    all.swap(retired_);
    hasRetired_ = false;
  }
  std::vector<Retired> kept;
  for (Retired &retired : all) {
    if (!isForced && !isUnused(retired))
      kept.push_back(std::move(retired));
    else if (!isLost_)
      retired.free();
  }
  if (kept.empty())
    return;
  const std::lock_guard guard(mutex_);
  std::move(kept.begin(), kept.end(), std::back_inserter(retired_));
  hasRetired_ = true;
}

void NativeContext::trim() {
  std::vector<std::pair<std::byte *, size_t>> idle;
  {
    const std::lock_guard guard(mutex_);
    if (waiting == 0)
      idle.swap(idlePinned_);
  }
  for (const auto &[memory, size] : idle)
    (void)cu().cuMemFreeHost(memory);
}

// Released objects may enter the context, so that they are destroyed after the lock is released.
void NativeContext::release(Stream &stream, bool asks) {
  std::vector<Batch> released;
  const std::lock_guard guard(stream.mutex);
  stream.takeComplete(released, asks);
}

void NativeContext::reclaim(Stream &stream) {
  release(stream, /*asks=*/false);
  if (!hasRetired_.load(std::memory_order_acquire))
    return;
  if (const auto current = enter())
    freeRetired(/*isForced=*/false);
}

void NativeContext::reclaim() {
  {
    const auto current = enter();
    for (const StreamPointer &stream : streams())
      release(*stream, /*asks=*/static_cast<bool>(current));
    if (current)
      freeRetired(/*isForced=*/false);
  }
  std::vector<StreamPointer> released; // their markers return to the context, so without the lock
  const std::lock_guard guard(mutex_);
  for (StreamPointer &stream : streams_)
    if (!stream->isOwned && stream.use_count() == 1 && stream->inFlight.empty() &&
        stream->batch.isEmpty())
      released.push_back(std::exchange(stream, nullptr));
  std::erase(streams_, nullptr);
}

Result<void> NativeContext::finish() {
  for (Markers all = held(nullptr); !all.empty(); all = held(nullptr))
    for (const MarkerPointer &marker : all)
      if (auto waited = marker->wait(); !waited && !marker->signal->isGiven())
        return waited;
  {
    URSA_TRY(const Current current, enter());
    for (const StreamPointer &stream : streams()) {
      if (stream->isOwned) {
        URSA_CHECK(stream->finish());
        continue;
      }
      MarkerPointer last;
      {
        const std::lock_guard guard(stream->mutex);
        URSA_TRY(last, stream->last());
      }
      if (last)
        URSA_CHECK(last->wait());
    }
  }
  reclaim();
  return checkNotLost();
}

void NativeContext::destroyObjects() {
  reclaim();
  const auto current = enter();
  std::vector<StreamPointer> ended;
  {
    const std::lock_guard clockGuard(clockMutex_);
    clock_ = nullptr;
    clockStream_ = nullptr;
    const std::lock_guard guard(mutex_);
    ended.swap(streams_);
  }
  for (const StreamPointer &stream : ended) {
    stream->open = nullptr;
    stream->lastRecorded = nullptr;
    stream->inFlight.clear();
    stream->batch = Batch();
  }
  freeRetired(/*isForced=*/true);
  trim();
  std::vector<CUevent> events[2];
  {
    const std::lock_guard guard(mutex_);
    events[0].swap(idleEvents_[0]);
    events[1].swap(idleEvents_[1]);
  }
  if (!current)
    return;
  smallMemory.clear();
  for (const StreamPointer &stream : ended)
    if (stream->isOwned)
      (void)cu().cuStreamDestroy(stream->native);
  for (const auto &some : events)
    for (CUevent event : some)
      (void)cu().cuEventDestroy(event);
}

void NativeContext::returnEvent(CUevent event, bool isTimed) {
  const std::lock_guard guard(mutex_);
  idleEvents_[isTimed].push_back(event);
}

} // namespace ursa::cuda
