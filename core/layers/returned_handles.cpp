#include "core/layers/returned_handles.h"

#include <algorithm>

namespace ursa {
namespace {

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

HandleType queryAnswerType(Function function, uint32_t query) {
  const auto *found =
      std::find_if(std::begin(kQueries), std::end(kQueries), [=](const HandleQuery &entry) {
        return entry.function == function && entry.query == query;
      });
  return found == std::end(kQueries) ? HandleType::None : found->type;
}

} // namespace

void forEachReturnedHandle(const Call &call,
                           const std::function<void(HandleType, const void *)> &visit) {
  for (size_t i = 0; i < call.size(); ++i) {
    const Parameter &parameter = call.parameters[i];
    if (parameter.extent != Extent::Typename || !call.pointer(i))
      continue;
    const HandleType type = queryAnswerType(
        call.function, static_cast<uint32_t>(call.number(call.find(parameter.first))));
    if (type == HandleType::None)
      return;
    size_t size = call.length(i);
    if (i + 1 < call.size() && call.pointer(i + 1))
      size = std::min(size, *static_cast<const size_t *>(call.pointer(i + 1)));
    for (size_t element = 0; element < size / sizeof(void *); ++element)
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

} // namespace ursa
