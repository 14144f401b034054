#include "core/intercepts/launch.h"

namespace ursa {

SharedValues valuesOf(const KernelState &kernel) {
  if (const auto own = kernel.own.load())
    return own->values;
  return kernel.program->values.load();
}

SharedKernel specializedOf(const KernelState &kernel) {
  const auto own = kernel.own.load();
  return own ? own->specialized : nullptr;
}

Result<Launch> prepareLaunch(ur_kernel_handle_t handle, const KernelState &kernel, uint32_t numArgs,
                             const ur_exp_kernel_arg_properties_t *given) {
  if (numArgs > 0 && !given)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "The parameter 'pArgs' is null; kernel '{}' was to get {} arguments.",
                     kernel.name, numArgs);
  Launch launch;
  const auto own = kernel.own.load();
  if (own)
    launch.specialized = own->specialized;
  launch.kernel = launch.specialized ? launch.specialized.get() : handle;
  launch.args = {given, numArgs};
  if (!kernel.bufferIndex)
    return launch;
  launch.values = own ? own->values : kernel.program->values.load();
  for (const ur_exp_kernel_arg_properties_t &arg : launch.args)
    if (arg.index == kernel.bufferIndex)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                       "Argument {} of kernel '{}' is its emulation buffer, which is passed "
                       "implicitly; the kernel has {} arguments.",
                       arg.index, kernel.name, *kernel.bufferIndex);

  ur_exp_kernel_arg_properties_t buffer = {};
  buffer.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  buffer.index = *kernel.bufferIndex;
  if (launch.values->buffer) {
    buffer.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    buffer.size = sizeof(ur_mem_handle_t);
    buffer.value.memObjTuple = {launch.values->buffer->memory(), UR_MEM_FLAG_READ_ONLY};
  } else {
    buffer.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    buffer.size = sizeof(void *);
    buffer.value.pointer = nullptr;
  }
  launch.withBuffer.reserve(numArgs + 1);
  launch.withBuffer.assign(given, given + numArgs);
  launch.withBuffer.push_back(buffer);
  launch.args = launch.withBuffer;
  return launch;
}

} // namespace ursa
