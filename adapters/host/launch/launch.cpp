#include "adapters/host/launch/launch.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/graph/graph.h"
#include "adapters/host/image/sampler.h"
#include "adapters/host/memory/memory.h"
#include "adapters/host/program/kernel.h"
#include "adapters/host/program/program.h"
#include "adapters/host/queue/enqueue.h"
#include "adapters/host/queue/worker_pool.h"
#include "support/inline_vector.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>

#include <ctime>

namespace ursa::host {
namespace {

using format::host::ArgumentKind;
using format::host::ImageType;
using format::host::KernelInfo;
using format::host::LaunchSizes;

uint64_t roundUp(uint64_t value, uint64_t step) { return (value + step - 1) / step * step; }

// Returns the time that this thread has run, in nanoseconds: other processes do not count.
int64_t threadTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::nanoseconds(std::chrono::seconds(time.tv_sec)).count() + time.tv_nsec;
}

// A hand-over to a worker costs a microsecond, about as long as so many instructions take.
bool isShortLaunch(const KernelInfo &kernel, const LaunchSizes &sizes) {
  constexpr uint64_t kShortInstructions = 4096;
  const auto &[x, y, z] = sizes.globalSize;
  return kernel.itemInstructions != 0 && x <= kShortInstructions && y <= kShortInstructions &&
         z <= kShortInstructions && x * y * z <= kShortInstructions / kernel.itemInstructions;
}

class LaunchWork final : public Work {
public:
  /// @param retains whether the work outlives the call that makes it, and so retains the kernel and
  ///                the memory objects
  /// @param runsOnce whether it is the work of one command, whose time may be taken
  LaunchWork(ur_kernel_handle_t kernel, const LaunchSizes &launch, bool retains, bool runsOnce)
      : kernel_(kernel), code_(&kernel->info), sizes_(launch), retains_(retains),
        runsOnce_(runsOnce), localBytes_(kernel->info.staticLocalBytes) {
    if (retains)
      adapter::retain(kernel);
    if (kernel->info.argumentBytes > sizeof(inlineBlock_))
      largeBlock_ = std::make_unique<std::byte[]>(kernel->info.argumentBytes);
    stackBytes = kernel->info.stackBytes;
    groupItems_ = sizes_.localSize[0] * sizes_.localSize[1] * sizes_.localSize[2];
    units = sizes_.groupCount[0] * sizes_.groupCount[1] * sizes_.groupCount[2];
    // Several chunks per thread balance the load.
    constexpr uint64_t kChunksPerThread = 8;
    unitsPerChunk = std::max<uint64_t>(1, units / (pool().width() * kChunksPerThread));
    isShort = isShortLaunch(kernel->info, launch);
  }
  ~LaunchWork() override {
    if (ticket_)
      widths_->finish(ticket_, timedUnits_ == units ? std::optional(WidthTrial::Duration(time_))
                                                    : std::nullopt);
    if (!retains_)
      return;
    for (ur_mem_handle_t memory : memory_)
      adapter::release(memory);
    adapter::release(kernel_);
  }
  LaunchWork(const LaunchWork &) = delete;
  LaunchWork &operator=(const LaunchWork &) = delete;

  /// Checks and copies the arguments, and chooses the code.
  Result<void> setArguments(std::span<const ur_exp_kernel_arg_properties_t> arguments);

  void run(uint64_t begin, uint64_t end, GroupMemory &memory) override {
    if (!ticket_) [[likely]]
      return runGroups(begin, end, memory);
    const int64_t start = threadTime();
    runGroups(begin, end, memory);
    time_ += threadTime() - start;
    timedUnits_ += end - begin;
  }

private:
  void runGroups(uint64_t begin, uint64_t end, GroupMemory &memory) {
    std::byte *local = nullptr;
    std::byte *items = nullptr;
    if (const uint64_t bytes = memoryBytes()) {
      local = memory.reserve(bytes, format::host::kMemoryAlignment);
      items = local + itemsOffset();
    }
    // A unit is a group, numbered with x fastest; one call of the entry runs a part of a row.
    const uint64_t rowLength = sizes_.groupCount[0];
    while (begin < end) {
      const uint64_t row = begin / rowLength;
      const uint64_t x = begin % rowLength;
      const uint64_t count = std::min(end - begin, rowLength - x);
      code_->entry(block(), &sizes_, local, items, x, x + count, row % sizes_.groupCount[1],
                   row / sizes_.groupCount[1]);
      begin += count;
    }
  }

