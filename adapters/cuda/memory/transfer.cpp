#include "adapters/cuda/memory/transfer.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/queue/host_tasks.h"
#include "adapters/cuda/queue/host_writes.h"
#include "adapters/cuda/queue/queue.h"

#include <algorithm>
#include <cstring>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ursa::cuda {
namespace {

bool isContiguous(const Rows &rows, const Extent &extent) {
  return (extent.height * extent.depth == 1 || rows.rowPitch == extent.width) &&
         (extent.depth == 1 || rows.slicePitch == extent.width * extent.height);
}

Rows contiguousRows(const std::byte *memory, const Extent &extent) {
  return {{reinterpret_cast<CUdeviceptr>(memory)}, extent.width, extent.width * extent.height};
}

Location rowOf(const Rows &rows, uint64_t y, uint64_t z) {
  return rows.start + (z * rows.slicePitch + y * rows.rowPitch);
}

struct Copy {
  Rows to;
  Rows from;
  Extent extent;
  bool toPageable = false;
  bool fromPageable = false;

  bool isContiguous() const {
    return cuda::isContiguous(to, extent) && cuda::isContiguous(from, extent);
  }
  /// Copies in this thread.
  void run() const {
    for (uint64_t z = 0; z < extent.depth; ++z)
      for (uint64_t y = 0; y < extent.height; ++y)
        std::memmove(rowOf(to, y, z).host(), rowOf(from, y, z).host(), extent.width);
  }
};

Result<void> copyBytes(const Submission &at, const Copy &copy, Location to, Location from,
                       size_t size) {
  const CUstream stream = at.stream.native;
  if (copy.fromPageable)
    return at.native.check(cu().cuMemcpyHtoDAsync(to.address, from.host(), size, stream),
                           "cuMemcpyHtoDAsync");
  if (copy.toPageable)
    return at.native.check(cu().cuMemcpyDtoHAsync(to.host(), from.address, size, stream),
                           "cuMemcpyDtoHAsync");
  return at.native.check(cu().cuMemcpyAsync(to.address, from.address, size, stream),
                         "cuMemcpyAsync");
}

size_t rowsOf(const Rows &rows, const Extent &extent) {
  return extent.depth == 1 ? extent.height : rows.slicePitch / rows.rowPitch;
}

/// Submits a copy to the driver. At most one side is pageable.
Result<void> copyByDriver(const Submission &at, const Copy &copy) {
  const Extent &extent = copy.extent;
  if (copy.isContiguous())
    return copyBytes(at, copy, copy.to.start, copy.from.start, extent.bytes());
  const uint64_t most = at.native.device.maxPitch;
  if (copy.to.rowPitch > most || copy.from.rowPitch > most) {
    for (uint64_t z = 0; z < extent.depth; ++z)
      for (uint64_t y = 0; y < extent.height; ++y)
        URSA_CHECK(copyBytes(at, copy, rowOf(copy.to, y, z), rowOf(copy.from, y, z), extent.width));
    return {};
  }
  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = copy.fromPageable ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
  box.srcHost = copy.from.start.host();
  box.srcDevice = copy.from.start.address;
  box.srcPitch = copy.from.rowPitch;
  box.srcHeight = rowsOf(copy.from, extent);
  box.dstMemoryType = copy.toPageable ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
  box.dstHost = copy.to.start.host();
  box.dstDevice = copy.to.start.address;
  box.dstPitch = copy.to.rowPitch;
  box.dstHeight = rowsOf(copy.to, extent);
  box.WidthInBytes = extent.width;
  box.Height = extent.height;
  box.Depth = extent.depth;
  return at.native.check(cu().cuMemcpy3DAsync(&box, at.stream.native), "cuMemcpy3DAsync");
}

constexpr uint64_t kMostThroughPinned = uint64_t{1} << 20; ///< bytes of a blocking copy

/// Copies to pinned memory, from where the caller's thread copies when the command is complete. The
/// driver needs longer for that.
Result<void> copyBlocking(Submission &at, const Copy &copy) {
  URSA_TRY(PinnedPointer block, at.native.pinned(copy.extent.bytes()));
  at.batch.keep(block); // a later failure does not stop the copy
  const Rows staged = contiguousRows(block->memory, copy.extent);
  URSA_CHECK(copyByDriver(at, {staged, copy.from, copy.extent}));
  at.afterwards = [block = std::move(block), second = Copy{copy.to, staged, copy.extent}] {
    second.run();
  };
  return {};
}

/// The function object of a host function, which keeps it alive: after a lost context the command
/// no longer does.
template <class Function> struct Later : std::enable_shared_from_this<Later<Function>> {
  explicit Later(Function itsFunction) : function(std::move(itsFunction)) {}
  const Function function;
};

/// One that writes memory of the host.
template <class Function> auto writing(Function function) {
  return [function = std::move(function), write = std::make_shared<HostWrite>()] { function(); };
}

/// Calls a function object on the driver's thread when the stream reaches it.
template <class Function> Result<void> callLater(Submission &at, Function function) {
  auto held = std::make_shared<Later<Function>>(std::move(function));
  at.keep(held);
  return at.native.check(
      cu().cuLaunchHostFunc(
          at.stream.native,
          [](void *userData) {
            const HostFunctionScope scope;
            static_cast<Later<Function> *>(userData)->shared_from_this()->function();
          },
          held.get()),
      "cuLaunchHostFunc");
}

Result<void> copyThroughPinned(Submission &at, const Copy &copy) {
  if (copy.toPageable && copy.fromPageable)
    return callLater(at, writing([copy] { copy.run(); }));
  URSA_TRY(PinnedPointer block, at.native.pinned(copy.extent.bytes()));
  const Rows staged = contiguousRows(block->memory, copy.extent);
  at.keep(std::move(block));
  const Copy first{staged, copy.from, copy.extent};
  const Copy second{copy.to, staged, copy.extent};
  if (copy.fromPageable) {
    URSA_CHECK(callLater(at, [first] { first.run(); }));
    return copyByDriver(at, second);
  }
  URSA_CHECK(copyByDriver(at, first));
  return callLater(at, writing([second] { second.run(); }));
}

/// Whether an address is on the stack of this thread.
bool isOnStack(const void *address) {
  struct Stack {
    std::byte *begin = nullptr;
    std::size_t size = 0;
    Stack() {
      pthread_attr_t attributes;
      if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
      void *first = nullptr;
      if (pthread_attr_getstack(&attributes, &first, &size) == 0)
        begin = static_cast<std::byte *>(first);
      pthread_attr_destroy(&attributes);
    }
  };
  thread_local const Stack stack;
  const auto *const byte = static_cast<const std::byte *>(address);
  return byte >= stack.begin && byte < stack.begin + stack.size;
}

/// Whether to read the source at once, although the command does so in the order of the queue:
/// programs let their functions return before the copy is complete, as CUDA's own copies allow.
/// Nothing in flight may write the source: a kernel does not write stacks.
bool readsAtOnce(const Submission &at, const Copy &copy) {
  return copy.fromPageable && !copy.toPageable && !at.isRecorded && !at.stream.isShared &&
         copy.extent.bytes() <= kMostThroughPinned && !HostWrite::mayBeInFlight() &&
         isOnStack(copy.from.start.host());
}

Result<void> copyAtOnce(Submission &at, const Copy &copy) {
  URSA_TRY(PinnedPointer block, at.native.pinned(copy.extent.bytes()));
  const Rows staged = contiguousRows(block->memory, copy.extent);
  at.keep(std::move(block));
  Copy{staged, copy.from, copy.extent}.run();
  return copyByDriver(at, {copy.to, staged, copy.extent});
}

Result<void> submitCopy(Submission &at, const Copy &copy) {
  if (!copy.toPageable && !copy.fromPageable)
    return copyByDriver(at, copy);
  if (at.isBlocking && copy.toPageable && !copy.fromPageable &&
      copy.extent.bytes() <= kMostThroughPinned)
    return copyBlocking(at, copy);
  URSA_TRY(const bool isIdle, at.isIdle());
  if (!isIdle)
    return readsAtOnce(at, copy) ? copyAtOnce(at, copy) : copyThroughPinned(at, copy);
  if (copy.toPageable && copy.fromPageable) {
    copy.run();
    return {};
  }
  return copyByDriver(at, copy);
}

struct Fill {
  Rows to;
  Extent extent;
  std::vector<std::byte> pattern;
  bool toPageable = false;

