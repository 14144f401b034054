// urDeviceGetInfo. Converts the driver's answers to UR's types and flags; answers queries that
// OpenCL does not have by what this adapter supports.
#include "adapters/common/device_queries.h"
#include "adapters/common/missing_features.h"
#include "adapters/opencl/driver/adapter.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/program/specialization.h"
#include "support/readable_names.h"

#include "ursa.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ursa::opencl {
namespace {

using adapter::InfoWriter;
using Answer = adapter::DeviceAnswer;

// How to convert an OpenCL answer to UR's type.
enum class Form : uint8_t { U32, U64, Size, Bool, Text, Sizes, FloatFlags };

struct Row {
  ur_device_info_t query;
  cl_device_info native;
  Form form;
};

constexpr Row kRows[] = {
    {UR_DEVICE_INFO_VENDOR_ID, CL_DEVICE_VENDOR_ID, Form::U32},
    {UR_DEVICE_INFO_MAX_COMPUTE_UNITS, CL_DEVICE_MAX_COMPUTE_UNITS, Form::U32},
    {UR_DEVICE_INFO_NUM_COMPUTE_UNITS, CL_DEVICE_MAX_COMPUTE_UNITS, Form::U32},
    {UR_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, Form::U32},
    {UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES, CL_DEVICE_MAX_WORK_ITEM_SIZES, Form::Sizes},
    {UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE, CL_DEVICE_MAX_WORK_GROUP_SIZE, Form::Size},
    {UR_DEVICE_INFO_SINGLE_FP_CONFIG, CL_DEVICE_SINGLE_FP_CONFIG, Form::FloatFlags},
    {UR_DEVICE_INFO_DOUBLE_FP_CONFIG, CL_DEVICE_DOUBLE_FP_CONFIG, Form::FloatFlags},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, Form::U32},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
     Form::U32},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, Form::U32},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, Form::U32},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG_LONG, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
     Form::U32},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
     Form::U32},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
     Form::U32},
    {UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, Form::U32},
    {UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, Form::U32},
    {UR_DEVICE_INFO_MAX_CLOCK_FREQUENCY, CL_DEVICE_MAX_CLOCK_FREQUENCY, Form::U32},
    {UR_DEVICE_INFO_ADDRESS_BITS, CL_DEVICE_ADDRESS_BITS, Form::U32},
    {UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE, Form::U64},
    {UR_DEVICE_INFO_IMAGE_SUPPORT, CL_DEVICE_IMAGE_SUPPORT, Form::Bool},
    {UR_DEVICE_INFO_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_READ_IMAGE_ARGS, Form::U32},
    {UR_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS, Form::U32},
    {UR_DEVICE_INFO_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_WIDTH, Form::Size},
    {UR_DEVICE_INFO_IMAGE2D_MAX_HEIGHT, CL_DEVICE_IMAGE2D_MAX_HEIGHT, Form::Size},
    {UR_DEVICE_INFO_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_WIDTH, Form::Size},
    {UR_DEVICE_INFO_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_HEIGHT, Form::Size},
    {UR_DEVICE_INFO_IMAGE3D_MAX_DEPTH, CL_DEVICE_IMAGE3D_MAX_DEPTH, Form::Size},
    {UR_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, Form::Size},
    {UR_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, Form::Size},
    {UR_DEVICE_INFO_MAX_SAMPLERS, CL_DEVICE_MAX_SAMPLERS, Form::U32},
    {UR_DEVICE_INFO_MAX_PARAMETER_SIZE, CL_DEVICE_MAX_PARAMETER_SIZE, Form::Size},
    {UR_DEVICE_INFO_MEM_BASE_ADDR_ALIGN, CL_DEVICE_MEM_BASE_ADDR_ALIGN, Form::U32},
    {UR_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, Form::U32},
    {UR_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, Form::U32},
    {UR_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, Form::U64},
    {UR_DEVICE_INFO_GLOBAL_MEM_SIZE, CL_DEVICE_GLOBAL_MEM_SIZE, Form::U64},
    {UR_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, Form::U64},
    {UR_DEVICE_INFO_MAX_CONSTANT_ARGS, CL_DEVICE_MAX_CONSTANT_ARGS, Form::U32},
    {UR_DEVICE_INFO_LOCAL_MEM_TYPE, CL_DEVICE_LOCAL_MEM_TYPE, Form::U32},
    {UR_DEVICE_INFO_LOCAL_MEM_SIZE, CL_DEVICE_LOCAL_MEM_SIZE, Form::U64},
    {UR_DEVICE_INFO_ERROR_CORRECTION_SUPPORT, CL_DEVICE_ERROR_CORRECTION_SUPPORT, Form::Bool},
    {UR_DEVICE_INFO_HOST_UNIFIED_MEMORY, CL_DEVICE_HOST_UNIFIED_MEMORY, Form::Bool},
    {UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION, CL_DEVICE_PROFILING_TIMER_RESOLUTION, Form::Size},
    {UR_DEVICE_INFO_ENDIAN_LITTLE, CL_DEVICE_ENDIAN_LITTLE, Form::Bool},
    {UR_DEVICE_INFO_AVAILABLE, CL_DEVICE_AVAILABLE, Form::Bool},
    {UR_DEVICE_INFO_COMPILER_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE, Form::Bool},
    {UR_DEVICE_INFO_LINKER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE, Form::Bool},
    {UR_DEVICE_INFO_BUILT_IN_KERNELS, CL_DEVICE_BUILT_IN_KERNELS, Form::Text},
    {UR_DEVICE_INFO_NAME, CL_DEVICE_NAME, Form::Text},
    {UR_DEVICE_INFO_VENDOR, CL_DEVICE_VENDOR, Form::Text},
    {UR_DEVICE_INFO_DRIVER_VERSION, CL_DRIVER_VERSION, Form::Text},
    {UR_DEVICE_INFO_PROFILE, CL_DEVICE_PROFILE, Form::Text},
    {UR_DEVICE_INFO_VERSION, CL_DEVICE_VERSION, Form::Text},
    {UR_DEVICE_INFO_BACKEND_RUNTIME_VERSION, CL_DEVICE_VERSION, Form::Text},
    {UR_DEVICE_INFO_EXTENSIONS, CL_DEVICE_EXTENSIONS, Form::Text},
    {UR_DEVICE_INFO_PRINTF_BUFFER_SIZE, CL_DEVICE_PRINTF_BUFFER_SIZE, Form::Size},
    {UR_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC, CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, Form::Bool},
    {UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, Form::U32},
};

