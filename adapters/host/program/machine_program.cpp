#include "adapters/host/program/machine_program.h"

#include "compiler/targets/host/runtime/loaded_object.h"
#include "compiler/targets/host/runtime/runtime_symbols.h"
#include "format/host/isa.h"
#include "format/host/machine_image.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ursa::host {
namespace {

using format::host::KernelInfo;
using format::host::MachineDescription;

Error cannotLoad(std::string_view reason) {
  return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "The machine code cannot be loaded: {}.",
                   reason);
}

/// A memory file, which the dynamic linker opens through its path in /proc.
class ExecutableFile {
public:
  ~ExecutableFile() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }

  Result<void> write(std::span<const std::byte> bytes) {
#ifdef MFD_EXEC // some systems refuse to execute a memory file without this flag
    descriptor_ = memfd_create("ursa-kernels", MFD_CLOEXEC | MFD_EXEC);
    if (descriptor_ < 0 && errno == EINVAL) // an older Linux kernel
#endif
      descriptor_ = memfd_create("ursa-kernels", MFD_CLOEXEC);
    if (descriptor_ < 0)
      return cannotLoad(std::strerror(errno));
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR)
        continue;
      if (count < 0)
        return cannotLoad(std::strerror(errno));
      bytes = bytes.subspan(static_cast<size_t>(count));
    }
    return {};
  }

  /// Returns a path that is unique even if the descriptor number is reused: the dynamic linker
  /// identifies a loaded library by its path. Extra "/" and "/." encode the bits of a
  /// counter.
  std::string path() const {
    static std::atomic<uint32_t> count = 0;
    std::string path = "/proc/self/fd";
    for (uint32_t bits = ++count; bits != 0; bits >>= 1)
      path += bits & 1 ? "/." : "/";
    return path + fmt::format("/{}", descriptor_);
  }

private:
  int descriptor_ = -1;
};

Result<void> checkRunnable(const MachineDescription &description) {
  const std::string target = format::host::machineTarget(description.cpu);
  if (const std::string reason = format::host::missingRequirements(target); !reason.empty())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The machine code is for '{}', which cannot run here: {}.", target, reason);
  return {};
}

/// A program in a shared object.
class LibraryProgram final : public jit::Program {
public:
  LibraryProgram() = default;
  ~LibraryProgram() override {
    if (library_)
      dlclose(library_);
  }

  Result<void> load(std::span<const std::byte> image, MachineDescription description) {
    ExecutableFile file;
    URSA_CHECK(file.write(image));
    library_ = dlopen(file.path().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library_) {
      const char *reason = dlerror();
      return cannotLoad(reason ? reason : "the dynamic linker refuses it");
    }
    URSA_CHECK(resolveImports(description.imports));
    return findKernels(std::move(description));
  }

private:
  /// Returns an array of @p count pointers that the code exports.
  Result<void **> array(const char *name, size_t count) {
    void *found = dlsym(library_, name);
    Dl_info info{};
    void *entry = nullptr;
    if (!found || !dladdr1(found, &info, &entry, RTLD_DL_SYMENT) || !entry ||
        static_cast<const ElfW(Sym) *>(entry)->st_size != count * sizeof(void *))
      return cannotLoad(fmt::format("it does not export {} pointers in '{}'", count, name));
    return static_cast<void **>(found);
  }

  Result<void> resolveImports(const std::vector<std::string> &imports) {
    if (imports.empty())
      return {};
    URSA_TRY(void **slot, array(format::host::kMachineImports, imports.size()));
    for (const std::string &name : imports) {
      *slot = compiler::host::runtimeSymbol(name);
      if (!*slot++)
        return cannotLoad(fmt::format("it uses '{}', which this device does not have", name));
    }
    return {};
  }

  Result<void> findKernels(MachineDescription description) {
    const size_t count = description.kernels.size() + description.variables.size();
    if (count == 0)
      return {}; // nothing to find
    URSA_TRY(void *const *address, array(format::host::kMachineTable, count));
    kernels_ = std::move(description.kernels);
    for (KernelInfo &kernel : kernels_)
      kernel.entry = reinterpret_cast<format::host::KernelEntry>(*address++);
    variables_ = std::move(description.variables);
    for (format::host::VariableInfo &variable : variables_)
      variable.address = static_cast<std::byte *>(*address++);
    return {};
  }

  void *library_ = nullptr;
};

/// A program in relocatable objects.
class RelocatableProgram final : public jit::Program {
public:
  /// Adds the kernels and variables of an object.
  Result<void> load(std::span<const std::byte> image, MachineDescription description) {
    URSA_TRY(auto code, compiler::host::LoadedObject::load(image, compiler::host::runtimeSymbol));
    for (KernelInfo &kernel : description.kernels) {
      URSA_TRY(void *const entry, find(*code, format::host::kEntryPrefix + kernel.name));
      kernel.entry = reinterpret_cast<format::host::KernelEntry>(entry);
      kernels_.push_back(std::move(kernel));
    }
    for (format::host::VariableInfo &variable : description.variables) {
      URSA_TRY(void *const address, find(*code, format::host::kVariablePrefix + variable.name));
      variable.address = static_cast<std::byte *>(address);
      variables_.push_back(std::move(variable));
    }
    std::ranges::sort(kernels_, {}, &KernelInfo::name);
    code_.push_back(std::move(code));
    return {};
  }

private:
  static Result<void *> find(const compiler::host::LoadedObject &code, const std::string &symbol) {
    void *const address = code.address(symbol);
    return address ? Result<void *>(address)
                   : cannotLoad(fmt::format("it does not define '{}'", symbol));
  }

  std::vector<std::unique_ptr<compiler::host::LoadedObject>> code_;
};

template <class Loaded>
Result<std::unique_ptr<jit::Program>> loadAs(std::span<const std::byte> image,
                                             MachineDescription description) {
  auto program = std::make_unique<Loaded>();
  URSA_CHECK(program->load(image, std::move(description)));
  return std::unique_ptr<jit::Program>(std::move(program));
}

} // namespace

Result<jit::ModuleSummary> inspectMachineCode(std::span<const std::byte> image) {
  URSA_TRY(const MachineDescription description, format::host::readMachineImage(image));
  URSA_CHECK(checkRunnable(description));
  jit::ModuleSummary summary;
  for (const KernelInfo &kernel : description.kernels)
    summary.kernels.push_back(kernel.name);
  return summary;
}

Result<std::unique_ptr<jit::Program>> loadMachineCode(std::span<const std::byte> image) {
  URSA_TRY(MachineDescription description, format::host::readMachineImage(image));
  return compiler::host::isRelocatableObject(image)
             ? loadAs<RelocatableProgram>(image, std::move(description))
             : loadAs<LibraryProgram>(image, std::move(description));
}

Result<std::unique_ptr<jit::Program>>
loadMachineCode(std::span<const std::span<const std::byte>> images) {
  auto program = std::make_unique<RelocatableProgram>();
  for (const std::span<const std::byte> image : images) {
    URSA_TRY(MachineDescription description, format::host::readMachineImage(image));
    if (!compiler::host::isRelocatableObject(image))
      return cannotLoad("one of its parts is no relocatable object");
    URSA_CHECK(program->load(image, std::move(description)));
  }
  return std::unique_ptr<jit::Program>(std::move(program));
}

} // namespace ursa::host
