// The device queries of ursa-info.
#include "tools/info/inventory.h"

#include "client/devices.h"
#include "client/selector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>

namespace ursa::info {
namespace {

enum class Kind { Number, Flag, Text, Numbers32, Sizes };

/// One query of a device. A device that does not answer has no such limit.
struct Question {
  const char *key;
  ur_device_info_t query;
  Kind kind = Kind::Number;
  Unit unit = Unit::None;
};

constexpr Question kQuestions[] = {
    {"vendor_id", UR_DEVICE_INFO_VENDOR_ID},
    {"device_id", UR_DEVICE_INFO_DEVICE_ID},
    {"pci_address", UR_DEVICE_INFO_PCI_ADDRESS, Kind::Text},
    {"version", UR_DEVICE_INFO_VERSION, Kind::Text},
    {"backend_runtime_version", UR_DEVICE_INFO_BACKEND_RUNTIME_VERSION, Kind::Text},
    {"profile", UR_DEVICE_INFO_PROFILE, Kind::Text},
    {"il_version", UR_DEVICE_INFO_IL_VERSION, Kind::Text},
    {"code_intake", URSA_DEVICE_INFO_CODE_INTAKE, Kind::Text},
    {"extensions", UR_DEVICE_INFO_EXTENSIONS, Kind::Text},
    {"available", UR_DEVICE_INFO_AVAILABLE, Kind::Flag},
    {"compiler_available", UR_DEVICE_INFO_COMPILER_AVAILABLE, Kind::Flag},
    {"linker_available", UR_DEVICE_INFO_LINKER_AVAILABLE, Kind::Flag},
    {"max_compute_units", UR_DEVICE_INFO_MAX_COMPUTE_UNITS},
    {"max_clock_frequency", UR_DEVICE_INFO_MAX_CLOCK_FREQUENCY, Kind::Number, Unit::Megahertz},
    {"address_bits", UR_DEVICE_INFO_ADDRESS_BITS, Kind::Number, Unit::Bits},
    {"max_work_item_dimensions", UR_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS},
    {"max_work_item_sizes", UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES, Kind::Sizes},
    {"max_work_group_size", UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE},
    {"max_work_groups", UR_DEVICE_INFO_MAX_WORK_GROUPS_3D, Kind::Sizes},
    {"max_sub_groups", UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS},
    {"sub_group_sizes", UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL, Kind::Numbers32},
    {"native_vector_width_char", UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR},
    {"native_vector_width_short", UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT},
    {"native_vector_width_int", UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT},
    {"native_vector_width_long", UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG},
    {"native_vector_width_half", UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF},
    {"native_vector_width_float", UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT},
    {"native_vector_width_double", UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE},
    {"max_parameter_size", UR_DEVICE_INFO_MAX_PARAMETER_SIZE, Kind::Number, Unit::Bytes},
    {"global_memory_size", UR_DEVICE_INFO_GLOBAL_MEM_SIZE, Kind::Number, Unit::Bytes},
    {"global_memory_free", UR_DEVICE_INFO_GLOBAL_MEM_FREE, Kind::Number, Unit::Bytes},
    {"max_allocation_size", UR_DEVICE_INFO_MAX_MEM_ALLOC_SIZE, Kind::Number, Unit::Bytes},
    {"global_cache_size", UR_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE, Kind::Number, Unit::Bytes},
    {"global_cache_line_size", UR_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE, Kind::Number, Unit::Bytes},
    {"local_memory_size", UR_DEVICE_INFO_LOCAL_MEM_SIZE, Kind::Number, Unit::Bytes},
    {"max_constant_buffer_size", UR_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE, Kind::Number,
     Unit::Bytes},
    {"max_constant_arguments", UR_DEVICE_INFO_MAX_CONSTANT_ARGS},
    {"base_address_alignment", UR_DEVICE_INFO_MEM_BASE_ADDR_ALIGN, Kind::Number, Unit::Bits},
    {"unified_memory", UR_DEVICE_INFO_HOST_UNIFIED_MEMORY, Kind::Flag},
    {"error_correction", UR_DEVICE_INFO_ERROR_CORRECTION_SUPPORT, Kind::Flag},
    {"usm_host", UR_DEVICE_INFO_USM_HOST_SUPPORT, Kind::Flag},
    {"usm_device", UR_DEVICE_INFO_USM_DEVICE_SUPPORT, Kind::Flag},
    {"usm_shared", UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT, Kind::Flag},
    {"usm_cross_shared", UR_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT, Kind::Flag},
    {"usm_system", UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT, Kind::Flag},
    {"usm_addresses", URSA_DEVICE_INFO_USM_ADDRESSES, Kind::Text},
    {"usm_pools", UR_DEVICE_INFO_USM_POOL_SUPPORT, Kind::Flag},
    {"virtual_memory", UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT, Kind::Flag},
    {"half_precision", UR_DEVICE_INFO_HALF_FP_CONFIG, Kind::Flag},
    {"double_precision", UR_DEVICE_INFO_DOUBLE_FP_CONFIG, Kind::Flag},
    {"bfloat16", UR_DEVICE_INFO_BFLOAT16, Kind::Flag},
    {"atomic_64", UR_DEVICE_INFO_ATOMIC_64, Kind::Flag},
    {"global_variables", UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT, Kind::Flag},
    {"images", UR_DEVICE_INFO_IMAGE_SUPPORT, Kind::Flag},
    {"command_buffers", UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP, Kind::Flag},
    {"max_sub_devices", UR_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES},
    {"profiling_resolution", UR_DEVICE_INFO_PROFILING_TIMER_RESOLUTION, Kind::Number,
     Unit::Nanoseconds},
};

/// The bytes of an answer; empty if there is none.
template <class Get> std::vector<std::byte> answerOf(Get &&get) {
  size_t size = 0;
  if (get(0, nullptr, &size) != UR_RESULT_SUCCESS || size == 0)
    return {};
  std::vector<std::byte> bytes(size);
  if (get(size, bytes.data(), nullptr) != UR_RESULT_SUCCESS)
    return {};
  return bytes;
}

/// Terminated text; bytes after the terminator are ignored.
std::string textOf(const std::vector<std::byte> &bytes) {
  const auto *text = reinterpret_cast<const char *>(bytes.data());
  return std::string(text, strnlen(text, bytes.size()));
}

template <class Number> std::vector<uint64_t> numbersOf(const std::vector<std::byte> &bytes) {
  std::vector<uint64_t> numbers;
  for (size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number)) {
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof(number));
    numbers.push_back(number);
  }
  return numbers;
}

