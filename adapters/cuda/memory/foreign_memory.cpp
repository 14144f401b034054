#include "adapters/cuda/memory/foreign_memory.h"

#include "adapters/common/handle_data.h"
#include "adapters/common/ipc_memory_functions.h"
#include "adapters/common/memory_checks.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/usm.h"

#include <span>

namespace ursa::cuda {
namespace {

constexpr unsigned kRegistration = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP;

Result<void> registerMemory(ur_context_handle_t_ &context, void *memory, size_t size) {
  return context.foreign.registerHost(context, memory, size);
}

Result<void> unregisterMemory(ur_context_handle_t_ &context, void *memory) {
  return context.foreign.unregisterHost(context, memory);
}

// ---- Allocations for other processes.

struct AllocationLocation {
  static constexpr uint64_t kMagic = 0x3163706961647563; // "cudaipc1"
  static constexpr const char *kWhat = "an allocation";

  uint64_t address = 0; ///< in the process that exports it
  uint64_t offset = 0;  ///< of the address in the driver's allocation
  uint64_t size = 0;    ///< bytes from the address on
  CUipcMemHandle native = {};
};
using AllocationData = adapter::HandleData<AllocationLocation>;

/// See IpcMemoryTraits.
struct SharedAllocations : adapter::HandleTypes {
  static constexpr size_t kHandleDataSize = sizeof(AllocationData);

  static std::optional<adapter::UsmAllocation> findAllocation(const Context &context,
                                                              const void *memory) {
    return context.allocations.find(memory);
  }

  static Result<void *> exportMemory(Context &context, void *memory,
                                     const adapter::UsmAllocation &found) {
    if (!cu().cuIpcGetMemHandle)
      return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "The driver does not share memory with other processes."};
    NativeContext &native = context.of(found.device);
    URSA_TRY(const Current current, native.enter());
    const auto address = reinterpret_cast<CUdeviceptr>(memory);
    CUdeviceptr base = 0;
    size_t whole = 0;
    URSA_CHECK(
        native.check(cu().cuMemGetAddressRange(&base, &whole, address), "cuMemGetAddressRange"));
    const auto end = reinterpret_cast<CUdeviceptr>(found.base) + found.size;
    AllocationLocation location{address, address - base, end - address, {}};
    URSA_CHECK(native.check(cu().cuIpcGetMemHandle(&location.native, base), "cuIpcGetMemHandle"));
    return context.exportedAllocations.add(AllocationData(location).bytes(), nullptr);
  }

  static bool forget(Context &context, const void *data) {
    return context.exportedAllocations.remove(data);
  }

  static Result<void *> open(Context &context, ur_device_handle_t device,
                             std::span<const std::byte> bytes) {
    URSA_TRY(const AllocationData data, AllocationData::read(bytes));
    const AllocationLocation &location = data.content;
    if (!data.isOfThisProcess())
      return context.foreign.open(context, device, location.native, location.offset, location.size);
    // The driver does not open what the process has allocated itself.
    auto *const memory = reinterpret_cast<void *>(location.address);
    NativeContext &native = context.of(device);
    URSA_TRY(const Current current, native.enter());
    if (!native.knows(location.address))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The allocation at {} was freed.", memory);
    context.foreign.openOwn(memory);
    return memory;
  }

  static Result<void> close(Context &context, void *memory) {
    return context.foreign.close(context, memory);
  }
};

} // namespace

Result<void> ForeignMemory::registerHost(ur_context_handle_t_ &context, void *memory, size_t size) {
  uintptr_t end = 0;
  if (size == 0 || __builtin_add_overflow(reinterpret_cast<uintptr_t>(memory), size, &end))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} bytes of memory at {} cannot be registered.", size, memory);
  const std::lock_guard guard(mutex_);
  if (ranges_.overlaps(memory, size) || context.allocations.overlaps(memory, size))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The {} bytes at {} overlap memory that the context knows already.", size,
                     memory);
  NativeContext &native = context.first();
  URSA_TRY(const Current current, native.enter());
  URSA_CHECK(
      native.check(cu().cuMemHostRegister(memory, size, kRegistration), "cuMemHostRegister"));
  ranges_.add({memory, size, UR_USM_TYPE_HOST, nullptr, memory, nullptr, 0, 0});
  return {};
}

