// The CUDA driver API as this adapter uses it: declarations of our own, so that no toolkit is
// needed to build, and the functions of the driver's library, which is opened at run time. Names
// and numbers are those of the public documentation.
#pragma once

#include "adapters/cuda/driver/cu_images.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ursa::cuda {

enum : CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_STUB_LIBRARY = 34,
  CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_ECC_UNCORRECTABLE = 214,
  CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
  CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
  CUDA_ERROR_CONTAINED = 226,
  CUDA_ERROR_INVALID_SOURCE = 300,
  CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
  CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
  CUDA_ERROR_OPERATING_SYSTEM = 304,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_ILLEGAL_STATE = 401,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
  CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
  CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
  CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
  CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
  CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
  CUDA_ERROR_MISALIGNED_ADDRESS = 716,
  CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
  CUDA_ERROR_INVALID_PC = 718,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
  CUDA_ERROR_NOT_PERMITTED = 800,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_SYSTEM_NOT_READY = 802,
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
  CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
  CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
  CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
  CUDA_ERROR_INVALID_CLUSTER_SIZE = 912,
  CUDA_ERROR_UNKNOWN = 999
};

/// Attributes of devices.
enum CUdevice_attribute : int {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,        ///< kHz
  CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14, ///< bytes
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
  CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36, ///< kHz
  CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
  CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51, ///< bytes
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = 57,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = 59,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = 60,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72, ///< bytes
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
  CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
  CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
  CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
  CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
  CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120
};

enum CUfunction_attribute : int {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14
};

enum CUjit_option : int {
  CU_JIT_INFO_LOG_BUFFER = 3,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_OPTIMIZATION_LEVEL = 7,
  CU_JIT_GENERATE_DEBUG_INFO = 11,
  CU_JIT_GENERATE_LINE_INFO = 13
};

enum CUjitInputType : int {
  CU_JIT_INPUT_CUBIN = 0,
  CU_JIT_INPUT_PTX = 1,
  CU_JIT_INPUT_FATBINARY = 2
};

enum CUmemorytype : int {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3,
  CU_MEMORYTYPE_UNIFIED = 4
};

enum CUdevice_P2PAttribute : int {
  CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED = 2,
  CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED = 3
};

enum CUstreamCaptureMode : int {
  CU_STREAM_CAPTURE_MODE_GLOBAL = 0,
  CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  CU_STREAM_CAPTURE_MODE_RELAXED = 2
};

enum CUstreamCaptureStatus : int {
  CU_STREAM_CAPTURE_STATUS_NONE = 0,
  CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
  CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2
};

enum CUmemAllocationGranularity_flags : int {
  CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
};

enum CUmemAccess_flags : int {
  CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
  CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
  CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
};

inline constexpr int CU_MEM_ALLOCATION_TYPE_PINNED = 1;
inline constexpr int CU_MEM_LOCATION_TYPE_DEVICE = 1;
inline constexpr int CU_MEM_HANDLE_TYPE_NONE = 0;
inline constexpr int CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1;

struct CUmemLocation {
  int type;
  int id;
};

/// Properties of physical memory.
struct CUmemAllocationProp {
  int type;
  int requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
};
static_assert(sizeof(CUmemAllocationProp) == 32);

struct CUmemAccessDesc {
  CUmemLocation location;
  CUmemAccess_flags flags;
};
static_assert(sizeof(CUmemAccessDesc) == 12);

using CUmemGenericAllocationHandle = unsigned long long;

/// An allocation for another process.
struct CUipcEventHandle {
  char reserved[64];
};
struct CUipcMemHandle {
  unsigned char reserved[64];
};
inline constexpr unsigned CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1;

inline constexpr int CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2;
inline constexpr unsigned CU_STREAM_DEFAULT = 0;
inline constexpr unsigned CU_STREAM_NON_BLOCKING = 1;
inline constexpr unsigned CU_EVENT_DEFAULT = 0;
inline constexpr unsigned CU_EVENT_BLOCKING_SYNC = 1;
inline constexpr unsigned CU_EVENT_DISABLE_TIMING = 2;
inline constexpr unsigned CU_EVENT_INTERPROCESS = 4;
inline constexpr unsigned CU_STREAM_WAIT_VALUE_GEQ = 0;
inline constexpr unsigned CU_MEMHOSTALLOC_PORTABLE = 1;
inline constexpr unsigned CU_MEMHOSTALLOC_DEVICEMAP = 2;
inline constexpr unsigned CU_MEMHOSTREGISTER_PORTABLE = 1;
inline constexpr unsigned CU_MEMHOSTREGISTER_DEVICEMAP = 2;
inline constexpr unsigned CU_MEM_ATTACH_GLOBAL = 1;
inline constexpr uint64_t CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1;
inline constexpr unsigned CU_STREAM_SET_CAPTURE_DEPENDENCIES = 1;

