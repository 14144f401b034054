// A recorded kernel launch as the application described it, kept so that an update can change a
// part of it.
#pragma once

#include "adapters/host/kernel.h"
#include "adapters/host/memory.h"
#include "adapters/host/work.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace ursa::host {

/// Arguments of one kernel, copied.
class RecordedArguments {
public:
  /// Adds an argument, in place of an earlier one of the same index. Values are checked when the
  /// launch is made; a null value of an argument by value is UR_RESULT_ERROR_INVALID_NULL_POINTER.
  Result<void> set(const ur_exp_kernel_arg_properties_t &argument);
  /// All of them; valid until the next change.
  std::vector<ur_exp_kernel_arg_properties_t> list() const;

private:
  struct Argument {
    ur_exp_kernel_arg_properties_t properties;
    std::vector<std::byte> value;
    adapter::Ref<ur_mem_handle_t_> buffer;
  };
  std::map<uint32_t, Argument> arguments_; ///< by index
};

/// Can be copied, so that an update is made on the side and put in place when it is right.
struct RecordedLaunch {
  adapter::Ref<ur_kernel_handle_t_> kernel;
  std::vector<adapter::Ref<ur_kernel_handle_t_>> alternatives;
  /// What each kernel was given; one that is put back in place finds its arguments again.
  std::map<ur_kernel_handle_t, RecordedArguments> arguments;
  uint32_t workDim = 1;
  std::array<size_t, 3> offset{};
  std::array<size_t, 3> global{};
  std::optional<std::array<size_t, 3>> local; ///< none: the adapter chooses

  /// Changes what an update names. UR_RESULT_ERROR_INVALID_VALUE for a kernel that is no
  /// alternative and for a new number of dimensions without sizes.
  Result<void> change(const ur_exp_command_buffer_update_kernel_launch_desc_t &update);
  /// Work that does it; null when there is nothing to run.
  Result<std::unique_ptr<Work>> makeWork() const;

private:
  Result<void> changeKernel(ur_kernel_handle_t newKernel);
  Result<void> changeSizes(const ur_exp_command_buffer_update_kernel_launch_desc_t &update);
  Result<void> changeArguments(const ur_exp_command_buffer_update_kernel_launch_desc_t &update);
};

} // namespace ursa::host
