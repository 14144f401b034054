#include "adapters/opencl/memory/usm.h"

#include "adapters/common/info.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/usm_pool.h"
#include "adapters/opencl/queue/host_tasks.h"
#include "adapters/opencl/queue/queue.h"
#include "support/last_error.h"

#include <algorithm>
#include <memory>

namespace ursa::opencl {
namespace {

constexpr uint32_t kDriversAlignment = 128; ///< bytes of the largest type of OpenCL C

Error cannot(UsmSupport way, ur_usm_type_t type) {
  return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "The device has {}, which does not support USM allocations of type {}.",
                   way == UsmSupport::None ? "no shared virtual memory"
                                           : "coarse-grained shared virtual memory",
                   type == UR_USM_TYPE_HOST     ? "host"
                   : type == UR_USM_TYPE_SHARED ? "shared"
                                                : "device");
}

Result<void *> allocateSvm(cl_context context, bool fine, size_t size, uint32_t alignment) {
  const cl_svm_mem_flags flags =
      CL_MEM_READ_WRITE | (fine ? cl_svm_mem_flags{CL_MEM_SVM_FINE_GRAIN_BUFFER} : 0);
  void *memory = clSVMAlloc(context, flags, size, alignment);
  if (!memory)
    return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "clSVMAlloc could not allocate {} bytes aligned to {}.", size, alignment);
  return memory;
}

Result<void *> allocateIntel(const ur_context_handle_t_ &context, const ur_device_handle_t_ &device,
                             ur_usm_type_t type, size_t size, uint32_t alignment) {
  cl_int code = CL_SUCCESS;
  void *memory = nullptr;
  switch (type) {
  case UR_USM_TYPE_HOST:
    memory = device.intelUsm.hostAlloc(context.id, nullptr, size, alignment, &code);
    break;
  case UR_USM_TYPE_SHARED:
    memory = device.intelUsm.sharedAlloc(context.id, device.id, nullptr, size, alignment, &code);
    break;
  default:
    memory = device.intelUsm.deviceAlloc(context.id, device.id, nullptr, size, alignment, &code);
  }
  URSA_CHECK(checkCl(code, "cl*MemAllocINTEL"));
  return memory;
}

std::optional<adapter::UsmAllocationInfo> findUsm(ur_context_handle_t_ &context,
                                                  const void *address) {
  const auto found = context.allocations.find(address);
  if (!found)
    return std::nullopt;
  return adapter::UsmAllocationInfo{found->type, found->base, found->size,
                                    found->device ? found->device : context.devices.front(),
                                    found->pool};
}

// All devices of a context can access its fine-grained memory.
bool isReachable(const ur_device_handle_t_ &device, const ur_device_handle_t_ &peer) {
  return device.platform == peer.platform && device.usm == UsmSupport::FineSvm &&
         peer.usm == UsmSupport::FineSvm;
}

// Peer access is always on.
ur_result_t switchPeerAccess(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(commandDevice);
    URSA_HANDLE(peerDevice);
    if (!isReachable(*commandDevice, *peerDevice))
      return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "There is no memory that both devices can access."};
    return {};
  });
}

ur_result_t getPeerInfo(ur_device_handle_t commandDevice, ur_device_handle_t peerDevice,
                        ur_exp_peer_info_t propName, size_t propSize, void *pPropValue,
                        size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(commandDevice);
    URSA_HANDLE(peerDevice);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const bool reaches = isReachable(*commandDevice, *peerDevice);
    switch (propName) {
    case UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT:
      return writer.value<int>(reaches);
    case UR_EXP_PEER_INFO_UR_PEER_ATOMICS_SUPPORT:
      return writer.value<int>(reaches &&
                               (commandDevice->svm & peerDevice->svm & CL_DEVICE_SVM_ATOMICS));
    default:
      return adapter::InfoWriter::unknown("urUsmP2PPeerAccessGetInfoExp", propName);
    }
  });
}

} // namespace

Result<void *> allocateNative(const ur_context_handle_t_ &context,
                              const ur_device_handle_t_ &device, ur_usm_type_t type, size_t size,
                              size_t alignment) {
  const auto driversAlignment = static_cast<uint32_t>(alignment);
  switch (device.usm) {
  case UsmSupport::Intel:
    return allocateIntel(context, device, type, size, driversAlignment);
  case UsmSupport::FineSvm:
    return allocateSvm(context.id, true, size, driversAlignment);
  case UsmSupport::CoarseSvm:
    if (type == UR_USM_TYPE_DEVICE)
      return allocateSvm(context.id, false, size, driversAlignment);
    break;
  case UsmSupport::None:
    break;
  }
  return cannot(device.usm, type);
}