ur_device_fp_capability_flags_t floatFlags(cl_device_fp_config native) {
  constexpr std::pair<cl_device_fp_config, ur_device_fp_capability_flags_t> kFlags[] = {
      {CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT,
       UR_DEVICE_FP_CAPABILITY_FLAG_CORRECTLY_ROUNDED_DIVIDE_SQRT},
      {CL_FP_ROUND_TO_NEAREST, UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST},
      {CL_FP_ROUND_TO_ZERO, UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_ZERO},
      {CL_FP_ROUND_TO_INF, UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_INF},
      {CL_FP_INF_NAN, UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN},
      {CL_FP_DENORM, UR_DEVICE_FP_CAPABILITY_FLAG_DENORM},
      {CL_FP_FMA, UR_DEVICE_FP_CAPABILITY_FLAG_FMA},
      {CL_FP_SOFT_FLOAT, UR_DEVICE_FP_CAPABILITY_FLAG_SOFT_FLOAT}};
  ur_device_fp_capability_flags_t flags = 0;
  for (const auto &[theirs, ours] : kFlags)
    if (native & theirs)
      flags |= ours;
  return flags;
}

template <class Native, class Ours = Native>
Result<void> pass(const InfoWriter &writer, cl_device_info query, cl_device_id device) {
  URSA_TRY(const Native answer, URSA_CL_VALUE(Native, clGetDeviceInfo, query, device));
  return writer.value(static_cast<Ours>(answer));
}

Result<void> answerRow(const InfoWriter &writer, const Row &row, cl_device_id device) {
  switch (row.form) {
  case Form::U32:
    return pass<cl_uint>(writer, row.native, device);
  case Form::U64:
    return pass<cl_ulong>(writer, row.native, device);
  case Form::Size:
    return pass<size_t>(writer, row.native, device);
  case Form::Bool: {
    URSA_TRY(const auto answer, URSA_CL_VALUE(cl_bool, clGetDeviceInfo, row.native, device));
    return writer.value<ur_bool_t>(answer != CL_FALSE);
  }
  case Form::Text: {
    URSA_TRY(const std::string text, URSA_CL_STRING(clGetDeviceInfo, row.native, device));
    return writer.string(row.query == UR_DEVICE_INFO_NAME ? std::string(trimmedName(text)) : text);
  }
  case Form::Sizes: {
    URSA_TRY(const auto bytes, URSA_CL_BYTES(clGetDeviceInfo, row.native, device));
    return writer.bytes(bytes.data(), bytes.size());
  }
  case Form::FloatFlags: {
    URSA_TRY(const auto flags,
             URSA_CL_VALUE(cl_device_fp_config, clGetDeviceInfo, row.native, device));
    return writer.value(floatFlags(flags));
  }
  }
  return InfoWriter::unknown("urDeviceGetInfo", row.query);
}

