#include "adapters/host/device.h"

#include "adapters/common/event_profile.h"
#include "adapters/common/info.h"
#include "adapters/host/adapter.h"
#include "adapters/host/topology.h"
#include "adapters/host/worker_pool.h"
#include "compiler/targets/host/jit/host_jit.h"
#include "compiler/targets/host/jit/spirv_intake.h"
#include "core/support/last_error.h"

#include <array>
#include <optional>

namespace ursa::host {
namespace {

using adapter::InfoWriter;

constexpr ur_device_fp_capability_flags_t kFloatCapabilities =
    UR_DEVICE_FP_CAPABILITY_FLAG_CORRECTLY_ROUNDED_DIVIDE_SQRT |
    UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST | UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN |
    UR_DEVICE_FP_CAPABILITY_FLAG_DENORM | UR_DEVICE_FP_CAPABILITY_FLAG_FMA;
constexpr ur_memory_order_capability_flags_t kMemoryOrders =
    UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQUIRE |
    UR_MEMORY_ORDER_CAPABILITY_FLAG_RELEASE | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQ_REL |
    UR_MEMORY_ORDER_CAPABILITY_FLAG_SEQ_CST;
constexpr ur_memory_scope_capability_flags_t kMemoryScopes =
    UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM | UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP |
    UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP | UR_MEMORY_SCOPE_CAPABILITY_FLAG_DEVICE |
    UR_MEMORY_SCOPE_CAPABILITY_FLAG_SYSTEM;
constexpr ur_device_usm_access_capability_flags_t kUsmAccess =
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS;
constexpr ur_device_command_buffer_update_capability_flags_t kCommandBufferUpdates =
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_KERNEL_ARGUMENTS |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_LOCAL_WORK_SIZE |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_GLOBAL_WORK_SIZE |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_GLOBAL_WORK_OFFSET |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_KERNEL_HANDLE |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_EVENTS;
constexpr ur_queue_flags_t kQueueFlags =
    UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE | UR_QUEUE_FLAG_PROFILING_ENABLE |
    UR_QUEUE_FLAG_DISCARD_EVENTS | UR_QUEUE_FLAG_PRIORITY_LOW | UR_QUEUE_FLAG_PRIORITY_HIGH |
    UR_QUEUE_FLAG_SUBMISSION_BATCHED | UR_QUEUE_FLAG_SUBMISSION_IMMEDIATE |
    UR_QUEUE_FLAG_USE_DEFAULT_STREAM | UR_QUEUE_FLAG_SYNC_WITH_DEFAULT_STREAM;

Result<void> vectorWidth(const InfoWriter &writer, uint32_t elementBytes) {
  return writer.value<uint32_t>(jit::hostVectorBytes() / elementBytes);
}

// Who makes it, what it is called, how it is built.
std::optional<Result<void>> identity(const InfoWriter &writer, ur_device_info_t query) {
  const Topology &cpu = topology();
  switch (query) {
  case UR_DEVICE_INFO_TYPE:
    return writer.value(UR_DEVICE_TYPE_CPU);
  case UR_DEVICE_INFO_VENDOR_ID:
    return writer.value<uint32_t>(0);
  case UR_DEVICE_INFO_NAME:
    return writer.string(cpu.cpuName);
  case UR_DEVICE_INFO_VENDOR:
    return writer.string(cpu.cpuVendor);
  case UR_DEVICE_INFO_DRIVER_VERSION:
    return writer.string("0.1.0");
  case UR_DEVICE_INFO_PROFILE:
    return writer.string("FULL_PROFILE");
  case UR_DEVICE_INFO_VERSION:
    return writer.string("3.0");
  case UR_DEVICE_INFO_BACKEND_RUNTIME_VERSION:
    return writer.string("0.1");
  case UR_DEVICE_INFO_EXTENSIONS:
    return writer.string("cl_khr_fp64 cl_khr_byte_addressable_store cl_khr_int64_base_atomics "
                         "cl_khr_int64_extended_atomics cl_khr_global_int32_base_atomics "
                         "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                         "cl_khr_local_int32_extended_atomics");
  case UR_DEVICE_INFO_IL_VERSION:
    return writer.string(jit::supportedIl());
  case UR_DEVICE_INFO_BUILT_IN_KERNELS:
    return writer.string("");
  case UR_DEVICE_INFO_PLATFORM:
    return writer.value(platform());
  case UR_DEVICE_INFO_PARENT_DEVICE:
    return writer.value<ur_device_handle_t>(nullptr);
  case UR_DEVICE_INFO_REFERENCE_COUNT:
    return writer.value(device()->references.load());
  case UR_DEVICE_INFO_SUPPORTED_PARTITIONS:
  case UR_DEVICE_INFO_PARTITION_TYPE:
    return writer.bytes(nullptr, 0);
  default:
    return std::nullopt;
  }
}

// Units, work sizes, vectors, numbers.
std::optional<Result<void>> compute(const InfoWriter &writer, ur_device_info_t query) {
  const Topology &cpu = topology();
  switch (query) {
  case UR_DEVICE_INFO_MAX_COMPUTE_UNITS:
  case UR_DEVICE_INFO_NUM_COMPUTE_UNITS:
    return writer.value(cpu.processingUnits);
  case UR_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS:
    return writer.value<uint32_t>(3);
  case UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES: {
    constexpr std::array<size_t, 3> kSizes = {kMaxWorkGroupSize, kMaxWorkGroupSize,
                                              kMaxWorkGroupSize};
    return writer.value(kSizes);
  }
  case UR_DEVICE_INFO_MAX_WORK_GROUPS_3D: {
    constexpr std::array<size_t, 3> kCounts = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
    return writer.value(kCounts);
  }
  case UR_DEVICE_INFO_MAX_WORK_GROUPS:
    return writer.value<size_t>(SIZE_MAX);
  case UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE:
    return writer.value<size_t>(kMaxWorkGroupSize);
  case UR_DEVICE_INFO_SINGLE_FP_CONFIG:
  case UR_DEVICE_INFO_DOUBLE_FP_CONFIG:
    return writer.value(kFloatCapabilities);
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR:
    return vectorWidth(writer, 1);
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT:
    return vectorWidth(writer, 2);
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT:
    return vectorWidth(writer, 4);
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG_LONG:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG_LONG:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE:
    return vectorWidth(writer, 8);
  case UR_DEVICE_INFO_MAX_CLOCK_FREQUENCY:
    return writer.value(cpu.clockMegahertz);
  case UR_DEVICE_INFO_ADDRESS_BITS:
    return writer.value<uint32_t>(sizeof(void *) * 8);
  case UR_DEVICE_INFO_MAX_PARAMETER_SIZE:
    return writer.value<size_t>(kMaxParameterBytes);
  case UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS:
    return writer.value<uint32_t>(kMaxWorkGroupSize);
  case UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL:
    return writer.value<uint32_t>(1);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
    return writer.value(kMemoryOrders);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
    return writer.value(kMemoryScopes);
  case UR_DEVICE_INFO_EXECUTION_CAPABILITIES:
    return writer.value<ur_device_exec_capability_flags_t>(UR_DEVICE_EXEC_CAPABILITY_FLAG_KERNEL);
  case UR_DEVICE_INFO_QUEUE_PROPERTIES:
  case UR_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES:
    return writer.value(kQueueFlags);
  case UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION:
    return writer.value<size_t>(1);
  default:
    return std::nullopt;
  }
}

std::optional<Result<void>> memory(const InfoWriter &writer, ur_device_info_t query) {
  const Topology &cpu = topology();
  switch (query) {
  case UR_DEVICE_INFO_GLOBAL_MEM_SIZE:
  case UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE:
  case UR_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE:
    return writer.value(cpu.memoryBytes);
  case UR_DEVICE_INFO_GLOBAL_MEM_FREE:
    return writer.value(freeMemoryBytes());
  case UR_DEVICE_INFO_MAX_CONSTANT_ARGS:
    return writer.value<uint32_t>(kMaxParameterBytes / sizeof(void *));
  case UR_DEVICE_INFO_MEM_BASE_ADDR_ALIGN:
    return writer.value<uint32_t>(jit::kMemoryAlignment * 8);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE:
    return writer.value(UR_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE:
    return writer.value(cpu.cacheLineBytes);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE:
    return writer.value(cpu.lastLevelCacheBytes);
  case UR_DEVICE_INFO_LOCAL_MEM_TYPE:
    return writer.value(UR_DEVICE_LOCAL_MEM_TYPE_GLOBAL);
  case UR_DEVICE_INFO_LOCAL_MEM_SIZE:
    return writer.value(localMemoryBytes());
  case UR_DEVICE_INFO_USM_HOST_SUPPORT:
  case UR_DEVICE_INFO_USM_DEVICE_SUPPORT:
  case UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT:
  case UR_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT:
  case UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT:
    return writer.value(kUsmAccess);
  default:
    return std::nullopt;
  }
}

// What the device has, and what it has not.
std::optional<Result<void>> features(const InfoWriter &writer, ur_device_info_t query) {
  switch (query) {
  case UR_DEVICE_INFO_HOST_UNIFIED_MEMORY:
  case UR_DEVICE_INFO_ENDIAN_LITTLE:
  case UR_DEVICE_INFO_AVAILABLE:
  case UR_DEVICE_INFO_COMPILER_AVAILABLE:
  case UR_DEVICE_INFO_ENQUEUE_HOST_TASK_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_CONTEXT_MEMCPY_SUPPORT_EXP:
  case UR_DEVICE_INFO_DEVICE_WAIT_SUPPORT_EXP:
  case UR_DEVICE_INFO_ASYNC_USM_ALLOCATIONS_SUPPORT_EXP:
  case UR_DEVICE_INFO_LOW_POWER_EVENTS_SUPPORT_EXP:
  case UR_DEVICE_INFO_ENQUEUE_NATIVE_COMMAND_SUPPORT_EXP:
  case UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP:
  case UR_DEVICE_INFO_COMMAND_BUFFER_EVENT_SUPPORT_EXP:
  case UR_DEVICE_INFO_COMMAND_BUFFER_SUBGRAPH_SUPPORT_EXP:
  case UR_DEVICE_INFO_REUSABLE_EVENTS_SUPPORT_EXP:
  case UR_DEVICE_INFO_GRAPH_RECORD_AND_REPLAY_SUPPORT_EXP:
  case UR_DEVICE_INFO_PER_EVENT_PROFILING_SUPPORT_EXP:
  case UR_DEVICE_INFO_TIMESTAMP_RECORDING_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_POOL_SUPPORT:
  case UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT:
  case UR_DEVICE_INFO_LINKER_AVAILABLE:
  case UR_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC:
  case UR_DEVICE_INFO_ATOMIC_64:
  case UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS:
    return writer.value<ur_bool_t>(true);
  case UR_DEVICE_INFO_COMMAND_BUFFER_UPDATE_CAPABILITIES_EXP:
    return writer.value(kCommandBufferUpdates);
  case UR_DEVICE_INFO_IMAGE_SUPPORT:
  case UR_DEVICE_INFO_ERROR_CORRECTION_SUPPORT:
  case UR_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
  case UR_DEVICE_INFO_IMAGE_SRGB:
  case UR_DEVICE_INFO_BUILD_ON_SUBDEVICE:
  case UR_DEVICE_INFO_BFLOAT16:
  case UR_DEVICE_INFO_BFLOAT16_CONVERSIONS_NATIVE:
  case UR_DEVICE_INFO_KERNEL_SET_SPECIALIZATION_CONSTANTS:
  case UR_DEVICE_INFO_ASYNC_BARRIER:
  case UR_DEVICE_INFO_MEM_CHANNEL_SUPPORT:
  case UR_DEVICE_INFO_HOST_PIPE_READ_WRITE_SUPPORT:
  case UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT:
  case UR_DEVICE_INFO_ESIMD_SUPPORT:
  case UR_DEVICE_INFO_USE_NATIVE_ASSERT:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_MIPMAP_SUPPORT_EXP:
  case UR_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT_EXP:
  case UR_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT_EXP:
  case UR_DEVICE_INFO_EXTERNAL_MEMORY_IMPORT_SUPPORT_EXP:
  case UR_DEVICE_INFO_EXTERNAL_SEMAPHORE_IMPORT_SUPPORT_EXP:
  case UR_DEVICE_INFO_CUBEMAP_SUPPORT_EXP:
  case UR_DEVICE_INFO_CUBEMAP_SEAMLESS_FILTERING_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_1D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_1D_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_2D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_2D_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLED_IMAGE_FETCH_3D_SUPPORT_EXP:
  case UR_DEVICE_INFO_IMAGE_ARRAY_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_UNIQUE_ADDRESSING_PER_DIM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLE_1D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_SAMPLE_2D_USM_SUPPORT_EXP:
  case UR_DEVICE_INFO_BINDLESS_IMAGES_GATHER_SUPPORT_EXP:
  case UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP:
  case UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP:
  case UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP:
  case UR_DEVICE_INFO_CLOCK_SUB_GROUP_SUPPORT_EXP:
  case UR_DEVICE_INFO_CLOCK_WORK_GROUP_SUPPORT_EXP:
  case UR_DEVICE_INFO_CLOCK_DEVICE_SUPPORT_EXP:
  case UR_DEVICE_INFO_IS_INTEGRATED_GPU:
  case UR_DEVICE_INFO_USM_HOST_ALLOC_REGISTER_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_P2P_SUPPORT_EXP:
  case UR_DEVICE_INFO_MULTI_DEVICE_COMPILE_SUPPORT_EXP:
  case UR_DEVICE_INFO_DYNAMIC_LINK_SUPPORT_EXP:
  case UR_DEVICE_INFO_MEMORY_EXPORT_EXPORTABLE_DEVICE_MEM_EXP:
    return writer.value<ur_bool_t>(false);
  // Flags and counts of what the device has not; half precision is among them.
  case UR_DEVICE_INFO_HALF_FP_CONFIG:
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF:
  case UR_DEVICE_INFO_QUEUE_ON_DEVICE_PROPERTIES:
  case UR_DEVICE_INFO_MAX_READ_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_READ_WRITE_IMAGE_ARGS:
  case UR_DEVICE_INFO_MAX_SAMPLERS:
  case UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES:
  case UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN:
  case UR_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES:
  case UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES:
  case UR_DEVICE_INFO_IMAGE_PITCH_ALIGN_EXP:
  case UR_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY_EXP:
  case UR_DEVICE_INFO_2D_BLOCK_ARRAY_CAPABILITIES_EXP:
    return writer.value<uint32_t>(0);
  case UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH:
  case UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT:
  case UR_DEVICE_INFO_IMAGE3D_MAX_WIDTH:
  case UR_DEVICE_INFO_IMAGE3D_MAX_HEIGHT:
  case UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH:
  case UR_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE:
  case UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE:
  case UR_DEVICE_INFO_PRINTF_BUFFER_SIZE:
  case UR_DEVICE_INFO_MAX_IMAGE_LINEAR_WIDTH_EXP:
  case UR_DEVICE_INFO_MAX_IMAGE_LINEAR_HEIGHT_EXP:
  case UR_DEVICE_INFO_MAX_IMAGE_LINEAR_PITCH_EXP:
    return writer.value<size_t>(0);
  default:
    return std::nullopt;
  }
}

ur_result_t getInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    for (const auto answers : {identity, compute, memory, features})
      if (auto answer = answers(writer, propName))
        return *answer;
    const bool isDefined = (propName > 0 && propName <= UR_DEVICE_INFO_MAX_LANES_PER_HW_THREAD);
    return isDefined ? InfoWriter::unsupported("urDeviceGetInfo", propName)
                     : InfoWriter::unknown("urDeviceGetInfo", propName);
  });
}

ur_result_t get(ur_platform_handle_t hPlatform, ur_device_type_t DeviceType, uint32_t NumEntries,
                ur_device_handle_t *phDevices, uint32_t *pNumDevices) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPlatform);
    if (DeviceType < UR_DEVICE_TYPE_DEFAULT || DeviceType > UR_DEVICE_TYPE_CUSTOM)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no device type {}.",
                       static_cast<int>(DeviceType));
    if (phDevices && NumEntries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "NumEntries is 0, but phDevices is not null.");
    const bool matches = DeviceType == UR_DEVICE_TYPE_DEFAULT || DeviceType == UR_DEVICE_TYPE_ALL ||
                         DeviceType == UR_DEVICE_TYPE_CPU;
    if (matches && phDevices) {
      *phDevices = device();
      adapter::retain(*phDevices);
    }
    if (pNumDevices)
      *pNumDevices = matches;
    return {};
  });
}

