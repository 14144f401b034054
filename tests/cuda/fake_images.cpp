// The functions of the fake driver for arrays, textures, surfaces, and objects of other APIs. An
// array is host memory with packed pixels. External memory is a file that is mapped; an external
// semaphore is a number that belongs to its file.
#include "cuda/fake_images.h"

#include "cuda/fake_calls.h"

#include <algorithm>
#include <bit>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ursa::testing;

struct CUarray_st {
  CUDA_ARRAY3D_DESCRIPTOR descriptor = {};
  int device = 0;
  std::vector<std::byte> own; ///< empty for external memory
  std::byte *pixels = nullptr;

  size_t pixelBytes() const {
    size_t bytes = 4;
    if (descriptor.Format == CU_AD_FORMAT_UNSIGNED_INT8 ||
        descriptor.Format == CU_AD_FORMAT_SIGNED_INT8)
      bytes = 1;
    else if (descriptor.Format == CU_AD_FORMAT_UNSIGNED_INT16 ||
             descriptor.Format == CU_AD_FORMAT_SIGNED_INT16 ||
             descriptor.Format == CU_AD_FORMAT_HALF)
      bytes = 2;
    return bytes * descriptor.NumChannels;
  }
  size_t rowBytes() const { return descriptor.Width * pixelBytes(); }
  size_t height() const { return std::max<size_t>(descriptor.Height, 1); }
  size_t depth() const { return std::max<size_t>(descriptor.Depth, 1); }
  size_t bytes() const { return rowBytes() * height() * depth(); }
};

struct CUmipmappedArray_st {
  std::vector<std::unique_ptr<CUarray_st>> levels;
};

struct CUextMemory_st {
  std::byte *mapped = nullptr;
  size_t size = 0;
};

struct CUextSemaphore_st {
  std::atomic<uint64_t> *value = nullptr;
  bool isTimeline = false;
};

namespace {

bool isValid(const CUDA_ARRAY3D_DESCRIPTOR &of) {
  const unsigned channels = of.NumChannels;
  const bool isCube = of.Flags & CUDA_ARRAY3D_CUBEMAP;
  const bool isLayered = of.Flags & CUDA_ARRAY3D_LAYERED;
  return of.Width != 0 && (channels == 1 || channels == 2 || channels == 4) &&
         (!isCube || (of.Width == of.Height && of.Depth == 6)) && (!isLayered || of.Depth != 0) &&
         (of.Depth == 0 || of.Height != 0 || isLayered) &&
         !((of.Flags & CUDA_ARRAY3D_TEXTURE_GATHER) && of.Depth != 0);
}

std::unique_ptr<CUarray_st> makeArray(const CUDA_ARRAY3D_DESCRIPTOR &descriptor) {
  auto array = std::make_unique<CUarray_st>();
  array->descriptor = descriptor;
  array->device = currentContexts().back()->device;
  array->own.resize(array->bytes(), std::byte{0xcd});
  array->pixels = array->own.data();
  return array;
}

CUDA_ARRAY3D_DESCRIPTOR levelOf(CUDA_ARRAY3D_DESCRIPTOR descriptor, unsigned level) {
  const auto shrink = [&](size_t &extent) {
    extent = extent == 0 ? 0 : std::max<size_t>(extent >> level, 1);
  };
  shrink(descriptor.Width);
  shrink(descriptor.Height);
  if (!(descriptor.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)))
    shrink(descriptor.Depth);
  return descriptor;
}

FakeImages &images() { return *fakeCudaImages(); }

unsigned long long addObject(FakeImageObject object) {
  FakeImages &all = images();
  const std::lock_guard guard(all.mutex);
  const unsigned long long handle = ++all.last;
  all.live[handle] = object;
  ++fakeCuda()->objects;
  return handle;
}

CUresult removeObject(unsigned long long handle, bool isTexture) {
  FakeImages &all = images();
  const std::lock_guard guard(all.mutex);
  const auto found = all.live.find(handle);
  if (found == all.live.end() || found->second.isTexture != isTexture)
    return CUDA_ERROR_INVALID_HANDLE;
  all.live.erase(found);
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}

/// The number that belongs to a file. The driver owns the descriptor then.
std::atomic<uint64_t> *valueOf(int descriptor) {
  static auto &values = *new std::map<std::pair<dev_t, ino_t>, std::atomic<uint64_t>>;
  struct stat status = {};
  if (fstat(descriptor, &status) != 0)
    return nullptr;
  close(descriptor);
  const std::lock_guard guard(objects().mutex);
  return &values[{status.st_dev, status.st_ino}];
}

/// One side of a copy of boxes.
struct Side {
  CUarray array = nullptr;
  std::byte *first = nullptr;
  size_t pitch = 0;
  size_t slice = 0;
};

