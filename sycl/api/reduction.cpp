// The two kernels of a reduction, and the memory between them.
#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/graph.h"
#include "sycl/api/reduction_memory.h"

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

namespace {

constexpr size_t kSmallestBlock = size_t(64) << 10;

bool isComplete(ur_event_handle_t event) {
  ur_event_status_t status = UR_EVENT_STATUS_COMPLETE;
  urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
  return status <= UR_EVENT_STATUS_COMPLETE; // errors are negative
}

// Whether caches and prefetching make consecutive elements fast for one group after the other.
bool isProcessor(const DeviceImpl &device) {
  return device.value<ur_device_type_t>(UR_DEVICE_INFO_TYPE) == UR_DEVICE_TYPE_CPU;
}

size_t quotient(size_t value, size_t divisor) { return (value + divisor - 1) / divisor; }

// Many work-groups, whose work-items read side by side: as many as may run at once.
RangeGroups spreadGroups(const DeviceImpl &device, size_t count) {
  constexpr size_t kSize = 128;
  constexpr size_t kPerUnit = 16;
  constexpr size_t kLeastPerItem = 4;
  RangeGroups result;
  result.size = kSize;
  result.finishSize = std::min<size_t>( // with which no kernel has too many registers
      2 * kSize, device.value<size_t>(UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE));
  const size_t units = device.value<uint32_t>(UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
  const size_t most = std::clamp<size_t>(kPerUnit * units, 512, 4096);
  result.groups = std::clamp<size_t>(quotient(count, kSize * kLeastPerItem), 1, most);
  return result;
}

// A few work-groups for each compute unit, of four vector registers of work-items, which the host
// runs as one pack. Each reads a part of its own.
RangeGroups blockGroups(const DeviceImpl &device, size_t rows, size_t columns) {
  constexpr size_t kPerUnit = 8;
  constexpr size_t kMostGroups = 512;
  constexpr size_t kLeastPerGroup = 8192;
  RangeGroups result;
  const size_t lanes = device.value<uint32_t>(UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT);
  result.size = result.finishSize = std::clamp<size_t>(4 * lanes, 16, 64);
  if (rows * columns == 0)
    return result;
  const size_t units = device.value<uint32_t>(UR_DEVICE_INFO_MAX_COMPUTE_UNITS);
  const size_t most = std::clamp<size_t>(
      std::min(quotient(rows * columns, kLeastPerGroup), kPerUnit * units), 1, kMostGroups);
  // Rows are cut only where there are too few of them.
  const size_t perRow = std::clamp<size_t>(quotient(most, rows), 1, quotient(columns, result.size));
  result.parts.part = quotient(quotient(columns, perRow), result.size) * result.size;
  result.parts.perRow = quotient(columns, result.parts.part);
  result.parts.perGroup = quotient(rows * result.parts.perRow, most);
  result.groups = quotient(rows * result.parts.perRow, result.parts.perGroup);
  return result;
}

} // namespace

/// A block that a command group has taken.
class TakenBlock {
public:
  TakenBlock(QueueImpl &queue, size_t bytes)
      : queue_(queue.shared_from_this()), block_(queue.reductionMemory().take(queue, bytes)) {}
  TakenBlock(const TakenBlock &) = delete;
  TakenBlock &operator=(const TakenBlock &) = delete;
  ~TakenBlock() { queue_->reductionMemory().giveBack(block_); }

  void *pointer() const { return block_.pointer; }
  void usedUntil(ur_event_handle_t event) {
    if (block_.last)
      urEventRelease(block_.last);
    block_.last = event;
    if (event)
      urEventRetain(event);
  }

private:
  std::shared_ptr<QueueImpl> queue_;
  ReductionMemory::Block block_;
};

void useBlock(TakenBlock &block, ur_event_handle_t event) { block.usedUntil(event); }

ReductionMemory::~ReductionMemory() {
  for (const Block &block : free_) {
    if (block.last) {
      urEventWait(1, &block.last);
      urEventRelease(block.last);
    }
    urUSMFree(block.context, block.pointer);
  }
}

ReductionMemory::Block ReductionMemory::take(QueueImpl &queue, size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(free_.begin(), free_.end(), [&](const Block &block) {
      return block.bytes >= bytes && (queue.isInOrder() || !block.last || isComplete(block.last));
    });
    if (found != free_.end()) {
      const Block block = *found;
      free_.erase(found);
      return block;
    }
  }
  Block block;
  block.bytes = std::max(bytes, kSmallestBlock);
  block.context = queue.context().handle();
  check(urUSMDeviceAlloc(block.context, queue.device().handle(), nullptr, nullptr, block.bytes,
                         &block.pointer),
        "Allocating memory for a reduction");
  return block;
}

void ReductionMemory::giveBack(const Block &block) {
  const std::lock_guard lock(mutex_);
  free_.push_back(block);
}

} // namespace detail

detail::RangeGroups handler::reductionGroups(size_t rows, size_t columns) const {
  const detail::DeviceImpl &device = impl_->queue().device();
  return detail::isProcessor(device) ? detail::blockGroups(device, rows, columns)
                                     : detail::spreadGroups(device, rows * columns);
}

std::shared_ptr<detail::TakenBlock> handler::reductionMemory(size_t bytes, void **pointer) {
  auto block = std::make_shared<detail::TakenBlock>(impl_->queue(), bytes);
  *pointer = block->pointer();
  return block;
}

void handler::setReduction(const detail::ReductionStep *steps, unsigned count,
                           std::shared_ptr<detail::TakenBlock> memory, int version) {
  detail::CommandGroup *const group = impl_;
  std::vector<detail::ReductionStep> all(steps, steps + count);
  detail::checkVersion(version);
  for (const detail::ReductionStep &step : all)
    group->useKernel(detail::known(step.kernel), step.object.get());
  group->setAction([group, all = std::move(all),
                    memory = std::move(memory)](std::span<const detail::SharedCommand> waits) {
    const std::shared_ptr<detail::QueueImpl> queue = group->queue().shared_from_this();
    if (const std::shared_ptr<detail::GraphImpl> graph = queue->recording(); graph && memory)
      graph->keepBlock(memory);
    detail::SharedEvent last;
    for (const detail::ReductionStep &step : all) {
      const auto kernel = group->find(*step.kernel, step.object.get());
      const detail::SharedCommand before = last;
      last = detail::QueueImpl::launch(queue, *kernel, *step.kernel, step.object.get(), step.shape,
                                       before ? std::span<const detail::SharedCommand>(&before, 1)
                                              : waits,
                                       /*mayDefer=*/false);
    }
    if (memory)
      memory->usedUntil(last->handle());
    return last;
  });
}

} // namespace sycl
} // namespace ursa_sycl
