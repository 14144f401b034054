// The functions that fill in the adapter's function table, one or more per source file.
#pragma once

#include "ur_ddi.h"

namespace ursa::cuda {

void fillAdapterTable(ur_dditable_t &table);
void fillPlatformTable(ur_dditable_t &table);
void fillDeviceTable(ur_dditable_t &table);
void fillContextTable(ur_dditable_t &table);
void fillQueueTable(ur_dditable_t &table);
void fillEventTable(ur_dditable_t &table);
void fillSharedEvents(ur_dditable_t &table);
void fillHostCommands(ur_dditable_t &table);
void fillMemoryTable(ur_dditable_t &table);
void fillMemoryCommands(ur_dditable_t &table);
void fillUsmTable(ur_dditable_t &table);
void fillUsmPools(ur_dditable_t &table);
void fillMemImages(ur_dditable_t &table);
void fillSamplerTable(ur_dditable_t &table);
void fillImageArrays(ur_dditable_t &table);
void fillImageHandles(ur_dditable_t &table);
void fillImageCopies(ur_dditable_t &table);
void fillExternalMemory(ur_dditable_t &table);
void fillExternalSemaphores(ur_dditable_t &table);
void fillPeerAccess(ur_dditable_t &table);
void fillForeignMemory(ur_dditable_t &table);
void fillVirtualMemory(ur_dditable_t &table);
void fillMemoryExport(ur_dditable_t &table);
void fillProgramTable(ur_dditable_t &table);
void fillKernelTable(ur_dditable_t &table);
void fillLaunches(ur_dditable_t &table);
void fillVariableCommands(ur_dditable_t &table);
void fillCommandBufferTable(ur_dditable_t &table);
void fillGraphTable(ur_dditable_t &table);
void fillNativeHandles(ur_dditable_t &table);

} // namespace ursa::cuda
