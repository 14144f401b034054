// Properties of the host as a device, and of programs, that need no LLVM.
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/spirv_intake.h"
#include "spirv/translator.h"

#include <algorithm>

namespace ursa::host::jit {

const char *hostArchitecture() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#else
#error "The triple's architecture belongs here."
#endif
}

uint32_t hostVectorBytes() {
#if defined(__x86_64__)
  // Also false if the operating system does not save the registers.
  if (__builtin_cpu_supports("avx512f"))
    return 64;
  if (__builtin_cpu_supports("avx"))
    return 32;
#endif
  return 16;
}

const format::host::KernelInfo *Program::kernel(std::string_view name) const {
  const auto found = std::lower_bound(
      kernels_.begin(), kernels_.end(), name,
      [](const format::host::KernelInfo &kernel, std::string_view n) { return kernel.name < n; });
  return found != kernels_.end() && found->name == name ? &*found : nullptr;
}

const format::host::VariableInfo *Program::variable(std::string_view name) const {
  for (const format::host::VariableInfo &variable : variables_)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

std::string supportedIl() { return spirv::translatorPath().empty() ? "" : "SPIR-V_1.4"; }

} // namespace ursa::host::jit
