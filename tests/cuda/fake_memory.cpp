// The functions of the fake driver for memory, modules, linkers and launches.
#include "cuda/fake_calls.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <elf.h>

using namespace ursa::testing;

namespace {

struct Linker {
  std::string text;
  std::string object;
};

/// Whether the driver knows the memory at an address.
const Allocation *find(CUdeviceptr address, CUdeviceptr *base = nullptr) {
  const std::lock_guard guard(objects().mutex);
  auto next = objects().memory.upper_bound(address);
  if (next == objects().memory.begin())
    return nullptr;
  --next;
  if (address >= next->first + next->second.size)
    return nullptr;
  if (base)
    *base = next->first;
  return &next->second;
}

CUresult allocate(void **memory, size_t size, CUmemorytype type) {
  Objects &all = objects();
  const std::lock_guard guard(all.mutex);
  const bool isDevice = type == CU_MEMORYTYPE_DEVICE;
  if (isDevice && size > fakeCuda()->memoryBytes - all.deviceBytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *memory = std::aligned_alloc(256, (size + 255) / 256 * 256);
  std::memset(*memory, 0xcd, size);
  all.memory[reinterpret_cast<CUdeviceptr>(*memory)] = {size, type};
  all.deviceBytes += isDevice ? size : 0;
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}

CUresult free(CUdeviceptr memory) {
  Objects &all = objects();
  std::vector<FakeStream *> streams;
  {
    const std::lock_guard guard(all.mutex);
    for (const auto &[stream, owner] : all.streams)
      streams.push_back(stream);
  }
  for (FakeStream *stream : streams)
    stream->finish();
  const std::lock_guard guard(all.mutex);
  const auto found = all.memory.find(memory);
  if (found == all.memory.end())
    return CUDA_ERROR_INVALID_VALUE;
  const bool isOwned = found->second.isOwned;
  if (isOwned && found->second.type == CU_MEMORYTYPE_DEVICE)
    all.deviceBytes -= found->second.size;
  all.memory.erase(found);
  if (isOwned)
    std::free(pointer(memory));
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}

CUresult copyRow(CUstream stream, RowLocation to, RowLocation from, size_t size) {
  const bool isRecorded = streamOf(stream)->capture != nullptr;
  const auto isKnown = [](RowLocation row) { return row.isArray || find(row.address); };
  if (!isKnown(from) && !isRecorded) { // read now
    const auto *bytes = static_cast<const std::byte *>(pointer(from.address));
    return push(stream, [to, held = std::vector<std::byte>(bytes, bytes + size)] {
      std::memcpy(pointer(to.address), held.data(), held.size());
    });
  }
  if (const CUresult code =
          push(stream, [=] { std::memmove(pointer(to.address), pointer(from.address), size); });
      code != CUDA_SUCCESS)
    return code;
  if (!isKnown(to) && !isRecorded)
    streamOf(stream)->finish();
  return world().fault;
}

CUresult copy(CUstream stream, CUdeviceptr to, CUdeviceptr from, size_t size) {
  return copyRow(stream, {to}, {from}, size);
}

template <class T> CUresult fill(CUstream stream, CUdeviceptr to, T value, size_t count) {
  if (to % sizeof(T) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  return push(stream, [=] { std::fill_n(static_cast<T *>(pointer(to)), count, value); });
}

// Options are pairs of a name and a pointer, or a number in place of one.
char *logBuffer(unsigned count, const CUjit_option *names, void **values, size_t &size) {
  char *buffer = nullptr;
  fakeCuda()->jitOptions.clear();
  for (unsigned i = 0; i < count; ++i) {
    fakeCuda()->jitOptions[names[i]] = reinterpret_cast<size_t>(values[i]);
    if (names[i] == CU_JIT_ERROR_LOG_BUFFER)
      buffer = static_cast<char *>(values[i]);
    if (names[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      size = reinterpret_cast<size_t>(values[i]);
  }
  return buffer;
}

CUresult load(const std::string &text, std::string log, char *buffer, size_t size,
              FakeModule **made) {
  if (made)
    waitForValues();
  auto module = readModule(text, log);
  if (buffer && size != 0)
    std::snprintf(buffer, size, "%s", log.c_str());
  if (!module || !log.empty())
    return CUDA_ERROR_INVALID_PTX;
  if (made) {
    *made = new FakeModule(*std::move(module));
    for (const auto &[name, bytes] : (*made)->variables) { // known memory
      const std::lock_guard guard(objects().mutex);
      objects().memory[reinterpret_cast<CUdeviceptr>(bytes.data())] = {bytes.size(),
                                                                       CU_MEMORYTYPE_HOST};
    }
    ++fakeCuda()->objects;
  }
  return CUDA_SUCCESS;
}

CUresult launch(CUfunction function, std::array<unsigned, 3> groups, std::array<unsigned, 3> local,
                unsigned shared, CUstream stream, void **parameters) {
  fakeCuda()->sharedBytes = shared;
  std::function<void()> work;
  if (const CUresult code = makeLaunch(function, groups, local, shared, parameters, work);
      code != CUDA_SUCCESS)
    return code;
  return push(stream, std::move(work), /*isKernel=*/true);
}

} // namespace

CUresult ursa::testing::makeLaunch(CUfunction function, std::array<unsigned, 3> groups,
                                   std::array<unsigned, 3> local, unsigned shared,
                                   void **parameters, std::function<void()> &work) {
  const auto &kernel = *reinterpret_cast<FakeFunction *>(function)->kernel;
  if (groups[0] * groups[1] * groups[2] == 0 || local[0] * local[1] * local[2] > 1024)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<std::vector<std::byte>> values;
  for (size_t i = 0; i < kernel.parameterSizes.size(); ++i) {
    const auto *bytes = static_cast<const std::byte *>(parameters[i]);
    values.emplace_back(bytes, bytes + kernel.parameterSizes[i]);
  }
  work = [&kernel, grid = Grid{groups, local, shared}, values = std::move(values)] {
    kernel.run(grid, values);
  };
  return CUDA_SUCCESS;
}

FAKE(cuMemGetInfo_v2, size_t *free, size_t *total) {
  ENTER("cuMemGetInfo", Context);
  const std::lock_guard guard(objects().mutex);
  *total = fakeCuda()->memoryBytes;
  *free = *total - objects().deviceBytes;
  return CUDA_SUCCESS;
}
FAKE(cuMemAlloc_v2, CUdeviceptr *memory, size_t size) {
  ENTER("cuMemAlloc", Context);
  return allocate(reinterpret_cast<void **>(memory), size, CU_MEMORYTYPE_DEVICE);
}
FAKE(cuMemFree_v2, CUdeviceptr memory) {
  ENTER("cuMemFree", Context);
  return free(memory);
}
FAKE(cuMemHostAlloc, void **memory, size_t size, unsigned) {
  ENTER("cuMemHostAlloc", Context);
  return allocate(memory, size, CU_MEMORYTYPE_HOST);
}
FAKE(cuMemFreeHost, void *memory) {
  ENTER("cuMemFreeHost", Context);
  return free(reinterpret_cast<CUdeviceptr>(memory));
}
FAKE(cuMemAllocManaged, CUdeviceptr *memory, size_t size, unsigned) {
  ENTER("cuMemAllocManaged", Context);
  return allocate(reinterpret_cast<void **>(memory), size, CU_MEMORYTYPE_DEVICE);
}
FAKE(cuMemGetAddressRange_v2, CUdeviceptr *base, size_t *size, CUdeviceptr address) {
  ENTER("cuMemGetAddressRange", Context);
  const Allocation *allocation = find(address, base);
  if (!allocation)
    return CUDA_ERROR_NOT_FOUND;
  *size = allocation->size;
  return CUDA_SUCCESS;
}
// Memory that it does not know is no error; its attributes are 0.
FAKE(cuPointerGetAttributes, unsigned count, int *, void **values, CUdeviceptr address) {
  ENTER("cuPointerGetAttributes", Context);
  const Allocation *allocation = find(address);
  for (unsigned i = 0; i < count; ++i)
    *static_cast<unsigned *>(values[i]) = allocation ? static_cast<unsigned>(allocation->type) : 0;
  return CUDA_SUCCESS;
}

FAKE(cuMemcpyAsync, CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  ENTER("cuMemcpyAsync", Context);
  return copy(stream, to, from, size);
}
FAKE(cuMemcpyHtoDAsync_v2, CUdeviceptr to, const void *from, size_t size, CUstream stream) {
  ENTER("cuMemcpyHtoDAsync", Context);
  return copy(stream, to, reinterpret_cast<CUdeviceptr>(from), size);
}
FAKE(cuMemcpyDtoHAsync_v2, void *to, CUdeviceptr from, size_t size, CUstream stream) {
  ENTER("cuMemcpyDtoHAsync", Context);
  return copy(stream, reinterpret_cast<CUdeviceptr>(to), from, size);
}
FAKE(cuMemcpy3DAsync_v2, const CUDA_MEMCPY3D *box, CUstream stream) {
  ENTER("cuMemcpy3DAsync", Context);
  const int device = currentContexts().back()->device;
  if ((box->srcArray && deviceOf(box->srcArray) != device) ||
      (box->dstArray && deviceOf(box->dstArray) != device))
    return CUDA_ERROR_INVALID_CONTEXT;
  return copyBox(*box, stream, copyRow);
}
FAKE(cuMemcpy3DPeerAsync, const CUDA_MEMCPY3D_PEER *box, CUstream stream) {
  ENTER("cuMemcpy3DPeerAsync", Context);
  if (!box->srcContext || !box->dstContext)
    return CUDA_ERROR_INVALID_CONTEXT;
  return copyBox(*box, stream, copyRow);
}
FAKE(cuMemsetD8Async, CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  ENTER("cuMemsetD8Async", Context);
  return fill(stream, to, value, count);
}
FAKE(cuMemsetD16Async, CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  ENTER("cuMemsetD16Async", Context);
  return fill(stream, to, value, count);
}
FAKE(cuMemsetD32Async, CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  ENTER("cuMemsetD32Async", Context);
  return fill(stream, to, value, count);
}

FAKE(cuModuleLoadDataEx, CUmodule *module, const void *image, unsigned count, CUjit_option *names,
     void **values) {
  ENTER("cuModuleLoadDataEx", Context);
  size_t size = 0;
  char *const buffer = logBuffer(count, names, values, size);
  const auto *text = static_cast<const char *>(image);
  if (std::strncmp(text, ELFMAG, SELFMAG) == 0) { // PTX behind the headers
    if (!fakeCuda()->takesObjects)
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    text += sizeof(Elf64_Ehdr) + sizeof(Elf64_Shdr);
    ++fakeCuda()->loadedObjects;
  }
  return load(text, fakeCuda()->buildLog, buffer, size, reinterpret_cast<FakeModule **>(module));
}
FAKE(cuModuleUnload, CUmodule module) {
  ENTER("cuModuleUnload", Context);
  auto *ended = reinterpret_cast<FakeModule *>(module);
  for (const auto &[name, bytes] : ended->variables) {
    const std::lock_guard guard(objects().mutex);
    objects().memory.erase(reinterpret_cast<CUdeviceptr>(bytes.data()));
  }
  delete ended;
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuModuleGetFunction, CUfunction *function, CUmodule module, const char *name) {
  ENTER("cuModuleGetFunction", Context);
  auto &functions = reinterpret_cast<FakeModule *>(module)->functions;
  const auto found = functions.find(name);
  if (found == functions.end())
    return CUDA_ERROR_NOT_FOUND;
  if (!found->second.module)
    waitForValues();
  found->second.module = reinterpret_cast<FakeModule *>(module);
  *function = reinterpret_cast<CUfunction>(&found->second);
  return CUDA_SUCCESS;
}
FAKE(cuModuleGetGlobal_v2, CUdeviceptr *address, size_t *size, CUmodule module, const char *name) {
  ENTER("cuModuleGetGlobal", Context);
  auto &variables = reinterpret_cast<FakeModule *>(module)->variables;
  const auto found = variables.find(name);
  if (found == variables.end())
    return CUDA_ERROR_NOT_FOUND;
  *address = reinterpret_cast<CUdeviceptr>(found->second.data());
  *size = found->second.size();
  return CUDA_SUCCESS;
}
FAKE(cuLinkCreate_v2, unsigned, CUjit_option *, void **, CUlinkState *state) {
  ENTER("cuLinkCreate", Context);
  *state = reinterpret_cast<CUlinkState>(new Linker);
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuLinkAddData_v2, CUlinkState state, CUjitInputType, void *data, size_t size, const char *,
     unsigned, CUjit_option *, void **) {
  ENTER("cuLinkAddData", Context);
  const char *text = static_cast<const char *>(data);
  reinterpret_cast<Linker *>(state)->text.append(text, strnlen(text, size));
  return CUDA_SUCCESS;
}
FAKE(cuLinkComplete, CUlinkState state, void **object, size_t *size) {
  ENTER("cuLinkComplete", Context);
  auto &linker = *reinterpret_cast<Linker *>(state);
  if (const CUresult code = load(linker.text, "", nullptr, 0, nullptr); code != CUDA_SUCCESS)
    return code;
  linker.object = linker.text + '\0';
  *object = linker.object.data();
  *size = linker.object.size();
  return CUDA_SUCCESS;
}
FAKE(cuLinkDestroy, CUlinkState state) {
  ENTER("cuLinkDestroy", Context);
  delete reinterpret_cast<Linker *>(state);
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuFuncGetAttribute, int *value, CUfunction_attribute query, CUfunction) {
  ENTER("cuFuncGetAttribute", Context);
  *value = query == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024
           : query == CU_FUNC_ATTRIBUTE_NUM_REGS            ? 32
                                                            : 0;
  return CUDA_SUCCESS;
}
FAKE(cuFuncSetAttribute, CUfunction function, CUfunction_attribute attribute, int value) {
  ENTER("cuFuncSetAttribute", Context);
  if (attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED)
    reinterpret_cast<FakeFunction *>(function)->takesLargeClusters = value != 0;
  if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
    fakeCuda()->allowedBytes = value;
  return CUDA_SUCCESS;
}
FAKE(cuFuncGetParamInfo, CUfunction function, size_t index, size_t *offset, size_t *size) {
  ENTER("cuFuncGetParamInfo", Context);
  const auto &sizes = reinterpret_cast<FakeFunction *>(function)->kernel->parameterSizes;
  if (index >= sizes.size())
    return CUDA_ERROR_INVALID_VALUE;
  *offset = 8 * index;
  *size = sizes[index];
  return CUDA_SUCCESS;
}
FAKE(cuFuncGetModule, CUmodule *module, CUfunction function) {
  ENTER("cuFuncGetModule", Context);
  *module = reinterpret_cast<CUmodule>(
      const_cast<FakeModule *>(reinterpret_cast<FakeFunction *>(function)->module));
  return CUDA_SUCCESS;
}
FAKE(cuFuncGetName, const char **name, CUfunction function) {
  ENTER("cuFuncGetName", Context);
  *name = reinterpret_cast<FakeFunction *>(function)->name.c_str();
  return CUDA_SUCCESS;
}
FAKE(cuLaunchKernel, CUfunction function, unsigned x, unsigned y, unsigned z, unsigned lx,
     unsigned ly, unsigned lz, unsigned shared, CUstream stream, void **parameters, void **) {
  ENTER("cuLaunchKernel", Context);
  return launch(function, {x, y, z}, {lx, ly, lz}, shared, stream, parameters);
}
FAKE(cuLaunchCooperativeKernel, CUfunction function, unsigned x, unsigned y, unsigned z,
     unsigned lx, unsigned ly, unsigned lz, unsigned shared, CUstream stream, void **parameters) {
  ENTER("cuLaunchCooperativeKernel", Context);
  return launch(function, {x, y, z}, {lx, ly, lz}, shared, stream, parameters);
}
FAKE(cuLaunchKernelEx, const CUlaunchConfig *config, CUfunction function, void **parameters,
     void **) {
  ENTER("cuLaunchKernelEx", Context);
  unsigned groups = 1;
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (const CUlaunchAttribute &given = config->attrs[i];
        given.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      std::copy_n(given.value.clusterDim, 3, fakeCuda()->clusters);
      groups = given.value.clusterDim[0] * given.value.clusterDim[1] * given.value.clusterDim[2];
    }
  if (groups > 8 && !reinterpret_cast<FakeFunction *>(function)->takesLargeClusters)
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  return launch(function, {config->gridDimX, config->gridDimY, config->gridDimZ},
                {config->blockDimX, config->blockDimY, config->blockDimZ}, config->sharedMemBytes,
                config->hStream, parameters);
}
FAKE(cuOccupancyMaxPotentialClusterSize, int *size, CUfunction function, const CUlaunchConfig *) {
  ENTER("cuOccupancyMaxPotentialClusterSize", Context);
  *size = reinterpret_cast<FakeFunction *>(function)->takesLargeClusters ? 16 : 8;
  return CUDA_SUCCESS;
}
FAKE(cuOccupancyMaxActiveClusters, int *count, CUfunction, const CUlaunchConfig *) {
  ENTER("cuOccupancyMaxActiveClusters", Context);
  *count = fakeCuda()->activeClusters;
  return CUDA_SUCCESS;
}
FAKE(cuOccupancyMaxPotentialBlockSize, int *groups, int *size, CUfunction, CUoccupancyB2DSize,
     size_t, int) {
  ENTER("cuOccupancyMaxPotentialBlockSize", Context);
  *groups = 8;
  *size = 1024;
  return CUDA_SUCCESS;
}
FAKE(cuOccupancyMaxActiveBlocksPerMultiprocessor, int *groups, CUfunction, int size,
     size_t shared) {
  ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor", Context);
  const bool isAllowed =
      shared <= std::max(size_t{48} * 1024, static_cast<size_t>(fakeCuda()->allowedBytes));
  *groups = isAllowed ? 2048 / size : 0;
  return CUDA_SUCCESS;
}
