// The host adapter's side of the kernel compiler's interface: defines the declared functions, which
// open the library. It stays open until the process ends, because kernels, and exceptions that are
// thrown through it, may outlive every program. LLVM gets a large stack, whatever the caller has.
#include "adapters/host/jit/jit_interface.h"

#include "spirv/translator.h"
#include "support/builtin_library_path.h"
#include "support/code_identity.h"
#include "support/shared_library.h"
#include "support/stack.h"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string_view>

#include <dlfcn.h>

namespace ursa::host::jit {
namespace {

/// Returns the path of the library in the adapter's folder. Resolves symbolic links to the adapter,
/// because a search folder may hold a link to the adapter alone.
std::filesystem::path libraryFile() {
  std::error_code error;
  const std::filesystem::path own = std::filesystem::canonical(ownFile(), error);
  return own.parent_path() / kJitFile;
}

Result<const JitInterface *> openLibrary() {
  const std::string file = libraryFile().string();
  void *library = dlopen(file.c_str(), libraryOpenMode());
  void *entry = library ? dlsym(library, kJitEntry) : nullptr;
  if (!entry) {
    const char *reason = dlerror();
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "The kernel compiler of the host cannot be loaded: {}.",
                     reason ? reason : file);
  }
  const JitInterface *interface = reinterpret_cast<decltype(&ursaHostJit)>(entry)();
  if (std::string_view(interface->version) != kJitVersion)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "{} has version {}; this host adapter needs version {}.", file,
                     interface->version, kJitVersion);
  return interface;
}

/// A failure is not cached: the library may exist at the next call.
Result<const JitInterface *> jitInterface() {
  static std::atomic<const JitInterface *> opened = nullptr;
  static std::mutex mutex; // held while the library is being opened
  if (const JitInterface *interface = opened.load(std::memory_order_acquire))
    return interface;
  const std::lock_guard guard(mutex);
  if (const JitInterface *interface = opened.load(std::memory_order_relaxed))
    return interface;
  URSA_TRY(const JitInterface *interface, openLibrary());
  opened.store(interface, std::memory_order_release);
  return interface;
}

} // namespace

std::string compilerIdentity() {
  const std::string code = libraryIdentity(libraryFile().string());
  return code.empty()
             ? ""
             : fmt::format("{} {} {}", kJitVersion, code, fileIdentity(builtinLibraryPath()));
}

std::string translatorIdentity() { return spirv::translatorIdentity(); }

Result<ModuleSummary> inspectModule(std::span<const std::byte> bitcode) {
  URSA_TRY(const JitInterface *jit, jitInterface());
  return onLargeStack([&] { return jit->inspectModule(bitcode); });
}

Result<ModuleSummary> inspectSpirv(std::span<const std::byte> spirv) {
  URSA_TRY(const JitInterface *jit, jitInterface());
  return onLargeStack([&] { return jit->inspectSpirv(spirv); });
}

Result<std::vector<std::byte>> hostImageOfSpirv(std::span<const std::byte> spirv,
                                                const format::host::ConstantValues &constants,
                                                ImageUse use) {
  URSA_TRY(const JitInterface *jit, jitInterface());
  return onLargeStack([&] { return jit->hostImageOfSpirv(spirv, constants, use); });
}

Result<std::vector<std::byte>> linkImages(std::span<const LinkInput> inputs) {
  URSA_TRY(const JitInterface *jit, jitInterface());
  return onLargeStack([&] { return jit->linkImages(inputs); });
}

Result<MachineImages> compileToMachineCode(std::span<const std::byte> bitcode,
                                           const format::host::ConstantValues &constants,
                                           std::string_view options, std::string &log) {
  URSA_TRY(const JitInterface *jit, jitInterface());
  return onLargeStack([&] { return jit->compileToMachineCode(bitcode, constants, options, log); });
}

} // namespace ursa::host::jit