bool setSide(Side &side, CUmemorytype type, CUarray array, const void *host, CUdeviceptr device,
             std::array<size_t, 3> at, size_t pitch, size_t height, std::array<size_t, 3> extent) {
  if (type == CU_MEMORYTYPE_ARRAY) {
    if (at[0] + extent[0] > array->rowBytes() || at[1] + extent[1] > array->height() ||
        at[2] + extent[2] > array->depth() || at[0] % array->pixelBytes() != 0 ||
        extent[0] % array->pixelBytes() != 0)
      return false;
    side.array = array;
    side.first = array->pixels;
    pitch = array->rowBytes();
    height = array->height();
  } else {
    if (extent[0] > pitch || (extent[2] > 1 && extent[1] > height))
      return false;
    const void *base = type == CU_MEMORYTYPE_HOST ? host : pointer(device);
    side.first = const_cast<std::byte *>(static_cast<const std::byte *>(base));
  }
  side.pitch = pitch;
  side.slice = pitch * height;
  side.first += at[2] * side.slice + at[1] * pitch + at[0];
  return true;
}

} // namespace

extern "C" [[gnu::visibility("default")]] FakeImages *fakeCudaImages() {
  static FakeImages &images = *new FakeImages;
  return &images;
}

template <class Box>
CUresult ursa::testing::copyBox(const Box &box, CUstream stream, CopyRow copy) {
  const std::array extent = {box.WidthInBytes, box.Height, box.Depth};
  Side from;
  Side to;
  if (!setSide(from, box.srcMemoryType, box.srcArray, box.srcHost, box.srcDevice,
               {box.srcXInBytes, box.srcY, box.srcZ}, box.srcPitch, box.srcHeight, extent) ||
      !setSide(to, box.dstMemoryType, box.dstArray, box.dstHost, box.dstDevice,
               {box.dstXInBytes, box.dstY, box.dstZ}, box.dstPitch, box.dstHeight, extent))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t z = 0; z < extent[2]; ++z)
    for (size_t y = 0; y < extent[1]; ++y)
      if (const CUresult code =
              copy(stream,
                   {reinterpret_cast<CUdeviceptr>(to.first + z * to.slice + y * to.pitch),
                    to.array != nullptr},
                   {reinterpret_cast<CUdeviceptr>(from.first + z * from.slice + y * from.pitch),
                    from.array != nullptr},
                   extent[0]);
          code != CUDA_SUCCESS)
        return code;
  return CUDA_SUCCESS;
}
template CUresult ursa::testing::copyBox(const CUDA_MEMCPY3D &, CUstream, CopyRow);
template CUresult ursa::testing::copyBox(const CUDA_MEMCPY3D_PEER &, CUstream, CopyRow);

FakePixels ursa::testing::pixelsOf(unsigned long long object, bool isTexture) {
  FakeImages &all = images();
  const std::lock_guard guard(all.mutex);
  const auto found = all.live.find(object);
  if (found == all.live.end() || found->second.isTexture != isTexture ||
      found->second.resource.resType != CU_RESOURCE_TYPE_ARRAY)
    return {};
  const CUarray_st &array = *found->second.resource.res.array.hArray;
  return {array.pixels, array.pixelBytes(), array.descriptor.Width, array.height(), array.device};
}

int ursa::testing::deviceOf(CUarray array) { return array->device; }

FAKE(cuArray3DCreate_v2, CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor) {
  ENTER("cuArray3DCreate", Context);
  if (!isValid(*descriptor))
    return CUDA_ERROR_INVALID_VALUE;
  images().lastArray = *descriptor;
  *array = makeArray(*descriptor).release();
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuArrayDestroy, CUarray array) {
  ENTER("cuArrayDestroy", Context);
  delete array;
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuMipmappedArrayCreate, CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
     unsigned levels) {
  ENTER("cuMipmappedArrayCreate", Context);
  if (!isValid(*descriptor))
    return CUDA_ERROR_INVALID_VALUE;
  images().lastArray = *descriptor;
  auto made = std::make_unique<CUmipmappedArray_st>();
  for (unsigned level = 0; level < levels; ++level)
    made->levels.push_back(makeArray(levelOf(*descriptor, level)));
  *mipmap = made.release();
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuMipmappedArrayGetLevel, CUarray *array, CUmipmappedArray mipmap, unsigned level) {
  ENTER("cuMipmappedArrayGetLevel", Context);
  if (level >= mipmap->levels.size())
    return CUDA_ERROR_INVALID_VALUE;
  *array = mipmap->levels[level].get();
  return CUDA_SUCCESS;
}
FAKE(cuMipmappedArrayDestroy, CUmipmappedArray mipmap) {
  ENTER("cuMipmappedArrayDestroy", Context);
  delete mipmap;
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}

