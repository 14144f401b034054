#include "adapters/cuda/program/module.h"

#include "adapters/cuda/driver/device.h"

#include <array>
#include <cstring>
#include <sstream>

namespace ursa::cuda {

Module::~Module() {
  if (isOwned)
    native.retire([module = handle] { (void)cu().cuModuleUnload(module); });
}

namespace {

// The options of the driver's compiler, and the memory for its log. Values of options are pointers,
// or numbers in place of a pointer.
class Compilation {
public:
  Compilation(const BuildOptions &options, std::span<const CodePointer> codes) {
    add(CU_JIT_INFO_LOG_BUFFER, info_.data());
    add(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, number(info_.size()));
    add(CU_JIT_ERROR_LOG_BUFFER, errors_.data());
    add(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, number(errors_.size()));
    DebugInfo most = DebugInfo::None;
    for (const CodePointer &code : codes)
      if (code->form == CodeForm::Ptx)
        most = std::max(
            most, adapter::ptx::debugInfoOf(
                      {reinterpret_cast<const char *>(code->bytes.data()), code->bytes.size()}));
    const bool isFull = most == DebugInfo::Full;
    add(CU_JIT_OPTIMIZATION_LEVEL, number(isFull ? 0 : options.optimization));
    if (most != DebugInfo::None)
      add(isFull ? CU_JIT_GENERATE_DEBUG_INFO : CU_JIT_GENERATE_LINE_INFO, number(1));
  }
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;

  unsigned count() const { return count_; }
  CUjit_option *names() { return names_.data(); }
  void **values() { return values_.data(); }

  std::string log() const {
    std::string text(errors_.data(), strnlen(errors_.data(), errors_.size()));
    text.append(info_.data(), strnlen(info_.data(), info_.size()));
    return text;
  }

private:
  using DebugInfo = adapter::ptx::DebugInfo;
  static void *number(size_t value) { return reinterpret_cast<void *>(value); }
  void add(CUjit_option name, void *value) {
    names_[count_] = name;
    values_[count_++] = value;
  }

  std::vector<char> info_ = std::vector<char>(8192);
  std::vector<char> errors_ = std::vector<char>(16384);
  std::array<CUjit_option, 6> names_{};
  std::array<void *, 6> values_{};
  unsigned count_ = 0;
};

Error failure(NativeContext &native, ur_result_t result, CUresult code, const char *call,
              const std::string &log) {
  const auto checked = native.check(code, call);
  if (checked.error().code == UR_RESULT_ERROR_DEVICE_LOST ||
      checked.error().code == UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)
    return checked.error();
  return makeError(result, "{}{}{}", checked.error().message, log.empty() ? "" : " ", log);
}

} // namespace

BuildOptions BuildOptions::parse(std::string_view text) {
  BuildOptions options;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;)
    if (word.size() == 3 && word.starts_with("-O") && word[2] >= '0' && word[2] <= '4')
      options.optimization = static_cast<unsigned>(word[2] - '0');
    else
      options.notes += fmt::format("warning: the option '{}' is unknown and was ignored.\n", word);
  return options;
}

Result<ModulePointer> loadModule(NativeContext &native, const CodePointer &code,
                                 const BuildOptions &options, std::string &log,
                                 std::shared_ptr<OffsetForms> offsetForms) {
  URSA_TRY(const Current current, native.enter());
  Compilation compilation(options, {&code, 1});
  CUmodule module = nullptr;
  const CUresult loaded = cu().cuModuleLoadDataEx(&module, code->bytes.data(), compilation.count(),
                                                  compilation.names(), compilation.values());
  log += compilation.log();
  if (loaded != CUDA_SUCCESS)
    return failure(native, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, loaded, "cuModuleLoadDataEx",
                   compilation.log());
  return ModulePointer(new Module{native, module, /*isOwned=*/true, code, std::move(offsetForms)});
}

Result<std::vector<std::byte>> linkCode(NativeContext &native, std::span<const CodePointer> codes,
                                        const BuildOptions &options, bool isComplete,
                                        std::string &log) {
  URSA_TRY(const Current current, native.enter());
  Compilation compilation(options, codes);
  CUlinkState linker = nullptr;
  URSA_CHECK(native.check(
      cu().cuLinkCreate(compilation.count(), compilation.names(), compilation.values(), &linker),
      "cuLinkCreate"));
  const char *call = "cuLinkAddData";
  CUresult result = CUDA_SUCCESS;
  for (size_t i = 0; i < codes.size() && result == CUDA_SUCCESS; ++i)
    result = cu().cuLinkAddData(
        linker, codes[i]->form == CodeForm::Ptx ? CU_JIT_INPUT_PTX : CU_JIT_INPUT_CUBIN,
        const_cast<std::byte *>(codes[i]->bytes.data()), codes[i]->bytes.size(),
        fmt::format("program {}", i).c_str(), 0, nullptr, nullptr);
  std::vector<std::byte> linked;
  if (result == CUDA_SUCCESS && isComplete) {
    void *object = nullptr;
    size_t size = 0;
    call = "cuLinkComplete";
    result = cu().cuLinkComplete(linker, &object, &size);
    if (result == CUDA_SUCCESS) {
      const auto *bytes = static_cast<const std::byte *>(object);
      linked.assign(bytes, bytes + size); // the linker owns the CUBIN
    }
  }
  (void)cu().cuLinkDestroy(linker);
  log += compilation.log();
  if (result != CUDA_SUCCESS)
    return failure(native,
                   isComplete ? UR_RESULT_ERROR_PROGRAM_LINK_FAILURE
                              : UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                   result, call, compilation.log());
  return linked;
}

} // namespace ursa::cuda