  /// Local memory, and then that of the work-items.
  uint64_t itemsOffset() const { return roundUp(localBytes_, format::host::kMemoryAlignment); }
  uint64_t memoryBytes() const { return itemsOffset() + groupItems_ * code_->itemBytes; }
  std::byte *block() { return largeBlock_ ? largeBlock_.get() : inlineBlock_; }
  void chooseCode() {
    const KernelInfo *code = code_;
    KernelWidths *widths = kernel_->widths;
    if (kernel_->watch)
      if (const auto *special = static_cast<const SpecializedKernel *>(
              kernel_->watch->choose(block(), units * groupItems_))) {
        code = special->code.info;
        widths = special->widths.get();
      }
    if (widths) {
      const WidthTrial::Choice choice =
          runsOnce_ ? widths->choose(sizes_) : WidthTrial::Choice{widths->code()};
      code = choice.code;
      if (choice.ticket) [[unlikely]] {
        ticket_ = choice.ticket;
        widths_ = widths;
      }
    }
    code_ = code;
    stackBytes = code->stackBytes;
  }
  Result<void> setArgument(const adapter::KernelSignature &signature,
                           const ur_exp_kernel_arg_properties_t &argument);
  Result<void> setMemory(const adapter::KernelSignature &signature,
                         const ur_exp_kernel_arg_properties_t &argument,
                         const format::host::KernelArgument &slot, std::byte *destination);

