// Code that the functions of the fake driver share: the beginning of a call, and the objects of the
// process.
#pragma once

#include "cuda/fake_world.h"

namespace ursa::testing {

struct Context {
  int device = 0;
  int references = 0;
};
struct Allocation {
  size_t size = 0;
  CUmemorytype type = CU_MEMORYTYPE_DEVICE;
  bool isOwned = true; ///< memory of another object otherwise
};

/// The objects of the process.
struct Objects {
  std::mutex mutex; ///< guards the members below
  std::map<CUdeviceptr, Allocation> memory;
  std::map<FakeStream *, std::unique_ptr<FakeStream>> streams;
  std::vector<std::unique_ptr<FakeStream>> ending; ///< destroyed before their work was complete
  size_t deviceBytes = 0;
  std::unique_ptr<FakeStream> legacy; ///< the default stream
};
Objects &objects();

/// The contexts of this thread, the current one last. Never freed: static destructors may call the
/// driver after the thread's own objects have ended.
std::vector<Context *> &currentContexts();

enum class Needs { Nothing, Context };

/// Counts the call of a function, and returns the code with which it fails at once.
CUresult enter(const char *name, Needs needs);

FakeStream *streamOf(CUstream stream);
/// Submits work to a stream, or records it.
CUresult push(CUstream stream, std::function<void()> work, bool isKernel = false);
/// Returns an error and ends a capture that the stream is in: it cannot be queried or waited for.
CUresult refuseCapture(CUstream stream);
/// Returns the work of a launch.
CUresult makeLaunch(CUfunction function, std::array<unsigned, 3> groups,
                    std::array<unsigned, 3> local, unsigned shared, void **parameters,
                    std::function<void()> &work);
void *pointer(CUdeviceptr address);

/// The address of a row, and whether it lies in an array.
struct RowLocation {
  CUdeviceptr address = 0;
  bool isArray = false;
};
using CopyRow = CUresult (*)(CUstream stream, RowLocation to, RowLocation from, size_t size);
/// Copies a box row by row. Returns an error if it does not lie in an array.
template <class Box> CUresult copyBox(const Box &box, CUstream stream, CopyRow copy);
/// Returns the device of an array.
int deviceOf(CUarray array);

} // namespace ursa::testing

#define FAKE(symbol, ...) extern "C" [[gnu::visibility("default")]] CUresult symbol(__VA_ARGS__)
// Counts the call, and fails on demand.
#define ENTER(name, needs)                                                                         \
  if (const CUresult entered = enter(name, Needs::needs); entered != CUDA_SUCCESS)                 \
  return entered