Result<void> queryAnswerType(const InfoWriter &writer, cl_device_id device) {
  URSA_TRY(const auto type, URSA_CL_VALUE(cl_device_type, clGetDeviceInfo, CL_DEVICE_TYPE, device));
  if (type & CL_DEVICE_TYPE_GPU)
    return writer.value(UR_DEVICE_TYPE_GPU);
  if (type & CL_DEVICE_TYPE_CPU)
    return writer.value(UR_DEVICE_TYPE_CPU);
  if (type & CL_DEVICE_TYPE_ACCELERATOR)
    return writer.value(UR_DEVICE_TYPE_MCA);
  return writer.value(UR_DEVICE_TYPE_CUSTOM);
}

// OpenCL 1.2 has no query: the guaranteed minimum is relaxed order and work-group scope.
template <class Ours>
Result<void>
answerAtomics(const InfoWriter &writer, const ur_device_handle_t_ &device, cl_device_info query,
              std::initializer_list<std::pair<cl_bitfield, uint32_t>> flags, uint32_t least) {
  uint32_t answer = least;
  if (device.version >= 30)
    if (const auto native = URSA_CL_VALUE(cl_bitfield, clGetDeviceInfo, query, device.id))
      for (const auto &[theirs, ours] : flags)
        if (*native & theirs)
          answer |= ours;
  return writer.value(static_cast<Ours>(answer));
}

constexpr std::initializer_list<std::pair<cl_bitfield, uint32_t>> kOrders = {
    {CL_DEVICE_ATOMIC_ORDER_RELAXED, UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED},
    {CL_DEVICE_ATOMIC_ORDER_ACQ_REL, UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQUIRE |
                                         UR_MEMORY_ORDER_CAPABILITY_FLAG_RELEASE |
                                         UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQ_REL},
    {CL_DEVICE_ATOMIC_ORDER_SEQ_CST, UR_MEMORY_ORDER_CAPABILITY_FLAG_SEQ_CST}};
constexpr std::initializer_list<std::pair<cl_bitfield, uint32_t>> kScopes = {
    {CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM, UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM},
    {CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP,
     UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP | UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP},
    {CL_DEVICE_ATOMIC_SCOPE_DEVICE, UR_MEMORY_SCOPE_CAPABILITY_FLAG_DEVICE},
    {CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES, UR_MEMORY_SCOPE_CAPABILITY_FLAG_SYSTEM}};

// If the driver does not report sub-group sizes: the warp size of NVIDIA devices, else 1, which
// kernels have by default, and the sizes that kernels may require (emulate_sub_groups).
Result<void> answerSubGroupSizes(const InfoWriter &writer, const ur_device_handle_t_ &device) {
  constexpr cl_device_info kIntelSizes = 0x4108; // cl_intel_required_subgroup_size
  constexpr cl_device_info kNvWarpSize = 0x4003; // cl_nv_device_attribute_query
  std::vector<uint32_t> sizes;
  if (device.has("cl_intel_required_subgroup_size")) {
    URSA_TRY(const auto bytes, URSA_CL_BYTES(clGetDeviceInfo, kIntelSizes, device.id));
    const auto *first = reinterpret_cast<const size_t *>(bytes.data());
    for (size_t i = 0; i < bytes.size() / sizeof(size_t); ++i)
      sizes.push_back(static_cast<uint32_t>(first[i]));
  } else if (const auto warp = URSA_CL_VALUE(cl_uint, clGetDeviceInfo, kNvWarpSize, device.id);
             device.computeCapability != 0 && warp) {
    sizes.push_back(*warp);
  } else {
    sizes = {1, 8, 16, 32};
  }
  return writer.array(std::span<const uint32_t>(sizes));
}