size_t Usm::largest(const Context &context, ur_device_handle_t device) {
  return (device ? device : context.devices.front())->maxAllocation;
}

size_t Usm::rowAlignment(const ur_device_handle_t_ &) { return kDriversAlignment; }

Result<void *> Usm::allocate(Context &context, const adapter::UsmRequest &request) {
  const ur_device_handle_t_ &device = request.device ? *request.device : *context.devices.front();
  // Drivers need not align memory beyond the size of their largest type.
  const bool isWide = request.alignment > kDriversAlignment && device.usm != UsmSupport::Intel;
  const size_t alignment = isWide ? 0 : request.alignment;
  return adapter::allocateAligned<Pool>(
      context.allocations, request,
      {isWide, std::max<size_t>(request.alignment, kDriversAlignment), alignment},
      [&](size_t size) { return allocateNative(context, device, request.type, size, alignment); });
}

// Kernels in flight may still use the memory: UR lets applications free it nevertheless.
Result<void> Usm::free(Context &context, void *memory) {
  // A task that waited for its own queue would deadlock.
  if (context.allocations.beginsAt(memory) && !HostTask::isRunning())
    context.finishQueues();
  return freeUsmNow(context, memory);
}

Result<void> Usm::copyNow(Context &context, void *destination, const void *source, size_t size) {
  const ur_device_handle_t_ &device = *context.devices.front();
  if (device.usm == UsmSupport::None)
    return cannot(device.usm, UR_USM_TYPE_DEVICE);
  cl_int code = CL_SUCCESS;
  cl_command_queue queue =
      clCreateCommandQueueWithProperties(context.id, device.id, nullptr, &code);
  URSA_CHECK(checkCl(code, "clCreateCommandQueueWithProperties"));
  const auto copied =
      checkCl(copyUsm(device, queue, true, destination, source, size, 0, nullptr, nullptr),
              "clEnqueueSVMMemcpy");
  clReleaseCommandQueue(queue);
  return copied;
}

Result<void> freeUsmNow(ur_context_handle_t_ &context, void *memory) {
  const auto free = [&](const adapter::UsmAllocation &allocation) {
    if (allocation.pool)
      allocation.pool->returnMemory(
          {allocation.type, allocation.device, allocation.reserved, allocation.alignment},
          allocation.native);
    else
      freeUsm(context, allocation);
  };
  if (!context.allocations.remove(memory, free))
    return adapter::notAllocated(memory);
  return {};
}

void freeUsm(ur_context_handle_t_ &context, const adapter::UsmAllocation &allocation) {
  const ur_device_handle_t_ &device =
      allocation.device ? *allocation.device : *context.devices.front();
  if (device.usm == UsmSupport::Intel)
    device.intelUsm.blockingFree(context.id, allocation.native);
  else
    clSVMFree(context.id, allocation.native);
}

cl_int copyUsm(const ur_device_handle_t_ &device, cl_command_queue queue, bool blocking, void *to,
               const void *from, size_t size, cl_uint count, const cl_event *waits,
               cl_event *event) {
  const cl_bool blocks = blocking ? CL_TRUE : CL_FALSE;
  return device.usm == UsmSupport::Intel
             ? device.intelUsm.copy(queue, blocks, to, from, size, count, waits, event)
             : clEnqueueSVMMemcpy(queue, blocks, to, from, size, count, waits, event);
}

cl_int fillUsm(const ur_device_handle_t_ &device, cl_command_queue queue, void *memory,
               const void *pattern, size_t patternSize, size_t size, cl_uint count,
               const cl_event *waits, cl_event *event) {
  return device.usm == UsmSupport::Intel
             ? device.intelUsm.fill(queue, memory, pattern, patternSize, size, count, waits, event)
             : clEnqueueSVMMemFill(queue, memory, pattern, patternSize, size, count, waits, event);
}

cl_int setUsmArgument(const ur_device_handle_t_ &device, cl_kernel kernel, cl_uint index,
                      const void *pointer) {
  return device.usm == UsmSupport::Intel ? device.intelUsm.setArgument(kernel, index, pointer)
                                         : clSetKernelArgSVMPointer(kernel, index, pointer);
}

void fillUsmTable(ur_dditable_t &table) {
  adapter::fillUsmFunctions<Usm>(table);
  table.USM.pfnGetMemAllocInfo = adapter::getUsmInfo<ur_context_handle_t_, findUsm>;
  table.UsmP2PExp.pfnEnablePeerAccessExp = switchPeerAccess;
  table.UsmP2PExp.pfnDisablePeerAccessExp = switchPeerAccess;
  table.UsmP2PExp.pfnPeerAccessGetInfoExp = getPeerInfo;
  fillUsmPoolTable(table);
}

} // namespace ursa::opencl
