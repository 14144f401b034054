// State that the loader keeps for programs and kernels with specialization constants, and the
// tables that find it by handle. While the tables are empty, an intercept costs one relaxed load.
#pragma once

#include "core/intercepts/state_table.h"
#include "core/programs/program_builder.h"
#include "core/selection/image_binding.h"
#include "core/specialization/values.h"
#include "core/support/atomic_shared_ptr.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ursa {

/// Values that belong to a single kernel. Immutable.
struct KernelValues {
  SharedValues values;
  SharedKernel
      specialized; ///< launched instead of the kernel, with the values built in; may be null
};

/// A program created from a container, or from SPIR-V with specialization constants.
struct ProgramState : std::enable_shared_from_this<ProgramState> {
  std::shared_ptr<const ImageBinding> binding;
  std::shared_ptr<ProgramCache> cache; ///< of programs specialized for single kernels
  std::atomic<uint32_t> references{1};

  /// The current values. Launches read them without a lock; stores hold the mutex.
  AtomicSharedPtr<const Values> values;

  std::mutex mutex; ///< held while values are set; guards the members below
  SharedValues
      builtValues;     ///< native mode: values of the last build, which its kernels use; else null
  std::string options; ///< of the last build
};

/// Execution properties of a kernel, as set by urKernelSetExecInfo.
using ExecInfo = std::map<ur_kernel_exec_info_t, std::vector<std::byte>>;

/// A kernel of a program with specialization constants.
struct KernelState {
  std::shared_ptr<const ImageBinding> binding;
  std::shared_ptr<ProgramState> program; ///< null for a kernel of a bundle
  std::shared_ptr<ProgramCache> cache;
  SharedProgram ownProgram; ///< the build of a bundle, retained while the kernel lives
  std::string name;
  std::string options;
  std::optional<uint32_t> bufferIndex; ///< index of the implicit argument; none for plain SPIR-V
  std::atomic<uint32_t> references{1};

  /// Null if the values of the program apply. Stores hold the mutex; reads take no lock.
  AtomicSharedPtr<const KernelValues> own;

  std::mutex mutex;  ///< held while values are set; guards the members below
  ExecInfo execInfo; ///< applied to kernels that are launched instead
};

StateTable<ur_program_handle_t, ProgramState> &programStates();
StateTable<ur_kernel_handle_t, KernelState> &kernelStates();

} // namespace ursa
