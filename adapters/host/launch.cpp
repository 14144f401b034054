#include "adapters/host/launch.h"

#include "adapters/host/adapter.h"
#include "adapters/host/device.h"
#include "adapters/host/kernel.h"
#include "adapters/host/memory.h"
#include "adapters/host/program.h"
#include "adapters/host/sampler.h"
#include "adapters/host/worker_pool.h"

#include <bitset>
#include <cstring>

namespace ursa::host {
namespace {

using adapter::Ref;

uint64_t roundUp(uint64_t value, uint64_t step) { return (value + step - 1) / step * step; }

class LaunchWork final : public Work {
public:
  LaunchWork(ur_kernel_handle_t kernel, const LaunchSizes &launch)
      : kernel_(kernel), sizes_(launch), localBytes_(kernel->info.staticLocalBytes) {
    if (kernel->info.argumentBytes > sizeof(inlineBlock_))
      largeBlock_ = std::make_unique<std::byte[]>(kernel->info.argumentBytes);
    stackBytes = kernel->info.stackBytes;
    groupItems_ = sizes_.localSize[0] * sizes_.localSize[1] * sizes_.localSize[2];
    units = sizes_.groupCount[0] * sizes_.groupCount[1] * sizes_.groupCount[2];
    // Several chunks per thread balance the load.
    constexpr uint64_t kChunksPerThread = 8;
    unitsPerChunk = std::max<uint64_t>(1, units / (pool().width() * kChunksPerThread));
  }

  Result<void> setArgument(const ur_exp_kernel_arg_properties_t &argument);
  Result<void> checkComplete() const;

  void run(uint64_t begin, uint64_t end, GroupMemory &memory) override {
    const KernelInfo &info = kernel_->info;
    std::byte *local = nullptr;
    std::byte *items = nullptr;
    const uint64_t itemsAt = roundUp(localBytes_, kMemoryAlignment);
    if (const uint64_t bytes = itemsAt + groupItems_ * info.itemBytes) {
      local = memory.reserve(bytes, kMemoryAlignment);
      items = local + itemsAt;
    }
    // A unit is a group, numbered with x fastest; one call of the entry runs a part of a row.
    const uint64_t rowLength = sizes_.groupCount[0];
    while (begin < end) {
      const uint64_t row = begin / rowLength;
      const uint64_t x = begin % rowLength;
      const uint64_t count = std::min(end - begin, rowLength - x);
      info.entry(block(), &sizes_, local, items, x, x + count, row % sizes_.groupCount[1],
                 row / sizes_.groupCount[1]);
      begin += count;
    }
  }

private:
  std::byte *block() { return largeBlock_ ? largeBlock_.get() : inlineBlock_; }
  Error mismatch(const ur_exp_kernel_arg_properties_t &argument) const;
  Result<void> setMemory(const ur_exp_kernel_arg_properties_t &argument, const KernelArgument &slot,
                         std::byte *destination);

  const Ref<ur_kernel_handle_t_> kernel_;
  const LaunchSizes sizes_;
  uint64_t localBytes_;
  uint64_t groupItems_ = 1;
  std::bitset<kMaxArguments> given_;
  std::vector<Ref<ur_mem_handle_t_>> memory_;
  std::unique_ptr<std::byte[]> largeBlock_;
  alignas(16) std::byte inlineBlock_[256];
};

const char *nameOf(ArgumentKind kind) {
  switch (kind) {
  case ArgumentKind::Value:
    return "a value";
  case ArgumentKind::Pointer:
    return "a pointer or memory object";
  case ArgumentKind::Image:
    return "an image";
  case ArgumentKind::Sampler:
    return "a sampler";
  case ArgumentKind::Local:
    break;
  }
  return "the size of local memory";
}

// UR has no separate type for image1d_buffer_t of OpenCL C; it is a 1D image.
bool takes(ImageType parameter, ImageType image) {
  return parameter == image ||
         (parameter == ImageType::Image1DBuffer && image == ImageType::Image1D);
}

Error LaunchWork::mismatch(const ur_exp_kernel_arg_properties_t &argument) const {
  return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                   "Argument {} of kernel '{}' is {}; an argument of type {} was given.",
                   argument.index, kernel_->info.name,
                   nameOf(kernel_->info.arguments[argument.index].kind),
                   static_cast<int>(argument.type));
}

Result<void> LaunchWork::setMemory(const ur_exp_kernel_arg_properties_t &argument,
                                   const KernelArgument &slot, std::byte *destination) {
  const KernelInfo &info = kernel_->info;
  ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
  if (memory && memory->context != kernel_->program->context)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "Argument {} of kernel '{}' is a memory object of another context.",
                     argument.index, info.name);
  const void *value = nullptr;
  if (slot.kind == ArgumentKind::Image) {
    if (!memory || !memory->image || !takes(slot.imageType, memory->image->pixels.type))
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                       "Argument {} of kernel '{}' is an {}; {} was given.", argument.index,
                       info.name, nameOf(slot.imageType),
                       !memory         ? "none"
                       : memory->image ? fmt::format("an {}", nameOf(memory->image->pixels.type))
                                       : "a buffer");
    value = &memory->image->pixels;
  } else {
    if (memory && memory->image)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                       "Argument {} of kernel '{}' is a pointer; an image was given.",
                       argument.index, info.name);
    value = memory ? memory->data : nullptr;
  }
  std::memcpy(destination, &value, sizeof(value));
  if (memory)
    memory_.emplace_back(memory);
  return {};
}