struct CUDA_MEMCPY3D {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  void *reserved0;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  void *reserved1;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
};
static_assert(sizeof(CUDA_MEMCPY3D) == 25 * sizeof(size_t));

/// The same between contexts, which arrays imply.
struct CUDA_MEMCPY3D_PEER {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  CUcontext srcContext;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  CUcontext dstContext;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
};
static_assert(sizeof(CUDA_MEMCPY3D_PEER) == 25 * sizeof(size_t));

struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction func;
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  void **kernelParams;
  void **extra;
};
static_assert(sizeof(CUDA_KERNEL_NODE_PARAMS) == 7 * sizeof(size_t));

enum CUlaunchAttributeID : int {
  CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4
};

struct CUlaunchAttribute {
  CUlaunchAttributeID id;
  alignas(8) union {
    char pad[64];
    int cooperative;
    unsigned clusterDim[3];
  } value;
};
static_assert(sizeof(CUlaunchAttribute) == 72);

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
};
static_assert(sizeof(CUlaunchConfig) == 7 * sizeof(size_t));

/// The oldest driver that the adapter uses: that of CUDA 11.4, in the driver's form.
inline constexpr int kOldestDriver = 11040;

// The functions: name, name of the exported symbol, the version of CUDA whose parameters these are,
// whether the adapter needs it, and the parameters.
#define URSA_CU_FUNCTIONS(X)                                                                       \
  X(cuInit, "cuInit", 11040, true, (unsigned))                                                     \
  X(cuDriverGetVersion, "cuDriverGetVersion", 11040, true, (int *))                                \
  X(cuGetErrorName, "cuGetErrorName", 11040, true, (CUresult, const char **))                      \
  X(cuDeviceGetCount, "cuDeviceGetCount", 11040, true, (int *))                                    \
  X(cuDeviceGet, "cuDeviceGet", 11040, true, (CUdevice *, int))                                    \
  X(cuDeviceGetName, "cuDeviceGetName", 11040, true, (char *, int, CUdevice))                      \
  X(cuDeviceGetUuid, "cuDeviceGetUuid", 11040, true, (CUuuid *, CUdevice))                         \
  X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", 11040, true, (size_t *, CUdevice))                    \
  X(cuDeviceGetAttribute, "cuDeviceGetAttribute", 11040, true,                                     \
    (int *, CUdevice_attribute, CUdevice))                                                         \
  X(cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId", 11040, true, (char *, int, CUdevice))              \
  X(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer", 11040, true, (int *, CUdevice, CUdevice))      \
  X(cuDeviceGetP2PAttribute, "cuDeviceGetP2PAttribute", 11040, true,                               \
    (int *, CUdevice_P2PAttribute, CUdevice, CUdevice))                                            \
  X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", 11040, true, (CUcontext *, CUdevice))    \
  X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", 11040, true, (CUdevice))            \
  X(cuCtxGetCurrent, "cuCtxGetCurrent", 11040, true, (CUcontext *))                                \
  X(cuCtxSetCurrent, "cuCtxSetCurrent", 11040, true, (CUcontext))                                  \
  X(cuCtxPushCurrent, "cuCtxPushCurrent_v2", 11040, true, (CUcontext))                             \
  X(cuCtxPopCurrent, "cuCtxPopCurrent_v2", 11040, true, (CUcontext *))                             \
  X(cuCtxGetDevice, "cuCtxGetDevice", 11040, true, (CUdevice *))                                   \
  X(cuCtxGetStreamPriorityRange, "cuCtxGetStreamPriorityRange", 11040, true, (int *, int *))       \
  X(cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess", 11040, true, (CUcontext, unsigned))            \
  X(cuCtxDisablePeerAccess, "cuCtxDisablePeerAccess", 11040, true, (CUcontext))                    \
  X(cuStreamCreateWithPriority, "cuStreamCreateWithPriority", 11040, true,                         \
    (CUstream *, unsigned, int))                                                                   \
  X(cuStreamDestroy, "cuStreamDestroy_v2", 11040, true, (CUstream))                                \
  X(cuStreamQuery, "cuStreamQuery", 11040, true, (CUstream))                                       \
  X(cuStreamSynchronize, "cuStreamSynchronize", 11040, true, (CUstream))                           \
  X(cuStreamWaitEvent, "cuStreamWaitEvent", 11040, true, (CUstream, CUevent, unsigned))            \
  X(cuStreamWaitValue32, "cuStreamWaitValue32_v2", 12000, false,                                   \
    (CUstream, CUdeviceptr, uint32_t, unsigned))                                                   \
  X(cuLaunchHostFunc, "cuLaunchHostFunc", 11040, true, (CUstream, CUhostFn, void *))               \
  X(cuEventCreate, "cuEventCreate", 11040, true, (CUevent *, unsigned))                            \
  X(cuEventDestroy, "cuEventDestroy_v2", 11040, true, (CUevent))                                   \
  X(cuEventRecord, "cuEventRecord", 11040, true, (CUevent, CUstream))                              \
  X(cuEventQuery, "cuEventQuery", 11040, true, (CUevent))                                          \
  X(cuEventSynchronize, "cuEventSynchronize", 11040, true, (CUevent))                              \
  X(cuEventElapsedTime, "cuEventElapsedTime", 11040, true, (float *, CUevent, CUevent))            \
  X(cuMemGetInfo, "cuMemGetInfo_v2", 11040, true, (size_t *, size_t *))                            \
  X(cuMemAlloc, "cuMemAlloc_v2", 11040, true, (CUdeviceptr *, size_t))                             \
  X(cuMemFree, "cuMemFree_v2", 11040, true, (CUdeviceptr))                                         \
  X(cuMemHostAlloc, "cuMemHostAlloc", 11040, true, (void **, size_t, unsigned))                    \
  X(cuMemFreeHost, "cuMemFreeHost", 11040, true, (void *))                                         \
  X(cuMemAllocManaged, "cuMemAllocManaged", 11040, true, (CUdeviceptr *, size_t, unsigned))        \
  X(cuMemHostRegister, "cuMemHostRegister_v2", 11040, true, (void *, size_t, unsigned))            \
  X(cuMemHostUnregister, "cuMemHostUnregister", 11040, true, (void *))                             \
  X(cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity", 11040, false,                  \
    (size_t *, const CUmemAllocationProp *, CUmemAllocationGranularity_flags))                     \
  X(cuMemAddressReserve, "cuMemAddressReserve", 11040, false,                                      \
    (CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long))                              \
  X(cuMemAddressFree, "cuMemAddressFree", 11040, false, (CUdeviceptr, size_t))                     \
  X(cuMemCreate, "cuMemCreate", 11040, false,                                                      \
    (CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *, unsigned long long))     \
  X(cuMemRelease, "cuMemRelease", 11040, false, (CUmemGenericAllocationHandle))                    \
  X(cuMemMap, "cuMemMap", 11040, false,                                                            \
    (CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long))               \
  X(cuMemUnmap, "cuMemUnmap", 11040, false, (CUdeviceptr, size_t))                                 \
  X(cuMemSetAccess, "cuMemSetAccess", 11040, false,                                                \
    (CUdeviceptr, size_t, const CUmemAccessDesc *, size_t))                                        \
  X(cuMemExportToShareableHandle, "cuMemExportToShareableHandle", 11040, false,                    \
    (void *, CUmemGenericAllocationHandle, int, unsigned long long))                               \
  X(cuMemImportFromShareableHandle, "cuMemImportFromShareableHandle", 11040, false,                \
    (CUmemGenericAllocationHandle *, void *, int))                                                 \
  X(cuIpcGetEventHandle, "cuIpcGetEventHandle", 11040, false, (CUipcEventHandle *, CUevent))       \
  X(cuIpcOpenEventHandle, "cuIpcOpenEventHandle", 11040, false, (CUevent *, CUipcEventHandle))     \
  X(cuIpcGetMemHandle, "cuIpcGetMemHandle", 11040, false, (CUipcMemHandle *, CUdeviceptr))         \
  X(cuIpcOpenMemHandle, "cuIpcOpenMemHandle_v2", 11040, false,                                     \
    (CUdeviceptr *, CUipcMemHandle, unsigned))                                                     \
  X(cuIpcCloseMemHandle, "cuIpcCloseMemHandle", 11040, false, (CUdeviceptr))                       \
  X(cuMemGetAddressRange, "cuMemGetAddressRange_v2", 11040, true,                                  \
    (CUdeviceptr *, size_t *, CUdeviceptr))                                                        \
  X(cuPointerGetAttributes, "cuPointerGetAttributes", 11040, true,                                 \
    (unsigned, int *, void **, CUdeviceptr))                                                       \
  X(cuMemcpyAsync, "cuMemcpyAsync", 11040, true, (CUdeviceptr, CUdeviceptr, size_t, CUstream))     \
  X(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", 11040, true,                                        \
    (CUdeviceptr, const void *, size_t, CUstream))                                                 \
  X(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", 11040, true,                                        \
    (void *, CUdeviceptr, size_t, CUstream))                                                       \
  X(cuMemcpy3DAsync, "cuMemcpy3DAsync_v2", 11040, true, (const CUDA_MEMCPY3D *, CUstream))         \
  X(cuMemcpy3DPeerAsync, "cuMemcpy3DPeerAsync", 11040, true,                                       \
    (const CUDA_MEMCPY3D_PEER *, CUstream))                                                        \
  X(cuMemsetD8Async, "cuMemsetD8Async", 11040, true,                                               \
    (CUdeviceptr, unsigned char, size_t, CUstream))                                                \
  X(cuMemsetD16Async, "cuMemsetD16Async", 11040, true,                                             \
    (CUdeviceptr, unsigned short, size_t, CUstream))                                               \
  X(cuMemsetD32Async, "cuMemsetD32Async", 11040, true, (CUdeviceptr, unsigned, size_t, CUstream))  \
  X(cuModuleLoadDataEx, "cuModuleLoadDataEx", 11040, true,                                         \
    (CUmodule *, const void *, unsigned, CUjit_option *, void **))                                 \
  X(cuModuleUnload, "cuModuleUnload", 11040, true, (CUmodule))                                     \
  X(cuModuleGetFunction, "cuModuleGetFunction", 11040, true,                                       \
    (CUfunction *, CUmodule, const char *))                                                        \
  X(cuModuleGetGlobal, "cuModuleGetGlobal_v2", 11040, true,                                        \
    (CUdeviceptr *, size_t *, CUmodule, const char *))                                             \
  X(cuLinkCreate, "cuLinkCreate_v2", 11040, true,                                                  \
    (unsigned, CUjit_option *, void **, CUlinkState *))                                            \
  X(cuLinkAddData, "cuLinkAddData_v2", 11040, true,                                                \
    (CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned, CUjit_option *,          \
     void **))                                                                                     \
  X(cuLinkComplete, "cuLinkComplete", 11040, true, (CUlinkState, void **, size_t *))               \
  X(cuLinkDestroy, "cuLinkDestroy", 11040, true, (CUlinkState))                                    \
  X(cuFuncGetAttribute, "cuFuncGetAttribute", 11040, true,                                         \
    (int *, CUfunction_attribute, CUfunction))                                                     \
  X(cuFuncSetAttribute, "cuFuncSetAttribute", 11040, true,                                         \
    (CUfunction, CUfunction_attribute, int))                                                       \
  X(cuFuncGetParamInfo, "cuFuncGetParamInfo", 12040, false,                                        \
    (CUfunction, size_t, size_t *, size_t *))                                                      \
  X(cuFuncGetModule, "cuFuncGetModule", 11040, true, (CUmodule *, CUfunction))                     \
  X(cuFuncGetName, "cuFuncGetName", 12030, false, (const char **, CUfunction))                     \
  X(cuLaunchKernel, "cuLaunchKernel", 11040, true,                                                 \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,   \
     void **, void **))                                                                            \
  X(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel", 11040, true,                           \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,   \
     void **))                                                                                     \
  X(cuLaunchKernelEx, "cuLaunchKernelEx", 11070, false,                                            \
    (const CUlaunchConfig *, CUfunction, void **, void **))                                        \
  X(cuOccupancyMaxPotentialClusterSize, "cuOccupancyMaxPotentialClusterSize", 11070, false,        \
    (int *, CUfunction, const CUlaunchConfig *))                                                   \
  X(cuOccupancyMaxActiveClusters, "cuOccupancyMaxActiveClusters", 11070, false,                    \
    (int *, CUfunction, const CUlaunchConfig *))                                                   \
  X(cuOccupancyMaxPotentialBlockSize, "cuOccupancyMaxPotentialBlockSize", 11040, true,             \
    (int *, int *, CUfunction, CUoccupancyB2DSize, size_t, int))                                   \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor",    \
    11040, true, (int *, CUfunction, int, size_t))                                                 \
  X(cuStreamBeginCapture, "cuStreamBeginCapture_v2", 11040, false,                                 \
    (CUstream, CUstreamCaptureMode))                                                               \
  X(cuStreamEndCapture, "cuStreamEndCapture", 11040, false, (CUstream, CUgraph *))                 \
  X(cuStreamGetCaptureInfo, "cuStreamGetCaptureInfo_v2", 11040, false,                             \
    (CUstream, CUstreamCaptureStatus *, uint64_t *, CUgraph *, const CUgraphNode **, size_t *))    \
  X(cuStreamUpdateCaptureDependencies, "cuStreamUpdateCaptureDependencies", 11040, false,          \
    (CUstream, CUgraphNode *, size_t, unsigned))                                                   \
  X(cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags", 11040, false,                      \
    (CUgraphExec *, CUgraph, unsigned long long))                                                  \
  X(cuGraphLaunch, "cuGraphLaunch", 11040, false, (CUgraphExec, CUstream))                         \
  X(cuGraphExecKernelNodeSetParams, "cuGraphExecKernelNodeSetParams", 11040, false,                \
    (CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS *))                                   \
  X(cuGraphCreate, "cuGraphCreate", 11040, false, (CUgraph *, unsigned))                           \
  X(cuGraphAddChildGraphNode, "cuGraphAddChildGraphNode", 11040, false,                            \
    (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUgraph))                                \
  X(cuGraphExecDestroy, "cuGraphExecDestroy", 11040, false, (CUgraphExec))                         \
  X(cuGraphDestroy, "cuGraphDestroy", 11040, false, (CUgraph))                                     \
  URSA_CU_IMAGE_FUNCTIONS(X)