FAKE(cuTexObjectCreate, CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
     const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view) {
  ENTER("cuTexObjectCreate", Context);
  if (view || resource->flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  *object = addObject({true, *resource, *texture});
  return CUDA_SUCCESS;
}
FAKE(cuTexObjectDestroy, CUtexObject object) {
  ENTER("cuTexObjectDestroy", Context);
  return removeObject(object, /*isTexture=*/true);
}
FAKE(cuSurfObjectCreate, CUsurfObject *object, const CUDA_RESOURCE_DESC *resource) {
  ENTER("cuSurfObjectCreate", Context);
  if (resource->resType != CU_RESOURCE_TYPE_ARRAY || resource->flags != 0 ||
      !(resource->res.array.hArray->descriptor.Flags & CUDA_ARRAY3D_SURFACE_LDST))
    return CUDA_ERROR_INVALID_VALUE;
  *object = addObject({false, *resource, {}});
  return CUDA_SUCCESS;
}
FAKE(cuSurfObjectDestroy, CUsurfObject object) {
  ENTER("cuSurfObjectDestroy", Context);
  return removeObject(object, /*isTexture=*/false);
}

FAKE(cuImportExternalMemory, CUexternalMemory *memory,
     const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *description) {
  ENTER("cuImportExternalMemory", Context);
  struct stat status = {};
  const int file = description->handle.fd;
  if (description->type != CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD || fstat(file, &status) != 0 ||
      static_cast<uint64_t>(status.st_size) < description->size)
    return CUDA_ERROR_INVALID_VALUE;
  void *mapped = mmap(nullptr, description->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED)
    return CUDA_ERROR_OPERATING_SYSTEM;
  close(file);
  *memory = new CUextMemory_st{static_cast<std::byte *>(mapped), description->size};
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuExternalMemoryGetMappedBuffer, CUdeviceptr *address, CUexternalMemory memory,
     const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *description) {
  ENTER("cuExternalMemoryGetMappedBuffer", Context);
  if (description->offset + description->size > memory->size)
    return CUDA_ERROR_INVALID_VALUE;
  *address = reinterpret_cast<CUdeviceptr>(memory->mapped + description->offset);
  const std::lock_guard guard(objects().mutex);
  objects().memory[*address] = {description->size, CU_MEMORYTYPE_DEVICE, /*isOwned=*/false};
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuExternalMemoryGetMappedMipmappedArray, CUmipmappedArray *mipmap, CUexternalMemory memory,
     const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *description) {
  ENTER("cuExternalMemoryGetMappedMipmappedArray", Context);
  if (!isValid(description->arrayDesc))
    return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_unique<CUmipmappedArray_st>();
  size_t offset = description->offset;
  for (unsigned level = 0; level < description->numLevels; ++level) {
    auto array = makeArray(levelOf(description->arrayDesc, level));
    if (offset + array->bytes() > memory->size)
      return CUDA_ERROR_INVALID_VALUE;
    array->pixels = memory->mapped + offset;
    offset += array->bytes();
    made->levels.push_back(std::move(array));
  }
  *mipmap = made.release();
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuDestroyExternalMemory, CUexternalMemory memory) {
  ENTER("cuDestroyExternalMemory", Context);
  munmap(memory->mapped, memory->size);
  delete memory;
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}

FAKE(cuImportExternalSemaphore, CUexternalSemaphore *semaphore,
     const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *description) {
  ENTER("cuImportExternalSemaphore", Context);
  std::atomic<uint64_t> *const value = valueOf(description->handle.fd);
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  *semaphore = new CUextSemaphore_st{
      value, description->type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD};
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuSignalExternalSemaphoresAsync, const CUexternalSemaphore *semaphores,
     const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *parameters, unsigned, CUstream stream) {
  ENTER("cuSignalExternalSemaphoresAsync", Context);
  return push(stream, [semaphore = **semaphores, value = parameters->params.fence.value] {
    world().change([&] { *semaphore.value = semaphore.isTimeline ? value : 1; });
  });
}
FAKE(cuWaitExternalSemaphoresAsync, const CUexternalSemaphore *semaphores,
     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *parameters, unsigned, CUstream stream) {
  ENTER("cuWaitExternalSemaphoresAsync", Context);
  return push(stream, [semaphore = **semaphores, value = parameters->params.fence.value] {
    world().wait([&] { return *semaphore.value >= (semaphore.isTimeline ? value : 1); });
    if (!semaphore.isTimeline)
      world().change([&] { *semaphore.value = 0; });
  });
}
FAKE(cuDestroyExternalSemaphore, CUexternalSemaphore semaphore) {
  ENTER("cuDestroyExternalSemaphore", Context);
  delete semaphore;
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
