// Unified shared memory: on the host, all three kinds are ordinary memory.
#pragma once

#include "adapters/common/handle.h"

namespace ursa::host {

void fillUsmTable(ur_dditable_t &table);

} // namespace ursa::host