/// A number of 1 to 8 bytes: adapters use different widths for some queries.
uint64_t numberOf(const std::vector<std::byte> &bytes) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof(number)));
  return number;
}

std::vector<Limit> limitsOf(ur_device_handle_t device, bool isThorough) {
  std::vector<Limit> limits;
  for (const Question &question : kQuestions) {
    const bool takesLong = question.query == URSA_DEVICE_INFO_CODE_INTAKE ||
                           question.query == URSA_DEVICE_INFO_USM_ADDRESSES;
    if (takesLong && !isThorough)
      continue;
    const std::vector<std::byte> bytes = answerOf([&](size_t size, void *out, size_t *needed) {
      return urDeviceGetInfo(device, question.query, size, out, needed);
    });
    if (bytes.empty())
      continue;
    Limit limit{question.key, {}, question.unit};
    switch (question.kind) {
    case Kind::Number:
      limit.value = numberOf(bytes);
      break;
    case Kind::Flag:
      limit.value = numberOf(bytes) != 0;
      break;
    case Kind::Text:
      limit.value = textOf(bytes);
      break;
    case Kind::Numbers32:
      limit.value = numbersOf<uint32_t>(bytes);
      break;
    case Kind::Sizes:
      limit.value = numbersOf<size_t>(bytes);
      break;
    }
    limits.push_back(std::move(limit));
  }
  return limits;
}

