// A CUDA context, with what this adapter keeps for it: streams and events that are used again,
// memory for copies, commands in flight, and memory that is freed once nothing uses it. When the
// driver reports that the context is lost, every later use is an error.
#pragma once

#include "adapters/cuda/memory/small_memory.h"
#include "adapters/cuda/queue/stream.h"

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ursa::cuda {

struct Queue;

/// Makes a driver's context current for this thread while it exists; another context that was
/// current is so again afterwards.
class Current {
public:
  explicit Current(bool isPushed) : isPushed_(isPushed) {}
  Current(Current &&other) noexcept : isPushed_(std::exchange(other.isPushed_, false)) {}
  Current &operator=(Current &&) = delete;
  ~Current();

private:
  bool isPushed_;
};

/// Pinned host memory, which returns to its context at the end.
struct PinnedBlock {
  NativeContext &context;
  std::byte *const memory;
  const size_t size;

  ~PinnedBlock();
};
using PinnedPointer = std::shared_ptr<const PinnedBlock>;

/// A time of the device's clock, on the clock of profiles. It is never later than the true time, so
/// that a correction only adds, and times that are read in order stay in order.
struct ClockBase {
  ClockBase(MarkerPointer recorded, uint64_t at) : marker(std::move(recorded)), time(at) {}

  const MarkerPointer marker;
  const uint64_t time;                          ///< nanoseconds
  mutable std::atomic<uint64_t> correction = 0; ///< nanoseconds

  /// Adds to the correction what a time needs that is surely too early.
  void raise(uint64_t by) const { correction.fetch_add(by, std::memory_order_relaxed); }
};

/// A host task that has not ended, or a command that is held back.
struct HeldMarker {
  const Queue *queue;
  MarkerPointer done;
};
using HeldMarkers = std::list<HeldMarker>;

/// Thread safe. Lives as long as its device.
class NativeContext {
public:
  NativeContext(ur_device_handle_t_ &itsDevice, CUcontext context)
      : device(itsDevice), native(context) {}
  NativeContext(const NativeContext &) = delete;
  NativeContext &operator=(const NativeContext &) = delete;

  /// Makes the context current. Errors: it is lost.
  Result<Current> enter();
  bool isLost() const { return isLost_.load(std::memory_order_acquire); }
  /// Errors: UR_RESULT_ERROR_DEVICE_LOST; the sentence says what ended the context.
  Result<void> checkNotLost() const {
    return isLost() ? Result<void>(lossError()) : Result<void>();
  }
  /// Calls a query of the driver, which newer drivers answer without a current context, and returns
  /// what it returns. Errors: the context is lost.
  template <class Query> Result<CUresult> ask(Query &&query) {
    URSA_CHECK(checkNotLost());
    if (const CUresult code = query(); code != CUDA_ERROR_INVALID_CONTEXT)
      return code;
    URSA_TRY(const Current current, enter());
    return query();
  }
  /// Like checkCu; remembers that the context is lost, and the kernels that may be the reason.
  Result<void> check(CUresult code, const char *call) {
    return code == CUDA_SUCCESS ? Result<void>() : failed(code, call);
  }
  /// Adds and removes a stream whose launches the sentence about a lost context names.
  void addLog(const Stream &stream);
  void removeLog(const Stream &stream);

  /// @name Streams and markers. The context is current.
  /// @{
  /// Returns an idle stream, which the caller releases.
  Result<StreamPointer> acquireStream(StreamKind kind);
  void releaseStream(const StreamPointer &stream);
  /// Adopts a stream that the application or the driver owns, until it is released.
  StreamPointer adoptStream(CUstream handle);
  /// Records a CUDA event in a stream, whose position among the commands does not matter.
  Result<MarkerPointer> record(CUstream stream, bool isTimed);
  /// Returns a CUDA event that is not used, and takes it back. The context need not be current for
  /// the latter.
  Result<CUevent> takeEvent(bool isTimed);
  void returnEvent(CUevent event, bool isTimed);
  /// Returns a recent base for times.
  Result<std::shared_ptr<const ClockBase>> clock();
  /// Returns the range of priorities: the lowest and the highest.
  Result<std::pair<int, int>> priorities();
  /// @}

  /// @name What the driver does not have yet. The context need not be current.
  /// @{
  HeldMarkers::iterator addHeld(HeldMarker held);
  void removeHeld(HeldMarkers::iterator held);
  /// Returns the markers of a queue; null for all queues.
  Markers held(const Queue *queue) const;
  /// @}

  /// @name Memory. The context is current.
  /// @{
  Result<CUdeviceptr> allocateDevice(size_t size);
  Result<CUdeviceptr> allocateManaged(size_t size);
  Result<void *> allocateHost(size_t size);
  /// Returns pinned memory of at least that size.
  Result<PinnedPointer> pinned(size_t size);
  /// Returns whether the memory at an address is the driver's or pinned by it. Other host memory is
  /// pageable: the driver copies to and from it only while the caller waits.
  bool knows(CUdeviceptr address);
  /// @}

  /// Calls a function that frees a driver object, when the commands that are in flight now are
  /// complete. The context is current then. Any thread may call this, at any time.
  /// @param others contexts whose commands may use it as well, and perhaps this one
  void retire(std::function<void()> free, const std::vector<NativeContext *> &others = {});
  /// Releases what completed commands used.
  void reclaim();
  /// The same for one stream, and as far as it is known without the driver's help that its last
  /// commands are complete.
  void reclaim(Stream &stream);
  /// Waits for everything that is in flight.
  Result<void> finish();
  /// Destroys streams, events and pinned memory. Nothing is in flight.
  void destroyObjects();

  ur_device_handle_t_ &device;
  const CUcontext native;
  SmallMemory smallMemory;
  std::atomic<int> users = 0;   ///< contexts of the application
  std::atomic<int> waiting = 0; ///< host tasks that streams wait for

private:
  friend struct PinnedBlock;

  struct Retired {
    std::vector<NativeContext *> others; ///< without this one
    std::optional<Markers> after;        ///< nothing: not known yet
    std::function<void()> free;
  };

  Error lossError() const;
  Error failed(CUresult code, const char *call);
  std::vector<StreamPointer> streams() const;
  bool addLast(Markers &markers) const;
  std::optional<Markers> lastMarkers(const std::vector<NativeContext *> &others) const;
  void release(Stream &stream, bool asks);
  bool isUnused(Retired &retired) const;
  void freeRetired(bool isForced);
  void trim();
  void returnPinned(std::byte *memory, size_t size);
  Result<void> checkHostMemory(CUresult code, size_t size);
  template <class Allocate> CUresult withRetry(Allocate &&allocate);

  std::atomic<bool> isLost_ = false;
  mutable std::mutex lossMutex_; ///< guards the members below; acquired last
  std::string lossReason_;
  std::vector<const Stream *> logged_; ///< all streams that exist
  mutable std::mutex mutex_; ///< guards the members below; acquired after that of a stream
  std::vector<StreamPointer> streams_; ///< all of them
  HeldMarkers held_;                   ///< in the order of enqueueing
  std::vector<CUevent> idleEvents_[2]; ///< without and with timing
  std::vector<std::pair<std::byte *, size_t>> idlePinned_;
  std::vector<Retired> retired_;
  std::atomic<bool> hasRetired_ = false; ///< set with the mutex held
  std::mutex clockMutex_; ///< guards the members below; acquired before the other mutexes
  StreamPointer clockStream_;
  std::shared_ptr<const ClockBase> clock_;
};

} // namespace ursa::cuda