Result<void> LaunchWork::setArgument(const ur_exp_kernel_arg_properties_t &argument) {
  const KernelInfo &info = kernel_->info;
  if (argument.index >= info.arguments.size())
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                     "Kernel '{}' has {} arguments; one with index {} was given.", info.name,
                     info.arguments.size(), argument.index);
  if (given_.test(argument.index))
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                     "Argument {} of kernel '{}' was given twice.", argument.index, info.name);
  given_.set(argument.index);
  const KernelArgument &slot = info.arguments[argument.index];
  std::byte *destination = block() + slot.offset;
  switch (argument.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    if (slot.kind != ArgumentKind::Value)
      return mismatch(argument);
    if (argument.size != slot.size)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
                       "Argument {} of kernel '{}' is {} bytes; {} were given.", argument.index,
                       info.name, slot.size, argument.size);
    if (!argument.value.value)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "The value of argument {} of kernel '{}' is a null pointer.", argument.index,
                       info.name);
    std::memcpy(destination, argument.value.value, slot.size);
    return {};
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    if (slot.kind != ArgumentKind::Pointer)
      return mismatch(argument);
    std::memcpy(destination, &argument.value.pointer, sizeof(void *));
    return {};
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    if (slot.kind != ArgumentKind::Pointer && slot.kind != ArgumentKind::Image)
      return mismatch(argument);
    return setMemory(argument, slot, destination);
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL: {
    if (slot.kind != ArgumentKind::Local)
      return mismatch(argument);
    const uint64_t offset = roundUp(localBytes_, kMemoryAlignment);
    if (argument.size == 0 || argument.size > localMemoryBytes())
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
                       "Argument {} of kernel '{}' is local memory of {} bytes; 1 to {} are "
                       "possible.",
                       argument.index, info.name, argument.size, localMemoryBytes());
    localBytes_ = offset + argument.size;
    std::memcpy(destination, &offset, sizeof(offset));
    return {};
  }
  case UR_EXP_KERNEL_ARG_TYPE_SAMPLER: {
    if (slot.kind != ArgumentKind::Sampler)
      return mismatch(argument);
    const ur_sampler_handle_t sampler = argument.value.sampler;
    if (!sampler || sampler->context != kernel_->program->context)
      return makeError(UR_RESULT_ERROR_INVALID_SAMPLER,
                       "Argument {} of kernel '{}' is a sampler; {} was given.", argument.index,
                       info.name, sampler ? "one of another context" : "none");
    const uint64_t number =
        samplerBits(sampler->isNormalized, sampler->addressing, sampler->filter);
    std::memcpy(destination, &number, sizeof(number));
    return {};
  }
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Argument {} of kernel '{}' has type {}, which is not defined.",
                     argument.index, info.name, static_cast<int>(argument.type));
  }
}

Result<void> LaunchWork::checkComplete() const {
  const KernelInfo &info = kernel_->info;
  if (given_.count() != info.arguments.size())
    for (size_t i = 0; i < info.arguments.size(); ++i)
      if (!given_.test(i))
        return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                         "Argument {} of kernel '{}', {} of {} bytes, is missing: {} of {} were "
                         "given.",
                         i, info.name, nameOf(info.arguments[i].kind), info.arguments[i].size,
                         given_.count(), info.arguments.size());
  if (localBytes_ > localMemoryBytes())
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "A work-group of kernel '{}' needs {} bytes of local memory; there are {}.",
                     info.name, localBytes_, localMemoryBytes());
  return {};
}