Result<void> ForeignMemory::unregisterHost(ur_context_handle_t_ &context, void *memory) {
  const std::lock_guard guard(mutex_);
  const auto found = ranges_.find(memory);
  if (!found || found->base != memory || found->type != UR_USM_TYPE_HOST)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "No memory at {} is registered.", memory);
  NativeContext &native = context.first();
  URSA_TRY(const Current current, native.enter());
  URSA_CHECK(native.check(cu().cuMemHostUnregister(memory), "cuMemHostUnregister"));
  ranges_.remove(memory, [](const adapter::UsmAllocation &) {});
  return {};
}

Result<void *> ForeignMemory::open(ur_context_handle_t_ &context, ur_device_handle_t device,
                                   const CUipcMemHandle &handle, size_t offset, size_t size) {
  NativeContext &native = context.of(device);
  URSA_TRY(const Current current, native.enter());
  if (!cu().cuIpcOpenMemHandle)
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The driver does not share memory with other processes."};
  const std::lock_guard guard(mutex_);
  CUdeviceptr base = 0;
  URSA_CHECK(
      native.check(cu().cuIpcOpenMemHandle(&base, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS),
                   "cuIpcOpenMemHandle"));
  CUdeviceptr begin = 0;
  size_t whole = 0;
  if (cu().cuMemGetAddressRange(&begin, &whole, base) != CUDA_SUCCESS || offset > whole ||
      size > whole - offset) { // the data are those of another process
    (void)cu().cuIpcCloseMemHandle(base);
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The handle data name {} bytes at offset {} of an allocation of {}.", size,
                     offset, whole);
  }
  auto *const memory = reinterpret_cast<void *>(base + offset);
  Opened &opened = opened_[memory];
  opened.native = base;
  if (opened.count++ == 0)
    ranges_.add({memory, size, UR_USM_TYPE_DEVICE, device, memory, nullptr, 0, 0});
  return memory;
}

void ForeignMemory::openOwn(void *memory) {
  const std::lock_guard guard(mutex_);
  Opened &opened = opened_[memory];
  opened.isOwn = true;
  ++opened.count;
}

Result<void> ForeignMemory::close(ur_context_handle_t_ &context, void *memory) {
  const std::lock_guard guard(mutex_);
  const auto found = opened_.find(memory);
  if (found == opened_.end())
    return adapter::notOpened(memory);
  Opened &opened = found->second;
  if (!opened.isOwn) {
    const auto range = ranges_.find(memory);
    NativeContext &native = context.of(range ? range->device : nullptr);
    URSA_TRY(const Current current, native.enter());
    URSA_CHECK(native.check(cu().cuIpcCloseMemHandle(opened.native), "cuIpcCloseMemHandle"));
  }
  if (--opened.count == 0) {
    ranges_.remove(memory, [](const adapter::UsmAllocation &) {});
    opened_.erase(found);
  }
  return {};
}

void ForeignMemory::clear(ur_context_handle_t_ &context) {
  const std::lock_guard guard(mutex_);
  const auto current = context.first().enter();
  if (!current)
    return;
  for (const auto &[memory, opened] : opened_)
    for (int i = 0; !opened.isOwn && i < opened.count; ++i)
      (void)cu().cuIpcCloseMemHandle(opened.native);
  ranges_.forEach([](const adapter::UsmAllocation &range) {
    if (range.type == UR_USM_TYPE_HOST)
      (void)cu().cuMemHostUnregister(range.base);
  });
}

void fillForeignMemory(ur_dditable_t &table) {
  using Handle = ur_context_handle_t_;
  table.USMExp.pfnHostAllocRegisterExp = adapter::registerHostMemory<Handle, registerMemory>;
  table.USMExp.pfnHostAllocUnregisterExp = adapter::unregisterHostMemory<Handle, unregisterMemory>;
  table.USMExp.pfnImportExp = adapter::importHostMemory<Handle, registerMemory>;
  table.USMExp.pfnReleaseExp = adapter::unregisterHostMemory<Handle, unregisterMemory>;
  adapter::fillIpcMemoryFunctions<SharedAllocations>(table);
}

} // namespace ursa::cuda
