// A build of a program: its machine code, and other code of its kernels, which is built in the
// background while they are launched: with constant arguments (adapters/common/argument_watch.h),
// and of other widths (kernel_widths.h).
#pragma once

#include "adapters/common/argument_watch.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/program/kernel_variant.h"
#include "adapters/host/program/kernel_widths.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::host {

/// Code of one kernel in which some arguments are constants.
struct SpecializedKernel final : adapter::SpecializedCode {
  explicit SpecializedKernel(KernelCode kernelCode) : code(std::move(kernelCode)) {}

  const KernelCode code;
  std::shared_ptr<KernelWidths> widths; ///< null if no other width may be faster
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
  /// Returns the widths of a kernel; null if no other one may be faster.
  KernelWidths *widthsOf(const format::host::KernelInfo &kernel) const;

private:
  const std::unique_ptr<jit::Program> code_;
  /// @{ Builds in the background share ownership.
  std::map<const format::host::KernelInfo *, std::shared_ptr<adapter::ArgumentWatch>> watches_;
  std::map<const format::host::KernelInfo *, std::shared_ptr<KernelWidths>> widths_;
  /// @}
};

} // namespace ursa::host