  /// Fills host memory.
  void run(const Rows &rows) const {
    size_t at = 0;
    for (uint64_t z = 0; z < extent.depth; ++z)
      for (uint64_t y = 0; y < extent.height; ++y) {
        auto *row = static_cast<std::byte *>(rowOf(rows, y, z).host());
        for (uint64_t x = 0; x < extent.width; ++x) {
          row[x] = pattern[at];
          at = at + 1 == pattern.size() ? 0 : at + 1;
        }
      }
  }
};

template <class T> T numberAt(const std::vector<std::byte> &bytes, size_t at) {
  T number{};
  std::memcpy(&number, bytes.data() + at, sizeof(number));
  return number;
}

/// Writes the pattern once.
Result<void> writePattern(const Submission &at, CUdeviceptr to,
                          const std::vector<std::byte> &pattern) {
  const bool hasWords = to % sizeof(uint32_t) == 0 && pattern.size() % sizeof(uint32_t) == 0;
  const size_t step = hasWords ? sizeof(uint32_t) : 1;
  for (size_t i = 0; i < pattern.size(); i += step)
    URSA_CHECK(hasWords
                   ? at.native.check(cu().cuMemsetD32Async(to + i, numberAt<uint32_t>(pattern, i),
                                                           1, at.stream.native),
                                     "cuMemsetD32Async")
                   : at.native.check(cu().cuMemsetD8Async(to + i, numberAt<uint8_t>(pattern, i), 1,
                                                          at.stream.native),
                                     "cuMemsetD8Async"));
  return {};
}

/// Fills a range of which the pattern's size is a divisor. Patterns without a CUDA function are
/// written once, and what is written is copied until the range is full.
Result<void> fillBytes(const Submission &at, CUdeviceptr to, uint64_t size,
                       const std::vector<std::byte> &pattern) {
  const CUstream stream = at.stream.native;
  const bool isOneByte = std::all_of(pattern.begin(), pattern.end(),
                                     [&](std::byte byte) { return byte == pattern.front(); });
  if (isOneByte)
    return at.native.check(cu().cuMemsetD8Async(to, numberAt<uint8_t>(pattern, 0), size, stream),
                           "cuMemsetD8Async");
  if (pattern.size() == sizeof(uint16_t) && to % sizeof(uint16_t) == 0)
    return at.native.check(
        cu().cuMemsetD16Async(to, numberAt<uint16_t>(pattern, 0), size / sizeof(uint16_t), stream),
        "cuMemsetD16Async");
  if (pattern.size() == sizeof(uint32_t) && to % sizeof(uint32_t) == 0)
    return at.native.check(
        cu().cuMemsetD32Async(to, numberAt<uint32_t>(pattern, 0), size / sizeof(uint32_t), stream),
        "cuMemsetD32Async");
  URSA_CHECK(writePattern(at, to, pattern));
  for (uint64_t filled = pattern.size(); filled < size; filled *= 2)
    URSA_CHECK(at.native.check(
        cu().cuMemcpyAsync(to + filled, to, std::min(filled, size - filled), stream),
        "cuMemcpyAsync"));
  return {};
}

/// Fills the first row, and copies what is filled until all rows and slices are.
Result<void> fillRows(const Submission &at, const Fill &fill) {
  const Extent &extent = fill.extent;
  URSA_CHECK(fillBytes(at, fill.to.start.address, extent.width, fill.pattern));
  const auto copy = [&](uint64_t distance, const Extent &part) {
    return copyByDriver(
        at, {{fill.to.start + distance, fill.to.rowPitch, fill.to.slicePitch}, fill.to, part});
  };
  for (uint64_t rows = 1; rows < extent.height; rows *= 2)
    URSA_CHECK(
        copy(rows * fill.to.rowPitch, {extent.width, std::min(rows, extent.height - rows), 1}));
  for (uint64_t slices = 1; slices < extent.depth; slices *= 2)
    URSA_CHECK(copy(slices * fill.to.slicePitch,
                    {extent.width, extent.height, std::min(slices, extent.depth - slices)}));
  return {};
}

Result<void> submitFill(Submission &at, const Fill &fill) {
  if (fill.toPageable) {
    URSA_TRY(const bool isIdle, at.isIdle());
    if (!isIdle)
      return callLater(at, writing([fill] { fill.run(fill.to); }));
    fill.run(fill.to);
    return {};
  }
  if (isContiguous(fill.to, fill.extent) && fill.extent.bytes() % fill.pattern.size() == 0)
    return fillBytes(at, fill.to.start.address, fill.extent.bytes(), fill.pattern);
  if (fill.extent.width % fill.pattern.size() == 0)
    return fillRows(at, fill);
  URSA_TRY(PinnedPointer block, at.native.pinned(fill.extent.bytes()));
  const Rows staged = contiguousRows(block->memory, fill.extent);
  fill.run(staged);
  at.keep(std::move(block));
  return copyByDriver(at, {fill.to, staged, fill.extent});
}

/// Returns whether the host can write to an address, as far as the system reports: Linux
/// before 5.14 does not.
bool isWritable(uint64_t address) {
  static const auto pageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const auto populate = [](uint64_t at) {
    return madvise(reinterpret_cast<void *>(at / pageSize * pageSize), pageSize,
                   MADV_POPULATE_WRITE) == 0;
  };
  static int known = 0;
  static const bool isTold = populate(reinterpret_cast<uint64_t>(&known));
  return !isTold || populate(address);
}

// Freed device memory is no host memory, although the driver may reserve its addresses.
Result<void> checkIsWritable(const Rows &rows, const Extent &extent) {
  const uint64_t first = rows.start.address;
  const uint64_t last = rowOf(rows, extent.height - 1, extent.depth - 1).address + extent.width - 1;
  if (isWritable(first) && isWritable(last))
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "The memory at {:#x}, of {} bytes that are to be filled, is memory neither of "
                   "the driver nor of the host that can be written.",
                   first, last - first + 1);
}

