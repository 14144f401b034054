// Native handles of all objects, both ways.
#pragma once

#include "ur_ddi.h"

namespace ursa::host {

void fillNativeHandles(ur_dditable_t &table);

} // namespace ursa::host
