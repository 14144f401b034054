// Memory sharing: registered memory of the application, memory that other APIs can import, memory
// of other processes and of peer devices.
#pragma once

#include "ur_ddi.h"

namespace ursa::host {

/// urUSMHostAllocRegisterExp and its inverse.
void fillUsmRegisterTable(ur_dditable_t &table);
/// urMemoryExport*Exp.
void fillMemoryExportTable(ur_dditable_t &table);
/// urIPC*MemHandleExp, of device allocations.
void fillIpcMemoryTable(ur_dditable_t &table);
/// urUsmP2P*Exp.
void fillPeerAccessTable(ur_dditable_t &table);

} // namespace ursa::host
