#include "adapters/cuda/memory/virtual_memory.h"

#include "adapters/common/handle_data.h"
#include "adapters/common/virtual_memory_functions.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/physical_memory.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

CUmemAccess_flags nativeAccess(ur_virtual_mem_access_flags_t access) {
  if (access & UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE)
    return CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return access & UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY ? CU_MEM_ACCESS_FLAGS_PROT_READ
                                                       : CU_MEM_ACCESS_FLAGS_PROT_NONE;
}

// ---- Sharing. Handle data locate a descriptor of the process that exports the memory.

struct MemoryLocation {
  static constexpr uint64_t kMagic = 0x316d656d61647563; // "cudamem1"
  static constexpr const char *kWhat = "physical memory";

  int64_t descriptor = -1;
  uint64_t identity = 0; ///< of the file, because its number may be used again
  uint64_t size = 0;
};
using MemoryData = adapter::HandleData<MemoryLocation>;

/// See VirtualMemory.
struct Functions : adapter::HandleTypes {
  using Physical = ur_physical_mem_handle_t_;

  static Result<size_t> granularity(const Context &context, ur_device_handle_t device,
                                    ur_virtual_mem_granularity_info_t query) {
    URSA_TRY(const size_t minimum, context.addresses.granularity());
    if (query == UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM)
      return minimum;
    const auto recommended =
        mappingGranularity(context.of(device).device, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
    return std::max(minimum, recommended.value_or(0));
  }

  static Result<Physical *> make(Context &context, ur_device_handle_t device, size_t size,
                                 ur_physical_mem_flags_t flags) {
    const bool isShared = flags & UR_PHYSICAL_MEM_FLAG_ENABLE_IPC;
    if (isShared && !device->sharesMemory)
      return notShared(*device);
    if (size > device->memoryBytes)
      return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                       "Physical memory of {} bytes was requested; device '{}' has {}.", size,
                       device->name, device->memoryBytes);
    NativeContext &native = context.of(device);
    URSA_TRY(const Current current, native.enter());
    const CUmemAllocationProp wanted = physicalProperties(*device, isShared);
    CUmemGenericAllocationHandle memory = 0;
    URSA_CHECK(native.check(cu().cuMemCreate(&memory, size, &wanted, 0), "cuMemCreate"));
    return new Physical(&context, device, flags, size, memory);
  }

  static Result<void *> exportMemory(Context &context, const Physical &memory, size_t &size) {
    NativeContext &native = context.of(memory.device.get());
    URSA_TRY(const Current current, native.enter());
    int number = -1;
    URSA_CHECK(
        native.check(cu().cuMemExportToShareableHandle(&number, memory.native,
                                                       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
                     "cuMemExportToShareableHandle"));
    adapter::Descriptor descriptor(number);
    URSA_TRY(const uint64_t identity, descriptor.identity());
    MemoryData data({number, identity, memory.size()});
    size = sizeof(data);
    return context.exportedMemory.add(data.bytes(), std::move(descriptor));
  }

  static bool forget(Context &context, const void *data) {
    return context.exportedMemory.remove(data);
  }

  static Result<Physical *> import(Context &context, ur_device_handle_t device,
                                   std::span<const std::byte> bytes) {
    if (!device->sharesMemory)
      return notShared(*device);
    URSA_TRY(const MemoryData data, MemoryData::read(bytes));
    const MemoryLocation &location = data.content;
    URSA_TRY(const size_t unit, context.addresses.granularity());
    if (location.size == 0 || location.size % unit != 0)
      return makeError(
          UR_RESULT_ERROR_INVALID_VALUE,
          "The handle data are of {} bytes of physical memory, which is no multiple of "
          "the {} that the context maps at once.",
          location.size, unit);
    URSA_TRY(const adapter::Descriptor descriptor,
             adapter::openDescriptor(data.process, location.descriptor));
    URSA_TRY(const uint64_t identity, descriptor.identity());
    if (identity != location.identity)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Descriptor {} of process {} is of another file by now.",
                       location.descriptor, data.process);
    NativeContext &native = context.of(device);
    URSA_TRY(const Current current, native.enter());
    CUmemGenericAllocationHandle memory = 0;
    URSA_CHECK(native.check(
        cu().cuMemImportFromShareableHandle(
            &memory, reinterpret_cast<void *>(static_cast<intptr_t>(descriptor.number())),
            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
        "cuMemImportFromShareableHandle"));
    return new Physical(&context, device, UR_PHYSICAL_MEM_FLAG_ENABLE_IPC, location.size, memory);
  }
};

} // namespace

