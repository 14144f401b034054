// Releases everything from a static destructor while a kernel runs. The object was constructed
// before the adapter was loaded, so libraries that the adapter loaded may already be torn down. The
// program passes if it exits with status 0 and sanitizers report nothing.
#include "support/paths.h"
#include "ur_api.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

void check(ur_result_t result) {
  if (result != UR_RESULT_SUCCESS)
    std::_Exit(1); // exit() must not be called again while destructors run
}

struct Objects {
  ~Objects() {
    if (!adapter)
      return;
    check(urProgramRelease(program));
    check(urContextRelease(context));
    check(urKernelRelease(kernel));
    check(urQueueRelease(queue));
    check(urMemRelease(buffer));
    check(urDeviceRelease(device));
    check(urAdapterRelease(adapter));
    check(urLoaderTearDown());
  }

  ur_adapter_handle_t adapter = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
  ur_program_handle_t program = nullptr;
  ur_kernel_handle_t kernel = nullptr;
  ur_mem_handle_t buffer = nullptr;
} everything;

} // namespace

int main() {
  setenv("UR_ADAPTERS_FORCE_LOAD", (ursa::libDir() + "/libur_adapter_host.so.0").c_str(), 1);
  std::ifstream file(URSA_IMAGE_DIR "/ids.bc", std::ios::binary);
  const std::vector<uint8_t> image(std::istreambuf_iterator<char>(file), {});
  const uint8_t *data = image.data();
  size_t size = image.size();
  ur_platform_handle_t platform = nullptr;
  check(urLoaderInit(0, nullptr));
  check(urAdapterGet(1, &everything.adapter, nullptr));
  check(urPlatformGet(everything.adapter, 1, &platform, nullptr));
  check(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &everything.device, nullptr));
  check(urContextCreate(1, &everything.device, nullptr, &everything.context));
  check(urQueueCreate(everything.context, everything.device, nullptr, &everything.queue));
  check(urProgramCreateWithBinary(everything.context, 1, &everything.device, &size, &data, nullptr,
                                  &everything.program));
  check(urProgramBuild(everything.context, everything.program, nullptr));
  check(urKernelCreate(everything.program, "slow", &everything.kernel));
  check(urMemBufferCreate(everything.context, UR_MEM_FLAG_READ_WRITE, 256, nullptr,
                          &everything.buffer));
  const uint32_t rounds = 200000;
  ur_exp_kernel_arg_properties_t arguments[2] = {};
  arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  arguments[0].value.memObjTuple = {everything.buffer, UR_MEM_FLAG_READ_WRITE};
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[1].index = 1;
  arguments[1].size = sizeof(rounds);
  arguments[1].value.value = &rounds;
  const size_t global = 64;
  for (int i = 0; i < 2; ++i)
    check(urEnqueueKernelLaunchWithArgsExp(everything.queue, everything.kernel, 1, nullptr, &global,
                                           nullptr, 2, arguments, nullptr, 0, nullptr, nullptr));
  return 0;
}
