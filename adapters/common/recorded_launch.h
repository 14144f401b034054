// Recorded commands and kernel launches for command buffers. A recorded launch keeps the parameters
// that the application passed, so that an update can change some of them.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/launch.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ursa::adapter {

/// Work is what a command does when it is replayed. makeLaunch makes all checks of a launch.
/// isLocal tells whether a parameter of the kernel is local memory. Optional: mayBeLocal(kernel,
/// index), the same of a parameter that may be a value as well.
template <class Traits>
concept RecordingTraits = HasHandleTypes<Traits> &&
    requires(typename Traits::Device *device, typename Traits::Kernel *kernel, uint32_t index,
             const NdRange &range, std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  { Traits::nameOf(*kernel) } -> std::convertible_to<std::string_view>;
  { Traits::isLocal(kernel, index) } -> std::same_as<bool>;
  {
    Traits::makeLaunch(device, kernel, range, arguments)
    } -> ResultOf<std::shared_ptr<typename Traits::Work>>;
};

template <RecordingTraits Adapter> struct RecordedCommand {
  ur_command_t type = UR_COMMAND_EVENTS_WAIT;
  std::shared_ptr<typename Adapter::Work> work; ///< null if the command only waits
  std::vector<uint32_t> after;                  ///< earlier commands that this one waits for
  /// Events from outside the command buffer that the command waits for. A reusable event stands for
  /// the command that signals it when the execution is enqueued.
  std::vector<Ref<typename Adapter::Event>> waitList;
  Ref<typename Adapter::Event> signals; ///< a reusable event, or null
};

/// The offset and sizes of a launch. Only the first workDim elements of each array count.
struct LaunchShape {
  uint32_t workDim = 1;
  std::array<size_t, 3> offset{};
  std::array<size_t, 3> global{};
  std::optional<std::array<size_t, 3>> local; ///< none: the adapter chooses

  /// Copies what the application passed. The number of dimensions is 1 to 3.
  explicit LaunchShape(const NdRange &range) : workDim(range.workDim) {
    if (range.offset)
      std::copy_n(range.offset, workDim, offset.begin());
    std::copy_n(range.global, workDim, global.begin());
    if (range.local)
      std::copy_n(range.local, workDim, local.emplace().begin());
  }
  LaunchShape() = default;

  /// Valid until the next change.
  NdRange range() const {
    return {workDim, offset.data(), global.data(), local ? local->data() : nullptr};
  }
};

/// Copies of the arguments of one kernel; holds references to the objects among them.
template <RecordingTraits Adapter> class RecordedArguments {
public:
  /// Adds an argument or replaces the one with the same index. Creating the launch checks the
  /// values; a null pointer to an argument by value is UR_RESULT_ERROR_INVALID_NULL_POINTER.
  Result<void> set(const ur_exp_kernel_arg_properties_t &argument) {
    Argument recorded{argument, {}, {}, {}};
    if (argument.type == UR_EXP_KERNEL_ARG_TYPE_VALUE) {
      if (!argument.value.value)
        return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                         "The value of argument {} is a null pointer.", argument.index);
      const auto *bytes = static_cast<const std::byte *>(argument.value.value);
      recorded.value.assign(bytes, bytes + argument.size);
    } else if (argument.type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ) {
      recorded.memory = Ref<typename Adapter::Memory>(argument.value.memObjTuple.hMem);
    } else if (argument.type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER) {
      recorded.sampler = Ref<typename Adapter::Sampler>(argument.value.sampler);
    }
    arguments_.insert_or_assign(argument.index, std::move(recorded));
    return {};
  }

  /// Returns all arguments. Valid until the next change.
  std::vector<ur_exp_kernel_arg_properties_t> list() const {
    std::vector<ur_exp_kernel_arg_properties_t> all;
    for (const auto &[index, argument] : arguments_) {
      all.push_back(argument.properties);
      if (argument.properties.type == UR_EXP_KERNEL_ARG_TYPE_VALUE)
        all.back().value.value = argument.value.data();
    }
    return all;
  }

private:
  struct Argument {
    ur_exp_kernel_arg_properties_t properties;
    std::vector<std::byte> value;
    Ref<typename Adapter::Memory> memory;
    Ref<typename Adapter::Sampler> sampler;
  };
  std::map<uint32_t, Argument> arguments_; ///< by index
};

