// The functions that each adapter exports: 26 copy their part of the adapter's table, one is for
// Ursa's loader only.
#include "adapters/common/handle.h"
#include "support/adapter_error.h"
#include "support/last_error.h"

namespace {

template <class Part>
ur_result_t copyPart(ur_api_version_t version, Part *destination, Part ur_dditable_t::*part) {
  return ursa::atBoundary([&]() -> ursa::Result<void> {
    if (!destination)
      return ursa::makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER, "pDdiTable is null.");
    if (UR_MAJOR_VERSION(version) != UR_MAJOR_VERSION(UR_API_VERSION_CURRENT))
      return ursa::makeError(UR_RESULT_ERROR_UNSUPPORTED_VERSION,
                             "The loader has API version {}.{}; this adapter has {}.{}.",
                             UR_MAJOR_VERSION(version), UR_MINOR_VERSION(version),
                             UR_MAJOR_VERSION(UR_API_VERSION_CURRENT),
                             UR_MINOR_VERSION(UR_API_VERSION_CURRENT));
    *destination = ursa::adapter::table().*part;
    return {};
  });
}

} // namespace

extern "C" UR_DLLEXPORT void ursaAdapterGetError(ursa::AdapterError *error) {
  *error = {ursa::lastErrorTime(), ursa::lastErrorMessage()};
}

#define URSA_TABLE_GETTER(part, type)                                                              \
  extern "C" ur_result_t urGet##part##ProcAddrTable(ur_api_version_t version, type *pDdiTable) {   \
    return copyPart(version, pDdiTable, &ur_dditable_t::part);                                     \
  }

URSA_TABLE_GETTER(Adapter, ur_adapter_dditable_t)
URSA_TABLE_GETTER(Platform, ur_platform_dditable_t)
URSA_TABLE_GETTER(Context, ur_context_dditable_t)
URSA_TABLE_GETTER(Event, ur_event_dditable_t)
URSA_TABLE_GETTER(EventExp, ur_event_exp_dditable_t)
URSA_TABLE_GETTER(Program, ur_program_dditable_t)
URSA_TABLE_GETTER(ProgramExp, ur_program_exp_dditable_t)
URSA_TABLE_GETTER(Kernel, ur_kernel_dditable_t)
URSA_TABLE_GETTER(Queue, ur_queue_dditable_t)
URSA_TABLE_GETTER(QueueExp, ur_queue_exp_dditable_t)
URSA_TABLE_GETTER(Sampler, ur_sampler_dditable_t)
URSA_TABLE_GETTER(Mem, ur_mem_dditable_t)
URSA_TABLE_GETTER(PhysicalMem, ur_physical_mem_dditable_t)
URSA_TABLE_GETTER(Enqueue, ur_enqueue_dditable_t)
URSA_TABLE_GETTER(EnqueueExp, ur_enqueue_exp_dditable_t)
URSA_TABLE_GETTER(USM, ur_usm_dditable_t)
URSA_TABLE_GETTER(USMExp, ur_usm_exp_dditable_t)
URSA_TABLE_GETTER(BindlessImagesExp, ur_bindless_images_exp_dditable_t)
URSA_TABLE_GETTER(CommandBufferExp, ur_command_buffer_exp_dditable_t)
URSA_TABLE_GETTER(GraphExp, ur_graph_exp_dditable_t)
URSA_TABLE_GETTER(IPCExp, ur_ipc_exp_dditable_t)
URSA_TABLE_GETTER(MemoryExportExp, ur_memory_export_exp_dditable_t)
URSA_TABLE_GETTER(UsmP2PExp, ur_usm_p2p_exp_dditable_t)
URSA_TABLE_GETTER(VirtualMem, ur_virtual_mem_dditable_t)
URSA_TABLE_GETTER(Device, ur_device_dditable_t)
URSA_TABLE_GETTER(DeviceExp, ur_device_exp_dditable_t)