/// The driver's functions. Those that the adapter does not need may be null.
struct Driver {
#define URSA_CU_MEMBER(name, symbol, version, needed, parameters)                                  \
  CUresult(*name) parameters = nullptr;
  URSA_CU_FUNCTIONS(URSA_CU_MEMBER)
#undef URSA_CU_MEMBER

  int version = 0; ///< 1000 times major plus 10 times minor
};

/// Opens the driver's library and initializes it, once for the process. Errors: why there are no
/// CUDA devices; UR_RESULT_ERROR_UNINITIALIZED without a driver,
/// UR_RESULT_ERROR_UNSUPPORTED_VERSION for one that is too old. Thread safe.
const Result<const Driver *> &openDriver();

/// The functions. Call only after openDriver succeeded: every object of the adapter implies that.
inline const Driver &cu() {
  extern constinit Driver driverFunctions; // set by openDriver
  return driverFunctions;
}

/// Returns the corresponding UR code, or UR_RESULT_ERROR_UNKNOWN if there is none.
ur_result_t resultOf(CUresult code);

/// Returns name and number, for example "CUDA_ERROR_INVALID_VALUE (1)".
std::string nameOf(CUresult code);

/// Returns whether the driver's context cannot be used any more after this code.
bool isSticky(CUresult code);

/// Returns an error that names the call unless @p code is CUDA_SUCCESS.
Result<void> checkCu(CUresult code, const char *call);

} // namespace ursa::cuda

/// Calls a CUDA function and checks its result: URSA_CU(cuMemFree, address).
#define URSA_CU(function, ...)                                                                     \
  ::ursa::cuda::checkCu(::ursa::cuda::cu().function(__VA_ARGS__), #function)
