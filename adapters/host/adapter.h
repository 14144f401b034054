// The adapter object: one for the process. It and the other objects that exist once are never
// freed, so that handles may be released at any time, from static destructors too; what ends with
// the last reference to the adapter are the worker threads.
#pragma once

#include "adapters/common/handle.h"
#include "core/support/log.h"

struct ur_adapter_handle_t_ : ursa::adapter::HandleBase {
  /// Unlike other handles it starts unreferenced: urAdapterGet gives references out.
  ur_adapter_handle_t_() { references = 0; }
};

namespace ursa::host {

class WorkerPool;

/// The worker threads of the whole device. A sub-device has its own.
WorkerPool &pool();

/// The adapter's log, set up by UR_LOG_HOST.
Log &log();

ur_adapter_handle_t adapterHandle();
ur_platform_handle_t platform();
/// The whole machine; sub-devices are made of it.
ur_device_handle_t device();

void fillAdapterTable(ur_dditable_t &table);

} // namespace ursa::host