WorkResult workOf(const Copy &copy, Keeps keeps = {}) {
  auto work = std::make_shared<Work>();
  work->submit = [copy](Submission &at) { return submitCopy(at, copy); };
  work->keeps = std::move(keeps);
  work->usesPageableMemory = copy.toPageable || copy.fromPageable;
  return WorkPointer(std::move(work));
}

} // namespace

WorkResult makeCopy(NativeContext &native, const Rows &to, const Rows &from, const Extent &extent,
                    Keeps keeps) {
  URSA_TRY(const Current current, native.enter());
  return workOf(
      {to, from, extent, !native.knows(to.start.address), !native.knows(from.start.address)},
      std::move(keeps));
}

Result<void> enqueueCopy(const EnqueueParameters &parameters, void *to, const void *from,
                         size_t size) {
  const ur_context_handle_t_ &context = *parameters.queue->context;
  NativeContext &native = parameters.queue->native;
  // The driver's query takes longer, and is not needed for memory of the context.
  const auto isPageable = [&](const Location &location) -> Result<bool> {
    if (context.allocations.contains(location.host()))
      return false;
    URSA_TRY(const Current current, native.enter());
    return !native.knows(location.address);
  };
  Copy copy{
      {Commands::hostLocation(to), size, size}, {Commands::hostLocation(from), size, size}, {size}};
  URSA_TRY(copy.toPageable, isPageable(copy.to.start));
  URSA_TRY(copy.fromPageable, isPageable(copy.from.start));
  const auto submit = [&copy](Submission &at) { return submitCopy(at, copy); };
  const auto make = [&copy] { return workOf(copy); };
  const SubmitRef reference(submit, make);
  return enqueue(parameters, &reference, copy.toPageable || copy.fromPageable);
}

