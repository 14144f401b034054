// What the loader knows about programs and kernels whose specialization constants it looks after,
// and the side tables that find it by handle. While the tables are empty, an intercept costs one
// relaxed load.
#pragma once

#include "core/cache/program_cache.h"
#include "core/image/image_set.h"
#include "core/specialization/emulation_buffer.h"
#include "core/specialization/layout.h"
#include "core/support/result.h"

#include "ursa.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>

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
  std::shared_ptr<EmulationBuffer> buffer; ///< null unless emulated
};
using SharedValues = std::shared_ptr<const Values>;

/// A program that was made from a container, or from SPIR-V with specialization constants.
struct ProgramState {
  std::shared_ptr<const ImageBinding> binding;
  std::shared_ptr<ProgramCache> cache; ///< of programs specialized for single kernels
  std::atomic<uint32_t> references{1};

  std::mutex mutex; ///< guards the rest; taken before any other lock of this room
  SharedValues values;
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

  std::mutex mutex;         ///< guards the rest; taken after ProgramState::mutex
  SharedValues values;      ///< the kernel's own; null: those of the program
  SharedKernel specialized; ///< what is launched instead, with the kernel's own values built in
  ExecInfo execInfo;        ///< for what will be launched instead
};

/// Finds states by handle; one for a kind of handle. Thread safe.
template <class Handle, class State> class StateTable {
public:
  /// None when the handle has no state.
  std::shared_ptr<State> find(Handle handle) const {
    if (count.load(std::memory_order_relaxed) == 0)
      return nullptr;
    const std::shared_lock lock(mutex_);
    const auto found = states_.find(handle);
    return found == states_.end() ? nullptr : found->second;
  }

  void add(Handle handle, std::shared_ptr<State> state) {
    const std::unique_lock lock(mutex_);
    states_.insert_or_assign(handle, std::move(state));
    count.store(states_.size(), std::memory_order_relaxed);
  }

  void retain(Handle handle) {
    if (const std::shared_ptr<State> state = find(handle))
      state->references.fetch_add(1, std::memory_order_relaxed);
  }

  /// Forgets the handle with its last reference; call it before the adapter frees the object, whose
  /// address may be given out again at once. Returns the state then, so that it outlives the call.
  std::shared_ptr<State> release(Handle handle) {
    std::shared_ptr<State> state = find(handle);
    if (!state || state->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return nullptr;
    const std::unique_lock lock(mutex_);
    states_.erase(handle);
    count.store(states_.size(), std::memory_order_relaxed);
    return state;
  }

  /// How many handles have a state: a static, so that asking whether any has is one comparison.
  /// Read only.
  static inline constinit std::atomic<size_t> count{0};

private:
  mutable std::shared_mutex mutex_; ///< guards states_
  std::unordered_map<Handle, std::shared_ptr<State>> states_;
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
