#include "adapters/opencl/program/specialization.h"

#include "adapters/common/spec_constants.h"
#include "adapters/opencl/driver/adapter.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/driver_code.h"
#include "adapters/opencl/quirks/driver_shapes.h"
#include "adapters/opencl/quirks/probe.h"
#include "adapters/opencl/quirks/probe_module.h"
#include "core/cache/disk_store.h"
#include "support/child_process.h"
#include "support/environment.h"
#include "support/last_error.h"
#include "support/private_file.h"
#include "support/shared_library.h"
#include "support/stack.h"

#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include <unistd.h>

namespace ursa::opencl {
namespace {

namespace fs = std::filesystem;
using spirv::Traits;

constexpr int kTimeoutSeconds = 60; ///< for each run of the probe

std::string probeProgram() {
  const std::string own = ownFile();
  if (own.empty())
    return {};
  std::error_code error;
  const fs::path program = fs::canonical(own, error).parent_path() / "ursa-opencl-probe";
  return !error && access(program.c_str(), X_OK) == 0 ? program.string() : "";
}

// Runs the probe. Returns nothing if that gives no result; false if the process crashed.
std::optional<bool> probeTraits(const std::string &program, const std::string &identity,
                                Traits traits) {
  auto answer = runChild({program,
                          {fmt::format("{}", traits)},
                          std::as_bytes(std::span(identity)),
                          true,
                          kTimeoutSeconds});
  if (!answer) {
    log().write(UR_LOGGER_LEVEL_WARN, "The driver is not probed: {}", answer.error().message);
    return std::nullopt;
  }
  const std::string output(reinterpret_cast<const char *>(answer->output.data()),
                           answer->output.size());
  if (output.ends_with(kProbeYes))
    return true;
  if (output.ends_with(kProbeNoDevice)) {
    log().write(UR_LOGGER_LEVEL_WARN, "The driver is not probed: '{}' did not find the device.",
                program);
    return std::nullopt;
  }
  if (!output.ends_with(kProbeNo))
    log().write(UR_LOGGER_LEVEL_INFO, "A probe of specialization constants ended early: {}.",
                answer->problem.empty() ? "it printed no result" : answer->problem);
  return false;
}

// Traits that the device does not support are not probed, and not set natively.
Traits probedTraits(const ur_device_handle_t_ &device) {
  Traits traits = kAllTraits;
  if (!device.has("cl_khr_fp16"))
    traits &= ~static_cast<Traits>(spirv::kTraitHalf);
  const auto doubles =
      URSA_CL_VALUE(cl_device_fp_config, clGetDeviceInfo, CL_DEVICE_DOUBLE_FP_CONFIG, device.id);
  if (!doubles || *doubles == 0)
    traits &= ~static_cast<Traits>(spirv::kTraitDouble);
  return traits;
}

// Probes all traits together, since most drivers pass or fail all of them, and one by one only if
// that fails.
std::optional<Traits> probeDriver(const ur_device_handle_t_ &device, const std::string &identity) {
  const std::string program = probeProgram();
  if (program.empty()) {
    log().write(UR_LOGGER_LEVEL_INFO, "There is no ursa-opencl-probe beside the adapter: "
                                      "specialization constants are folded in SPIR-V.");
    return std::nullopt;
  }
  const Traits probed = probedTraits(device);
  const auto all = probeTraits(program, identity, probed);
  if (!all)
    return std::nullopt;
  if (*all)
    return probed;
  Traits right = 0;
  for (Traits trait = 1; trait <= kAllTraits; trait *= 2)
    if (probed & trait) {
      const auto one = probeTraits(program, identity, trait);
      if (!one)
        return std::nullopt;
      right |= *one ? trait : 0;
    }
  return right;
}

fs::path cacheFile(const std::string &identity) {
  const fs::path caches = userCacheFolder();
  if (caches.empty())
    return {};
  return caches / "ursa" / "opencl-probe" /
         fmt::format("{:016x}", XXH3_64bits(identity.data(), identity.size()));
}

// The first line of a cache file is the version of the probe, the traits, and the length of the
// identity, which follows. Other files are ignored.
std::string cacheHeader(Traits traits, const std::string &identity) {
  return fmt::format("ursa-opencl-probe 1 {} {}\n", traits, identity.size());
}

std::optional<Traits> readCache(const fs::path &path, const std::string &identity) {
  constexpr uint64_t kMostHeaderBytes = 100;
  const auto bytes = PrivateFile(path).read(kMostHeaderBytes + identity.size());
  if (!bytes)
    return std::nullopt;
  const std::string content(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  Traits traits = 0;
  if (std::sscanf(content.c_str(), "ursa-opencl-probe 1 %u", &traits) != 1 || traits > kAllTraits ||
      content != cacheHeader(traits, identity) + identity)
    return std::nullopt;
  return traits;
}

// Replaces the file atomically, because other processes read it. Failure only costs another probe.
void writeCache(const fs::path &path, const std::string &identity, Traits traits) {
  if (!makePrivateFolder(path.parent_path()))
    return;
  std::error_code error;
  std::string temporary = path.string() + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0)
    return;
  const std::string content = cacheHeader(traits, identity) + identity;
  const bool isWritten =
      write(descriptor, content.data(), content.size()) == static_cast<ssize_t>(content.size());
  close(descriptor);
  if (isWritten)
    fs::rename(temporary, path, error);
  if (!isWritten || error)
    fs::remove(temporary, error);
}

bool maySetConstants(const ur_device_handle_t_ &device) {
  return device.spirv == SpirvSupport::Il && device.version >= 22;
}

Traits findTraits(const ur_device_handle_t_ &device) {
  using format::Toggle;
  if (!maySetConstants(device) || device.overrides.on.has(Toggle::FoldSpecConstants))
    return 0;
  if (device.overrides.off.has(Toggle::FoldSpecConstants))
    return probedTraits(device);
  const std::string identity = identityOf(device.id);
  if (identity.empty())
    return 0;
  const std::string key = identity + driverCode(device.platform->id) + "\n";
  const fs::path file = cacheFile(key);
  if (file.empty())
    return 0;
  const std::string refusal = whyNotPrivate(file.parent_path());
  if (!refusal.empty())
    log().write(UR_LOGGER_LEVEL_WARN, "The cache '{}' is not used: {}.",
                file.parent_path().string(), refusal);
  else if (const auto known = readCache(file, key))
    return *known;
  const auto found = probeDriver(device, identity);
  if (found && refusal.empty())
    writeCache(file, key, *found);
  return found.value_or(0);
}

} // namespace

Result<NativeProgram> createWithWords(cl_context context, const ur_device_handle_t_ &device,
                                      std::span<const uint32_t> words) {
  static std::mutex &mutex = *new std::mutex;
  std::unique_lock lock(mutex, std::defer_lock);
  if (device.toggles.has(format::Toggle::SerializeProgramCreation))
    lock.lock();
  decltype(&clCreateProgramWithIL) create = clCreateProgramWithIL;
  if (device.version < 21) // supported by the extension cl_khr_il_program
    create = device.platform->extension<decltype(create)>("clCreateProgramWithILKHR");
  if (!create)
    return Error{UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                 "The driver has the extension cl_khr_il_program, but not its function."};
  std::vector<uint32_t> changed;
  words = inDriversShape(device, words, changed);
  // PoCL reads the output of llvm-spirv into a buffer of 64 KiB on the stack.
  return onLargeStack([&]() -> Result<NativeProgram> {
    cl_int code = CL_SUCCESS;
    NativeProgram native(create(context, words.data(), words.size_bytes(), &code));
    URSA_CHECK(checkCl(code, "clCreateProgramWithIL"));
    return native;
  });
}

Traits nativeTraits(const ur_device_handle_t_ &device) {
  const ur_device_handle_t_ *root = &device;
  while (root->parent)
    root = root->parent;
  std::call_once(root->native.once, [&] { root->native.traits = findTraits(*root); });
  return root->native.traits;
}

format::ToggleSet togglesOf(const ur_device_handle_t_ &device) {
  format::ToggleSet toggles = device.toggles;
  if (maySetConstants(device) && nativeTraits(device) != probedTraits(device))
    toggles.set(format::Toggle::FoldSpecConstants);
  return toggles;
}

bool driverSetsConstants(std::span<const ur_device_handle_t> devices, const spirv::Module &module,
                         const spirv::ConstantValues &values) {
  if (values.empty() || module.constants().size() > kMaxNativeConstants)
    return false;
  Traits needed = 0;
  for (const spirv::Constant &constant : module.constants())
    if (values.contains(constant.id))
      needed |= constant.traits;
  return std::all_of(devices.begin(), devices.end(), [&](ur_device_handle_t device) {
    return (needed & ~nativeTraits(*device)) == 0;
  });
}

Result<NativeProgram> createWithIl(cl_context context, std::span<const ur_device_handle_t> devices,
                                   const spirv::Module &module,
                                   const spirv::ConstantValues &values) {
  if (module.isFixed())
    return createWithWords(context, *devices.front(), module.words());
  if (!driverSetsConstants(devices, module, values))
    return createWithWords(context, *devices.front(), module.specialized(values));
  URSA_TRY(NativeProgram native,
           createWithWords(context, *devices.front(), module.specializable()));
  for (const auto &[id, value] : values) {
    const cl_int code =
        clSetProgramSpecializationConstant(native.get(), id, value.size(), value.data());
    if (code != CL_SUCCESS)
      return makeError(resultOf(code),
                       "clSetProgramSpecializationConstant did not set constant {} of {} bytes: "
                       "{}.",
                       id, value.size(), nameOf(code));
  }
  return native;
}

namespace {

struct Constants {
  static const char *name(const ur_program_handle_t_ &) { return "the program"; }
  static Result<std::optional<size_t>> sizeOf(const ur_program_handle_t_ &program, uint32_t id) {
    if (!program.code.module)
      return Error{
          UR_RESULT_ERROR_INVALID_OPERATION,
          "The values of constants can be set only in programs that were created from SPIR-V."};
    const spirv::Constant *constant = adapter::findById(program.code.module->constants(), id);
    return constant ? std::optional<size_t>(constant->defaultValue.size()) : std::nullopt;
  }
  static void set(ur_program_handle_t_ &program, adapter::ConstantValues values) {
    adapter::setProgramConstants(program, std::move(values));
  }
};

} // namespace

ur_result_t setSpecializationConstants(ur_program_handle_t hProgram, uint32_t count,
                                       const ur_specialization_constant_info_t *pSpecConstants) {
  return adapter::setSpecializationConstants<ur_program_handle_t_, Constants>(hProgram, count,
                                                                              pSpecConstants);
}

} // namespace ursa::opencl