CUmemAllocationProp physicalProperties(const ur_device_handle_t_ &device, bool isShared) {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.requestedHandleTypes =
      isShared ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, device.id};
  return wanted;
}

Error notShared(const ur_device_handle_t_ &device) {
  return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "Device '{}' does not share physical memory with other processes.", device.name);
}

Result<void> setDeviceAccess(const std::vector<NativeContext *> &natives, CUdeviceptr start,
                             size_t size, CUmemAccess_flags access) {
  NativeContext &native = *natives.front();
  Result<void> first;
  size_t failed = 0;
  for (const NativeContext *of : natives) {
    const CUmemAccessDesc right{{CU_MEM_LOCATION_TYPE_DEVICE, of->device.id}, access};
    auto changed = native.check(cu().cuMemSetAccess(start, size, &right, 1), "cuMemSetAccess");
    if (!changed && failed++ == 0)
      first = std::move(changed);
  }
  return failed == natives.size() ? first : Result<void>();
}

std::optional<size_t> mappingGranularity(const ur_device_handle_t_ &device,
                                         CUmemAllocationGranularity_flags query) {
  size_t bytes = 0;
  const CUmemAllocationProp wanted = physicalProperties(device, false);
  if (!cu().cuMemGetAllocationGranularity ||
      cu().cuMemGetAllocationGranularity(&bytes, &wanted, query) != CUDA_SUCCESS || bytes == 0)
    return std::nullopt;
  return bytes;
}

Result<size_t> AddressSpace::granularity() const {
  size_t largest = 0;
  for (const NativeContext *native : natives_) {
    if (native->device.mappingGranularity == 0)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE, "Device '{}' has no virtual memory.",
                       native->device.name);
    largest = std::max(largest, native->device.mappingGranularity);
  }
  return largest;
}

Result<uintptr_t> AddressSpace::reserveAddresses(uintptr_t near, size_t size) {
  NativeContext &native = *natives_.front();
  URSA_TRY(const Current current, native.enter());
  CUdeviceptr start = 0;
  URSA_CHECK(
      native.check(cu().cuMemAddressReserve(&start, size, 0, near, 0), "cuMemAddressReserve"));
  return static_cast<uintptr_t>(start);
}

Result<void> AddressSpace::releaseAddresses(const Range &range) {
  NativeContext &native = *natives_.front();
  URSA_TRY(const Current current, native.enter());
  return native.check(cu().cuMemAddressFree(range.begin, range.size()), "cuMemAddressFree");
}

Result<void> AddressSpace::mapMemory(const Range &range, ur_physical_mem_handle_t memory,
                                     size_t offset, ur_virtual_mem_access_flags_t access) {
  if (offset != 0 || range.size() != memory->size())
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "{} bytes at offset {} of {} bytes of physical memory cannot be mapped: the "
                     "driver maps physical memory as a whole.",
                     range.size(), offset, memory->size());
  NativeContext &native = *natives_.front();
  URSA_TRY(const Current current, native.enter());
  URSA_CHECK(
      native.check(cu().cuMemMap(range.begin, range.size(), 0, memory->native, 0), "cuMemMap"));
  if (auto changed = changeAccess(range, access); !changed) {
    (void)cu().cuMemUnmap(range.begin, range.size());
    return changed;
  }
  return {};
}

Result<void> AddressSpace::unmapMemory(const Range &range) {
  NativeContext &native = *natives_.front();
  URSA_TRY(const Current current, native.enter());
  return native.check(cu().cuMemUnmap(range.begin, range.size()), "cuMemUnmap");
}

Result<void> AddressSpace::changeAccess(const Range &range, ur_virtual_mem_access_flags_t access) {
  URSA_TRY(const Current current, natives_.front()->enter());
  return setDeviceAccess(natives_, range.begin, range.size(), nativeAccess(access));
}

void fillVirtualMemory(ur_dditable_t &table) {
  adapter::fillVirtualMemoryFunctions<Functions>(table);
}

} // namespace ursa::cuda
