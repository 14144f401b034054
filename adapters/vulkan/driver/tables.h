// Each file of this adapter fills its part of the dispatch table.
#pragma once

#include "ur_ddi.h"

namespace ursa::vulkan {

void fillAdapterTable(ur_dditable_t &table);
void fillPlatformTable(ur_dditable_t &table);
void fillDeviceTable(ur_dditable_t &table);
void fillContextTable(ur_dditable_t &table);
void fillQueueTable(ur_dditable_t &table);
void fillEventTable(ur_dditable_t &table);
void fillWaits(ur_dditable_t &table);
void fillMemoryTable(ur_dditable_t &table);
void fillUsmTable(ur_dditable_t &table);
void fillUsmPools(ur_dditable_t &table);
void fillUsmImports(ur_dditable_t &table);
void fillProgramTable(ur_dditable_t &table);
void fillKernelTable(ur_dditable_t &table);
void fillLaunches(ur_dditable_t &table);
void fillMemoryCommands(ur_dditable_t &table);
void fillVariableCommands(ur_dditable_t &table);
void fillCommandBufferTable(ur_dditable_t &table);
void fillNativeHandles(ur_dditable_t &table);

} // namespace ursa::vulkan
