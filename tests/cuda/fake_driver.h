// A fake of the CUDA driver: its library has the name of the driver's, so that the adapter in a
// program that links it opens it. Memory is host memory, every stream is a thread, and a few
// kernels are known by name (fake_kernels.cpp). It behaves as the driver does where the adapter
// depends on that:
//
//   - functions need a current context, and none may be called from a host function
//   - freeing memory waits for all streams
//   - while a stream waits for a value in memory, loading a module or a function of one waits, and so
//     does making more than a few dozen streams
//   - copies from pageable memory read it while they are enqueued, and copies to it wait for
//     their stream
//   - after a fault in a kernel, every function returns its code
#pragma once

#include "adapters/cuda/driver/cu.h"

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace ursa::testing {

/// The driver's CUDA_MEMSET_NODE_PARAMS.
struct FakeMemset {
  cuda::CUdeviceptr dst;
  size_t pitch;
  unsigned value;
  unsigned elementSize;
  size_t width;
  size_t height;
};

struct FakeCuda {
  // Settings of the behavior. Those of the driver and its devices count when they are opened.
  int version = 12040;     ///< of the driver
  int devices = 1;         ///< set by the environment variable URSA_FAKE_DEVICES, too
  int capability = 90;     ///< 10 times major plus minor
  bool findsByName = true; ///< cuGetProcAddress finds functions; otherwise only their symbols do
  bool hasVirtualMemory = true;
  bool takesObjects = true; ///< of the compiler ahead of time
  int activeClusters = 32;  ///< clusters that run at once
  std::string failing;      ///< name of the function that fails, for example "cuMemAlloc"; or empty
  cuda::CUresult code = cuda::CUDA_ERROR_OUT_OF_MEMORY; ///< the code it returns
  size_t memoryBytes = size_t{1} << 30;                 ///< of each device, for device memory
  std::string buildLog;                                 ///< of every module; not empty: it fails

  // Recorded calls.
  std::atomic<int> objects = 0; ///< live streams, events, modules, linkers and allocations
  std::mutex mutex;             ///< guards the members below while several threads call
  std::set<std::string> called;
  std::map<std::string, int> calls;      ///< number of calls by function
  int loadedObjects = 0;                 ///< modules that were loaded of objects
  std::map<int, size_t> jitOptions;      ///< the numbers of the last compilation's options
  std::string linked;                    ///< the object of the last link
  unsigned clusters[3] = {};             ///< of the last launch with clusters
  std::atomic<unsigned> sharedBytes = 0; ///< of the last launch
  std::atomic<int> allowedBytes = 0;     ///< of launches of the last function that asked for many

  /// Makes a function fail until the next call of fail().
  void fail(std::string function, cuda::CUresult with = cuda::CUDA_ERROR_OUT_OF_MEMORY) {
    failing = std::move(function);
    code = with;
  }
};

} // namespace ursa::testing

/// Returns the process's fake driver. Several threads may call the driver, but tests may access
/// this object only while none does.
extern "C" ursa::testing::FakeCuda *fakeCuda();

/// A CUDA function that tests call.
extern "C" ursa::cuda::CUresult
cuGraphAddMemsetNode(ursa::cuda::CUgraphNode *node, ursa::cuda::CUgraph graph,
                     const ursa::cuda::CUgraphNode *after, size_t count,
                     const ursa::testing::FakeMemset *given, ursa::cuda::CUcontext context);