// Returns the largest divisor of `size` up to `limit`. If it is too small, returns `limit`; the
// last group is smaller then.
uint64_t suggestedExtent(uint64_t size, uint64_t limit) {
  if (size <= limit)
    return std::max<uint64_t>(size, 1);
  for (uint64_t extent = limit; extent > limit / 4; --extent)
    if (size % extent == 0)
      return extent;
  return limit;
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
  sizes.localSize[0] = suggestedExtent(sizes.globalSize[0], limit);
}

Result<void> checkLocalSize(const KernelInfo &kernel, uint32_t workDim, const LaunchSizes &sizes) {
  uint64_t items = 1;
  for (uint32_t d = 0; d < 3; ++d) {
    if (sizes.localSize[d] == 0)
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "The local size of dimension {} is 0 in a launch of kernel '{}'.", d,
                       kernel.name);
    if (sizes.localSize[d] > kMaxWorkGroupSize)
      return makeError(
          UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE,
          "The local size of dimension {} is {} in a launch of kernel '{}'; at most {} "
          "is possible.",
          d, sizes.localSize[d], kernel.name, kMaxWorkGroupSize);
    items *= sizes.localSize[d];
    if (kernel.requiredGroupSize && d < workDim &&
        sizes.localSize[d] != (*kernel.requiredGroupSize)[d])
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "The local size of dimension {} is {}; kernel '{}' requires {}.", d,
                       sizes.localSize[d], kernel.name, (*kernel.requiredGroupSize)[d]);
  }
  if (items > kMaxWorkGroupSize)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                     "A work-group of kernel '{}' would have {} work-items; at most {} are "
                     "possible.",
                     kernel.name, items, kMaxWorkGroupSize);
  return {};
}

} // namespace

Result<LaunchSizes> launchSizes(const KernelInfo &kernel, uint32_t workDim,
                                const size_t *globalOffset, const size_t *globalSize,
                                const size_t *localSize, bool isCooperative) {
  if (workDim < 1 || workDim > 3)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_DIMENSION,
                     "A launch has 1 to 3 dimensions; kernel '{}' was to be launched with {}.",
                     kernel.name, workDim);
  LaunchSizes sizes;
  sizes.workDim = workDim;
  uint64_t items = 1;
  for (uint32_t d = 0; d < workDim; ++d) {
    sizes.globalSize[d] = globalSize[d];
    sizes.globalOffset[d] = globalOffset ? globalOffset[d] : 0;
    uint64_t end = 0;
    if (__builtin_add_overflow(sizes.globalSize[d], sizes.globalOffset[d], &end) ||
        end > INT64_MAX || __builtin_mul_overflow(items, sizes.globalSize[d], &items))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Global size {} with offset {} in dimension {} is too large in a launch of "
                       "kernel '{}'.",
                       sizes.globalSize[d], sizes.globalOffset[d], d, kernel.name);
  }
  if (localSize)
    std::copy(localSize, localSize + workDim, sizes.localSize);
  else if (isCooperative && !kernel.requiredGroupSize && items <= kMaxWorkGroupSize)
    for (uint32_t d = 0; d < workDim; ++d)
      sizes.localSize[d] = std::max<uint64_t>(sizes.globalSize[d], 1);
  else
    suggestLocalSize(kernel, sizes);
  URSA_CHECK(checkLocalSize(kernel, workDim, sizes));
  for (unsigned d = 0; d < 3; ++d)
    sizes.groupCount[d] =
        sizes.globalSize[d] / sizes.localSize[d] + (sizes.globalSize[d] % sizes.localSize[d] != 0);
  return sizes;
}

Result<std::unique_ptr<Work>> createLaunch(ur_kernel_handle_t kernel, const LaunchSizes &sizes,
                                           uint32_t argumentCount,
                                           const ur_exp_kernel_arg_properties_t *arguments) {
  auto work = std::make_unique<LaunchWork>(kernel, sizes);
  for (uint32_t i = 0; i < argumentCount; ++i)
    URSA_CHECK(work->setArgument(arguments[i]));
  URSA_CHECK(work->checkComplete());
  if (work->units == 0)
    return std::unique_ptr<Work>();
  return std::unique_ptr<Work>(std::move(work));
}

} // namespace ursa::host
