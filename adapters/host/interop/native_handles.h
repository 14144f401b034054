// Native handles of all objects: creates and returns them.
#pragma once

#include "ur_ddi.h"

namespace ursa::host {

void fillNativeHandles(ur_dditable_t &table);

} // namespace ursa::host
