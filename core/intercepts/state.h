// What the loader knows about programs and kernels whose specialization constants it looks after,
// and the tables that find it by handle. While the tables are empty, an intercept costs one relaxed
// load.
#pragma once

#include "core/programs/program_builder.h"
#include "core/selection/image_binding.h"
#include "core/specialization/values.h"
#include "core/intercepts/state_table.h"
#include "core/support/atomic_shared_ptr.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ursa {

/// Values of a kernel's own. Immutable.
struct KernelValues {
  SharedValues values;
  SharedKernel specialized; ///< launched instead of the kernel, with the values built in; or null
};

/// A program that was made from a container, or from SPIR-V with specialization constants.
struct ProgramState : std::enable_shared_from_this<ProgramState> {
  std::shared_ptr<const ImageBinding> binding;
  std::shared_ptr<ProgramCache> cache; ///< of programs specialized for single kernels
  std::atomic<uint32_t> references{1};

  /// The values in force; launches read them without a lock. Stored under the mutex.
  AtomicSharedPtr<const Values> values;

  std::mutex mutex; ///< held while values are set, and guards the rest
  SharedValues
      builtValues;     ///< natively, those of the last build, which its kernels have; else null
  std::string options; ///< of the last build
};

/// How a kernel is to execute, as urKernelSetExecInfo was told.
using ExecInfo = std::map<ur_kernel_exec_info_t, std::vector<std::byte>>;

/// A kernel of a program with specialization constants.
struct KernelState {
  std::shared_ptr<const ImageBinding> binding;
  std::shared_ptr<ProgramState> program; ///< null for a kernel of a bundle
  std::shared_ptr<ProgramCache> cache;
  SharedProgram ownProgram; ///< a bundle's build, kept while the kernel lives
  std::string name;
  std::string options;
  std::optional<uint32_t> bufferIndex; ///< of the implicit argument; none in plain SPIR-V
  std::atomic<uint32_t> references{1};

  /// Null: the program's values are in force. Stored under the mutex, read without a lock.
  AtomicSharedPtr<const KernelValues> own;

  std::mutex mutex;  ///< held while values are set, and guards the rest
  ExecInfo execInfo; ///< for kernels that will be launched instead
};

StateTable<ur_program_handle_t, ProgramState> &programStates();
StateTable<ur_kernel_handle_t, KernelState> &kernelStates();

} // namespace ursa
