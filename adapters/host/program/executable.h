// A build of a program: its machine code, and the code of its kernels with constant arguments,
// which is built in the background while they are launched (adapters/common/argument_watch.h).
#pragma once

#include "adapters/common/argument_watch.h"
#include "adapters/host/jit/host_jit.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::host {

/// What a program was built from.
struct BuildSource {
  std::shared_ptr<const std::vector<std::byte>> image; ///< bitcode or machine code
  format::host::ConstantValues constants;
  std::string options;
};

/// Machine code of one kernel in which some arguments are constants. It takes the same arguments as
/// the generic code, and no more local memory.
class SpecializedKernel final : public adapter::SpecializedCode {
public:
  SpecializedKernel(std::unique_ptr<jit::Program> program, const format::host::KernelInfo &kernel)
      : info(kernel), program_(std::move(program)) {}

  const format::host::KernelInfo &info; ///< owned by the program

private:
  const std::unique_ptr<jit::Program> program_;
};

/// Thread safe.
class Executable {
public:
  Executable(std::unique_ptr<jit::Program> code, BuildSource source);

  const std::vector<format::host::KernelInfo> &kernels() const { return code_->kernels(); }
  /// Returns the kernel of that name, or null.
  const format::host::KernelInfo *kernel(std::string_view name) const {
    return code_->kernel(name);
  }
  /// Returns the variable of that name, or null.
  const format::host::VariableInfo *variable(std::string_view name) const {
    return code_->variable(name);
  }
  /// Returns the watch of a kernel's arguments; null if none of them would pay as a constant. Its
  /// code is SpecializedKernel.
  adapter::ArgumentWatch *watchOf(const format::host::KernelInfo &kernel) const;

private:
  const std::unique_ptr<jit::Program> code_;
  /// Builds in the background share ownership.
  std::map<const format::host::KernelInfo *, std::shared_ptr<adapter::ArgumentWatch>> watches_;
};

} // namespace ursa::host
