// An adapter whose functions do nothing, to measure the cost of dispatch. It has no platform, and
// returns a queue and a kernel for any arguments.
#include "adapters/common/handle.h"

struct ur_adapter_handle_t_ : ursa::adapter::HandleBase {};
struct ur_queue_handle_t_ : ursa::adapter::HandleBase {};
struct ur_kernel_handle_t_ : ursa::adapter::HandleBase {};

namespace {

template <class Handle> Handle *only() {
  static Handle *const instance = new Handle; // handles outlive static destructors
  return instance;
}

ur_result_t getAdapters(uint32_t room, ur_adapter_handle_t *out, uint32_t *count) {
  if (out && room > 0)
    *out = only<ur_adapter_handle_t_>();
  if (count)
    *count = 1;
  return UR_RESULT_SUCCESS;
}

ur_result_t releaseAdapter(ur_adapter_handle_t) { return UR_RESULT_SUCCESS; }

ur_result_t getPlatforms(ur_adapter_handle_t, uint32_t, ur_platform_handle_t *, uint32_t *count) {
  if (count)
    *count = 0;
  return UR_RESULT_SUCCESS;
}

ur_result_t createQueue(ur_context_handle_t, ur_device_handle_t, const ur_queue_properties_t *,
                        ur_queue_handle_t *out) {
  *out = only<ur_queue_handle_t_>();
  return UR_RESULT_SUCCESS;
}

ur_result_t createKernel(ur_program_handle_t, const char *, ur_kernel_handle_t *out) {
  *out = only<ur_kernel_handle_t_>();
  return UR_RESULT_SUCCESS;
}

ur_result_t launch(ur_queue_handle_t, ur_kernel_handle_t, uint32_t, const size_t *, const size_t *,
                   const size_t *, uint32_t, const ur_exp_kernel_arg_properties_t *,
                   const ur_kernel_launch_ext_properties_t *, uint32_t, const ur_event_handle_t *,
                   ur_event_handle_t *) {
  return UR_RESULT_SUCCESS;
}

} // namespace

const ur_dditable_t &ursa::adapter::table() {
  static const ur_dditable_t instance = [] {
    ur_dditable_t table = {};
    table.Adapter.pfnGet = getAdapters;
    table.Adapter.pfnRelease = releaseAdapter;
    table.Platform.pfnGet = getPlatforms;
    table.Queue.pfnCreate = createQueue;
    table.Kernel.pfnCreate = createKernel;
    table.EnqueueExp.pfnKernelLaunchWithArgsExp = launch;
    return table;
  }();
  return instance;
}
