// The functions that fill in the adapter's function table, one or more per source file.
#pragma once

#include "ur_ddi.h"

namespace ursa::opencl {

void fillAdapterTable(ur_dditable_t &table);
void fillPlatformTable(ur_dditable_t &table);
void fillDeviceTable(ur_dditable_t &table);
void fillContextTable(ur_dditable_t &table);
void fillQueueTable(ur_dditable_t &table);
void fillEventTable(ur_dditable_t &table);
void fillMemoryTable(ur_dditable_t &table);
void fillImageTable(ur_dditable_t &table);
void fillUsmTable(ur_dditable_t &table);
void fillUsmPoolTable(ur_dditable_t &table);
void fillProgramTable(ur_dditable_t &table);
void fillProgramQueries(ur_dditable_t &table);
void fillKernelTable(ur_dditable_t &table);
void fillLaunches(ur_dditable_t &table);
void fillBufferCommands(ur_dditable_t &table);
void fillUsmCommands(ur_dditable_t &table);
void fillHostCommands(ur_dditable_t &table);
void fillReusableEvents(ur_dditable_t &table);
void fillCommandBufferTable(ur_dditable_t &table);
void fillVariables(ur_dditable_t &table);
void fillNativeHandles(ur_dditable_t &table);

} // namespace ursa::opencl