/// Copyable, so that an update changes a copy and replaces the original only after it succeeded.
template <RecordingTraits Adapter> struct RecordedLaunch {
  using Kernel = typename Adapter::Kernel;
  using Update = ur_exp_command_buffer_update_kernel_launch_desc_t;

  ur_device_handle_t device = nullptr; ///< of the command buffer, which keeps it alive
  Ref<Kernel> kernel;
  std::vector<Ref<Kernel>> alternatives;
  /// The arguments of each kernel. A kernel that an update selects again still has its arguments.
  std::map<Kernel *, RecordedArguments<Adapter>> arguments;
  LaunchShape shape;

  /// Applies an update. Returns UR_RESULT_ERROR_INVALID_VALUE for a kernel that is not an
  /// alternative and for a new number of dimensions without sizes.
  Result<void> change(const Update &update) {
    URSA_CHECK(changeKernel(update.hNewKernel));
    URSA_CHECK(changeSizes(update));
    return changeArguments(update);
  }

  /// Creates the work of the launch. Null if there is nothing to run.
  auto makeWork() const {
    const auto own = arguments.find(kernel.get());
    const auto list =
        own == arguments.end() ? std::vector<ur_exp_kernel_arg_properties_t>() : own->second.list();
    return Adapter::makeLaunch(device, kernel.get(), shape.range(), std::span(list));
  }

private:
  Result<void> changeKernel(ur_kernel_handle_t newKernel) {
    if (!newKernel || newKernel == kernel.get())
      return {};
    const auto found = std::find_if(alternatives.begin(), alternatives.end(),
                                    [&](const auto &other) { return other.get() == newKernel; });
    if (found == alternatives.end())
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Kernel '{}' is none of the {} alternatives that the launch of '{}' was "
                       "recorded with.",
                       Adapter::nameOf(*newKernel), alternatives.size(), Adapter::nameOf(*kernel));
    std::swap(*found, kernel); // the replaced kernel becomes an alternative
    return {};
  }

  Result<void> changeSizes(const Update &update) {
    const bool namesSizes =
        update.pNewGlobalWorkOffset || update.pNewGlobalWorkSize || update.pNewLocalWorkSize;
    if (update.newWorkDim > 3 || (update.newWorkDim == 0 && namesSizes))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "A launch has 1 to 3 dimensions; kernel '{}' was given sizes of {}.",
                       Adapter::nameOf(*kernel), update.newWorkDim);
    const bool isOtherDim = update.newWorkDim != 0 && update.newWorkDim != shape.workDim;
    if (isOtherDim && (!update.pNewGlobalWorkOffset || !update.pNewGlobalWorkSize))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The launch of kernel '{}' changes from {} to {} dimensions, and has no new "
                       "global {}.",
                       Adapter::nameOf(*kernel), shape.workDim, update.newWorkDim,
                       update.pNewGlobalWorkSize ? "offset" : "size");
    if (update.newWorkDim != 0)
      shape.workDim = update.newWorkDim;
    if (update.pNewGlobalWorkOffset)
      std::copy_n(update.pNewGlobalWorkOffset, shape.workDim, shape.offset.begin());
    if (update.pNewGlobalWorkSize)
      std::copy_n(update.pNewGlobalWorkSize, shape.workDim, shape.global.begin());
    if (update.pNewLocalWorkSize)
      std::copy_n(update.pNewLocalWorkSize, shape.workDim, shape.local.emplace().begin());
    else if (update.pNewGlobalWorkSize)
      shape.local.reset();
    return {};
  }

  static ur_exp_kernel_arg_properties_t argument(uint32_t index, ur_exp_kernel_arg_type_t type,
                                                 size_t size) {
    ur_exp_kernel_arg_properties_t properties = {};
    properties.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    properties.type = type;
    properties.index = index;
    properties.size = size;
    return properties;
  }

  template <class Value> bool isLocal(const Value &given) const {
    if constexpr (requires { Adapter::mayBeLocal(kernel.get(), given.argIndex); })
      if (!given.pNewValueArg && Adapter::mayBeLocal(kernel.get(), given.argIndex))
        return true;
    return Adapter::isLocal(kernel.get(), given.argIndex);
  }

  Result<void> changeArguments(const Update &update) {
    RecordedArguments<Adapter> &own = arguments[kernel.get()];
    if (update.numNewMemObjArgs != 0)
      URSA_CHECK(checkPointer(update.pNewMemObjArgList, "pNewMemObjArgList"));
    for (uint32_t i = 0; i < update.numNewMemObjArgs; ++i) {
      const auto &given = update.pNewMemObjArgList[i];
      auto set = argument(given.argIndex, UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, sizeof(ur_mem_handle_t));
      set.value.memObjTuple.hMem = given.hNewMemObjArg; // access flags do not matter
      URSA_CHECK(own.set(set));
    }
    if (update.numNewPointerArgs != 0)
      URSA_CHECK(checkPointer(update.pNewPointerArgList, "pNewPointerArgList"));
    for (uint32_t i = 0; i < update.numNewPointerArgs; ++i) {
      const auto &given = update.pNewPointerArgList[i];
      auto set = argument(given.argIndex, UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *));
      // pNewPointerArg points to the pointer.
      if (given.pNewPointerArg)
        set.value.pointer = *static_cast<const void *const *>(given.pNewPointerArg);
      URSA_CHECK(own.set(set));
    }
    if (update.numNewValueArgs != 0)
      URSA_CHECK(checkPointer(update.pNewValueArgList, "pNewValueArgList"));
    for (uint32_t i = 0; i < update.numNewValueArgs; ++i) {
      const auto &given = update.pNewValueArgList[i];
      auto set =
          argument(given.argIndex,
                   isLocal(given) ? UR_EXP_KERNEL_ARG_TYPE_LOCAL : UR_EXP_KERNEL_ARG_TYPE_VALUE,
                   given.argSize);
      set.value.value = given.pNewValueArg;
      URSA_CHECK(own.set(set));
    }
    return {};
  }
};

} // namespace ursa::adapter