ur_result_t retainDevice(ur_device_handle_t hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    adapter::retain(hDevice);
    return {};
  });
}

ur_result_t releaseDevice(ur_device_handle_t hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    uint32_t count = hDevice->references.load();
    do {
      if (count <= 1)
        return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                         "The device was released more often than it was retained.");
    } while (!hDevice->references.compare_exchange_weak(count, count - 1));
    return {};
  });
}

ur_result_t selectBinary(ur_device_handle_t hDevice, const ur_device_binary_t *pBinaries,
                         uint32_t NumBinaries, uint32_t *pSelectedBinary) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_POINTER(pBinaries);
    URSA_POINTER(pSelectedBinary);
    if (NumBinaries == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "NumBinaries is 0.");
    const std::string target = fmt::format("host-{}", jit::hostArchitecture());
    std::string offered;
    for (uint32_t i = 0; i < NumBinaries; ++i) {
      const char *spec = pBinaries[i].pDeviceTargetSpec;
      if (spec && target == spec) {
        *pSelectedBinary = i;
        return {};
      }
      offered += fmt::format(" '{}'", spec ? spec : "(null)");
    }
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "This device takes binaries for '{}'; offered were:{}.", target, offered);
  });
}

ur_result_t getGlobalTimestamps(ur_device_handle_t hDevice, uint64_t *pDeviceTimestamp,
                                uint64_t *pHostTimestamp) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    const uint64_t now = adapter::profileClock();
    if (pDeviceTimestamp)
      *pDeviceTimestamp = now;
    if (pHostTimestamp)
      *pHostTimestamp = now;
    return {};
  });
}

ur_result_t waitForDevice(ur_device_handle_t hDevice) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    pool().waitForAll();
    return {};
  });
}

} // namespace

uint64_t localMemoryBytes() {
  return std::max<uint64_t>(64 << 10, topology().firstLevelCacheBytes);
}

Result<void> checkDevice(ur_device_handle_t hDevice) {
  if (hDevice != device())
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "The device is not the host.");
  return {};
}

void fillDeviceTable(ur_dditable_t &table) {
  table.Device.pfnGet = get;
  table.Device.pfnGetInfo = getInfo;
  table.Device.pfnRetain = retainDevice;
  table.Device.pfnRelease = releaseDevice;
  table.Device.pfnSelectBinary = selectBinary;
  table.Device.pfnGetGlobalTimestamps = getGlobalTimestamps;
  table.DeviceExp.pfnWaitExp = waitForDevice;
}

} // namespace ursa::host
