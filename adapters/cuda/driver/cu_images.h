// Arrays, textures, surfaces, and objects of other APIs, as the CUDA driver API declares them.
// Included by cu.h.
#pragma once

#include "adapters/cuda/driver/cu_handles.h"

namespace ursa::cuda {

enum CUarray_format : int {
  CU_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  CU_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  CU_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  CU_AD_FORMAT_SIGNED_INT8 = 0x08,
  CU_AD_FORMAT_SIGNED_INT16 = 0x09,
  CU_AD_FORMAT_SIGNED_INT32 = 0x0a,
  CU_AD_FORMAT_HALF = 0x10,
  CU_AD_FORMAT_FLOAT = 0x20
};

enum CUaddress_mode : int {
  CU_TR_ADDRESS_MODE_WRAP = 0,
  CU_TR_ADDRESS_MODE_CLAMP = 1,
  CU_TR_ADDRESS_MODE_MIRROR = 2,
  CU_TR_ADDRESS_MODE_BORDER = 3
};

enum CUfilter_mode : int { CU_TR_FILTER_MODE_POINT = 0, CU_TR_FILTER_MODE_LINEAR = 1 };

enum CUresourcetype : int {
  CU_RESOURCE_TYPE_ARRAY = 0,
  CU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
  CU_RESOURCE_TYPE_LINEAR = 2,
  CU_RESOURCE_TYPE_PITCH2D = 3
};

enum CUexternalMemoryHandleType : int { CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1 };

enum CUexternalSemaphoreHandleType : int {
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1,
  CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9
};

inline constexpr unsigned CUDA_ARRAY3D_LAYERED = 0x01;
inline constexpr unsigned CUDA_ARRAY3D_SURFACE_LDST = 0x02;
inline constexpr unsigned CUDA_ARRAY3D_CUBEMAP = 0x04;
inline constexpr unsigned CUDA_ARRAY3D_TEXTURE_GATHER = 0x08;
inline constexpr unsigned CU_TRSF_READ_AS_INTEGER = 0x01;
inline constexpr unsigned CU_TRSF_NORMALIZED_COORDINATES = 0x02;
inline constexpr unsigned CU_TRSF_SEAMLESS_CUBEMAP = 0x40; ///< CUDA 11.6

/// Extents are 0 in dimensions that the array does not have; the depth is the number of layers.
struct CUDA_ARRAY3D_DESCRIPTOR {
  size_t Width, Height, Depth;
  CUarray_format Format;
  unsigned NumChannels;
  unsigned Flags;
};
static_assert(sizeof(CUDA_ARRAY3D_DESCRIPTOR) == 40);

struct CUDA_RESOURCE_DESC {
  CUresourcetype resType;
  union {
    struct {
      CUarray hArray;
    } array;
    struct {
      CUmipmappedArray hMipmappedArray;
    } mipmap;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned numChannels;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned flags;
};
static_assert(sizeof(CUDA_RESOURCE_DESC) == 144);

struct CUDA_TEXTURE_DESC {
  CUaddress_mode addressMode[3];
  CUfilter_mode filterMode;
  unsigned flags;
  unsigned maxAnisotropy;
  CUfilter_mode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
};
static_assert(sizeof(CUDA_TEXTURE_DESC) == 104);

struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC {
  CUexternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned flags;
  unsigned reserved[16];
};
static_assert(sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC) == 104);

struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC {
  unsigned long long offset, size;
  unsigned flags;
  unsigned reserved[16];
};
static_assert(sizeof(CUDA_EXTERNAL_MEMORY_BUFFER_DESC) == 88);

struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC {
  unsigned long long offset;
  CUDA_ARRAY3D_DESCRIPTOR arrayDesc;
  unsigned numLevels;
  unsigned reserved[16];
};
static_assert(sizeof(CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC) == 120);

struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC {
  CUexternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciSyncObj;
  } handle;
  unsigned flags;
  unsigned reserved[16];
};
static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC) == 96);

struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS {
  struct {
    struct {
      unsigned long long value;
    } fence;
    unsigned long long nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned reserved[12];
  } params;
  unsigned flags;
  unsigned reserved[16];
};
static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS) == 144);

struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS {
  struct {
    struct {
      unsigned long long value;
    } fence;
    unsigned long long nvSciSync;
    struct {
      unsigned long long key;
      unsigned timeoutMs;
    } keyedMutex;
    unsigned reserved[10];
  } params;
  unsigned flags;
  unsigned reserved[16];
};
static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) == 144);

struct CUDA_RESOURCE_VIEW_DESC; // not used

} // namespace ursa::cuda

// The functions, as in URSA_CU_FUNCTIONS.
#define URSA_CU_IMAGE_FUNCTIONS(X)                                                                 \
  X(cuArray3DCreate, "cuArray3DCreate_v2", 11040, true,                                            \
    (CUarray *, const CUDA_ARRAY3D_DESCRIPTOR *))                                                  \
  X(cuArrayDestroy, "cuArrayDestroy", 11040, true, (CUarray))                                      \
  X(cuMipmappedArrayCreate, "cuMipmappedArrayCreate", 11040, true,                                 \
    (CUmipmappedArray *, const CUDA_ARRAY3D_DESCRIPTOR *, unsigned))                               \
  X(cuMipmappedArrayGetLevel, "cuMipmappedArrayGetLevel", 11040, true,                             \
    (CUarray *, CUmipmappedArray, unsigned))                                                       \
  X(cuMipmappedArrayDestroy, "cuMipmappedArrayDestroy", 11040, true, (CUmipmappedArray))           \
  X(cuTexObjectCreate, "cuTexObjectCreate", 11040, true,                                           \
    (CUtexObject *, const CUDA_RESOURCE_DESC *, const CUDA_TEXTURE_DESC *,                         \
     const CUDA_RESOURCE_VIEW_DESC *))                                                             \
  X(cuTexObjectDestroy, "cuTexObjectDestroy", 11040, true, (CUtexObject))                          \
  X(cuSurfObjectCreate, "cuSurfObjectCreate", 11040, true,                                         \
    (CUsurfObject *, const CUDA_RESOURCE_DESC *))                                                  \
  X(cuSurfObjectDestroy, "cuSurfObjectDestroy", 11040, true, (CUsurfObject))                       \
  X(cuImportExternalMemory, "cuImportExternalMemory", 11040, true,                                 \
    (CUexternalMemory *, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *))                                \
  X(cuExternalMemoryGetMappedBuffer, "cuExternalMemoryGetMappedBuffer", 11040, true,               \
    (CUdeviceptr *, CUexternalMemory, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *))                   \
  X(cuExternalMemoryGetMappedMipmappedArray, "cuExternalMemoryGetMappedMipmappedArray", 11040,     \
    true,                                                                                          \
    (CUmipmappedArray *, CUexternalMemory, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *))     \
  X(cuDestroyExternalMemory, "cuDestroyExternalMemory", 11040, true, (CUexternalMemory))           \
  X(cuImportExternalSemaphore, "cuImportExternalSemaphore", 11040, true,                           \
    (CUexternalSemaphore *, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *))                          \
  X(cuSignalExternalSemaphoresAsync, "cuSignalExternalSemaphoresAsync", 11040, true,               \
    (const CUexternalSemaphore *, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *, unsigned,         \
     CUstream))                                                                                    \
  X(cuWaitExternalSemaphoresAsync, "cuWaitExternalSemaphoresAsync", 11040, true,                   \
    (const CUexternalSemaphore *, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *, unsigned,           \
     CUstream))                                                                                    \
  X(cuDestroyExternalSemaphore, "cuDestroyExternalSemaphore", 11040, true, (CUexternalSemaphore))