// A driver without halves may have a compiler that computes with them (replace_half_functions).
Answer answerHalves(const InfoWriter &writer, ur_device_info_t query,
                    const ur_device_handle_t_ &device) {
  const bool isNative = device.has("cl_khr_fp16");
  const bool isAdded = !isNative && device.toggles.has(format::Toggle::ReplaceHalfFunctions);
  switch (query) {
  case UR_DEVICE_INFO_HALF_FP_CONFIG: {
    if (!isNative)
      return writer.value<ur_device_fp_capability_flags_t>(
          isAdded ? UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST |
                        UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN | UR_DEVICE_FP_CAPABILITY_FLAG_DENORM |
                        UR_DEVICE_FP_CAPABILITY_FLAG_FMA
                  : 0);
    const auto flags =
        URSA_CL_VALUE(cl_device_fp_config, clGetDeviceInfo, CL_DEVICE_HALF_FP_CONFIG, device.id);
    return flags ? writer.value(floatFlags(*flags)) : Result<void>(flags.error());
  }
  case UR_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF: // results are computed as floats
    return isAdded ? Answer(pass<cl_uint, uint32_t>(writer, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
                                                    device.id))
                   : std::nullopt;
  case UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF:
    return isAdded ? Answer(pass<cl_uint, uint32_t>(writer, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
                                                    device.id))
                   : std::nullopt;
  case UR_DEVICE_INFO_EXTENSIONS:
    return isAdded ? Answer(writer.string(device.extensions + " cl_khr_fp16")) : std::nullopt;
  default:
    return std::nullopt;
  }
}

Answer answerCompute(const InfoWriter &writer, ur_device_info_t query,
                     const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_TYPE:
    return queryAnswerType(writer, device.id);
  case UR_DEVICE_INFO_PLATFORM:
    return writer.value(device.platform);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
    return answerAtomics<ur_memory_order_capability_flags_t>(
        writer, device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, kOrders,
        UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED);
  case UR_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
    return answerAtomics<ur_memory_order_capability_flags_t>(
        writer, device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, kOrders,
        UR_MEMORY_ORDER_CAPABILITY_FLAG_RELAXED | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQUIRE |
            UR_MEMORY_ORDER_CAPABILITY_FLAG_RELEASE | UR_MEMORY_ORDER_CAPABILITY_FLAG_ACQ_REL);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES:
    return answerAtomics<ur_memory_scope_capability_flags_t>(
        writer, device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, kScopes,
        UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM | UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP |
            UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP);
  case UR_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
    return answerAtomics<ur_memory_scope_capability_flags_t>(
        writer, device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, kScopes,
        UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_ITEM | UR_MEMORY_SCOPE_CAPABILITY_FLAG_SUB_GROUP |
            UR_MEMORY_SCOPE_CAPABILITY_FLAG_WORK_GROUP);
  case UR_DEVICE_INFO_ATOMIC_64:
    return writer.value<ur_bool_t>(device.has("cl_khr_int64_base_atomics") &&
                                   device.has("cl_khr_int64_extended_atomics"));
  case UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS: {
    if (device.version < 21)
      return writer.value<uint32_t>(0);
    const auto most =
        URSA_CL_VALUE(cl_uint, clGetDeviceInfo, CL_DEVICE_MAX_NUM_SUB_GROUPS, device.id);
    return writer.value<uint32_t>(most ? *most : 0);
  }
  case UR_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS: {
    const auto answer = URSA_CL_VALUE(cl_bool, clGetDeviceInfo,
                                      CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, device.id);
    return writer.value<ur_bool_t>(device.version >= 21 && answer && *answer);
  }
  case UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL:
    return answerSubGroupSizes(writer, device);
  case UR_DEVICE_INFO_MAX_WORK_GROUPS_3D: // OpenCL limits only the global size
    return writer.value(std::array<size_t, 3>{SIZE_MAX, SIZE_MAX, SIZE_MAX});
  case UR_DEVICE_INFO_MAX_WORK_GROUPS:
    return writer.value<size_t>(SIZE_MAX);
  case UR_DEVICE_INFO_MAX_READ_WRITE_IMAGE_ARGS: {
    const auto most =
        URSA_CL_VALUE(cl_uint, clGetDeviceInfo, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, device.id);
    return writer.value<uint32_t>(device.version >= 20 && most ? *most : 0);
  }
  default:
    return std::nullopt;
  }
}

// Allocations that host and device can both access, concurrently if the driver says so.
ur_device_usm_access_capability_flags_t usmAccess(const ur_device_handle_t_ &device) {
  if (device.usm == UsmSupport::None || device.usm == UsmSupport::CoarseSvm)
    return 0;
  ur_device_usm_access_capability_flags_t flags = UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS;
  if (device.usm == UsmSupport::FineSvm)
    flags |= UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS;
  if (device.svm & CL_DEVICE_SVM_ATOMICS)
    flags |= UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_ACCESS |
             UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ATOMIC_CONCURRENT_ACCESS;
  return flags;
}

