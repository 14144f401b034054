#include "adapters/opencl/quirks/probe.h"

#include "adapters/opencl/quirks/probe_module.h"

#include <memory>
#include <type_traits>

namespace ursa::opencl {
namespace {

template <auto Function> struct Release {
  template <class Handle> void operator()(Handle handle) const { Function(handle); }
};
template <class Handle, auto Function>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release<Function>>;

} // namespace

std::string identityOf(cl_device_id device) {
  std::string identity;
  const auto platform = URSA_CL_VALUE(cl_platform_id, clGetDeviceInfo, CL_DEVICE_PLATFORM, device);
  if (!platform)
    return {};
  for (const cl_platform_info query : {CL_PLATFORM_NAME, CL_PLATFORM_VERSION}) {
    const auto text = URSA_CL_STRING(clGetPlatformInfo, query, *platform);
    identity += (text ? *text : "") + "\n";
  }
  for (const cl_device_info query : {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION,
                                     CL_DRIVER_VERSION, CL_DEVICE_IL_VERSION}) {
    const auto text = URSA_CL_STRING(clGetDeviceInfo, query, device);
    identity += (text ? *text : "") + "\n";
  }
  return identity;
}

bool setsConstants(cl_device_id device, spirv::Traits traits) {
  const ProbeModule probe = createProbeModule(traits);
  cl_int code = CL_SUCCESS;
  const Owned<cl_context, clReleaseContext> context(
      clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
  if (!context)
    return false;
  const Owned<cl_command_queue, clReleaseCommandQueue> queue(
      clCreateCommandQueueWithProperties(context.get(), device, nullptr, &code));
  const Owned<cl_program, clReleaseProgram> program(clCreateProgramWithIL(
      context.get(), probe.words.data(), probe.words.size() * sizeof(uint32_t), &code));
  if (!queue || !program)
    return false;
  for (const auto &[id, value] : probe.values)
    if (clSetProgramSpecializationConstant(program.get(), id, value.size(), value.data()) !=
        CL_SUCCESS)
      return false;
  if (clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr) != CL_SUCCESS)
    return false;
  const Owned<cl_kernel, clReleaseKernel> kernel(
      clCreateKernel(program.get(), kProbeKernel, &code));
  std::vector<uint64_t> stored(probe.expected.size(), ~uint64_t{0});
  const size_t size = stored.size() * sizeof(uint64_t);
  const Owned<cl_mem, clReleaseMemObject> buffer(
      clCreateBuffer(context.get(), CL_MEM_COPY_HOST_PTR, size, stored.data(), &code));
  if (!kernel || !buffer)
    return false;
  cl_mem argument = buffer.get();
  const size_t one = 1;
  return clSetKernelArg(kernel.get(), 0, sizeof(argument), &argument) == CL_SUCCESS &&
         clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr,
                                nullptr) == CL_SUCCESS &&
         clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0, size, stored.data(), 0, nullptr,
                             nullptr) == CL_SUCCESS &&
         stored == probe.expected;
}

} // namespace ursa::opencl
