// What the loader knows about programs and kernels whose specialization constants it looks after,
// and the tables that find it by handle. While the tables are empty, an intercept costs one relaxed
// load.
#pragma once

#include "core/cache/program_cache.h"
#include "core/image/image_set.h"
#include "core/specialization/emulation_buffer.h"
#include "core/specialization/layout.h"
#include "core/specialization/state_table.h"
#include "core/support/atomic_shared_ptr.h"
#include "core/support/result.h"

#include "ursa.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace ursa {

using SharedKernel = std::shared_ptr<ur_kernel_handle_t_>;

/// A device image on a device of a context, with the mode that was decided for it. Immutable.
struct ImageBinding {
  ur_context_handle_t context = nullptr;
  ur_device_handle_t device = nullptr;
  std::shared_ptr<const ImageSet> images; ///< keeps image alive
  const DeviceImage *image = nullptr;
  ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_NONE;
  SpecLayout layout;
};

/// Values of a program or kernel: a blob and, in emulated mode, its device copy. Immutable.
struct Values {
  ValueBlob blob;
  std::shared_ptr<const EmulationBuffer> buffer; ///< null unless emulated
};
using SharedValues = std::shared_ptr<const Values>;

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

/// Checks values that were given by numeric id against a layout and applies them to a copy of
/// @p blob. UR_RESULT_ERROR_INVALID_SPEC_ID, UR_RESULT_ERROR_INVALID_VALUE for a wrong size or a
/// null value; the sentence names @p object.
Result<ValueBlob> applyValues(const SpecLayout &layout, const ValueBlob &blob,
                              std::span<const ur_specialization_constant_info_t> values,
                              std::string_view object);

/// The index of a kernel's implicit last argument; none when the kernel reads no constants.
std::optional<uint32_t> bufferIndexOf(const DeviceImage &image, std::string_view kernel);

/// Values with their device copy, where the mode needs one.
Result<SharedValues> makeValues(const ImageBinding &binding, ValueBlob blob);

} // namespace ursa
