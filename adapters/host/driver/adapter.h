// The adapter object: one per process. It and the other singletons are never freed, so that handles
// may be released at any time, also from static destructors. Releasing the last reference to the
// adapter ends the worker threads.
#pragma once

#include "adapters/common/handle.h"
#include "support/log.h"

namespace ursa::host {

struct Adapter : adapter::HandleBase {
  /// Unlike other handles it starts without references: urAdapterGet adds them.
  Adapter() { references = 0; }
};

class WorkerPool;

/// The worker threads of the root device. Each sub-device has its own pool.
WorkerPool &pool();

/// The adapter's log, configured by UR_LOG_HOST.
Log &log();

ur_adapter_handle_t adapterHandle();
ur_platform_handle_t platform();
/// The root device: the whole machine. Sub-devices are partitions of it.
ur_device_handle_t device();

void fillAdapterTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_adapter_handle_t_ : ursa::host::Adapter {};
