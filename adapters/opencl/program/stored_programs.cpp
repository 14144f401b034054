#include "adapters/opencl/program/stored_programs.h"

#include "adapters/opencl/driver/adapter.h"
#include "adapters/opencl/driver/code_forms.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/driver_code.h"
#include "adapters/opencl/program/build_options.h"
#include "adapters/opencl/program/program.h"
#include "core/cache/disk_store.h"
#include "format/code.h"
#include "spirv/translator.h"
#include "support/code_identity.h"
#include "support/shared_library.h"
#include "support/stack.h"

#include <algorithm>
#include <cstring>

namespace ursa::opencl {
namespace {

using core::cache::Binary;
using core::cache::BinaryKey;

// Returns what identifies this build of the adapter, which changes the code before the driver gets
// it.
const std::string &adapterIdentity() {
  static const std::string &identity = *new std::string(libraryIdentity(ownFile()));
  return identity;
}

bool areSkipped(const std::vector<ur_device_handle_t> &devices) {
  return std::ranges::any_of(devices, [](auto device) {
    return device->toggles.has(format::Toggle::SkipProgramBinaries);
  });
}

// Adds the code and the values of its constants. Returns false if the binary is not to be stored.
bool addCode(BinaryKey &key, ur_program_handle_t_ &program) {
  if (areSkipped(program.devices) || program.hasMemory() ||
      program.devices.front()->intelVariables.isComplete())
    return false;
  if (program.code.form == CodeForm::SpirBitcode) {
    key.addHash("bitcode", program.code.parts.front());
    return program.code.parts.size() == 1;
  }
  if (program.code.form != CodeForm::Spirv)
    return false;
  key.addHash("spirv", std::as_bytes(program.code.module->words()));
  if (program.devices.front()->spirv == SpirvSupport::Spir)
    key.add("translator", spirv::translatorIdentity());
  Binary values;
  const auto add = [&values](const void *bytes, size_t size) {
    const auto *first = static_cast<const std::byte *>(bytes);
    values.insert(values.end(), first, first + size);
  };
  const std::lock_guard guard(program.mutex);
  for (const auto &[id, value] : program.values) {
    const uint64_t size = value.size();
    add(&id, sizeof(id));
    add(&size, sizeof(size));
    add(value.data(), value.size());
  }
  key.addHash("values", values);
  return true;
}

// Returns the keys of the binaries of all devices; none if they are not to be stored.
std::vector<BinaryKey> keysOf(ur_program_handle_t_ &program,
                              const std::vector<cl_device_id> &devices,
                              const std::string &options) {
  BinaryKey code;
  code.add("adapter", "opencl").add("kind", "program binary").add("build", adapterIdentity());
  if (adapterIdentity().empty() || !addCode(code, program))
    return {};
  code.add("options", options);
  std::vector<BinaryKey> keys;
  for (cl_device_id device : devices) {
    BinaryKey key = code;
    const auto add = [&key](const char *name, const Result<std::string> &text) {
      key.add(name, text ? *text : "?");
    };
    add("device", URSA_CL_STRING(clGetDeviceInfo, CL_DEVICE_NAME, device));
    add("vendor", URSA_CL_STRING(clGetDeviceInfo, CL_DEVICE_VENDOR, device));
    add("device version", URSA_CL_STRING(clGetDeviceInfo, CL_DEVICE_VERSION, device));
    add("driver", URSA_CL_STRING(clGetDeviceInfo, CL_DRIVER_VERSION, device));
    const auto platform =
        URSA_CL_VALUE(cl_platform_id, clGetDeviceInfo, CL_DEVICE_PLATFORM, device);
    if (!platform)
      return {};
    add("platform", URSA_CL_STRING(clGetPlatformInfo, CL_PLATFORM_NAME, *platform));
    add("platform version", URSA_CL_STRING(clGetPlatformInfo, CL_PLATFORM_VERSION, *platform));
    key.add("driver code", driverCode(*platform));
    keys.push_back(std::move(key));
  }
  return keys;
}

// Returns the elements of a query's result; none on errors.
template <class T> std::vector<T> programList(cl_program program, cl_program_info query) {
  const auto bytes = URSA_CL_BYTES(clGetProgramInfo, query, program);
  std::vector<T> list(bytes ? bytes->size() / sizeof(T) : 0);
  if (!list.empty())
    std::memcpy(list.data(), bytes->data(), list.size() * sizeof(T));
  return list;
}

// Returns the binaries of a built program in the order of @p devices; none if one is missing.
std::vector<Binary> binariesOf(cl_program program, const std::vector<cl_device_id> &devices) {
  const auto own = programList<cl_device_id>(program, CL_PROGRAM_DEVICES);
  const auto sizes = programList<size_t>(program, CL_PROGRAM_BINARY_SIZES);
  if (own.empty() || own.size() != sizes.size())
    return {};
  std::vector<Binary> all(sizes.size());
  std::vector<unsigned char *> destinations;
  for (size_t i = 0; i < all.size(); ++i) {
    all[i].resize(sizes[i]);
    destinations.push_back(reinterpret_cast<unsigned char *>(all[i].data()));
  }
  if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, destinations.size() * sizeof(destinations[0]),
                       destinations.data(), nullptr) != CL_SUCCESS)
    return {};
  std::vector<Binary> binaries;
  for (cl_device_id device : devices) {
    const auto index = static_cast<size_t>(std::ranges::find(own, device) - own.begin());
    if (index == own.size() || all[index].empty())
      return {};
    binaries.push_back(all[index]);
  }
  return binaries;
}

} // namespace

