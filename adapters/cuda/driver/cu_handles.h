// The handles of the CUDA driver API.
#pragma once

#include <cstddef>

struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUlinkState_st;
struct CUarray_st;
struct CUmipmappedArray_st;
struct CUextMemory_st;
struct CUextSemaphore_st;
struct CUgraph_st;
struct CUgraphNode_st;
struct CUgraphExec_st;

namespace ursa::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = CUctx_st *;
using CUmodule = CUmod_st *;
using CUfunction = CUfunc_st *;
using CUstream = CUstream_st *;
using CUevent = CUevent_st *;
using CUlinkState = CUlinkState_st *;
using CUarray = CUarray_st *;
using CUmipmappedArray = CUmipmappedArray_st *;
using CUtexObject = unsigned long long;
using CUsurfObject = unsigned long long;
using CUexternalMemory = CUextMemory_st *;
using CUexternalSemaphore = CUextSemaphore_st *;
using CUgraph = CUgraph_st *;
using CUgraphNode = CUgraphNode_st *;
using CUgraphExec = CUgraphExec_st *;
using CUhostFn = void (*)(void *userData);
using CUoccupancyB2DSize = size_t (*)(int blockSize);
struct CUuuid {
  unsigned char bytes[16];
};

} // namespace ursa::cuda
