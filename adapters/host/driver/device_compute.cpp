// Device queries about compute units, work sizes, vectors and floating point.
#include "adapters/host/driver/device_info.h"
#include "adapters/host/jit/host_jit.h"
#include "format/host/sub_groups.h"

#include <algorithm>
#include <array>
#include <ctime>

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
// Work-item ranges use signed 64-bit indices, and a group may have a single work-item.
constexpr size_t kMaxWorkGroups = INT64_MAX;

constexpr uint32_t kSmallestSubGroup = 4;

// Returns the sizes that kernels may require. The first is that of kernels which require none: the
// floats in a vector.
std::array<uint32_t, 5> subGroupSizes() {
  std::array<uint32_t, 5> sizes = {kSmallestSubGroup, 8, 16, 32, format::host::kMaxSubGroupSize};
  const auto usual = static_cast<uint32_t>(jit::hostVectorBytes() / sizeof(float));
  std::rotate(sizes.begin(), std::ranges::find(sizes, usual), std::ranges::find(sizes, usual) + 1);
  return sizes;
}

// Returns the resolution of the profiling clock in nanoseconds.
size_t clockResolution() {
  timespec step{};
  clock_getres(CLOCK_MONOTONIC, &step);
  return step.tv_sec > 0 ? 1'000'000'000 : static_cast<size_t>(std::max(1L, step.tv_nsec));
}

} // namespace

DeviceAnswer answerCompute(const InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device) {
  switch (query) {
  case UR_DEVICE_INFO_MAX_COMPUTE_UNITS:
  case UR_DEVICE_INFO_NUM_COMPUTE_UNITS:
    return writer.value(static_cast<uint32_t>(device.units.size()));
  case UR_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS:
    return writer.value<uint32_t>(3);
  case UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES: {
    constexpr std::array<size_t, 3> kSizes = {kMaxWorkGroupSize, kMaxWorkGroupSize,
                                              kMaxWorkGroupSize};
    return writer.value(kSizes);
  }
  case UR_DEVICE_INFO_MAX_WORK_GROUPS_3D: {
    constexpr std::array<size_t, 3> kCounts = {kMaxWorkGroups, kMaxWorkGroups, kMaxWorkGroups};
    return writer.value(kCounts);
  }
  case UR_DEVICE_INFO_MAX_WORK_GROUPS:
    return writer.value(kMaxWorkGroups);
  case UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE:
    return writer.value<size_t>(kMaxWorkGroupSize);
  case UR_DEVICE_INFO_HALF_FP_CONFIG:
  case UR_DEVICE_INFO_SINGLE_FP_CONFIG:
  case UR_DEVICE_INFO_DOUBLE_FP_CONFIG:
    return writer.value(kFloatCapabilities);
  case UR_DEVICE_INFO_MAX_CLOCK_FREQUENCY:
    return writer.value(topology().clockMegahertz);
  case UR_DEVICE_INFO_ADDRESS_BITS:
    return writer.value<uint32_t>(sizeof(void *) * 8);
  case UR_DEVICE_INFO_MAX_PARAMETER_SIZE:
    return writer.value<size_t>(kMaxParameterBytes);
  case UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS:
    return writer.value<uint32_t>(kMaxWorkGroupSize / kSmallestSubGroup);
  case UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL:
    return writer.value(subGroupSizes());
  case UR_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES:
    return writer.value(kMemoryOrders);
  case UR_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES:
  case UR_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES:
    return writer.value(kMemoryScopes);
  case UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION:
    return writer.value(clockResolution());
  default:
    if (const auto bytes = adapter::vectorScalarBytes(query))
      return writer.value<uint32_t>(jit::hostVectorBytes() / *bytes);
    return std::nullopt;
  }
}

} // namespace ursa::host