  const ur_kernel_handle_t kernel_;
  const KernelInfo *code_; ///< the generic or a specialized one; the kernel keeps it alive
  const LaunchSizes sizes_;
  const bool retains_;
  const bool runsOnce_;
  uint64_t localBytes_;
  uint64_t groupItems_ = 1;
  KernelWidths *widths_ = nullptr; ///< of the code; the kernel keeps them alive
  WidthTrial::Ticket ticket_;      ///< none if the launch is not timed
  std::atomic<int64_t> time_{0};   ///< of all threads, nanoseconds
  std::atomic<uint64_t> timedUnits_{0};
  InlineVector<ur_mem_handle_t, 8> memory_; ///< if the work retains them
  std::unique_ptr<std::byte[]> largeBlock_;
  alignas(16) std::byte inlineBlock_[256];
};

static_assert(sizeof(LaunchWork) <= kRecycledWorkBytes);

adapter::ParameterKind kindOf(ArgumentKind kind) {
  switch (kind) {
  case ArgumentKind::Value:
    return adapter::ParameterKind::Value;
  case ArgumentKind::Pointer:
    return adapter::ParameterKind::Pointer;
  case ArgumentKind::Image:
    return adapter::ParameterKind::Image;
  case ArgumentKind::Sampler:
    return adapter::ParameterKind::Sampler;
  case ArgumentKind::Local:
    break;
  }
  return adapter::ParameterKind::Local;
}

// UR has no separate type for image1d_buffer_t of OpenCL C; it is a 1D image.
bool takes(ImageType parameter, ImageType image) {
  return parameter == image ||
         (parameter == ImageType::Image1DBuffer && image == ImageType::Image1D);
}

Result<void> LaunchWork::setMemory(const adapter::KernelSignature &signature,
                                   const ur_exp_kernel_arg_properties_t &argument,
                                   const format::host::KernelArgument &slot,
                                   std::byte *destination) {
  ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
  URSA_CHECK(
      adapter::checkMemoryContext(signature, argument.index, memory, kernel_->program->context));
  const void *value = nullptr;
  if (slot.kind == ArgumentKind::Image) {
    if (!memory || !memory->image || !takes(slot.imageType, memory->image->pixels.type))
      return adapter::wrongArgument(
          signature, argument.index, fmt::format("an {}", format::host::nameOf(slot.imageType)),
          !memory         ? "none"
          : memory->image ? fmt::format("an {}", format::host::nameOf(memory->image->pixels.type))
                          : "a buffer");
    value = &memory->image->pixels;
  } else {
    if (memory && memory->image)
      return adapter::wrongArgument(signature, argument.index, "a pointer", "an image");
    value = memory ? memory->data : nullptr;
  }
  std::memcpy(destination, &value, sizeof(value));
  if (memory && retains_) {
    memory_.push_back(memory);
    adapter::retain(memory);
  }
  return {};
}

Result<void> LaunchWork::setArgument(const adapter::KernelSignature &signature,
                                     const ur_exp_kernel_arg_properties_t &argument) {
  const format::host::KernelArgument &slot = kernel_->info.arguments[argument.index];
  std::byte *destination = block() + slot.offset;
  switch (argument.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    // A copy of a size that is known is no call.
    if (slot.size == sizeof(uint32_t))
      std::memcpy(destination, argument.value.value, sizeof(uint32_t));
    else if (slot.size == sizeof(uint64_t))
      std::memcpy(destination, argument.value.value, sizeof(uint64_t));
    else
      std::memcpy(destination, argument.value.value, slot.size);
    return {};
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    std::memcpy(destination, &argument.value.pointer, sizeof(void *));
    return {};
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    return setMemory(signature, argument, slot, destination);
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL: {
    const uint64_t offset = roundUp(localBytes_, format::host::kMemoryAlignment);
    localBytes_ = offset + argument.size;
    std::memcpy(destination, &offset, sizeof(offset));
    return {};
  }
  default: {
    const ur_sampler_handle_t sampler = argument.value.sampler;
    URSA_CHECK(
        adapter::checkSampler(signature, argument.index, sampler, kernel_->program->context));
    const uint64_t number = sampler->settings.bits();
    std::memcpy(destination, &number, sizeof(number));
    return {};
  }
  }
}

Result<void> LaunchWork::setArguments(std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  const KernelInfo &info = kernel_->info;
  const adapter::KernelSignature signature{info.name, info.arguments.size(), localMemoryBytes()};
  URSA_CHECK(adapter::checkArguments(
      signature, arguments,
      [&](size_t i) {
        return adapter::KernelParameter{kindOf(info.arguments[i].kind), info.arguments[i].size};
      },
      [&](const ur_exp_kernel_arg_properties_t &argument) {
        return setArgument(signature, argument);
      }));
  if (kernel_->watch || kernel_->widths)
    chooseCode();
  needsMemory = memoryBytes() != 0;
  return adapter::checkLocalMemory(signature, localBytes_);
}

void suggestLocalSize(const KernelInfo &kernel, LaunchSizes &sizes) {
  if (kernel.requiredGroupSize) {
    for (unsigned d = 0; d < 3; ++d)
      sizes.localSize[d] = (*kernel.requiredGroupSize)[d];
    return;
  }
  // Long rows vectorize well, but every thread should get some groups.
  constexpr uint64_t kItems = 256;
  constexpr uint64_t kMinItems = 16;
  constexpr uint64_t kGroupsPerThread = 4;
  const uint64_t otherItems = sizes.globalSize[1] * sizes.globalSize[2];
  const uint64_t groups = pool().width() * kGroupsPerThread;
  uint64_t limit = kItems;
  while (limit > kMinItems && sizes.globalSize[0] / limit * otherItems < groups)
    limit /= 2;
  sizes.localSize[0] = adapter::suggestedExtent(sizes.globalSize[0], limit);
  // Kernels compute several rows at once, and those that access columns have a line of the cache
  // for each.
  const uint64_t columns = (sizes.globalSize[0] - 1) / sizes.localSize[0] + 1;
  const auto suits = [&](uint64_t rows, uint64_t least) {
    return !kernel.hasBarriers && sizes.globalSize[1] % rows == 0 &&
           columns * otherItems / rows >= least;
  };
  constexpr uint64_t kRows = 4;
  constexpr uint64_t kManyRows = 16;
  if (suits(kManyRows, kGroupsPerThread * groups))
    sizes.localSize[1] = kManyRows;
  else if (suits(kRows, groups))
    sizes.localSize[1] = kRows;
}

constexpr adapter::LaunchLimits kLaunchLimits = {
    .localSizes = {kMaxWorkGroupSize, kMaxWorkGroupSize, kMaxWorkGroupSize},
    .groupSize = kMaxWorkGroupSize};

struct Launches : adapter::HandleTypes {
  static constexpr ur_kernel_launch_properties_flags_t kLaunchCapabilities =
      UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE;

  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }

  static Result<void> launch(const EnqueueParameters &parameters, ur_kernel_handle_t_ &kernel,
                             const adapter::NdRange &range,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments,
                             const adapter::LaunchProperties &properties) {
    URSA_TRY(const LaunchSizes sizes, launchSizes(kernel.info, range, properties.isCooperative));
    const uint64_t groups = sizes.groupCount[0] * sizes.groupCount[1] * sizes.groupCount[2];
    if (properties.isCooperative && groups > kMaxCooperativeGroups)
      return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                       "A cooperative launch of kernel '{}' has {} work-groups; at most {} is "
                       "possible.",
                       kernel.info.name, groups, kMaxCooperativeGroups);
    if (groups > 0 && isShortLaunch(kernel.info, sizes)) {
      // If it is captured it does not run at once: its work is destroyed, and other work recorded.
      LaunchWork work(&kernel, sizes, /*retains=*/false, /*runsOnce=*/true);
      URSA_CHECK(work.setArguments(arguments));
      URSA_TRY(const bool hasRun, runAtOnce(parameters, work));
      if (hasRun)
        return {};
    }
    const bool runsOnce =
        (!kernel.watch && !kernel.widths) || !adapter::Captures<Recordings>::mayCapture(parameters);
    URSA_TRY(auto work, createLaunch(&kernel, sizes, arguments, runsOnce));
    return enqueue(parameters, std::move(work));
  }
};

} // namespace

Result<LaunchSizes> launchSizes(const KernelInfo &kernel, const adapter::NdRange &range,
                                bool isCooperative) {
  URSA_CHECK(adapter::checkGlobalSize(kernel.name, range, kLaunchLimits));
  if (kernel.requiredGroupSize)
    URSA_CHECK(adapter::checkRequiredSizes(kernel.name, range, *kernel.requiredGroupSize));
  LaunchSizes sizes;
  sizes.workDim = range.workDim;
  uint64_t items = 1;
  for (uint32_t d = 0; d < range.workDim; ++d) {
    sizes.globalSize[d] = range.global[d];
    sizes.globalOffset[d] = range.offsetIn(d);
    items *= range.global[d];
  }
  if (range.local) {
    std::copy_n(range.local, range.workDim, sizes.localSize);
  } else if (isCooperative && !kernel.requiredGroupSize && items <= kMaxWorkGroupSize) {
    for (uint32_t d = 0; d < range.workDim; ++d)
      sizes.localSize[d] = std::max<uint64_t>(sizes.globalSize[d], 1);
  } else {
    suggestLocalSize(kernel, sizes);
  }
  URSA_CHECK(adapter::checkLocalSize(kernel.name, sizes.localSize, kLaunchLimits));
  for (unsigned d = 0; d < 3; ++d)
    sizes.groupCount[d] =
        sizes.globalSize[d] / sizes.localSize[d] + (sizes.globalSize[d] % sizes.localSize[d] != 0);
  return sizes;
}

Result<std::unique_ptr<Work>>
createLaunch(ur_kernel_handle_t kernel, const LaunchSizes &sizes,
             std::span<const ur_exp_kernel_arg_properties_t> arguments, bool runsOnce) {
  auto work = std::make_unique<LaunchWork>(kernel, sizes, /*retains=*/true, runsOnce);
  URSA_CHECK(work->setArguments(arguments));
  if (work->units == 0)
    return std::unique_ptr<Work>();
  return std::unique_ptr<Work>(std::move(work));
}

void fillLaunches(ur_dditable_t &table) {
  table.EnqueueExp.pfnKernelLaunchWithArgsExp = adapter::launchWithArgs<Launches>;
}

} // namespace ursa::host
