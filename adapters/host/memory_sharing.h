// Memory that others have or get: the application's own, registered; memory that other interfaces
// can import; memory of another device of the platform.
#pragma once

#include "ur_ddi.h"

namespace ursa::host {

/// urUSMHostAllocRegisterExp and its inverse.
void fillUsmRegisterTable(ur_dditable_t &table);
/// urMemoryExport*Exp.
void fillMemoryExportTable(ur_dditable_t &table);
/// urUsmP2P*Exp.
void fillPeerAccessTable(ur_dditable_t &table);

} // namespace ursa::host
