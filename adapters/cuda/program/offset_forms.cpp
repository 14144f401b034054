#include "adapters/cuda/program/offset_forms.h"

#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/program/specialized_code.h"
#include "format/ptx.h"

#include <algorithm>
#include <set>

namespace ursa::cuda {
namespace {

struct Noted {
  std::mutex mutex;
  std::set<std::string, std::less<>> kernels;
};

Noted &noted() {
  static Noted &noted = *new Noted;
  return noted;
}

} // namespace

Result<CUfunction> OffsetForms::find(NativeContext &native, const std::string &kernel) {
  const std::lock_guard guard(mutex_);
  if (const auto known = functions_.find(kernel); known != functions_.end())
    return known->second;
  if (!module_) {
    std::string log;
    URSA_TRY(module_, loadOffsetForms(native, code_, values_, options_, log));
  }
  URSA_TRY(const Current current, native.enter());
  const std::string name = kernel + std::string(format::ptx::kWithOffsetSuffix);
  CUfunction function = nullptr;
  URSA_CHECK(native.check(cu().cuModuleGetFunction(&function, module_->handle, name.c_str()),
                          "cuModuleGetFunction"));
  functions_[kernel] = function;
  return function;
}

Result<std::span<const std::byte>> OffsetForms::wholePtx(NativeContext &native) {
  const std::lock_guard guard(mutex_);
  if (ptx_.empty()) {
    URSA_TRY(const CodePointer code, specializedPtx(native.device, *code_, values_, options_));
    ptx_.assign(code->bytes.begin(), code->bytes.end() - 1);
  }
  return std::span<const std::byte>(ptx_);
}

void noteOffset(const char *keptName) {
  static constinit thread_local const char *last = nullptr;
  if (last == keptName)
    return;
  Noted &all = noted();
  const std::lock_guard guard(all.mutex);
  all.kernels.emplace(keptName);
  last = keptName;
}

bool hasKernelWithOffset(const Code &code) {
  Noted &all = noted();
  const std::lock_guard guard(all.mutex);
  return !all.kernels.empty() && std::ranges::any_of(code.kernels, [&](const auto &kernel) {
    return all.kernels.contains(kernel.first);
  });
}

} // namespace ursa::cuda
