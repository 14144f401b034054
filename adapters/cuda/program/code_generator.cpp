#include "adapters/cuda/program/code_generator.h"

#include "adapters/cuda/driver/adapter.h"
#include "adapters/cuda/driver/device.h"
#include "support/builtin_library_path.h"
#include "support/code_identity.h"
#include "support/shared_library.h"

#include <atomic>
#include <filesystem>
#include <mutex>

#include <dlfcn.h>

namespace ursa::cuda {
namespace {

constexpr std::string_view kVersion = URSA_VERSION;

// Resolves symbolic links to the adapter, because a search folder may hold a link to the adapter
// alone.
const std::string &generatorFile() {
  static const std::string &file = *new std::string([] {
    std::error_code error;
    const std::filesystem::path own = std::filesystem::canonical(ownFile(), error);
    return (own.parent_path() / URSA_NVPTX_JIT_FILE).string();
  }());
  return file;
}

std::atomic<bool> &hasFailedToOpen() {
  static std::atomic<bool> failed = false;
  return failed;
}

Result<const ursa_nvptx_jit_t *> openGenerator() {
  const std::string &file = generatorFile();
  void *library = dlopen(file.c_str(), libraryOpenMode());
  void *entry = library ? dlsym(library, URSA_NVPTX_JIT_ENTRY) : nullptr;
  if (!entry) {
    const char *reason = dlerror();
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "The code generator for CUDA devices cannot be loaded: {}.",
                     reason ? reason : file);
  }
  const ursa_nvptx_jit_t *generator = reinterpret_cast<decltype(&ursaNvptxJit)>(entry)();
  if (generator->version != kVersion)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "{} has version {}; this CUDA adapter needs version {}.", file,
                     generator->version, kVersion);
  return generator;
}

// A failure is not kept: the library may be there at the next call.
Result<const ursa_nvptx_jit_t *> generator() {
  static std::atomic<const ursa_nvptx_jit_t *> opened = nullptr;
  static std::mutex mutex; // held while the library is being opened
  if (const ursa_nvptx_jit_t *known = opened.load(std::memory_order_acquire))
    return known;
  const std::lock_guard guard(mutex);
  if (const ursa_nvptx_jit_t *known = opened.load(std::memory_order_relaxed))
    return known;
  const auto result = openGenerator();
  hasFailedToOpen() = !result;
  if (result)
    opened.store(*result, std::memory_order_release);
  return result;
}

// Collects what the generator writes. Memory that runs out in it ends the process, because nothing
// may be thrown through the interface.
struct Output {
  std::string text;
  BitcodeSummary summary;

  ursa_nvptx_output_t functions() {
    return {this,
            [](void *self, const char *words, size_t size) noexcept {
              static_cast<Output *>(self)->text.assign(words, size);
            },
            [](void *self, const char *name, size_t size) noexcept {
              static_cast<Output *>(self)->summary.kernels.emplace_back(name, size);
            },
            [](void *self, uint32_t id, uint32_t size) noexcept {
              static_cast<Output *>(self)->summary.constants.push_back({id, size});
            }};
  }
};

} // namespace

bool generatesCode(const ur_device_handle_t_ &device) {
  if (device.computeCapability < kFirstGeneratedCapability)
    return false;
  // Its identity reads all libraries that it needs, which a program without constants need not do.
  std::error_code error;
  if (std::filesystem::exists(generatorFile(), error))
    return !hasFailedToOpen();
  static std::once_flag once;
  std::call_once(once, [] {
    log().write(UR_LOGGER_LEVEL_INFO,
                "There is no code generator ({}); specialization constants are emulated.",
                generatorFile());
  });
  return false;
}

std::string codeGeneratorIdentity() {
  const std::string code = libraryIdentity(generatorFile());
  return code.empty() ? ""
                      : fmt::format("{} {} {}", kVersion, code, fileIdentity(builtinLibraryPath()));
}

Result<BitcodeSummary> inspectBitcode(std::span<const std::byte> bitcode) {
  URSA_TRY(const ursa_nvptx_jit_t *const jit, generator());
  Output output;
  const ursa_nvptx_output_t functions = output.functions();
  if (const ur_result_t result = jit->inspect(bitcode.data(), bitcode.size(), &functions);
      result != UR_RESULT_SUCCESS)
    return Error{result, std::move(output.text)};
  return std::move(output.summary);
}

Result<std::string> generatePtx(std::span<const std::byte> bitcode,
                                const adapter::ConstantValues &values, uint32_t computeCapability,
                                unsigned optimization, ursa_nvptx_forms_t forms) {
  URSA_TRY(const ursa_nvptx_jit_t *const jit, generator());
  std::vector<ursa_nvptx_constant_t> constants;
  for (const auto &[id, value] : values)
    constants.push_back({id, static_cast<uint32_t>(value.size()), value.data()});
  const ursa_nvptx_input_t input = {
      bitcode.data(), bitcode.size(), constants.data(), constants.size(), computeCapability,
      optimization,   forms};
  Output output;
  const ursa_nvptx_output_t functions = output.functions();
  if (const ur_result_t result = jit->compile(&input, &functions); result != UR_RESULT_SUCCESS)
    return Error{result, std::move(output.text)};
  return std::move(output.text);
}

} // namespace ursa::cuda
