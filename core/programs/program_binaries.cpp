#include "core/programs/program_binaries.h"

#include "core/dispatch/adapter_calls.h"
#include "core/selection/device_queries.h"

#include <algorithm>

namespace ursa {
namespace {

// Returns a string property of a device or platform; "?" if the query fails.
template <Function F, class Object, class Query> std::string infoText(Object object, Query query) {
  size_t size = 0;
  if (callAdapter<F>(object, query, size_t{0}, nullptr, &size) != UR_RESULT_SUCCESS || size == 0)
    return "?";
  std::string text(size, '\0');
  if (callAdapter<F>(object, query, size, text.data(), nullptr) != UR_RESULT_SUCCESS)
    return "?";
  return text.substr(0, text.find('\0'));
}

std::string deviceInfoText(ur_device_handle_t device, ur_device_info_t query) {
  return infoText<Function::urDeviceGetInfo>(device, query);
}

template <class T>
Result<std::vector<T>> programList(ur_program_handle_t program, ur_program_info_t query) {
  size_t size = 0;
  URSA_CHECK(call<Function::urProgramGetInfo>(program, query, size_t{0}, nullptr, &size));
  std::vector<T> list(size / sizeof(T));
  if (!list.empty())
    URSA_CHECK(call<Function::urProgramGetInfo>(program, query, list.size() * sizeof(T),
                                                static_cast<void *>(list.data()), nullptr));
  return list;
}

} // namespace

BinaryKey binaryKeyOf(const ProgramKey &key) {
  BinaryKey text;
  text.addHash("image", key.code);
  text.addHash("values", key.values);
  text.add("options", key.options);
  text.add("device", deviceInfoText(key.device, UR_DEVICE_INFO_NAME));
  text.add("device version", deviceInfoText(key.device, UR_DEVICE_INFO_VERSION));
  text.add("driver", deviceInfoText(key.device, UR_DEVICE_INFO_DRIVER_VERSION));
  ur_platform_handle_t platform = nullptr;
  if (callAdapter<Function::urDeviceGetInfo>(key.device, UR_DEVICE_INFO_PLATFORM, sizeof(platform),
                                             &platform, nullptr) == UR_RESULT_SUCCESS &&
      platform) {
    text.add("platform", infoText<Function::urPlatformGetInfo>(platform, UR_PLATFORM_INFO_NAME));
    text.add("platform version",
             infoText<Function::urPlatformGetInfo>(platform, UR_PLATFORM_INFO_VERSION));
  }
  return text;
}

Result<Binary> exportBinary(ur_program_handle_t program, ur_device_handle_t device) {
  URSA_TRY(const auto devices, programList<ur_device_handle_t>(program, UR_PROGRAM_INFO_DEVICES));
  URSA_TRY(const auto sizes, programList<size_t>(program, UR_PROGRAM_INFO_BINARY_SIZES));
  const auto place =
      static_cast<size_t>(std::find(devices.begin(), devices.end(), device) - devices.begin());
  if (place >= sizes.size() || sizes[place] == 0)
    return makeError(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE,
                     "The program has no binary for device '{}'; it has {}.", deviceName(device),
                     sizes.size());
  Binary binary(sizes[place]);
  std::vector<uint8_t *> places(sizes.size(), nullptr); // null pointers skip the other devices
  places[place] = reinterpret_cast<uint8_t *>(binary.data());
  URSA_CHECK(call<Function::urProgramGetInfo>(program, UR_PROGRAM_INFO_BINARIES,
                                              places.size() * sizeof(uint8_t *),
                                              static_cast<void *>(places.data()), nullptr));
  return binary;
}

Result<SharedProgram> importBinary(ur_context_handle_t context, ur_device_handle_t device,
                                   std::span<const std::byte> binary, const std::string &options) {
  ur_program_handle_t created = nullptr;
  size_t length = binary.size();
  const auto *bytes = reinterpret_cast<const uint8_t *>(binary.data());
  URSA_CHECK(call<Function::urProgramCreateWithBinary>(context, 1u, &device, &length, &bytes,
                                                       nullptr, &created));
  SharedProgram program = adopt<Function::urProgramRelease>(created);
  URSA_CHECK(call<Function::urProgramBuild>(context, created,
                                            options.empty() ? nullptr : options.c_str()));
  return program;
}

size_t saveBinaries(const ProgramCache &cache, BinaryStore &store) {
  size_t saved = 0;
  cache.forEach([&](const ProgramKey &key, const SharedProgram &program) {
    const Result<Binary> binary = exportBinary(program.get(), key.device);
    if (!binary)
      return;
    store.save(binaryKeyOf(key), *binary);
    ++saved;
  });
  return saved;
}

} // namespace ursa