AdapterInfo adapterInfo(const client::Adapter &adapter) {
  // Removes the ".." of a loader path that is relative to a program.
  const std::string library = std::filesystem::path(adapter.path).lexically_normal().string();
  AdapterInfo info{adapter.name, library, adapter.problem, "", 0};
  if (!adapter.handle)
    return info;
  ur_backend_t backend = UR_BACKEND_UNKNOWN;
  urAdapterGetInfo(adapter.handle, UR_ADAPTER_INFO_BACKEND, sizeof(backend), &backend, nullptr);
  info.backend = client::backendName(backend);
  urAdapterGetInfo(adapter.handle, UR_ADAPTER_INFO_VERSION, sizeof(info.version), &info.version,
                   nullptr);
  return info;
}

PlatformInfo platformInfo(ur_platform_handle_t platform) {
  const auto text = [platform](ur_platform_info_t query) {
    return textOf(answerOf([&](size_t size, void *out, size_t *needed) {
      return urPlatformGetInfo(platform, query, size, out, needed);
    }));
  };
  PlatformInfo info{text(UR_PLATFORM_INFO_NAME), text(UR_PLATFORM_INFO_VENDOR_NAME),
                    text(UR_PLATFORM_INFO_VERSION), ""};
  ur_api_version_t version = UR_API_VERSION_CURRENT;
  if (urPlatformGetApiVersion(platform, &version) == UR_RESULT_SUCCESS)
    info.apiVersion = fmt::format("{}.{}", UR_MAJOR_VERSION(static_cast<uint32_t>(version)),
                                  UR_MINOR_VERSION(static_cast<uint32_t>(version)));
  return info;
}

std::vector<std::string> specializationModes(ur_device_handle_t device) {
  ursa_specialization_mode_flags_t modes = 0;
  std::vector<std::string> names;
  if (ursaDeviceGetSpecializationModes(device, &modes) != UR_RESULT_SUCCESS)
    return names;
  if (modes & URSA_SPECIALIZATION_MODE_FLAG_NATIVE)
    names.push_back("native");
  if (modes & URSA_SPECIALIZATION_MODE_FLAG_EMULATED)
    names.push_back("emulated");
  if (modes & URSA_SPECIALIZATION_MODE_FLAG_TIERED)
    names.push_back("tiered");
  return names;
}

/// The names of the toggles in force; nothing if the adapter does not tell.
std::optional<std::vector<std::string>> togglesOf(ur_device_handle_t device) {
  const std::vector<std::byte> bytes = answerOf([&](size_t size, void *out, size_t *needed) {
    return urDeviceGetInfo(device, URSA_DEVICE_INFO_TOGGLES, size, out, needed);
  });
  if (bytes.empty())
    return std::nullopt;
  constexpr std::string_view kSeparator = ", ";
  const std::string text = textOf(bytes);
  std::vector<std::string> names;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(kSeparator, at), text.size());
    names.push_back(text.substr(at, end - at));
    at = end + kSeparator.size();
  }
  return names;
}

DeviceInfo deviceInfo(const client::Device &device, bool isThorough) {
  return {device.selector,
          device.name,
          device.vendor,
          std::string(client::deviceTypeName(device.type)),
          device.backend,
          device.adapterName,
          device.driver,
          device.memoryBytes,
          specializationModes(device.handle),
          isThorough ? togglesOf(device.handle) : std::nullopt,
          platformInfo(device.platform),
          limitsOf(device.handle, isThorough)};
}

} // namespace

Inventory collectInventory(bool isThorough) {
  const client::DeviceList list;
  Inventory inventory;
  for (const client::Adapter &adapter : list.adapters())
    inventory.adapters.push_back(adapterInfo(adapter));
  for (const client::Device &device : list.all())
    inventory.devices.push_back(deviceInfo(device, isThorough));
  return inventory;
}

} // namespace ursa::info
