// urDeviceGetInfo.
#include "adapters/common/device_queries.h"
#include "adapters/common/missing_features.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/platform.h"
#include "adapters/cuda/image/image_queries.h"
#include "adapters/cuda/program/code_generator.h"
#include "adapters/cuda/program/program.h"
#include "ursa.h"

#include <algorithm>
#include <array>
#include <span>

namespace ursa::cuda {
namespace {

using adapter::InfoWriter;
using Answer = adapter::DeviceAnswer;

constexpr uint32_t kVendorId = 0x10de;
constexpr size_t kMaxParameterBytes = 4096; // 32,764 on newer devices with newer code
constexpr ur_device_fp_capability_flags_t kFloats =
    UR_DEVICE_FP_CAPABILITY_FLAG_DENORM | UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN |
    UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST | UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_ZERO |
    UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_INF | UR_DEVICE_FP_CAPABILITY_FLAG_FMA;
constexpr ur_memory_order_capability_flags_t kMemoryOrders =
    UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQUIRE |
    UR_MEMORY_ORDER_CAPABILITY_FLAG_RELEASE | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQ_REL;
constexpr ur_device_usm_access_capability_flags_t kUsmAccess =
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_ACCESS;
constexpr ur_device_usm_access_capability_flags_t kConcurrentUsmAccess =
    kUsmAccess | UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS |
    UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS;

Result<void> uuid(const InfoWriter &writer, const ur_device_handle_t_ &device) {
  CUuuid id = {};
  URSA_CHECK(URSA_CU(cuDeviceGetUuid, &id, device.id));
  return writer.bytes(id.bytes, sizeof(id.bytes));
}

Result<void> pciAddress(const InfoWriter &writer, const ur_device_handle_t_ &device) {
  char text[32] = {};
  URSA_CHECK(URSA_CU(cuDeviceGetPCIBusId, text, sizeof(text) - 1, device.id));
  return writer.string(text);
}

std::string extensions(const ur_device_handle_t_ &device) {
  std::string names = "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_subgroups "
                      "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
                      "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
                      "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics";
  if (device.computeCapability >= 53)
    names += " cl_khr_fp16";
  return names;
}

Answer identity(const InfoWriter &writer, ur_device_info_t query,
                const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_TYPE:
    return writer.value(UR_DEVICE_TYPE_GPU);
  case UR_DEVICE_INFO_VENDOR_ID:
    return writer.value(kVendorId);
  case UR_DEVICE_INFO_UUID:
    return uuid(writer, device);
  case UR_DEVICE_INFO_PCI_ADDRESS:
    return pciAddress(writer, device);
  case UR_DEVICE_INFO_NAME:
    return writer.string(device.name);
  case UR_DEVICE_INFO_VENDOR:
    return writer.string("NVIDIA Corporation");
  case UR_DEVICE_INFO_DRIVER_VERSION:
    return writer.string(fmt::format("CUDA {}.{}", cu().version / 1000, cu().version % 1000 / 10));
  case UR_DEVICE_INFO_PROFILE:
    return writer.string("FULL_PROFILE");
  case UR_DEVICE_INFO_VERSION:
  case UR_DEVICE_INFO_BACKEND_RUNTIME_VERSION:
    return writer.string(
        fmt::format("{}.{}", device.computeCapability / 10, device.computeCapability % 10));
  case UR_DEVICE_INFO_EXTENSIONS:
    return writer.string(extensions(device));
  case UR_DEVICE_INFO_IL_VERSION:
    return writer.string(supportedIl(device));
  case UR_DEVICE_INFO_BUILT_IN_KERNELS:
    return writer.string("");
  case UR_DEVICE_INFO_PLATFORM:
    return writer.value(device.platform);
  default:
    break;
  }
  if (static_cast<uint32_t>(query) == URSA_DEVICE_INFO_CODE_INTAKE)
    return writer.string(
        fmt::format("{}{}PTX for targets up to nvptx64-sm_{}, constants emulated; CUBINs, "
                    "constants emulated",
                    supportedIl(device).empty() ? "" : "SPIR-V, constants native; ",
                    generatesCode(device) ? "bitcode for target nvptx64, constants native; " : "",
                    device.computeCapability));
  if (static_cast<uint32_t>(query) == URSA_DEVICE_INFO_USM_ADDRESSES)
    return writer.string("same");
  return adapter::answerUndividedDevice(writer, query);
}

Answer compute(const InfoWriter &writer, ur_device_info_t query,
               const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_MAX_COMPUTE_UNITS:
  case UR_DEVICE_INFO_NUM_COMPUTE_UNITS:
    return writer.value(device.multiprocessors);
  case UR_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS:
    return writer.value<uint32_t>(3);
  case UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES:
    return writer.value(device.maxGroupSizes);
  case UR_DEVICE_INFO_MAX_WORK_GROUPS_3D:
    return writer.value(device.maxGridSizes);
  case UR_DEVICE_INFO_MAX_WORK_GROUPS:
    return writer.value(device.maxGridSizes[0]);
  case UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE:
    return writer.value(device.maxGroupSize);
  case UR_DEVICE_INFO_SINGLE_FP_CONFIG:
    return writer.value<ur_device_fp_capability_flags_t>(
        kFloats | UR_DEVICE_FP_CAPABILITY_FLAG_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  case UR_DEVICE_INFO_DOUBLE_FP_CONFIG:
    return writer.value(kFloats);
  case UR_DEVICE_INFO_HALF_FP_CONFIG:
    return writer.value<ur_device_fp_capability_flags_t>(device.computeCapability >= 53 ? kFloats
                                                                                        : 0);
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF:
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF:
    return writer.value<uint32_t>(device.computeCapability >= 53);
  case UR_DEVICE_INFO_MAX_CLOCK_FREQUENCY: // MHz
    return writer.value<uint32_t>(number<uint32_t>(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000);
  case UR_DEVICE_INFO_MEMORY_CLOCK_RATE:
    return writer.value<uint32_t>(number<uint32_t>(device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) /
                                  1000);
  case UR_DEVICE_INFO_MEMORY_BUS_WIDTH:
    return writer.value(number<uint32_t>(device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
  case UR_DEVICE_INFO_MAX_REGISTERS_PER_WORK_GROUP:
    return writer.value(
        number<uint32_t>(device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR));
  case UR_DEVICE_INFO_ADDRESS_BITS:
    return writer.value<uint32_t>(64);
  case UR_DEVICE_INFO_MAX_PARAMETER_SIZE:
    return writer.value(kMaxParameterBytes);
  case UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS:
    return writer.value(static_cast<uint32_t>(device.maxGroupSize / device.subGroupSize));
  case UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL:
    return writer.array(std::span<const uint32_t>(&device.subGroupSize, 1));
  case UR_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    return writer.value<ur_bool_t>(device.computeCapability >= 70);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
    return writer.value(device.computeCapability >= 70
                            ? kMemoryOrders | UR_MEMORY_ORDER_CAPABILITY_FLAG_SEQ_CST
                            : kMemoryOrders);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
    return writer.value<ur_memory_scope_capability_flags_t>(
        UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM | UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP |
        UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP | UR_MEMORY_SCOPE_CAPABILITY_FLAG_DEVICE |
        UR_MEMORY_SCOPE_CAPABILITY_FLAG_SYSTEM);
  case UR_DEVICE_INFO_ATOMIC_64:
    return writer.value<ur_bool_t>(true);
  case UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION:
    return writer.value<size_t>(1000);
  default:
    if (adapter::vectorScalarBytes(query)) // vectors are scalarized
      return writer.value<uint32_t>(1);
    return std::nullopt;
  }
}

Result<void> freeMemory(const InfoWriter &writer, ur_device_handle_t_ &device) {
  URSA_TRY(NativeContext *const native, device.primary());
  URSA_TRY(const Current current, native->enter());
  size_t free = 0;
  size_t total = 0;
  URSA_CHECK(native->check(cu().cuMemGetInfo(&free, &total), "cuMemGetInfo"));
  return writer.value<uint64_t>(free);
}

Answer memory(const InfoWriter &writer, ur_device_info_t query, ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_GLOBAL_MEM_SIZE:
  case UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE:
    return writer.value(device.memoryBytes);
  case UR_DEVICE_INFO_GLOBAL_MEM_FREE:
    return freeMemory(writer, device);
  case UR_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE: // constant arguments are in global memory
    return writer.value(device.memoryBytes);
  case UR_DEVICE_INFO_MAX_CONSTANT_ARGS:
    return writer.value<uint32_t>(kMaxParameterBytes / sizeof(void *));
  case UR_DEVICE_INFO_MEM_BASE_ADDR_ALIGN: // bits
    return writer.value<uint32_t>(256 * 8);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE:
    return writer.value(UR_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE:
    return writer.value<uint32_t>(128);
  case UR_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE:
    return writer.value<uint64_t>(number<uint32_t>(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
  case UR_DEVICE_INFO_PRINTF_BUFFER_SIZE:
    return writer.value<size_t>(size_t{1} << 20);
  case UR_DEVICE_INFO_LOCAL_MEM_TYPE:
    return writer.value(UR_DEVICE_LOCAL_MEM_TYPE_LOCAL);
  case UR_DEVICE_INFO_LOCAL_MEM_SIZE:
    return writer.value(device.localBytes);
  case UR_DEVICE_INFO_HOST_UNIFIED_MEMORY:
    return writer.value<ur_bool_t>(attribute(device, CU_DEVICE_ATTRIBUTE_INTEGRATED) != 0);
  case UR_DEVICE_INFO_ERROR_CORRECTION_SUPPORT:
    return writer.value<ur_bool_t>(attribute(device, CU_DEVICE_ATTRIBUTE_ECC_ENABLED) != 0);
  case UR_DEVICE_INFO_USM_DEVICE_SUPPORT:
    return writer.value(kConcurrentUsmAccess);
  case UR_DEVICE_INFO_USM_HOST_SUPPORT:
    return writer.value<ur_device_usm_access_capability_flags_t>(
        attribute(device, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED) != 0
            ? kConcurrentUsmAccess
            : UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS |
                  UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS);
  case UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT:
  case UR_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT:
    return writer.value<ur_device_usm_access_capability_flags_t>(!device.hasManagedMemory ? 0
                                                                 : device.hasConcurrentManagedAccess
                                                                     ? kConcurrentUsmAccess
                                                                     : kUsmAccess);
  case UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT:
    return writer.value<ur_device_usm_access_capability_flags_t>(
        attribute(device, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS) != 0 ? kConcurrentUsmAccess
                                                                           : 0);
  default:
    return std::nullopt;
  }
}

Answer features(const InfoWriter &writer, ur_device_info_t query,
                const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_IS_INTEGRATED_GPU:
    return writer.value<ur_bool_t>(attribute(device, CU_DEVICE_ATTRIBUTE_INTEGRATED) != 0);
  case UR_DEVICE_INFO_ENDIAN_LITTLE:
  case UR_DEVICE_INFO_AVAILABLE:
  case UR_DEVICE_INFO_COMPILER_AVAILABLE: // of PTX
  case UR_DEVICE_INFO_LINKER_AVAILABLE:
  case UR_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC:
  case UR_DEVICE_INFO_USM_POOL_SUPPORT:
  case UR_DEVICE_INFO_USM_CONTEXT_MEMCPY_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_P2P_SUPPORT_EXP:
  case UR_DEVICE_INFO_ASYNC_USM_ALLOCATIONS_SUPPORT_EXP:
  case UR_DEVICE_INFO_ENQUEUE_NATIVE_COMMAND_SUPPORT_EXP:
  case UR_DEVICE_INFO_COMMAND_BUFFER_SUBGRAPH_SUPPORT_EXP:
  case UR_DEVICE_INFO_PER_EVENT_PROFILING_SUPPORT_EXP:
  case UR_DEVICE_INFO_DEVICE_WAIT_SUPPORT_EXP:
  case UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT:
  case UR_DEVICE_INFO_USE_NATIVE_ASSERT:
  case UR_DEVICE_INFO_GRAPH_RECORD_AND_REPLAY_SUPPORT_EXP:
    return writer.value<ur_bool_t>(true);
  case UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT:
    return writer.value<ur_bool_t>(device.mappingGranularity != 0);
  case UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP:
  case UR_DEVICE_INFO_MEMORY_EXPORT_EXPORTABLE_DEVICE_MEM_EXP:
    return writer.value<ur_bool_t>(device.sharesMemory);
  case UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP:
    return writer.value<ur_bool_t>(cu().cuIpcGetMemHandle != nullptr);
  case UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP:
    return writer.value<ur_bool_t>(cu().cuIpcGetEventHandle != nullptr);
  case UR_DEVICE_INFO_USM_HOST_ALLOC_REGISTER_SUPPORT_EXP:
    return writer.value<ur_bool_t>(attribute(device, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED) !=
                                   0);
  case UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS:
    return writer.value<ur_bool_t>(generatesCode(device));
  case UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES:
    return writer.value<ur_kernel_launch_properties_flags_t>(
        UR_KERNEL_LAUNCH_PROPERTIES_FLAG_WORK_GROUP_MEMORY |
        (device.launchesCooperatively ? UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE : 0) |
        (device.launchesClusters ? UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION : 0));
  default:
    if (const Answer answer = adapter::answerCommonQuery(writer, query))
      return answer;
    if (const Answer answer = answerImageQuery(writer, query, device))
      return answer;
    return adapter::answerMissingFeature(writer, query);
  }
}

} // namespace

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet) {
  return adapter::getDeviceInfo<ur_device_handle_t_, identity, compute, memory, features>(
      hDevice, propName, propSize, pPropValue, pPropSizeRet);
}

} // namespace ursa::cuda
