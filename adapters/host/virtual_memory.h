// Virtual memory: address ranges of a context, into which physical memory is mapped.
#pragma once

#include "ur_ddi.h"

namespace ursa::host {

void fillVirtualMemoryTable(ur_dditable_t &table);

} // namespace ursa::host
