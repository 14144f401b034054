// The functions of the fake driver for virtual addresses, physical memory, registered memory and
// memory of other processes. Physical memory is a file, so that it can be mapped more than once.
#include "cuda/fake_calls.h"

#include <cstring>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ursa::testing;

namespace {

constexpr size_t kGranularity = 65536;

struct Physical {
  int file = -1;
  size_t size = 0;
};

struct Ranges {
  std::mutex mutex;                       ///< guards the members below
  std::map<CUdeviceptr, size_t> reserved; ///< size by address
  std::map<CUdeviceptr, size_t> mapped;
  std::map<void *, size_t> registered;
  std::map<CUdeviceptr, int> opened; ///< openings by address
};
Ranges &ranges() {
  static Ranges &instance = *new Ranges;
  return instance;
}

bool isWhole(CUdeviceptr address, size_t size) {
  return size != 0 && size % kGranularity == 0 && address % kGranularity == 0;
}

CUmemGenericAllocationHandle handleOf(Physical *memory) {
  ++fakeCuda()->objects;
  return reinterpret_cast<CUmemGenericAllocationHandle>(memory);
}

void know(CUdeviceptr address, size_t size, CUmemorytype type) {
  const std::lock_guard guard(objects().mutex);
  objects().memory[address] = {size, type};
}
void forget(CUdeviceptr address) {
  const std::lock_guard guard(objects().mutex);
  objects().memory.erase(address);
}

} // namespace

