// State that the loader keeps for programs and kernels with specialization constants, and the
// tables that find it by handle. While the tables are empty, an intercept costs one relaxed load.
#pragma once

#include "core/programs/program_builder.h"
#include "core/selection/image_binding.h"
#include "core/specialization/values.h"
#include "core/tiers/program_tier.h"
#include "support/atomic_shared_ptr.h"
#include "support/state_table.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::core::intercepts {

/// Values that belong to a single kernel, and how it is launched with them. Immutable.
struct KernelValues {
  specialization::SharedValues values;
  programs::SharedKernel
      specialized; ///< launched instead of the kernel; null if that is launched itself
  std::optional<uint32_t> bufferIndex; ///< index of the launched kernel's implicit argument
};

/// The native tier of a kernel for some values.
struct NativeKernel {
  uint64_t values = 0; ///< id of the values
  programs::SharedKernel kernel;
  std::optional<uint32_t> bufferIndex;
};
using NativeKernels = std::vector<NativeKernel>; ///< newest first

/// A program created from a container, or from SPIR-V with specialization constants.
struct ProgramState : std::enable_shared_from_this<ProgramState> {
  std::shared_ptr<const selection::ImageBinding> binding;
  std::shared_ptr<cache::ProgramCache> cache; ///< of programs specialized for single kernels
  std::shared_ptr<tiers::TierCounters> counters = std::make_shared<tiers::TierCounters>();
  std::atomic<uint32_t> references{1};

  /// The current values and their id. Launches read them without a lock; stores hold the mutex.
  AtomicSharedPtr<const specialization::Values> values;
  std::atomic<uint64_t> valuesId{0};
  void setValues(specialization::SharedValues newValues);

  std::mutex mutex;                    ///< held while values are set; guards the members below
  specialization::RecentValues recent; ///< tiered mode
  specialization::SharedValues
      builtValues;     ///< native mode: values of the last build, which its kernels use; else null
  std::string options; ///< of the last build
  std::shared_ptr<tiers::ProgramTier> tier; ///< tiered mode: of the last build; else null
};

/// Execution properties of a kernel, as set by urKernelSetExecInfo.
using ExecInfo = std::map<ur_kernel_exec_info_t, std::vector<std::byte>>;

/// A kernel of a program with specialization constants.
struct KernelState final : tiers::TieredKernel, std::enable_shared_from_this<KernelState> {
  std::shared_ptr<const selection::ImageBinding> binding;
  std::shared_ptr<ProgramState> program; ///< null for a kernel of a bundle
  std::shared_ptr<cache::ProgramCache> cache;
  cache::SharedProgram ownProgram; ///< the build of a bundle, retained while the kernel lives
  std::string name;
  std::string options;
  /// Index of the kernel's own implicit argument; none in native images and for kernels that read
  /// no constants.
  std::optional<uint32_t> bufferIndex;
  /// Whether the kernel itself has its first values built in.
  bool isNative = false;
  std::shared_ptr<tiers::ProgramTier>
      tier; ///< tiered mode, if the kernel reads constants; else null
  std::atomic<uint32_t> references{1};
  /// Whether values or execution properties of the kernel were set, so that it is not as new.
  std::atomic<bool> isChanged{false};

  /// True if a launch passes the kernel and its arguments on as they are.
  std::atomic<bool> launchesItself{false};
  /// @{ Its own values at creation, null if those of the program apply, and the native tier for
  /// them, null before it exists. Both live as long as the state, so that a launch of a kernel that
  /// was not changed since needs no reference to them.
  std::shared_ptr<const KernelValues> first;
  std::atomic<const NativeKernel *> firstNative{nullptr};
  bool isAsCreated() const { return first && !isChanged.load(std::memory_order_relaxed); }
  /// @}
  /// Null if the values of the program apply. Stores hold the mutex; reads take no lock.
  AtomicSharedPtr<const KernelValues> own;
  std::atomic<uint64_t> ownId{0}; ///< id of these values; 0 if those of the program apply
  /// Tiered mode: the shape of the launch that requested a build last, if the tier needs it.
  AtomicSharedPtr<const tiers::LaunchShape> shape;
  /// Tiered mode: for values of which native kernels exist. Stores hold the mutex.
  AtomicSharedPtr<const NativeKernels> natives;

  std::mutex mutex;  ///< held while values are set; guards the members below
  ExecInfo execInfo; ///< applied to kernels that are launched instead
  uint64_t execInfoVersion = 0;
  std::vector<std::shared_ptr<const KernelValues>>
      recent; ///< `own` with native kernels, newest first
  programs::SharedKernel
      emulated; ///< tiered mode, if the kernel itself is native: the emulated tier
  std::unique_ptr<const NativeKernel> firstNativeOwner;

  /// Sets `own` and `first` of a kernel that no other thread knows yet.
  void setFirst(std::shared_ptr<const KernelValues> values);
  /// Replaces `own`, and keeps it among the recent ones. The caller holds the mutex, unless no
  /// other thread knows the kernel yet.
  void setOwn(std::shared_ptr<const KernelValues> values);
  /// Sets launchesItself. Call when the members above are complete.
  void updateLaunch();

  Result<void> createNative(const cache::SharedProgram &nativeProgram,
                            const specialization::SharedValues &values) override;
  uint64_t currentValues() const override;
};

/// Returns the values that a launch uses now.
specialization::SharedValues valuesOf(const KernelState &kernel);

/// Sets values of a single kernel, as urKernelSetSpecializationConstants does.
Result<void> setKernelValues(KernelState &kernel,
                             std::span<const ur_specialization_constant_info_t> given);

/// Records an execution property that a kernel has already received, and applies it to the kernels
/// that are launched instead, now and when they are created.
Result<void> recordExecInfo(KernelState &kernel, ur_kernel_exec_info_t name,
                            std::span<const std::byte> value);

StateTable<ur_program_handle_t, ProgramState> &programStates();
StateTable<ur_kernel_handle_t, KernelState> &kernelStates();

} // namespace ursa::core::intercepts
