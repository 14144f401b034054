#include "core/layers/returned_handles.h"

#include <algorithm>

namespace ursa::core::layers {
namespace {

using api::Function;

/// A query that returns one handle or an array of handles.
struct HandleQuery {
  Function function;
  uint32_t query;
  HandleType type;
};

constexpr HandleQuery kQueries[] = {
    {Function::urPlatformGetInfo, UR_PLATFORM_INFO_ADAPTER, HandleType::Adapter},
    {Function::urDeviceGetInfo, UR_DEVICE_INFO_PLATFORM, HandleType::Platform},
    {Function::urDeviceGetInfo, UR_DEVICE_INFO_PARENT_DEVICE, HandleType::Device},
    {Function::urDeviceGetInfo, UR_DEVICE_INFO_COMPONENT_DEVICES, HandleType::Device},
    {Function::urDeviceGetInfo, UR_DEVICE_INFO_COMPOSITE_DEVICE, HandleType::Device},
    {Function::urContextGetInfo, UR_CONTEXT_INFO_DEVICES, HandleType::Device},
    {Function::urMemGetInfo, UR_MEM_INFO_CONTEXT, HandleType::Context},
    {Function::urSamplerGetInfo, UR_SAMPLER_INFO_CONTEXT, HandleType::Context},
    {Function::urUSMGetMemAllocInfo, UR_USM_ALLOC_INFO_DEVICE, HandleType::Device},
    {Function::urUSMGetMemAllocInfo, UR_USM_ALLOC_INFO_POOL, HandleType::UsmPool},
    {Function::urUSMPoolGetInfo, UR_USM_POOL_INFO_CONTEXT, HandleType::Context},
    {Function::urPhysicalMemGetInfo, UR_PHYSICAL_MEM_INFO_CONTEXT, HandleType::Context},
    {Function::urPhysicalMemGetInfo, UR_PHYSICAL_MEM_INFO_DEVICE, HandleType::Device},
    {Function::urProgramGetInfo, UR_PROGRAM_INFO_CONTEXT, HandleType::Context},
    {Function::urProgramGetInfo, UR_PROGRAM_INFO_DEVICES, HandleType::Device},
    {Function::urKernelGetInfo, UR_KERNEL_INFO_CONTEXT, HandleType::Context},
    {Function::urKernelGetInfo, UR_KERNEL_INFO_PROGRAM, HandleType::Program},
    {Function::urQueueGetInfo, UR_QUEUE_INFO_CONTEXT, HandleType::Context},
    {Function::urQueueGetInfo, UR_QUEUE_INFO_DEVICE, HandleType::Device},
    {Function::urQueueGetInfo, UR_QUEUE_INFO_DEVICE_DEFAULT, HandleType::Queue},
    {Function::urEventGetInfo, UR_EVENT_INFO_COMMAND_QUEUE, HandleType::Queue},
    {Function::urEventGetInfo, UR_EVENT_INFO_CONTEXT, HandleType::Context},
};

/// Returns the type of the handles in the answer of a query; None for another parameter.
HandleType answerType(const Call &call, size_t index) {
  const api::Parameter &parameter = call.parameters[index];
  if (parameter.extent != api::Extent::Typename)
    return HandleType::None;
  const uint64_t query = call.number(call.find(parameter.first));
  const auto *found =
      std::find_if(std::begin(kQueries), std::end(kQueries), [&](const HandleQuery &entry) {
        return entry.function == call.function && entry.query == query;
      });
  return found == std::end(kQueries) ? HandleType::None : found->type;
}

bool isHandleArrayOut(const api::Parameter &parameter) {
  return parameter.kind == api::ParameterKind::HandleArray &&
         parameter.direction == api::Direction::Out;
}

/// Returns the index of the pointer through which a call tells how much it wrote: the one that
/// follows the array or the answer.
size_t countIndex(const Call &call, size_t index) {
  return index + 1 < call.size() && call.parameters[index + 1].isPointer() &&
                 call.parameters[index + 1].direction == api::Direction::Out
             ? index + 1
             : call.size();
}

} // namespace

ReturnedCount::ReturnedCount(const Call &call) : call_(call), replaced_(call.size()) {
  for (size_t i = 0; i < call.size(); ++i) {
    const bool isArray = isHandleArrayOut(call.parameters[i]);
    if ((!isArray && answerType(call, i) == HandleType::None) || !call.pointer(i))
      continue;
    const size_t count = countIndex(call, i);
    if (count == call.size() || call.pointer(count))
      continue;
    replaced_ = count;
    // The number for an adapter that does not write it: one handle.
    count_ = isArray ? 1 : sizeof(void *);
    void *const pointer = &count_;
    std::memcpy(call.arguments[count], &pointer, sizeof(pointer));
  }
}

ReturnedCount::~ReturnedCount() {
  if (replaced_ < call_.size())
    std::memset(call_.arguments[replaced_], 0, sizeof(void *));
}

uint64_t returnedHandles(const Call &call, size_t index) {
  const bool isArray = isHandleArrayOut(call.parameters[index]);
  uint64_t written = call.length(index);
  if (const size_t count = countIndex(call, index); count < call.size() && call.pointer(count)) {
    uint64_t told = 0; // little-endian, as are all targets of this loader
    std::memcpy(&told, call.pointer(count), isArray ? sizeof(uint32_t) : sizeof(size_t));
    written = std::min(written, told);
  }
  return isArray ? written : written / sizeof(void *);
}

void forEachReturnedHandle(const Call &call,
                           const std::function<void(HandleType, const void *)> &visit) {
  for (size_t i = 0; i < call.size(); ++i) {
    const HandleType type = answerType(call, i);
    if (type == HandleType::None || !call.pointer(i))
      continue;
    const uint64_t count = returnedHandles(call, i);
    for (uint64_t element = 0; element < count; ++element)
      if (const void *handle = call.handleAt(i, element))
        visit(type, handle);
  }
}

std::optional<AllocatedMemory> allocatedMemory(const Call &call) {
  uint64_t size = 0;
  switch (call.function) {
  case Function::urUSMHostAlloc:
  case Function::urUSMDeviceAlloc:
  case Function::urUSMSharedAlloc:
  case Function::urEnqueueUSMHostAllocExp:
  case Function::urEnqueueUSMDeviceAllocExp:
  case Function::urEnqueueUSMSharedAllocExp:
    size = call.number(call.find("size"));
    break;
  case Function::urUSMPitchedAllocExp:
    size = *static_cast<const size_t *>(call.pointer(call.find("pResultPitch"))) *
           call.number(call.find("height"));
    break;
  default:
    return std::nullopt;
  }
  const void *address = *static_cast<const void *const *>(call.pointer(call.find("ppMem")));
  if (!address)
    return std::nullopt;
  return AllocatedMemory{address, size};
}

std::optional<size_t> freedMemory(const Call &call) {
  if (call.function != Function::urUSMFree && call.function != Function::urEnqueueUSMFreeExp)
    return std::nullopt;
  return call.find("pMem");
}

std::optional<size_t> createdOnFailure(const Call &call) {
  if (call.function != Function::urProgramLink && call.function != Function::urProgramLinkExp)
    return std::nullopt;
  const size_t index = call.find("phProgram");
  return call.pointer(index) ? std::optional(index) : std::nullopt;
}

uint64_t createdBufferSize(const Call &call) {
  if (call.function == Function::urMemBufferCreate)
    return call.number(call.find("size"));
  if (call.function == Function::urMemBufferPartition)
    return static_cast<const ur_buffer_region_t *>(call.pointer(call.find("pRegion")))->size;
  return 0;
}

} // namespace ursa::core::layers