FAKE(cuMemGetAllocationGranularity, size_t *size, const CUmemAllocationProp *wanted,
     CUmemAllocationGranularity_flags) {
  ENTER("cuMemGetAllocationGranularity", Nothing);
  if (wanted->type != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  *size = kGranularity;
  return CUDA_SUCCESS;
}
FAKE(cuMemAddressReserve, CUdeviceptr *start, size_t size, size_t, CUdeviceptr near,
     unsigned long long) {
  ENTER("cuMemAddressReserve", Context);
  if (!isWhole(near, size))
    return CUDA_ERROR_INVALID_VALUE;
  if (size > size_t{1} << 46)
    return CUDA_ERROR_OUT_OF_MEMORY;
  void *all = mmap(nullptr, size + kGranularity, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  const auto begin = reinterpret_cast<CUdeviceptr>(all);
  *start = (begin + kGranularity - 1) / kGranularity * kGranularity;
  if (*start != begin)
    munmap(all, *start - begin);
  if (begin + kGranularity != *start)
    munmap(pointer(*start + size), begin + kGranularity - *start);
  const std::lock_guard guard(ranges().mutex);
  ranges().reserved[*start] = size;
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuMemAddressFree, CUdeviceptr start, size_t size) {
  ENTER("cuMemAddressFree", Context);
  const std::lock_guard guard(ranges().mutex);
  const auto found = ranges().reserved.find(start);
  const auto mapped = ranges().mapped.lower_bound(start);
  if (found == ranges().reserved.end() || found->second != size ||
      (mapped != ranges().mapped.end() && mapped->first < start + size))
    return CUDA_ERROR_INVALID_VALUE;
  munmap(pointer(start), size);
  ranges().reserved.erase(found);
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuMemCreate, CUmemGenericAllocationHandle *made, size_t size,
     const CUmemAllocationProp *wanted, unsigned long long) {
  ENTER("cuMemCreate", Context);
  if (!isWhole(0, size) || wanted->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_INVALID_VALUE;
  if (size > fakeCuda()->memoryBytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  const int file = memfd_create("fake", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *made = handleOf(new Physical{file, size});
  return CUDA_SUCCESS;
}
FAKE(cuMemRelease, CUmemGenericAllocationHandle handle) {
  ENTER("cuMemRelease", Context);
  auto *memory = reinterpret_cast<Physical *>(handle);
  close(memory->file);
  delete memory;
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuMemMap, CUdeviceptr start, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
     unsigned long long) {
  ENTER("cuMemMap", Context);
  const auto *memory = reinterpret_cast<Physical *>(handle);
  if (!isWhole(start, size) || offset != 0 || size != memory->size)
    return CUDA_ERROR_INVALID_VALUE;
  if (mmap(pointer(start), size, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->file, 0) == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  {
    const std::lock_guard guard(ranges().mutex);
    ranges().mapped[start] = size;
  }
  know(start, size, CU_MEMORYTYPE_DEVICE);
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
// Whole mappings only.
FAKE(cuMemUnmap, CUdeviceptr start, size_t size) {
  ENTER("cuMemUnmap", Context);
  const std::lock_guard guard(ranges().mutex);
  for (CUdeviceptr at = start; at < start + size;) {
    const auto found = ranges().mapped.find(at);
    if (found == ranges().mapped.end() || at + found->second > start + size)
      return CUDA_ERROR_INVALID_VALUE;
    at += found->second;
  }
  for (CUdeviceptr at = start; at < start + size;) {
    const auto found = ranges().mapped.find(at);
    forget(at);
    at += found->second;
    ranges().mapped.erase(found);
    --fakeCuda()->objects;
  }
  const void *emptied = mmap(pointer(start), size, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  return emptied == MAP_FAILED ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}
FAKE(cuMemSetAccess, CUdeviceptr start, size_t size, const CUmemAccessDesc *rights, size_t count) {
  ENTER("cuMemSetAccess", Context);
  if (!isWhole(start, size) || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  const int protection = rights->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                             ? PROT_READ | PROT_WRITE
                         : rights->flags == CU_MEM_ACCESS_FLAGS_PROT_READ ? PROT_READ
                                                                          : PROT_NONE;
  return mprotect(pointer(start), size, protection) == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
FAKE(cuMemExportToShareableHandle, void *result, CUmemGenericAllocationHandle handle, int type,
     unsigned long long) {
  ENTER("cuMemExportToShareableHandle", Context);
  if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  const int copy = dup(reinterpret_cast<Physical *>(handle)->file);
  std::memcpy(result, &copy, sizeof(copy));
  return copy < 0 ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
}
FAKE(cuMemImportFromShareableHandle, CUmemGenericAllocationHandle *made, void *number, int) {
  ENTER("cuMemImportFromShareableHandle", Context);
  const int copy = dup(static_cast<int>(reinterpret_cast<intptr_t>(number)));
  struct stat status {};
  if (copy < 0 || fstat(copy, &status) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  *made = handleOf(new Physical{copy, static_cast<size_t>(status.st_size)});
  return CUDA_SUCCESS;
}

FAKE(cuMemHostRegister_v2, void *memory, size_t size, unsigned) {
  ENTER("cuMemHostRegister", Context);
  {
    const std::lock_guard guard(ranges().mutex);
    if (!ranges().registered.try_emplace(memory, size).second)
      return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  }
  know(reinterpret_cast<CUdeviceptr>(memory), size, CU_MEMORYTYPE_HOST);
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuMemHostUnregister, void *memory) {
  ENTER("cuMemHostUnregister", Context);
  {
    const std::lock_guard guard(ranges().mutex);
    if (ranges().registered.erase(memory) == 0)
      return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
  }
  forget(reinterpret_cast<CUdeviceptr>(memory));
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}

// The handle is the address of the event.
FAKE(cuIpcGetEventHandle, CUipcEventHandle *handle, CUevent event) {
  ENTER("cuIpcGetEventHandle", Context);
  if (!reinterpret_cast<const FakeEvent *>(event)->isShared)
    return CUDA_ERROR_INVALID_HANDLE;
  std::memset(handle, 0x5b, sizeof(*handle));
  std::memcpy(handle, &event, sizeof(event));
  return CUDA_SUCCESS;
}
FAKE(cuIpcOpenEventHandle, CUevent *event, CUipcEventHandle handle) {
  ENTER("cuIpcOpenEventHandle", Context);
  auto *const opened = new FakeEvent;
  opened->isTimed = false;
  std::memcpy(&opened->original, &handle, sizeof(opened->original));
  *event = reinterpret_cast<CUevent>(opened);
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}

// The handle is the address, so that a process can open its own allocation as if it were another's.
FAKE(cuIpcGetMemHandle, CUipcMemHandle *handle, CUdeviceptr memory) {
  ENTER("cuIpcGetMemHandle", Context);
  std::memset(handle, 0x5a, sizeof(*handle));
  std::memcpy(handle, &memory, sizeof(memory));
  return CUDA_SUCCESS;
}
FAKE(cuIpcOpenMemHandle_v2, CUdeviceptr *memory, CUipcMemHandle handle, unsigned) {
  ENTER("cuIpcOpenMemHandle", Context);
  std::memcpy(memory, &handle, sizeof(*memory));
  const std::lock_guard guard(ranges().mutex);
  ++ranges().opened[*memory];
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuIpcCloseMemHandle, CUdeviceptr memory) {
  ENTER("cuIpcCloseMemHandle", Context);
  const std::lock_guard guard(ranges().mutex);
  const auto found = ranges().opened.find(memory);
  if (found == ranges().opened.end())
    return CUDA_ERROR_INVALID_VALUE;
  if (--found->second == 0)
    ranges().opened.erase(found);
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