Result<Binary> storedTranslation(std::span<const uint32_t> words) {
  const std::string translator = fileIdentity(spirv::translatorPath());
  if (adapterIdentity().empty() || translator.empty())
    return spirv::toBitcode(words);
  BinaryKey key;
  key.add("adapter", "opencl").add("kind", "translation").add("build", adapterIdentity());
  key.add("translator", spirv::translatorPath()).add("translator build", translator);
  key.addHash("spirv", std::as_bytes(words));
  std::optional<Result<Binary>> result;
  core::cache::loadOrBuild(
      key,
      [&](std::span<const std::byte> stored) {
        if (format::isBitcode(format::codeOf(stored)))
          result.emplace(Binary(stored.begin(), stored.end()));
        return result.has_value();
      },
      [&]() -> std::optional<Binary> {
        result.emplace(spirv::toBitcode(words));
        return *result ? std::optional(**result) : std::nullopt;
      });
  return *std::move(result);
}

NativeProgram loadStoredProgram(ur_program_handle_t_ &program,
                                const std::vector<cl_device_id> &devices,
                                const std::string &options) {
  const std::shared_ptr<core::cache::DiskStore> store = core::cache::diskStore();
  if (!store)
    return nullptr;
  const std::vector<BinaryKey> keys = keysOf(program, devices, options);
  std::vector<Binary> binaries;
  std::vector<size_t> sizes;
  std::vector<const unsigned char *> data;
  for (const BinaryKey &key : keys) {
    auto binary = store->load(key);
    if (!binary)
      return nullptr;
    binaries.push_back(*std::move(binary));
    sizes.push_back(binaries.back().size());
    data.push_back(reinterpret_cast<const unsigned char *>(binaries.back().data()));
  }
  if (binaries.empty())
    return nullptr;
  const auto count = static_cast<cl_uint>(devices.size());
  NativeProgram native;
  const cl_int code = buildWithOptions(options, "", [&](const char *accepted) {
    cl_int result = CL_SUCCESS;
    // PoCL aborts if a program of a binary is built again after it refused options.
    native = NativeProgram(clCreateProgramWithBinary(program.context->id, count, devices.data(),
                                                     sizes.data(), data.data(), nullptr, &result));
    if (result != CL_SUCCESS)
      return result;
    return clBuildProgram(native.get(), count, devices.data(), accepted, nullptr, nullptr);
  });
  if (code == CL_SUCCESS)
    return native;
  log().write(UR_LOGGER_LEVEL_INFO,
              "The driver rejected a stored binary with {}, so the program is built again.",
              nameOf(code));
  for (const BinaryKey &key : keys)
    store->drop(key);
  return nullptr;
}

void storeProgram(ur_program_handle_t_ &program, cl_program built,
                  const std::vector<cl_device_id> &devices, const std::string &options) {
  const std::shared_ptr<core::cache::DiskStore> store = core::cache::diskStore();
  if (!store)
    return;
  const std::vector<BinaryKey> keys = keysOf(program, devices, options);
  if (keys.empty())
    return;
  // PoCL compiles kernels when it is asked for the binaries.
  const auto read = onLargeStack([&] { return Result(binariesOf(built, devices)); });
  const std::vector<Binary> binaries = read ? *read : std::vector<Binary>();
  for (size_t i = 0; i < binaries.size(); ++i)
    store->save(keys[i], binaries[i]);
}

} // namespace ursa::opencl
