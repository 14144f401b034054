// Prepares the launch of a kernel with specialization constants for the adapter.
#pragma once

#include "core/intercepts/state.h"
#include "support/result.h"

#include <array>
#include <memory>
#include <span>

namespace ursa::core::intercepts {

/// Memory for the arguments of a launch, in place unless there are many, so that a launch does not
/// allocate.
class ArgumentMemory {
public:
  ArgumentMemory() {} // leaves the memory as it is
  ArgumentMemory(const ArgumentMemory &) = delete;
  ArgumentMemory &operator=(const ArgumentMemory &) = delete;

  /// Returns memory for @p count arguments, whose contents are undefined. Call once.
  ur_exp_kernel_arg_properties_t *reserve(size_t count) {
    if (count <= few_.size())
      return few_.data();
    many_ = std::make_unique_for_overwrite<ur_exp_kernel_arg_properties_t[]>(count);
    return many_.get();
  }

private:
  std::array<ur_exp_kernel_arg_properties_t, 24> few_;
  std::unique_ptr<ur_exp_kernel_arg_properties_t[]> many_;
};

/// Returns the kernel that is launched instead now, or null if it is the kernel itself.
programs::SharedKernel specializedOf(const KernelState &kernel);

/// A launch: the kernel, the arguments, and what they refer to while the launch is enqueued.
class Launch {
public:
  Launch() = default;

  /// Takes no lock and allocates nothing unless there are many arguments, because every launch of a
  /// kernel with constants calls it.
  /// @param given the caller's arguments, which must outlive the launch call
  Result<void> prepare(ur_kernel_handle_t handle, const KernelState &state, uint32_t numArgs,
                       const ur_exp_kernel_arg_properties_t *given);

  ur_kernel_handle_t kernel() const { return kernel_; }
  const ur_exp_kernel_arg_properties_t *args() const { return args_.data(); }
  uint32_t count() const { return static_cast<uint32_t>(args_.size()); }

  /// Records the tier of an enqueued launch, and requests the native one if it is time.
  void note(KernelState &state, uint32_t workDim, const size_t *global,
            const size_t *local) const noexcept;

  /// @{ What a recorded launch keeps: the implicit argument, null if there is none; the values that
  /// it refers to; and the kernel that is launched instead, null for the given one.
  const ur_exp_kernel_arg_properties_t *buffer() const {
    return hasBuffer_ ? &args_.back() : nullptr;
  }
  specialization::SharedValues values() const;
  programs::SharedKernel specialized() const { return specialized_ ? *specialized_ : nullptr; }
  /// @}

private:
  void addBuffer(uint32_t index, const specialization::Values *values);

  ur_kernel_handle_t kernel_ = nullptr;
  std::span<const ur_exp_kernel_arg_properties_t> args_; ///< in memory_, or the caller's
  const programs::SharedKernel *specialized_ =
      nullptr;                        ///< in the kernel's state or a borrowed object
  const KernelValues *own_ = nullptr; ///< likewise; null if the values of the program apply
  bool hasBuffer_ = false;
  bool isNative_ = false;
  AtomicSharedPtr<const NativeKernels>::Borrow natives_;
  AtomicSharedPtr<const KernelValues>::Borrow ownValues_;
  AtomicSharedPtr<const specialization::Values>::Borrow programValues_;
  ArgumentMemory memory_;
};

} // namespace ursa::core::intercepts