Answer answerMemory(const InfoWriter &writer, ur_device_info_t query,
                    const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_USM_DEVICE_SUPPORT:
    return writer.value<ur_device_usm_access_capability_flags_t>(
        device.usm == UsmSupport::None
            ? 0
            : usmAccess(device) | UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS);
  case UR_DEVICE_INFO_USM_HOST_SUPPORT:
  case UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT:
    return writer.value(usmAccess(device));
  case UR_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT:
    return writer.value<ur_device_usm_access_capability_flags_t>(0);
  case UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT:
    return writer.value<ur_device_usm_access_capability_flags_t>(
        device.svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM
            ? usmAccess(device) | UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS
            : 0);
  default:
    return std::nullopt;
  }
}

Answer answerFamily(const InfoWriter &writer, ur_device_info_t query,
                    const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_REFERENCE_COUNT:
    return writer.value(device.isRoot() ? 1 : device.references.load());
  case UR_DEVICE_INFO_PARENT_DEVICE:
    return writer.value(device.parent);
  case UR_DEVICE_INFO_SUPPORTED_PARTITIONS:
    return answerPartitions(writer, device);
  case UR_DEVICE_INFO_PARTITION_TYPE:
    return writer.array(std::span<const ur_device_partition_property_t>(device.partition));
  case UR_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN:
    return answerAffinityDomains(writer, device);
  default:
    return std::nullopt;
  }
}

Answer answerFeature(const InfoWriter &writer, ur_device_info_t query,
                     const ur_device_handle_t_ &device) {
  switch (static_cast<uint32_t>(query)) {
  case UR_DEVICE_INFO_IL_VERSION:
    if (device.spirv == SpirvSupport::Il)
      return answerRow(writer, {query, CL_DEVICE_IL_VERSION, Form::Text}, device.id);
    return writer.string(device.spirv == SpirvSupport::Spir ? "SPIR-V_1.4"
                                                            : ""); // of the translator
  case URSA_DEVICE_INFO_CODE_INTAKE:
    return writer.string(describeCodeForms(device));
  case URSA_DEVICE_INFO_TOGGLES:
    return writer.string(togglesOf(device).text());
  case UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS:
    return writer.value<ur_bool_t>(device.spirv != SpirvSupport::None);
  case UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT:
    return writer.value<ur_bool_t>(device.spirv != SpirvSupport::None ||
                                   device.intelVariables.isComplete());
  case UR_DEVICE_INFO_USM_CONTEXT_MEMCPY_SUPPORT_EXP:
  case UR_DEVICE_INFO_USM_POOL_SUPPORT:
  case UR_DEVICE_INFO_ASYNC_USM_ALLOCATIONS_SUPPORT_EXP:
    return writer.value<ur_bool_t>(device.usm != UsmSupport::None);
  case UR_DEVICE_INFO_USM_P2P_SUPPORT_EXP:
    return writer.value<ur_bool_t>(device.usm == UsmSupport::FineSvm);
  case UR_DEVICE_INFO_PER_EVENT_PROFILING_SUPPORT_EXP:
  case UR_DEVICE_INFO_ENQUEUE_NATIVE_COMMAND_SUPPORT_EXP:
    return writer.value<ur_bool_t>(true);
  case UR_DEVICE_INFO_KERNEL_LAUNCH_CAPABILITIES: // one work-group
    return writer.value<ur_kernel_launch_properties_flags_t>(
        UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE);
  default:
    if (const Answer answer = adapter::answerCommonQuery(writer, query))
      return answer;
    return adapter::answerMissingFeature(writer, query);
  }
}

// Answers what the driver answers in the same way.
Answer ofDriver(const InfoWriter &writer, ur_device_info_t query,
                const ur_device_handle_t_ &device) {
  const auto *row = std::find_if(std::begin(kRows), std::end(kRows),
                                 [&](const Row &known) { return known.query == query; });
  if (row == std::end(kRows))
    return std::nullopt;
  return answerRow(writer, *row, device.id);
}

} // namespace

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet) {
  return adapter::getDeviceInfo<ur_device_handle_t_, answerHalves, ofDriver, answerCompute,
                                answerMemory, answerFamily, answerFeature>(
      hDevice, propName, propSize, pPropValue, pPropSizeRet);
}

} // namespace ursa::opencl