WorkResult makeFill(NativeContext &native, const Rows &to, const Extent &extent,
                    const void *pattern, size_t patternSize, Keeps keeps) {
  URSA_TRY(const Current current, native.enter());
  const auto *bytes = static_cast<const std::byte *>(pattern);
  Fill fill{to, extent, std::vector<std::byte>(bytes, bytes + patternSize),
            !native.knows(to.start.address)};
  if (fill.toPageable)
    URSA_CHECK(checkIsWritable(to, extent));
  auto work = std::make_shared<Work>();
  work->usesPageableMemory = fill.toPageable;
  work->submit = [fill = std::move(fill)](Submission &at) { return submitFill(at, fill); };
  work->keeps = std::move(keeps);
  return WorkPointer(std::move(work));
}

Result<void> copyOnHost(Submission &at, const Rows &to, const Rows &from, const Extent &extent) {
  return callLater(at, writing([copy = Copy{to, from, extent}] { copy.run(); }));
}

Result<void> runNow(NativeContext &native, const Work &work) {
  URSA_TRY(const Current current, native.enter());
  URSA_TRY(const StreamPointer stream, native.acquireStream({}));
  Batch used; // until the stream has finished
  const auto run = [&]() -> Result<void> {
    {
      const std::lock_guard guard(stream->mutex);
      URSA_CHECK(stream->begin());
      Submission submission{native, *stream, used};
      URSA_CHECK(work.submit(submission));
    }
    return stream->finish();
  };
  const auto result = run();
  if (!result) // a part of the work may run
    (void)stream->finish();
  native.releaseStream(stream);
  return result;
}

} // namespace ursa::cuda
