// Arguments of kernels of any types, and launches that wait.
#pragma once

#include "support/expect_ok.h"

#include "ur_api.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace ursa {

/// Arguments of a launch, in their order.
class Arguments {
public:
  Arguments &pointer(const void *value) {
    add(UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *)).value.pointer = value;
    return *this;
  }
  template <class T> Arguments &value(const T &value) {
    add(UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(T)).value.value = &value;
    return *this;
  }
  Arguments &local(size_t bytes) {
    add(UR_EXP_KERNEL_ARG_TYPE_LOCAL, bytes);
    return *this;
  }
  const std::vector<ur_exp_kernel_arg_properties_t> &all() const { return all_; }

private:
  ur_exp_kernel_arg_properties_t &add(ur_exp_kernel_arg_type_t type, size_t size) {
    ur_exp_kernel_arg_properties_t &argument = all_.emplace_back();
    argument = {};
    argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    argument.type = type;
    argument.index = static_cast<uint32_t>(all_.size() - 1);
    argument.size = size;
    return argument;
  }
  std::vector<ur_exp_kernel_arg_properties_t> all_;
};

/// Launches a kernel and waits for it.
inline void launch(ur_queue_handle_t queue, ur_kernel_handle_t kernel, std::vector<size_t> global,
                   const Arguments &arguments) {
  EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue, kernel, static_cast<uint32_t>(global.size()),
                                             nullptr, global.data(), nullptr,
                                             static_cast<uint32_t>(arguments.all().size()),
                                             arguments.all().data(), nullptr, 0, nullptr, nullptr));
  EXPECT_OK(urQueueFinish(queue));
}

} // namespace ursa
